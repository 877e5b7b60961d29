"""Compilers that optimise code and make machine code of it only where Python calls it.

numba does both for every function, together with all that it calls, although code that is only
called from compiled code is optimised again as part of its callers. Without that, compiling
takes about 60 % of the time, and the games are as fast. What is called from both is optimised once:
a strategy built on another one compiles in a fifth to a third of the time.

In Python, index -1 is the last place. numba looks whether an index is negative wherever it cannot prove
that it is not; no function of this package counts from the end, and without that, ``expert`` plays
about 14 % more games a second. Functions of others keep Python's meaning.
"""

from typing import Any, Final

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.np import arrayobj

_OURS: Final = "ttr_analysis."


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


class HelperCompiler(Compiler):  # type: ignore[misc] # numba has no types
    """Compiles functions that are only called from compiled code."""

    def define_pipelines(self) -> Any:
        """Return numba's steps, and let them fill a library without machine code."""
        self.state.library = _PartOfCallers(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


class EntryCompiler(Compiler):  # type: ignore[misc] # numba has no types
    """Compiles functions that Python calls."""

    def define_pipelines(self) -> Any:
        """Return numba's steps, and let them fill a library that can be kept on disk."""
        self.state.library = _CalledFromPython(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return super().define_pipelines()

    def _compile_core(self) -> Any:
        result = super()._compile_core()
        for environment in result._find_referenced_environments():
            result.library._codegen.set_env(environment.env_name, environment)
        return result


def _count_from_start(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Lower an index as numba does, but let no index count from the end in functions of this package."""
    function = getattr(context, "fndesc", None)
    if kind.signed and function is not None and (function.modname or "").startswith(_OURS):
        return context.cast(builder, index, kind, types.intp)
    return _as_in_python(context, builder, kind, index, size)


_as_in_python = arrayobj.fix_integer_index
arrayobj.fix_integer_index = _count_from_start
