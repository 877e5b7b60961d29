"""Rows of small numbers that the processor adds and compares all at once: vectors of 16 bits a number."""

from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from ttr_analysis.engine.records import Shorts

LANES: Final = 32
"""Numbers in a row."""


def shorten(table: Shorts, first: int, second: int, length: int) -> bool:
    """Lower each number of two rows to that of the other row plus a length, if it is above; return whether any was."""
    one, other = table[first].copy(), table[second].copy()
    table[first], table[second] = np.minimum(one, other + length), np.minimum(other, one + length)
    return bool((table[first] != one).any() or (table[second] != other).any())


@intrinsic  # type: ignore[untyped-decorator] # numba has no types
def _shorten(context: Any, table: Any, first: Any, second: Any, length: Any) -> Any:
    """Say what the processor does: numba joins neither the steps of a loop over a row nor rows."""
    row = ir.VectorType(ir.IntType(16), LANES)
    whole = ir.IntType(16 * LANES)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        rows = builder.bitcast(data, row.as_pointer())
        places = [builder.gep(rows, [arguments[i]]) for i in (1, 2)]
        one, other = (builder.load(place, align=2) for place in places)
        alone = builder.insert_element(ir.Constant(row, ir.Undefined), builder.trunc(arguments[3], ir.IntType(16)),
                                       ir.Constant(ir.IntType(32), 0))  # fmt: skip
        added = builder.shuffle_vector(alone, ir.Constant(row, ir.Undefined),
                                       ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES))  # fmt: skip
        shorter = [_smaller(builder, one, builder.add(other, added)), _smaller(builder, other, builder.add(one, added))]
        for place, value in zip(places, shorter, strict=True):
            builder.store(value, place, align=2)
        changes = builder.or_(builder.xor(one, shorter[0]), builder.xor(other, shorter[1]))
        return builder.icmp_unsigned("!=", builder.bitcast(changes, whole), ir.Constant(whole, 0))

    return types.boolean(table, types.int64, types.int64, types.int64), generate


def _smaller(builder: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.icmp_unsigned("<", one, other), one, other)


@overload(shorten)
def _compiled_shorten(table, first, second, length):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 # numba compares the signatures
    """Say what compiled code does in place of :func:`shorten`."""
    return lambda table, first, second, length: _shorten(table, first, second, length)  # noqa: PLW0108 # as above
