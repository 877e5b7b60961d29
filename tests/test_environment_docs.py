"""What docs/environment.md says about numbers is so, and its code runs."""

from __future__ import annotations

import re
from pathlib import Path

import ttr_analysis as ttr
from ttr_analysis.maps import ActionKind as K

TEXT = (Path(__file__).parents[1] / "docs" / "environment.md").read_text(encoding="utf-8")


def cells(name: str) -> list[int]:
    """The numbers in the row of a map."""
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| {name} |"))
    return [int(cell.strip().replace(",", "") or 0) for cell in row.split("|")[2:-1]]


def test_the_table_of_maps_is_up_to_date() -> None:
    for name in ttr.available_maps():
        numbers = ttr.play.numbering(name)
        count = {part.kind: part.count for part in numbers.parts}
        claims, tunnels, steps = (count.get(kind, 0) for kind in (K.CLAIM, K.PAY_TUNNEL, None))
        buildings = count.get(K.BUILD_STATION, 0) + count.get(K.BUILD_HARBOUR, 0)
        others = numbers.size - claims - tunnels - steps - buildings
        assert cells(name) == [numbers.size, others, claims, buildings, tunnels, steps]


def test_the_tracks_that_are_paid_in_steps_are_counted() -> None:
    in_steps = {
        name: sum(numbers.name(n).endswith("...") for n in range(numbers.size))
        for name in ("nordic", "rails_sails_world")
        for numbers in [ttr.play.numbering(name)]
    }
    assert f"{in_steps['nordic']} tracks of Nordic Countries" in TEXT
    assert f"{in_steps['rails_sails_world']} tracks of the World" in TEXT


def test_every_field_is_described() -> None:
    fields = {field for name in ttr.available_maps() for field in ttr.play.layout(name, players=2).fields}
    assert fields <= set(re.findall(r"`(\w+)`", TEXT))


def test_the_code_runs() -> None:
    for code in re.findall(r"```python\n(.*?)```", TEXT, re.S):
        exec(code, {})
