"""Measure speed: ``python tests/write_performance.py`` writes the tables and the chart of ``docs/performance.md``.

Nothing else should run on the machine meanwhile. Every lineup is measured in alternating rounds, with and without
tables; ``--games N`` also plays runs of 1,000 games, 10,000 and so on to N. What was measured is kept in
``build/performance``: a part that is not asked for again (``--rates``, ``--games``, ``--threads``) stays as it was.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

import plotly.graph_objects as go
from pages import put_tables, table
from plotly.subplots import make_subplots

import ttr_analysis as ttr
from ttr_analysis.charts import theme
from ttr_analysis.experiments.bench import cpu_seconds
from ttr_analysis.maps import spoken_names
from ttr_analysis.play.chunk import play_chunk
from ttr_analysis.play.lineup import Lineup, make_lineup
from ttr_analysis.play.simulate import prepare
from ttr_analysis.results.schema import ALWAYS

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
CHART = PAGE.with_name("games_per_second.svg")
KEPT = Path(__file__).parents[1] / "build" / "performance"
MAPS = ("usa", "nordic", "switzerland", "india", "europe", "first_journey_usa", "first_journey_europe",
        "rails_sails_great_lakes", "rails_sails_world")  # fmt: skip
STRATEGIES = ("random", "ticket_planner", "expert", "learned")
PLAYERS = (2, 4)
ROUNDS, SECONDS = 5, 0.4
"""Rounds of each lineup, and the CPU time that its games take in a round."""
LARGEST = ("usa", "random", 4)
"""Whose games are counted against time."""
THREADS = ("usa", "ticket_planner", 4)
SYMBOLS = dict(zip(STRATEGIES, ("circle", "square", "diamond", "x"), strict=True))
COLORS = dict(zip(STRATEGIES, theme.SERIES_COLORS, strict=False))


def lineups() -> dict[tuple[str, str, int], Lineup]:
    """Every map with every strategy and with 2 and 4 players, as far as a map is for 4."""
    made = {}
    for name in MAPS:
        game_map = ttr.load_map(name)
        for strategy in STRATEGIES:
            for players in PLAYERS:
                if game_map.rules.players[0] <= players <= game_map.rules.players[1]:
                    made[name, strategy, players] = make_lineup(game_map, strategy, players=players)
    return made


def raw_seconds(lineup: Lineup, first: int, games: int) -> float:
    """Measure the CPU time of a number of games of which only the tables of games and players are kept."""
    began = time.process_time()
    play_chunk(lineup, first, games, skip_failures=False, tables=ALWAYS)
    return time.process_time() - began


def rates() -> list[dict[str, Any]]:
    """Games per CPU-second of each lineup, raw and with all tables: medians of rounds in turn."""
    found = []
    for (name, strategy, players), lineup in lineups().items():
        prepare(lineup)
        cpu_seconds(lineup, 0, 2)
        games = max(2, int(20 * SECONDS / max(cpu_seconds(lineup, 0, 20), 1e-4)))
        raw, whole = [], []
        for turn in range(ROUNDS):
            raw.append(games / raw_seconds(lineup, turn * games, games))
            whole.append(games / cpu_seconds(lineup, turn * games, games))
        found.append(
            {"map": name, "strategy": strategy, "players": players, "games": games, "raw": median(raw),
             "tables": median(whole), "slowest": min(whole), "fastest": max(whole)}
        )  # fmt: skip
        sys.stdout.write(f"{name} {strategy} {players}: {median(raw):,.0f} raw, {median(whole):,.0f} with tables\n")
    return found


def runs(most: int) -> list[dict[str, float]]:
    """Wall time, CPU time, memory and disk of runs that write 1,000 games, 10,000 and so on to a folder."""
    name, strategy, players = LARGEST
    found, games = [], 1_000
    while games <= most:
        with tempfile.TemporaryDirectory() as folder:
            wall, cpu = time.perf_counter(), time.process_time()
            ttr.simulate(name, strategy, players=players, games=games, seed=1, out=Path(folder) / "run", progress=False)
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        found.append({"games": games, "wall": wall, "cpu": cpu, "memory": peak, "disk": size / 1e6})
        sys.stdout.write(f"{games:,} games: {wall:.2f} s, {cpu:.2f} CPU-s, {peak:.0f} MB\n")
        games *= 10
    return found


def threads() -> dict[str, float]:
    """How many times as fast two threads are as one: medians of alternating runs."""
    name, strategy, players = THREADS
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for turn in range(ROUNDS):
        for number, measured in seconds.items():
            began = time.perf_counter()
            ttr.simulate(name, strategy, players=players, games=30_000, seed=turn, threads=number, progress=False)
            measured.append(time.perf_counter() - began)
    return {"games": 30_000, "one": median(seconds[1]), "two": median(seconds[2])}


def machine() -> dict[str, str]:
    """When and on what this was measured."""
    names = Path("/proc/cpuinfo")
    lines = names.read_text(encoding="utf-8").splitlines() if names.is_file() else []
    model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    return {"date": f"{datetime.now(UTC):%-d %B %Y}", "processor": model, "python": platform.python_version()}


def kept(part: str) -> Any:
    """What was measured of a part, or nothing."""
    file = KEPT / f"{part}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


def keep(part: str, measured: Any) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    (KEPT / f"{part}.json").write_text(json.dumps({"of": machine(), "measured": measured}, indent=1), encoding="utf-8")


def rows_of_rates(measured: list[dict[str, Any]]) -> Iterator[str]:
    """A row for each map and strategy: games per CPU-second with 2 and 4 players, raw and with tables."""
    by_key = {(each["map"], each["strategy"], each["players"]): each for each in measured}
    for name in MAPS:
        for strategy in STRATEGIES:
            cells = []
            for players in PLAYERS:
                each = by_key.get((name, strategy, players))
                if each is None:
                    cells += ["", "", ""]
                    continue
                share = max(0.0, 100 * (1 - each["tables"] / each["raw"]))
                cells += [f"{each['raw']:,.0f}", f"{each['tables']:,.0f}", f"{share:.0f} %"]
            yield f"| {ttr.load_map(name).title} | `{strategy}` | {' | '.join(cells)} |"


def short(name: str) -> str:
    """A map's title in a chart that is about nothing else."""
    title = ttr.load_map(name).title.removeprefix("Ticket to Ride").removeprefix(": ").strip()
    return title.strip("()") if title.startswith("(") else title


