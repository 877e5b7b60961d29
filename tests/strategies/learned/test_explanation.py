"""``--explain``: what ``learned`` compared, what it expected, and why it departed from ``expert``."""

from __future__ import annotations

import re

from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.explanations import play_explained

GAIN = r"[+-]\d+\.\d"


def said(name: str, games: int) -> list[str]:
    """All explanations of ``learned`` in some games against ``expert``."""
    told = [play_explained(name, ["learned", "expert"], seed=7, game=game, rotate=False) for game in range(games)]
    return [text for each in told for text in each.explanations.values() if "predicted gains" in text]


def test_it_names_what_it_compared_with_gains_and_reasons() -> None:
    lines = said("europe", 3)
    departed = [line for line in lines if line.startswith("departs from expert")]
    stayed = [line for line in lines if not line.startswith("departs")]
    assert departed
    assert stayed
    names = {track.name for track in load_map("europe").tracks}
    for line in lines:
        listed = line.split(", in hundredths: ")[1].split("; ")[0]
        assert re.fullmatch(rf".+ {GAIN}(, .+ {GAIN})*", listed)
    for line in departed:
        reasons = re.findall(rf"\(({GAIN})\)", line.split("; ")[0])
        assert 1 <= len(reasons) <= 3
        assert re.search(r", in hundredths: .+? \+", line)  # the first named is the best, and gains
    assert any(name in line for line in lines for name in names)
    assert any("drawing tickets" in line for line in lines)


def test_where_it_plays_like_expert_it_says_what_expert_says() -> None:
    assert said("nordic", 1) == []
