"""Compilers that optimise code and make machine code of it only where Python calls it.

numba does both for every function, together with all that it calls, although code that is only
called from compiled code is optimised again as part of its callers. Without that, compiling
takes about 60 % of the time, and the games are as fast. What is called from both is optimised once:
a strategy built on another one compiles in a fifth to a third of the time.

In Python, index -1 is the last place. numba looks whether an index is negative wherever it cannot prove
that it is not; no function of this package counts from the end, and without that, ``expert`` plays
about 14 % more games a second. Functions of others keep Python's meaning.
"""

from functools import cache
from typing import Any, Final

from llvmlite import binding as llvm
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult

_OURS: Final = "ttr_analysis."

KeptLibrary = tuple[str, bytes, bytes, list[str]]
"""What is kept of a library on disk: its name, machine code, bitcode and the names of the symbols in it."""


class _NoEnvironments:
    """Stands in for the code generator of code that is never run by itself and so has no environment in memory."""

    def set_env(self, name: str, environment: Any) -> None:
        """Set no environment."""


class _PartOfCallers(JITCodeLibrary):  # type: ignore[misc] # numba has no types
    """Code that is only linked into its callers."""

    @property
    def codegen(self) -> Any:
        """What numba tells the address of the function's environment."""
        return _NoEnvironments()

    def get_pointer_to_function(self, name: str) -> int:
        """Return that there is no machine code."""
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        """Leave this to the callers."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _CalledFromPython(JITCodeLibrary):  # type: ignore[misc] # numba has no types
    """Code that is run, with all the code that it calls in it."""

    def finalize(self) -> None:
        """Set aside what need not be optimised again: the code of a strategy that another one is built on."""
        linked: list[Any] = list(dict.fromkeys(self._linking_libraries))
        self._whole = [each for each in linked if each._object_caching_enabled]
        self._linking_libraries: list[Any] = [each for each in linked if each not in self._whole]
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimise twice: what the first round has drawn together, the second makes simpler (games are 5 % faster)."""
        super()._optimize_final_module()
        super()._optimize_final_module()
        for library in self._whole:
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)


class _ReadFromDisk(JITCodeLibrary):  # type: ignore[misc] # numba has no types
    """Code that was kept on disk. Its bitcode is parsed, which takes longest, when it is first linked into others."""

    def __init__(self, codegen: Any, kept: KeptLibrary) -> None:
        name, machine_code, self._bitcode, symbols = kept
        super().__init__(codegen, name)
        self._shared_module: Any = None
        self.enable_object_caching()
        self._set_compiled_object(machine_code)
        self._finalize_final_module()
        codegen._engine._defined_symbols.update(symbols)

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            self._shared_module = llvm.parse_bitcode(self._bitcode)
        return super()._get_module_for_linking()


class HelperCompiler(Compiler):  # type: ignore[misc] # numba has no types
    """Compiles functions that are only called from compiled code."""

    def define_pipelines(self) -> Any:
        """Return numba's steps, and let them fill a library without machine code."""
        count_from_start()
        self.state.library = _PartOfCallers(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


class EntryCompiler(Compiler):  # type: ignore[misc] # numba has no types
    """Compiles functions that Python calls."""

    def define_pipelines(self) -> Any:
        """Return numba's steps, and let them fill a library that can be kept on disk."""
        count_from_start()
        self.state.library = _CalledFromPython(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return super().define_pipelines()

    def _compile_core(self) -> Any:
        result = super()._compile_core()
        for environment in result._find_referenced_environments():
            result.library._codegen.set_env(environment.env_name, environment)
        return result


def kept_library(library: Any) -> KeptLibrary:
    """Return what is kept of a library on disk."""
    name, _, (machine_code, bitcode) = library.serialize_using_object_code()
    module = library._get_module_for_linking()
    there = [*module.functions, *module.global_variables]
    return name, machine_code, bitcode, [each.name for each in there if not each.is_declaration]


def read_result(context: Any, kept: Any) -> CompileResult:
    """Return compiled code that was kept on disk, ready to run.

    ``kept`` is what numba pickles of a result, with :func:`kept_library` in place of its own library.
    """
    of_library, about, own, signature, object_mode, lifted, annotation, reload, others = kept
    for function in reload:
        function()
    library = _ReadFromDisk(context.codegen(), of_library)
    for each in others:
        library.codegen.set_env(each.env_name, each)
    return CompileResult(
        typing_context=context.typing_context, target_context=context, library=library, fndesc=about,
        entry_point=context.get_executable(library, about, own), environment=own, referenced_envs=others,
        signature=signature, objectmode=object_mode, lifted=lifted, type_annotation=annotation, reload_init=reload,
        typing_error=None, call_helper=None, metadata=None,
    )  # fmt: skip


@cache
def count_from_start() -> None:
    """Let numba lower an index as it does, but let no index count from the end in functions of this package.

    That is said when something is compiled: numba's lowering takes long to import.
    """
    from numba.np import arrayobj

    as_in_python = arrayobj.fix_integer_index

    def lowered(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        function = getattr(context, "fndesc", None)
        if kind.signed and function is not None and (function.modname or "").startswith(_OURS):
            return context.cast(builder, index, kind, types.intp)
        return as_in_python(context, builder, kind, index, size)

    arrayobj.fix_integer_index = lowered
