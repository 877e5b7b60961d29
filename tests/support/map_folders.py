"""A small map folder, to write with changes."""

from __future__ import annotations

from pathlib import Path

MAP = """\
[map]
title = "Square"
rules = "europe"

[rules.tickets]
deal = 1
deal_long = 0
keep = 1
"""


CITIES = """\
city,x,y,tags,aliases
Athína,0.1,0.1,,Athens
Berlin,0.9,0.1,,
Cádiz,0.1,0.9,,
Danzig,0.6,0.9,,Gdańsk
"""


ROUTES = """\
city_a,city_b,length,color,kind,locomotives,track,wraps
Athína,Berlin,3,red,rail,,1,yes
Athína,Berlin,3,blue,rail,,2,
Berlin,Danzig,2,gray,ferry,1,1,
Danzig,Cádiz,4,gray,tunnel,,1,
"""


TICKETS = """\
cities,points,deck,sets
Athína > Cádiz,9,,
Athína > Danzig,5,,
Berlin > Cádiz,6,,
Athens > Berlin,3,,
Danzig > Cádiz,4,,
"""


FILES = {"map.toml": MAP, "cities.csv": CITIES, "routes.csv": ROUTES, "tickets.csv": TICKETS}


def write(folder: Path, **changed: str | bytes) -> Path:
    """Write the small map, some files replaced (``cities="..."``)."""
    folder.mkdir(exist_ok=True)
    for name, text in FILES.items():
        content = changed.get(name.split(".")[0], text)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder
