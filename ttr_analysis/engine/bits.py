"""Sets of up to 64 things in a word, one bit for each; larger sets in several words."""

from typing import Any, Final

import numpy as np
from numba.core import types
from numba.extending import intrinsic, overload

from ttr_analysis.engine.compiled import inlined
from ttr_analysis.engine.records import Words

WORD: Final = 64
"""Things in a word."""
NO_BITS = np.uint64(0)
"""The empty set."""
_ONE = np.uint64(1)


@inlined
def bit_of(number: int) -> np.uint64:
    """Return the set with one member, from 0 to 63."""
    return _ONE << np.uint64(number)


@inlined
def clear_set(words: Words) -> None:
    """Take everything out of a set."""
    for word in range(words.shape[0]):
        words[word] = NO_BITS


@inlined
def add_to_set(words: Words, number: int) -> None:
    """Put a thing into a set."""
    words[number // WORD] |= bit_of(number % WORD)


@inlined
def remove_from_set(words: Words, number: int) -> None:
    """Take a thing out of a set."""
    words[number // WORD] &= ~bit_of(number % WORD)


@inlined
def is_in_set(words: Words, number: int) -> bool:
    """Return whether a set contains a thing."""
    return (words[number // WORD] & bit_of(number % WORD)) != NO_BITS


def lowest_bit(word: np.uint64) -> int:
    """Return the least member of a set, which must not be empty."""
    number = int(word)
    return (number & -number).bit_length() - 1


@intrinsic  # type: ignore[untyped-decorator] # numba has no types
def _trailing_zeros(context: Any, word: Any) -> Any:
    """Let the processor count, in one instruction."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.uint64), generate


@overload(lowest_bit)
def _compiled_lowest_bit(word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 # numba compares the signatures
    """Say what compiled code does in place of :func:`lowest_bit`."""
    return lambda word: _trailing_zeros(word)  # noqa: PLW0108 # numba compiles functions that Python defines
