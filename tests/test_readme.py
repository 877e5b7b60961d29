"""The code of README.md prints what README.md says, and its picture is there and small."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from ttr_analysis.play.simulate import simulate
from ttr_analysis.strategies import base

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_code_prints_what_the_page_shows() -> None:
    blocks = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(blocks, {}, "README.md", "README.md", 0)
    outcome = doctest.DocTestRunner().run(test)
    assert outcome.attempted >= 8
    assert outcome.failed == 0


def test_links_and_pictures_exist() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []
    pictures = [target for target in targets if target.endswith(".svg")]
    assert len(pictures) == 2
    assert all((ROOT / picture).stat().st_size < 500_000 for picture in pictures)


def test_the_strategy_of_the_guide_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base.available_strategies()
    monkeypatch.setattr(base, "_REGISTRY", dict(base._REGISTRY))
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    path = tmp_path / "my.py"
    path.write_text(re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[-1], encoding="utf-8")
    assert base.load_file(path) == ["hoarder"]
    result = simulate("usa", "hoarder", games=3, progress=False)
    assert len(result) == 3
