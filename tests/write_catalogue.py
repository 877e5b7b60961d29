"""Write the catalogues of languages anew: ``python tests/write_catalogue.py``.

Texts that are new in the sources, and cities and countries that are new on the maps, get an empty translation, those
that are gone are dropped, all others stay.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

sys.path.insert(0, str(Path(__file__).parents[1]))  # these sources, not others
sys.path.insert(0, str(Path(__file__).parent / "support"))

from texts import english_texts, printed_cities

from ttr_analysis.maps.languages import catalogue


def write(file: Path, more: dict[str, str] | None = None) -> list[str]:
    """Write a catalogue with all English texts; return those that it lacks."""
    with file.open("rb") as source:
        old = read_po(source, locale=file.stem)
    new = Catalog(locale=file.stem, fuzzy=False)
    new.header_comment = f"# Texts of ttr_analysis ({file.stem}); see tests/write_catalogue.py"
    known = {str(each.id): str(each.string) for each in old if each.id and not each.context} | (more or {})
    cities = {str(each.id): str(each.string) for each in old if each.context == catalogue.CITY}
    for text in english_texts():
        new.add(text, known.get(text, "")).flags.clear()
    for name in printed_cities():
        new.add(name, cities.get(name, ""), context=catalogue.CITY).flags.clear()
    with file.open("wb") as target:
        write_po(target, new, width=120, omit_header=False)
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(VOLATILE)]
    file.write_text("\n".join(kept).rstrip() + "\n", encoding="utf-8")
    lacking = [text for text in english_texts() if not known.get(text)]
    return lacking + [name for name in printed_cities() if not cities.get(name)]


VOLATILE = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By', '"Last-Translator', '"Language-Team',
            '"Report-Msgid', '"Project-Id-Version', '"Plural-Forms')  # fmt: skip
"""Lines of a header that tell nothing, or change with every day."""

if __name__ == "__main__":
    for file in sorted(catalogue.FOLDER.glob("*.po")):
        for text in write(file):
            sys.stdout.write(f"{file.name} lacks: {text!r}\n")
