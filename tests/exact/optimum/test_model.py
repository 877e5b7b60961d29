"""The model of a tree: every city but the root is entered once, and no link is taken without its cities."""

from __future__ import annotations

from made_up_maps import made

from ttr_analysis.exact.optimum.model import Case, tree_model
from ttr_analysis.exact.optimum.problem import problem_of
from ttr_analysis.exact.optimum.relaxation import Relaxation, relax

CHAIN = made(("A", "B", 1), ("B", "C", 2), ("C", "D", 3), tickets=("A-C", "B-D"))


def test_the_root_is_always_inside_and_nothing_else_need_be() -> None:
    model = tree_model(problem_of(CHAIN, 6), Case(0), 6)
    relaxation = Relaxation(model)
    (tree,) = model.trees
    assert relaxation.lower[tree.city[tree.root]] == 1
    assert relaxation.lower.sum() == 1
    assert (relaxation.upper == 1).all()


def test_a_city_is_entered_once_and_a_link_needs_both_of_its_cities() -> None:
    model = tree_model(problem_of(CHAIN, 6), Case(0), 6)
    (tree,) = model.trees
    cities = [city for city in range(4) if tree.city[city] >= 0 and city != tree.root]
    assert len(model.equal.limit) == len(cities) == 3
    assert model.equal.limit == [0] * 3
    rows = model.equal.matrix(len(model.gain)).toarray()
    for row, city in zip(rows, cities, strict=True):
        assert row[tree.city[city]] == -1
        entering = tree.arc0 + (tree.heads == city).nonzero()[0]
        assert row[entering].tolist() == [1.0] * len(entering)
        assert row.sum() == len(entering) - 1


def test_tickets_and_tracks_of_a_chain_are_valued_by_what_the_trains_reach() -> None:
    """Lengths 1, 2 and 3 score 1, 2 and 4; each ticket scores 5."""
    values = [relax(tree_model(problem_of(CHAIN, trains), Case(0), trains)).value for trains in (1, 3, 6)]
    assert [round(value, 6) for value in values] == [1, 8, 17]