def chart(measured: list[dict[str, Any]], of: dict[str, str]) -> go.Figure:
    """Games per CPU-second by map and strategy, a panel for each number of players, on logarithmic axes."""
    figure = make_subplots(1, len(PLAYERS), shared_yaxes=True, subplot_titles=[f"{n} players" for n in PLAYERS])
    for column, players in enumerate(PLAYERS, start=1):
        for strategy in STRATEGIES:
            of_case = [each for each in measured if each["strategy"] == strategy and each["players"] == players]
            figure.add_scatter(
                x=[each["tables"] for each in of_case], y=[short(each["map"]) for each in of_case],
                mode="markers", name=spoken_names.player(strategy), showlegend=column == 1, row=1, col=column,
                marker={"size": 11, "color": COLORS[strategy], "symbol": SYMBOLS[strategy]},
            )  # fmt: skip
    ticks = {"tickvals": [200, 500, 1000, 2000, 5000, 10_000, 20_000], "range": [2.2, 4.65], "tickangle": 0}
    figure.update_xaxes(type="log", ticktext=["200", "500", "1k", "2k", "5k", "10k", "20k"], **ticks)
    figure.update_yaxes(categoryorder="array", categoryarray=[short(name) for name in reversed(MAPS)])
    figure.update_layout(
        template=theme.TEMPLATE, width=900, height=520, margin={"l": 200, "r": 20, "t": 110, "b": 86},
        title={"text": "What a game costs", "x": 0.01, "y": 0.96},
        legend={"orientation": "h", "y": 1.09, "yanchor": "bottom", "x": 0},
    )  # fmt: skip
    for text, y, size in (
        ("games per CPU-second, all tables included (logarithmic scale)", -0.15, theme.FONT_SIZE),
        (f"Medians of {ROUNDS} rounds in turn, one core; {of['processor']}, {of['date']}. Unofficial.", -0.23,
         theme.CAPTION_SIZE),
    ):  # fmt: skip
        figure.add_annotation(
            text=text, xref="paper", yref="paper", x=0, y=y, showarrow=False, xanchor="left", font={"size": size}
        )
    return figure


def of_length(of: dict[str, str], measured: list[dict[str, float]]) -> Iterator[str]:
    """What runs of different length cost."""
    name, strategy, players = LARGEST
    what = f"`{strategy}` with {players} players on {name}"
    yield f"{what}, all tables written to a folder, a thread a core; {of['date']}."
    yield "The memory is the peak of the process so far.\n"
    rows = [
        f"| {each['games']:,.0f} | {each['wall']:,.2f} s | {each['cpu']:,.2f} s | {each['memory']:,.0f} MB "
        f"| {each['disk']:,.1f} MB |"
        for each in measured
    ]
    yield table("games; wall time; CPU time; memory; on disk", rows)


def told_of_threads(of: dict[str, str], measured: dict[str, float]) -> str:
    """What a second thread brings."""
    name, strategy, players = THREADS
    times = f"{measured['one'] / measured['two']:.2f}"
    what = f"{measured['games']:,} games of `{strategy}` with {players} players on {name}"
    return (
        f"{what}, all tables in memory: one thread "
        f"{measured['one']:.2f} s, two threads {measured['two']:.2f} s, **{times} times as fast** "
        f"(medians of {ROUNDS} runs in turn; {of['date']}, two cores)."
    )


def write() -> None:
    """Write the tables and the chart of what is kept."""
    of_rates, of_runs, of_threads = kept("rates"), kept("runs"), kept("threads")
    parts = []
    if of_rates:
        chart(of_rates["measured"], of_rates["of"]).write_image(CHART)
        head = "map; strategy; 2 players, raw; with tables; tables take; 4 players, raw; with tables; tables take"
        where = "{date}, {processor}, Python {python}".format(**of_rates["of"])
        parts += [
            "## Games per CPU-second\n",
            f"![Games per CPU-second by map, players and strategy]({CHART.name})\n",
            f"One core; medians of {ROUNDS} rounds in turn of about {SECONDS} CPU-seconds each; {where}.\n",
            table(head, rows_of_rates(of_rates["measured"])),
        ]
    if of_runs:
        parts += ["\n## Games against time\n", *of_length(**of_runs)]
    if of_threads:
        parts += ["\n## Threads\n", told_of_threads(**of_threads)]
    put_tables(PAGE, "\n".join(parts))


def main() -> None:
    """Measure what is asked for, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rates", action="store_true", help="measure games per CPU-second")
    parser.add_argument("--threads", action="store_true", help="measure two threads against one")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="play runs of up to N games")
    asked = parser.parse_args()
    if asked.rates or not (asked.threads or asked.games):
        keep("rates", rates())
    if asked.threads:
        keep("threads", threads())
    if asked.games:
        keep("runs", runs(asked.games))
    write()


if __name__ == "__main__":
    main()
