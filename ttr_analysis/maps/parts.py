"""What stands on a board: cities, tracks and tickets, all immutable."""

from dataclasses import dataclass, field

COUNTRY = "country:"
"""How the tag of a place of a country begins."""


@dataclass(frozen=True, slots=True)
class City:
    """A city, or a junction (a place where tracks meet that has no name on the board).

    Attributes
    ----------
    name : str
        The printed name.
    latitude, longitude : float or None
        The real location, in degrees.
    x, y : float or None
        Position on the printed board as a fraction of its width and height (0 to 1); y points down.
    tags : frozenset of str
        Any of ``port``, ``junction``, ``east``, ``west``, ``bigcity``; ``country:France`` for a place
        of a country that tickets name.

    Examples
    --------
    >>> ttr.load_map("usa").city("denver").name
    'Denver'
    """

    name: str
    latitude: float | None = None
    longitude: float | None = None
    x: float | None = None
    y: float | None = None
    tags: frozenset[str] = frozenset()

    @property
    def country(self) -> str:
        """The country that it is a place of; an empty text if it is of none."""
        return next((tag.removeprefix(COUNTRY) for tag in sorted(self.tags) if tag.startswith(COUNTRY)), "")

    def __repr__(self) -> str:
        tags = f": {', '.join(sorted(self.tags))}" if self.tags else ""
        return f"<City {self.name}{tags}>"


@dataclass(frozen=True, slots=True)
class Track:
    """One row of spaces between two neighbouring cities.

    Attributes
    ----------
    index : int
        Position in ``GameMap.tracks``.
    city_a, city_b : str
        The cities it joins; their order has no meaning.
    length : int
        Number of spaces.
    color : str
        A colour, or ``gray`` (payable with any single colour).
    kind : str
        A track kind of the rule set: ``rail``, ``tunnel``, ``ferry``, ``sea``.
    locomotives : int
        Least number of locomotives in a payment (the symbols of a ferry).
    pair_spaces : bool
        Whether every space costs two cards (Rails & Sails).
    number : int
        1 to 3 on a double or triple route (see :attr:`GameMap.parallel`), else 1.
    wraps : bool
        Whether it leaves the map at one edge and continues at the opposite edge.
    cards_for_one : int
        So many cards of any kind stand for one card of the colour paid (0: none do).
    label : str
        The name that its map gave it; see :attr:`name`. Maps fill this in.

    Examples
    --------
    >>> track = ttr.load_map("usa").track("Denver-Omaha purple")
    >>> track.length, track.color
    (4, 'purple')
    """

    index: int
    city_a: str
    city_b: str
    length: int
    color: str
    kind: str = "rail"
    locomotives: int = 0
    pair_spaces: bool = False
    number: int = 1
    wraps: bool = False
    cards_for_one: int = 0
    label: str = field(default="", compare=False)

    def __repr__(self) -> str:
        spaces = f"{self.length} space{'s' * (self.length != 1)}"
        wilds = f", {self.locomotives} locomotive{'s' * (self.locomotives != 1)}" if self.locomotives else ""
        return f"<Track {self.index}: {self.name}, {spaces}{wilds}>"

    @property
    def cities(self) -> tuple[str, str]:
        """The two cities that it joins."""
        return (self.city_a, self.city_b)

    @property
    def pair(self) -> frozenset[str]:
        """The two cities as a set: the key of the route the track belongs to."""
        return frozenset(self.cities)

    @property
    def plain_name(self) -> str:
        """Its cities, its colour, and its kind unless that is ``rail``: ``Denver-Omaha purple``."""
        kind = "" if self.kind == "rail" else f" {self.kind}"
        return f"{self.city_a}-{self.city_b} {self.color}{kind}"

    @property
    def name(self) -> str:
        """A readable name, unique on its map.

        It is the :attr:`plain_name`; two tracks of a double route that share it have a number
        after it: ``Atlanta-New Orleans gray 1`` and ``Atlanta-New Orleans gray 2``. The number stays
        when the other track is taken off the map.
        """
        return self.label or self.plain_name


@dataclass(frozen=True, slots=True)
class Ticket:
    """A destination ticket; with more than two cities it is a tour, in the printed order.

    A *choice ticket* leads from one place to any of several others, each with its own value: it
    is completed when one of them is reached, and scores the best. Its places may be countries,
    which are reached at any of their cities; :meth:`GameMap.options` lists all pairs of cities.

    Attributes
    ----------
    index : int
        Position in ``GameMap.tickets``.
    cities : tuple of str
        The cities to join; of a choice ticket the city, or country, where it starts.
    points : int
        Points if completed (for a tour: in the printed order; for a choice ticket: the highest value).
    points_out_of_order : int or None
        Points for a tour whose cities are joined, but not in the printed order.
    penalty : int
        Points lost if not completed.
    deck : str
        ``long`` for a ticket of the separate deck of long tickets; any other value is only a label.
    alternatives : tuple of (str, int)
        Cities or countries to which a choice ticket leads, with the points for each.
    copies : int
        How many tickets like this the deck holds; each is a ticket of its own.

    Examples
    --------
    >>> ticket = ttr.load_map("usa").ticket("New York-Seattle")
    >>> ticket.name, ticket.points
    ('Seattle-New York', 22)
    """

    index: int
    cities: tuple[str, ...]
    points: int
    points_out_of_order: int | None = None
    penalty: int = 0
    deck: str = "main"
    alternatives: tuple[tuple[str, int], ...] = ()
    copies: int = 1

    def __repr__(self) -> str:
        return f"<Ticket {self.index}: {self.name}, {self.points} point{'s' * (self.points != 1)}>"

    @property
    def name(self) -> str:
        """The cities joined by hyphens; what a choice ticket leads to stands between slashes."""
        return "-".join((*self.cities, *self._goals))

    @property
    def _goals(self) -> tuple[str, ...]:
        return ("/".join(place for place, _ in self.alternatives),) if self.alternatives else ()

    @property
    def is_choice(self) -> bool:
        """Whether it leads to any of several places, or from or to a country."""
        return bool(self.alternatives)

    @property
    def is_tour(self) -> bool:
        """Whether it names more than two cities."""
        return len(self.cities) > 2

    @property
    def is_long(self) -> bool:
        """Whether it belongs to the separate deck of long tickets."""
        return self.deck == "long"


@dataclass(frozen=True, slots=True)
class TicketOption:
    """One way to complete a ticket: the cities to join, and the points for that.

    Examples
    --------
    >>> game_map = ttr.load_map("switzerland")
    >>> game_map.options(game_map.ticket("Bern-France"))[0]
    TicketOption(cities=('Bern', 'Österreich (Davos)'), points=11)
    """

    cities: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class BonusTicket:
    """A ticket that is awarded, not drawn (First Journey, coast to coast).

    A player receives one when they first join a city of ``west`` to a city of ``east``. There
    are ``copies`` in total, at most one per player.

    Examples
    --------
    >>> ttr.load_map("first_journey_usa").bonus_tickets[0].name
    'Coast to Coast'
    """

    name: str
    west: tuple[str, ...]
    east: tuple[str, ...]
    points: int = 1
    copies: int = 4
