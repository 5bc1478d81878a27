"""The blocks of an observation: their names, order, shapes and meanings.

The tables in `docs/environments.md` are generated from here. Any change of what a number means, or
of its position, raises `VERSION`, and with it the version of every environment id.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.limits import MAX_OFFER
from goldenspike.boards.model import Board
from goldenspike.errors import InputError
from goldenspike.observation.numbering import END, NAMES
from goldenspike.rules.codes import CARD_KINDS, PHASES, SHARE_PHASE
from goldenspike.rules.kernel_board import kernel_board_of

VERSION = 1
"""The version of the observation, and of the environments."""

CONSTANTS = 12
TABLE = 8
SEAT_FIGURES = 7
CLAIM_FIGURES = 4

MAX_NORMALIZED = 4.0
"""The largest number of a normalized observation; larger ones are cut off."""

Shape = Callable[[Board, int], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Block:
    """A named range of numbers in an observation."""

    name: str
    shape: Shape
    formula: str
    """The shape in the documentation: P players, T tracks, K tickets, L places, C colours."""
    meaning: str
    derived: bool = False
    largest: float | tuple[float, ...] = 1
    """A typical maximum, for all its numbers or for each along the last axis; 1 for flags."""


def _colours(board: Board) -> int:
    return len(board.passengers.colours) if board.passengers else 0


def _has_values(board: Board) -> bool:
    return any(ticket.values for ticket in board.tickets)


BLOCKS: tuple[Block, ...] = (
    Block(
        "constants",
        lambda board, players: (CONSTANTS,),
        str(CONSTANTS),
        "players; trains, cards and market places at the start; ticket decks; tickets to keep in "
        "the first deal; tickets drawn and to keep later; trains that start the last round; bonus "
        "for the longest path; bonus for most tickets; cards a tunnel turns up",
        largest=50,
    ),
    Block(
        "phase",
        lambda board, players: (len(PHASES) if board.companies else SHARE_PHASE,),
        "7",
        "one-hot: " + ", ".join(PHASES[:SHARE_PHASE]) + "; on a board with companies also share",
    ),
    Block(
        "table",
        lambda board, players: (TABLE,),
        str(TABLE),
        "1 if this seat is to act; 1 during the first deal; turns left once the last round has "
        "begun; passes in a row; cards in the deck; discards in all; times the discards became the "
        "deck; times the market was cleared",
        largest=60,
    ),
    Block(
        "turn", lambda board, players: (players,), "P", "one-hot: the seat to act, this seat first"
    ),
    Block("hand", lambda board, players: (CARD_KINDS,), "9", "own cards of each kind", largest=6),
    Block(
        "market", lambda board, players: (CARD_KINDS,), "9", "face-up cards of each kind", largest=3
    ),
    Block(
        "discards",
        lambda board, players: (CARD_KINDS,),
        "9",
        "discarded cards of each kind",
        largest=12,
    ),
    Block(
        "unseen",
        lambda board, players: (CARD_KINDS,),
        "9",
        "cards of each kind that this seat does not see: in the deck, or unknown in hands",
        largest=12,
    ),
    Block(
        "seats",
        lambda board, players: (players, SEAT_FIGURES),
        f"P×{SEAT_FIGURES}",
        "of each seat, this one first: cards, trains, route points, tickets held of the first and "
        "the second deck, tickets on offer of the first and the second deck",
        largest=(15, 45, 100, 5, 5, 3, 3),
    ),
    Block(
        "known",
        lambda board, players: (players, CARD_KINDS),
        f"P×{CARD_KINDS}",
        "of each seat, this one first: cards of each kind it is known to hold at least (taken face "
        "up, laid and taken back, or deduced when the discards became the deck in a game of two)",
        largest=6,
    ),
    Block(
        "claim",
        lambda board, players: (CLAIM_FIGURES,),
        str(CLAIM_FIGURES),
        "while a claim is paid: substitutes still to give; a tunnel's extra cards; 1 for each end "
        "of the track where a passenger is still to be taken (two numbers)",
        largest=4,
    ),
    Block(
        "laid",
        lambda board, players: (CARD_KINDS,),
        "9",
        "cards laid for the claim being paid",
        largest=6,
    ),
    Block(
        "revealed",
        lambda board, players: (CARD_KINDS,),
        "9",
        "cards a tunnel has turned up",
        largest=3,
    ),
    Block(
        "claim_colour",
        lambda board, players: (CARD_KINDS,),
        "9",
        "one-hot in the phase tunnel: the colour its extra is paid in (locomotive: locomotives "
        "alone)",
    ),
    Block(
        "ticket_decks",
        lambda board, players: (3,),
        "3",
        "tickets left in the first and the second deck; tickets out of the game",
        largest=30,
    ),
    Block(
        "tokens",
        lambda board, players: (players if board.tokens else 0,),
        "P",
        "on a board with tolls: tokens of each seat, this one first",
        largest=6,
    ),
    Block(
        "stations_left",
        lambda board, players: (players if board.stations else 0,),
        "P",
        "on a board with stations: those that each seat has not built, this one first",
        largest=3,
    ),
    Block(
        "stations",
        lambda board, players: (players if board.stations else 0, len(board.places)),
        "P x places",
        "on a board with stations: 1 where each seat has one, this one first",
    ),
    Block(
        "shares",
        lambda board, players: (players if board.companies else 0, len(board.companies)),
        "P x companies",
        "on a board with companies: shares of each that each seat has, this one first",
        largest=4,
    ),
    Block(
        "first_shares",
        lambda board, players: (players if board.companies else 0, len(board.companies)),
        "P x companies",
        "on a board with companies: the number of the first share of each that each seat took, "
        "this one first; 0: none",
        largest=4,
    ),
    Block(
        "claiming",
        lambda board, players: (len(board.tracks),),
        "T",
        "one-hot: the track being paid for",
    ),
    Block(
        "missing",
        lambda board, players: (len(board.tracks),),
        "T",
        "for each open track: the fewest cards that this seat lacks to pay for it",
        True,
        largest=6,
    ),
    Block("held", lambda board, players: (len(board.tickets),), "K", "1 for each ticket held"),
    Block(
        "offered",
        lambda board, players: (len(board.tickets),),
        "K",
        "for each ticket on offer its place in the offer, from 1 (bit i of a keep code is place "
        "i + 1)",
        largest=3,
    ),
    Block(
        "returned",
        lambda board, players: (len(board.tickets),),
        "K",
        "1 for each ticket this seat was offered and gave back, and has not kept since",
    ),
    Block(
        "offer_points",
        lambda board, players: (MAX_OFFER,),
        str(MAX_OFFER),
        "points of the ticket in each place of the offer, the most of several values",
        largest=20,
    ),
    Block("own", lambda board, players: (len(board.tracks),), "T", "1 for each own track"),
    Block(
        "open",
        lambda board, players: (len(board.tracks),),
        "T",
        "1 for each track this seat could still claim (not taken and not closed to it)",
    ),
    Block(
        "theirs",
        lambda board, players: (players - 1, len(board.tracks)),
        "(P-1)×T",
        "1 for each track of each other seat, the next seat first",
    ),
    Block(
        "passengers",
        lambda board, players: (players, _colours(board)),
        "P×C",
        "passengers of each colour each seat has taken, this one first",
        largest=5,
    ),
    Block(
        "waiting",
        lambda board, players: (len(board.places) if board.passengers else 0, _colours(board)),
        "L×C",
        "passengers of each colour waiting at each place",
        largest=2,
    ),
    Block(
        "made",
        lambda board, players: (len(board.tickets),),
        "K",
        "1 for each ticket held that the own tracks connect",
        True,
    ),
    Block(
        "reached",
        lambda board, players: (len(board.tickets) if _has_values(board) else 0,),
        "K",
        "on a board where tickets have several values: for each of these held or on offer, the "
        "points of the best end that the own tracks connect to its start",
        True,
        largest=20,
    ),
    Block(
        "cost",
        lambda board, players: (len(board.tickets),),
        "K",
        "for each ticket held or on offer: fewest trains that still connect it over own and open "
        "tracks; 255 if none do",
        True,
        largest=15,
    ),
    Block(
        "offer_cost",
        lambda board, players: (MAX_OFFER,),
        str(MAX_OFFER),
        "the cost of the ticket in each place of the offer",
        True,
        largest=15,
    ),
    Block(
        "wanted",
        lambda board, players: (len(board.tracks),),
        "T",
        "for each open track: how many unmade tickets held have it on their cheapest way",
        True,
        largest=2,
    ),
    Block(
        "component",
        lambda board, players: (len(board.places),),
        "L",
        "number (from 1, in the order of the places) of the own network each place is part of; "
        "0: none. A country (an end station) is part of none",
        True,
        largest=4,
    ),
)

NUMBER = {name: i for i, name in enumerate(NAMES)}


class Layout:
    """The position of each block in the observations of one board and number of players."""

    __slots__ = ("board", "derived", "offsets", "players", "scales", "size", "slices")

    def __init__(self, board: Board, players: int, derived: bool) -> None:
        self.board, self.players, self.derived = board, players, derived
        at = 0
        self.offsets: NDArray[np.int32] = np.zeros(END + 1, np.int32)
        """Offset of each block of `BLOCKS` (-1 for those left out), then the total length."""
        self.slices: dict[str, slice] = {}
        for i, block in enumerate(BLOCKS):
            if block.derived and not derived:
                self.offsets[i] = -1
                continue
            size = int(np.prod(block.shape(board, players)))
            self.offsets[i] = at
            self.slices[block.name] = slice(at, at + size)
            at += size
        self.offsets[END] = at
        self.size = at
        self.scales: NDArray[np.float32] = np.ones(at, np.float32)
        """For each number, the factor that makes its typical maximum 1."""
        for block in BLOCKS:
            if block.name in self.slices:
                part = self.scales[self.slices[block.name]]
                part.reshape(block.shape(board, players))[...] = 1 / np.array(block.largest)

    def read(self, observation: NDArray[Any], block: str) -> NDArray[Any]:
        """Return a block of an observation, or of a batch of them (last axis), in its shape."""
        if block not in self.slices:
            hint = " (made without derived blocks)" if block in NUMBER else ""
            raise InputError(
                f"no block {block!r} in this observation{hint}: it has {', '.join(self.slices)}"
            )
        part = observation[..., self.slices[block]]
        shape = BLOCKS[NUMBER[block]].shape(self.board, self.players)
        return part.reshape(*observation.shape[:-1], *shape)

    def normalize(self, observation: NDArray[Any]) -> NDArray[np.float32]:
        """Return an observation, or a batch of them, scaled to floats: flags are 0 or 1, typical
        maxima 1, and nothing is above `MAX_NORMALIZED`. The bot `neural` scales like this too.

        >>> import goldenspike as gs
        >>> from goldenspike.observation import layout_of, observe
        >>> view = gs.Game("usa", players=2, seed=7, first=0).view(0)
        >>> layout = layout_of(view.board, 2)
        >>> layout.read(layout.normalize(observe(view, layout)), "seats")[0, :2]  # cards, trains
        array([0.26666668, 1.        ], dtype=float32)
        """
        return np.minimum(observation * self.scales, np.float32(MAX_NORMALIZED))

    @property
    def tracks(self) -> list[str]:
        """The ids of the tracks, in the order of blocks and claim codes."""
        return [self.board.tracks[i].id for i in kernel_board_of(self.board).track_order]

    @property
    def tickets(self) -> list[str]:
        """The ids of the tickets, in the order of blocks."""
        return [ticket.id for ticket in self.board.tickets]

    @property
    def places(self) -> list[str]:
        """The ids of the places, in the order of blocks."""
        return [place.id for place in self.board.places]

    def to_json(self) -> dict[str, Any]:
        """Return the layout as JSON, which the file of a trained network contains."""
        return {
            "version": VERSION,
            "board": self.board.source,
            "digest": self.board.digest,
            "players": self.players,
            "derived": self.derived,
            "size": self.size,
        }

    def __repr__(self) -> str:
        return f"<Layout of {self.board.id}, {self.players} players: {self.size} numbers>"


_built: dict[tuple[int, int, bool], Layout] = {}


def layout_of(board: Board, players: int, derived: bool = False) -> Layout:
    """Return the layout of a board's observations for a number of players.

    `derived` adds blocks that can be computed from the others: what tickets still cost, which
    tracks they need, how many cards each track lacks, and the own networks.
    """
    known = isinstance(players, (int, np.integer)) and not isinstance(players, bool)
    if not known or not board.min_players <= players <= board.max_players:
        raise InputError(
            f"{board.name} is for {board.min_players} to {board.max_players} players, not "
            f"{players!r}"
        )
    # A layout keeps its board alive, so the id of the board is a safe key.
    key = (id(board), players, derived)
    if key not in _built:
        _built[key] = Layout(board, players, derived)
    return _built[key]


def table(board: Board, players: int) -> str:
    """Write the blocks of one board as a Markdown table, for the documentation."""
    layout = layout_of(board, players, derived=True)
    lines = ["| block | from | to | shape | meaning |", "|---|---:|---:|---|---|"]
    for block in BLOCKS:
        part = layout.slices[block.name]
        if part.start == part.stop:
            continue
        name = f"`{block.name}`" + (" *" if block.derived else "")
        lines.append(
            f"| {name} | {part.start} | {part.stop - 1} | {block.formula} | {block.meaning} |"
        )
    return "\n".join(lines)
