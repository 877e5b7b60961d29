"""A notebook stops at a parameter that it does not have."""

from __future__ import annotations

from types import SimpleNamespace

import IPython
import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.explore import check_parameters

OWN = 'MAP = "usa"\nGAMES = 2000  # more games'
CALL = "check_parameters()"


def ran(monkeypatch: pytest.MonkeyPatch, *cells: str) -> None:
    shell = SimpleNamespace(user_ns={"In": ["", *cells, CALL]})
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    check_parameters()


@pytest.mark.parametrize(
    ("injected", "message"),
    [
        ("# Parameters\ngmaes = 100\n", "no parameter gmaes; its parameters are MAP, GAMES; did you mean GAMES"),
        ("# Parameters\nMAP = 'europe'\nPLAYERS = 2\nDRAWS = [1, 2]\n", "no parameter PLAYERS, DRAWS; .* MAP, GAMES$"),
    ],
)
def test_a_parameter_that_a_notebook_does_not_have_stops_it(
    injected: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SetupError, match=message):
        ran(monkeypatch, OWN, injected)
    with pytest.raises(SetupError, match=message):
        ran(monkeypatch, OWN, injected, "x = 1", injected)  # run again by hand


def test_known_parameters_and_cells_run_by_hand_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    ran(monkeypatch, OWN, "# Parameters\nGAMES = 60\n")
    ran(monkeypatch, OWN, "1 + 1", "other = 2")
    ran(monkeypatch)
    ran(monkeypatch, "# Parameters\nGAMES = 60\n")
    ran(monkeypatch, "1 + 1", "# Parameters\nGAMES = 60\n")


def test_outside_of_a_notebook_there_is_nothing_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IPython, "get_ipython", lambda: None)
    check_parameters()
