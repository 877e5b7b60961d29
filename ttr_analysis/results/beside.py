"""What lies in a result folder beside the parts that are read: whether it still belongs to them.

Loading needs none of it, but other tools do: they join the look-up tables, and read every part that is there.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from ttr_analysis.errors import MapError, ResultError
from ttr_analysis.maps import GameMap, load_map
from ttr_analysis.results import Manifest, going_on, package
from ttr_analysis.results.reading import MANIFEST, MAP, map_of, read_manifest, unlisted_parts

ANEW = f"the command that made the folder writes it anew with {going_on.RESUME}"
"""What to do about a file that the manifest and the map are enough to write."""


def strange_files(folder: Path) -> Iterator[str]:
    """Yield which files of a result folder are missing, changed or too many; those of parts excepted.

    Raises
    ------
    ResultError
        If the manifest cannot be read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pathlib import Path
    >>> from ttr_analysis.results.beside import strange_files
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> with TemporaryDirectory() as folder:
    ...     place = result.save(Path(folder) / "run")
    ...     (place / "lookup" / "codes.csv").unlink()
    ...     print([told.split(";")[0].removeprefix(str(place)) for told in strange_files(place)])
    ['/lookup/codes.csv is missing']
    """
    manifest = read_manifest(folder)
    if unlisted := unlisted_parts(folder, manifest):
        yield _unlisted(unlisted)
    if not (folder / MAP).exists() and not manifest.map.not_saved:
        yield f"{folder / MAP} is missing; {ANEW}"
    wanted = {package.PACKAGE: package.data_package(manifest)}
    if (game_map := _map_in(folder, manifest)) is not None:
        texts = package.lookup_texts(manifest, game_map)
        wanted |= {f"{package.LOOKUP}/{name}.csv": text for name, text in texts.items()}
    for name, text in wanted.items():
        if problem := _problem(folder / name, text):
            yield f"{folder / name} {problem}; {ANEW}"


def _unlisted(places: Sequence[Path]) -> str:
    """Say in one line that parts are not listed, as a run that was killed leaves them, and what to do."""
    others = f" and {len(places) - 1} more parts" if len(places) > 2 else f" and {places[1]}" if places[1:] else ""
    are, their, them = ("are", "their", "them") if places[1:] else ("is", "its", "it")
    return (
        f"{places[0]}{others} {are} not listed in {MANIFEST}, as a run that was killed leaves parts, but whoever reads "
        f"the folder of a table counts {their} rows, too; {going_on.RESUME} deletes {them} and plays what is missing"
    )


def _map_in(folder: Path, manifest: Manifest) -> GameMap | None:
    """Return the map in the folder, whose cities lie where the look-up tables say; another one if it has none."""
    try:
        return load_map(folder / MAP) if (folder / MAP).exists() else map_of(folder, manifest)
    except (MapError, ResultError):  # whoever loads the result is told
        return None


def _problem(place: Path, text: str) -> str:
    """Return what is wrong with a file that should hold a text; nothing if it does."""
    try:
        found = place.read_text(encoding="utf-8")
    except FileNotFoundError:
        return "is missing"
    except (OSError, ValueError) as error:
        return f"cannot be read ({error})"
    return "" if found == text else f"is not what {MANIFEST} and the map say"
