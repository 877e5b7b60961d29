"""Own scores among simulated ones: all marked, labels apart, the caption tells games and intervals."""

from __future__ import annotations

import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis.charts import own_parts, own_scores, table_of, text_of
from ttr_analysis.charts.own_scores import _label_rows
from ttr_analysis.errors import SetupError


def test_every_own_score_is_marked_with_its_percentile() -> None:
    result = made_up_result(games=60)
    middle = int(result.players["score"].median())
    fig = own_scores(result, [middle, middle, middle + 40])
    marks = [trace for trace in fig.data if trace.legendgroup == "own"]
    assert [mark.x[0] for mark in marks] == [middle, middle + 40]
    table = table_of(fig)
    assert table["score"].tolist() == [middle, middle, middle + 40]
    row = table.iloc[0]
    value, low, high = (row[f"percentile{end}"] for end in ("", "_low", "_high"))
    labels = [note.text for note in fig.layout.annotations if note.name not in ("caption", "subtitle")]
    assert labels[0] == f"{middle}: {value:.1f} % ({low:.1f} to {high:.1f})"
    assert len(labels) == 2
    caption = text_of(fig, "caption")
    assert caption.startswith("Lines mark own scores (3);")
    for told in ("4 × Random", "seed 1", "n = 60 games", "95 % intervals: Wilson by game"):
        assert told in caption
    assert f"{middle} points at percentile {value:.1f}" in text_of(fig, "alt")


def test_a_table_of_own_games_is_taken_and_many_marks_have_no_labels() -> None:
    result = made_up_result(games=60)
    fig = own_scores(result, pd.DataFrame({"score": range(20, 40)}))
    marks = [trace for trace in fig.data if trace.legendgroup == "own"]
    assert len(marks) == 20
    assert all(note.name in ("caption", "subtitle") for note in fig.layout.annotations)
    assert sum(bool(mark.showlegend) for mark in marks) == 1
    with pytest.raises(SetupError, match="own scores, entry 1 needs a whole number"):
        own_scores(result, ["x"])  # type: ignore[list-item]


def test_parts_stand_beside_each_other_and_few_games_have_no_whiskers() -> None:
    parts = ["routes", "score"]
    table = pd.DataFrame({"who": ["own games"] * 2 + ["<b>"] * 2, "part": parts * 2, "mean": [60.0, 100, 55, 90]})
    table["mean_low"], table["mean_high"] = [float("nan")] * 2 + [50.0, 85], [float("nan")] * 2 + [60.0, 95]
    fig = own_parts(table.assign(scores=[3, 3, 2000, 2000]))
    own, theirs = fig.data
    assert (own.name, theirs.name) == ("own games", "&lt;b&gt;")
    assert list(own.error_x.array) == [0, 0]
    assert list(theirs.error_x.array) == [5, 5]
    assert all(one > other for one, other in zip(own.y, theirs.y, strict=True))
    assert "n = 3 scores whose parts are known, too few games for intervals" in text_of(fig, "caption")
    assert "60.0 against 55.0" in text_of(fig, "alt")
    polish = own_parts(table.assign(scores=[3, 3, 2000, 2000]), language="pl")
    assert [trace.name for trace in polish.data] == ["własne gry", "&lt;b&gt;"]
    assert [trace.marker.symbol for trace in polish.data] == ["diamond", "circle"]


def test_labels_that_would_overlap_stand_in_rows() -> None:
    assert _label_rows([10, 50, 100], 30) == [0, 0, 0]
    assert _label_rows([10, 20, 30, 45], 30) == [0, 1, 2, 0]
    assert _label_rows(list(range(20)), 30) == [0] * 20
