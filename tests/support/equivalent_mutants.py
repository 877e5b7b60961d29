"""Mutants of ``mutation.py`` that no test can notice, and why."""

from __future__ import annotations

FLAG = "a flag that is only asked whether it is 0"

EQUIVALENT: dict[str, str] = {
    "dig_tunnel: public.owed = 0  ->  pass": "it is 0 already: clear_tunnel leaves it so",
    "dig_tunnel: break  ->  continue": "an empty deck stays empty for the rest of the loop",
    "collect_borrowable: break  ->  continue": "the parallel track of another opponent joins the same cities",
    "ticket_points_with: points, made = (0, 0)  ->  points, made = (0, 1)": "counts are only compared with each other",
    "choose_borrowed: without, best_points, best_made = (0, -(1 << 20), -1)  ->  "
    "without, best_points, best_made = (0, -(2 << 20), -1)": "below any points all the same",
    "choose_borrowed: without, best_points, best_made = (0, -(1 << 20), -1)  ->  "
    "without, best_points, best_made = (0, -(1 << 21), -1)": "below any points all the same",
    "choose_borrowed: scratch.choice[i] = -1  ->  scratch.choice[i] = -2": "the first track is tried twice",
    "choose_borrowed: while place < stations:  ->  while place <= stations:  #2": "all choices once more, and no other",
    "choose_borrowed: scratch.choice[place] = -1  ->  scratch.choice[place] = -2": "the first track is tried twice",
    "ticket_points_with: points, made = (0, 0)  ->  points, made = (1, 0)": "points are only compared with each other",
    "score_stations: scratch.choice[i] = -1  ->  scratch.choice[i] = -2": "both mean no track",
    "ticket_points_with: made += 1  ->  made += 2": "counts are only compared with each other",
    "choose_borrowed: without, best_points, best_made = (0, -(1 << 20), -1)  ->  "
    "without, best_points, best_made = (1, -(1 << 20), -1)": "written in the first round, unused where there is none",
    "choose_borrowed: without, best_points, best_made = (0, -(1 << 20), -1)  ->  "
    "without, best_points, best_made = (0, -(1 << 20), -2)": "below any count all the same",
    "decline_tunnel: public.idle = 1  ->  public.idle = 2": FLAG,
    "exchange_pieces: public.idle = 1  ->  public.idle = 2": FLAG,
    "begin_attempt: attempt.turned_up, attempt.owed, attempt.paid = (0, 0, 0)  ->  "
    "attempt.turned_up, attempt.owed, attempt.paid = (0, 1, 0)": "dig_tunnel writes what is owed",
    "exact.optimum.bounds.other_trees: best = [0] * (pieces + 1)  ->  best = [0] * (pieces + 2)": "never read",
    "exact.odds.draws._any_color_ways: if in_hand >= number:  ->  if in_hand > number:": "no draw covers less than 0",
    "exact.odds.draws._any_color_ways: failing = [0] * (total + 1)  ->  failing = [0] * (total + 2)": "cut off later",
    "exact.optimum.guess._anneal: first = int(np.int64(below(rng, cities))) if draw >= _BAR else -1  ->  "
    "first = int(np.int64(below(rng, cities))) if draw >= _BAR else 1": "another walk, which finds the same networks",
    "exact.paths.ways._flow_paths: net = {u: {v: n - flow[v].get(u, 0) for v, n in out.items()} for u, out in "
    "flow.items()}  ->  net = {u: {v: n - flow[v].get(u, 1) for v, n in out.items()} for u, out in "
    "flow.items()}": "the flow of an undirected graph holds both directions of each edge",
    "exact.paths.ways._by_cost: heappush(heap, (bound, number + 1, (*path, city)))  ->  "
    "heappush(heap, (bound, number + 2, (*path, city)))": "numbers are only compared with each other",
}
