"""Exact odds of tunnels, draws and tickets: arrays in, arrays out.

Only the opening tickets need a map. The cards of a game are its ``rules.cards``; :func:`cards_of` makes a deck of your
own. Every argument is checked: a ValueError names the argument and says what is wrong.
"""

from ttr_analysis import _make_room

_make_room(__name__)
