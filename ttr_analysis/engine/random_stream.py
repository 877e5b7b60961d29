"""Random numbers: xoshiro256++ (Blackman and Vigna 2019), seeded by splitmix64.

Every stream is a function of (seed, game, stream) only. So game ``g`` of a seed is the
same for all chunks, threads and machines, and two lineups get the same decks (common
random numbers). All words are ``np.uint64`` and are never mixed with Python integers,
which would turn them into floats in compiled code.
"""

import numpy as np

from ttr_analysis.engine.compiled import inlined, wrapping
from ttr_analysis.engine.records import Words

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S17, _S23, _S27, _S30, _S31, _S32 = (np.uint64(n) for n in (17, 23, 27, 30, 31, 32))
_S19, _S33, _S41, _S45 = (np.uint64(n) for n in (19, 33, 41, 45))
_S11 = np.uint64(11)


@wrapping
def mix(word: np.uint64) -> np.uint64:
    """Return the output of splitmix64 after one step: a well-mixed word for every word."""
    word = word + _GOLDEN
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@wrapping
def seed_stream(stream: Words, seed: int, game: int, number: int) -> None:
    """Fill the four words of ``stream`` from the seed, the game and the number of the stream."""
    word = mix(mix(mix(np.uint64(seed)) ^ np.uint64(game)) ^ np.uint64(number))
    for i in range(4):
        stream[i] = mix(word)
        word = word + _GOLDEN


@wrapping
def next_word(stream: Words) -> np.uint64:
    """Return the next 64 random bits of a stream."""
    s0, s1, s2, s3 = stream[0], stream[1], stream[2], stream[3]
    total = s0 + s3
    result = ((total << _S23) | (total >> _S41)) + s0
    shifted = s1 << _S17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << _S45) | (s3 >> _S19)
    stream[0], stream[1], stream[2], stream[3] = s0, s1, s2, s3
    return result


@inlined
def below(stream: Words, n: int) -> int:
    """Return a uniform number from 0 to n - 1 (the bias of 32 bits is below 1e-7 for n < 400)."""
    number: int = np.int64(((next_word(stream) >> _S32) * np.uint64(n)) >> _S32)  # type: ignore[assignment]
    return number


@inlined
def uniform(stream: Words) -> float:
    """Return a real number in [0, 1) with 53 random bits."""
    return float(np.int64(next_word(stream) >> _S11)) * (1.0 / 9007199254740992.0)
