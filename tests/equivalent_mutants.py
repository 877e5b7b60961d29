"""Mutants of ``mutation.py`` that no test can notice, and why."""

from __future__ import annotations

FLAG = "a flag that is only asked whether it is 0"

EQUIVALENT: dict[str, str] = {
    "dig_tunnel: public.owed = 0  ->  pass": "it is 0 already: clear_tunnel leaves it so",
    "dig_tunnel: break  ->  continue": "an empty deck stays empty for the rest of the loop",
    "collect_borrowable: break  ->  continue": "the parallel track of another opponent joins the same cities",
    "decline_tunnel: public.idle = 1  ->  public.idle = 2": FLAG,
    "exchange_pieces: public.idle = 1  ->  public.idle = 2": FLAG,
    "begin_attempt: attempt.turned_up, attempt.owed, attempt.paid = (0, 0, 0)  ->  "
    "attempt.turned_up, attempt.owed, attempt.paid = (0, 1, 0)": "dig_tunnel writes what is owed",
}
