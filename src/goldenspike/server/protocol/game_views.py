"""The JSON of views and events, as `View.to_json()` and `Event.seen_by()` write it.

Nothing is decoded or encoded with these types. They describe what the rules write: the browser
client's types are generated from them, and tests check real views against them.
"""

from __future__ import annotations

from typing import Annotated, Literal, NewType

from msgspec import UNSET, Meta, Struct, UnsetType

Card = NewType("Card", str)
"""A colour of the board's train cards, or `locomotive`."""
Cards = dict[Card, int]
"""How many of each card; a card that is not named is not there."""
Counts = dict[str, int]

Phase = Literal["keep", "turn", "second_card", "give", "tunnel", "passenger", "over", "share"]
EventKind = Literal[
    "draw",
    "tickets",
    "keep",
    "claim",
    "station",
    "give",
    "pay",
    "withdraw",
    "take",
    "share",
    "pass",
]


class GameJson(Struct, frozen=True, forbid_unknown_fields=True):
    """A JSON object that the rules write: fields that are not there are `UNSET`."""


class SeatView(GameJson, frozen=True):
    """A seat as the viewer sees it; hidden things are absent."""

    card_count: int
    known: Annotated[Cards, Meta(description="Cards that everybody knows the seat to hold.")]
    ticket_counts: Annotated[Counts, Meta(description="By deck.")]
    offer_counts: Annotated[Counts, Meta(description="By deck.")]
    trains: int
    route_points: int
    tokens: Annotated[int | UnsetType, Meta(description="Left, on a board with tolls.")] = UNSET
    stations: Annotated[int | UnsetType, Meta(description="Not built yet, if there are any.")] = (
        UNSET
    )
    borrowed: Annotated[
        list[str] | UnsetType, Meta(description="Tracks that its stations borrow at the end.")
    ] = UNSET
    passengers: Annotated[Counts | UnsetType, Meta(description="By colour.")] = UNSET
    cards: Annotated[Cards | UnsetType, Meta(description="Own seat; all once it is over.")] = UNSET
    tickets: Annotated[list[str] | UnsetType, Meta(description="As `cards`.")] = UNSET
    offer: Annotated[list[str] | UnsetType, Meta(description="As `cards`.")] = UNSET
    returned: Annotated[list[str] | UnsetType, Meta(description="As `cards`.")] = UNSET
    counted: Annotated[
        Cards | UnsetType, Meta(description="What the viewer can tell beside `known`.")
    ] = UNSET


class View(GameJson, frozen=True):
    """What a seat, or a spectator, may know of a game. A key that is missing means null."""

    board: str
    players: int
    seat: Annotated[int | None, Meta(description="Whose view it is; null for a spectator.")]
    turn: int
    phase: Phase
    deck: Annotated[int, Meta(description="Cards in it.")]
    discards: Cards
    market: list[Card | None]
    ticket_decks: Annotated[Counts, Meta(description="Tickets left, by deck.")]
    removed_tickets: int
    routes: Annotated[dict[str, int], Meta(description="Track -> the seat that has claimed it.")]
    seats: list[SeatView]
    last_turns: Annotated[int | UnsetType | None, Meta(description="Turns left.")] = UNSET
    places: Annotated[
        dict[str, list[str]] | UnsetType, Meta(description="Place -> waiting passengers.")
    ] = UNSET
    stations: Annotated[
        dict[str, list[int]] | UnsetType, Meta(description="Place -> seats with a station there.")
    ] = UNSET
    shares: Annotated[
        dict[str, list[int]] | UnsetType,
        Meta(description="Company -> seats with its shares, in their order."),
    ] = UNSET
    claiming: Annotated[str | UnsetType, Meta(description="Track being paid for.")] = UNSET
    laid: Cards | UnsetType = UNSET
    revealed: Annotated[list[Card] | UnsetType, Meta(description="A tunnel's cards.")] = UNSET
    to_give: Annotated[int | UnsetType, Meta(description="Substitutes still to give.")] = UNSET
    colour: Annotated[Card | UnsetType, Meta(description="That a tunnel is paid in.")] = UNSET
    taking: Annotated[
        list[str] | UnsetType, Meta(description="Places where a passenger is to be chosen.")
    ] = UNSET
    legal: Annotated[
        list[str] | UnsetType, Meta(description="Legal actions, if the viewer is to act.")
    ] = UNSET


class TakenPassenger(GameJson, frozen=True):
    """A passenger who came along."""

    place: str
    colour: str


class GameEvent(GameJson, frozen=True, rename={"origin": "from"}):
    """What one action did, as the viewer may see it."""

    seat: int
    kind: EventKind
    turn: int
    phase: Phase
    origin: Literal["market", "deck"] | UnsetType = UNSET
    card: Card | UnsetType = UNSET
    counts: Counts | UnsetType = UNSET
    offer: list[str] | UnsetType = UNSET
    kept: Counts | UnsetType = UNSET
    returned: Counts | UnsetType = UNSET
    kept_tickets: list[str] | UnsetType = UNSET
    returned_tickets: list[str] | UnsetType = UNSET
    track: str | UnsetType = UNSET
    laid: Cards | UnsetType = UNSET
    substitutes: int | UnsetType = UNSET
    paid: Cards | UnsetType = UNSET
    place: str | UnsetType = UNSET
    colour: str | UnsetType = UNSET
    claimed: str | UnsetType = UNSET
    points: int | UnsetType = UNSET
    toll: Annotated[int | UnsetType, Meta(description="Tokens paid.")] = UNSET
    spent: Cards | UnsetType = UNSET
    revealed: list[Card] | UnsetType = UNSET
    extra: int | UnsetType = UNSET
    market_cleared: int | UnsetType = UNSET
    shuffled: int | UnsetType = UNSET
    taken: list[TakenPassenger] | UnsetType = UNSET
    share: Annotated[str | UnsetType, Meta(description="Company of the share taken.")] = UNSET
    market: list[Card | None] | UnsetType = UNSET
    last_round: Literal[True] | UnsetType = UNSET
    over: Literal[True] | UnsetType = UNSET
