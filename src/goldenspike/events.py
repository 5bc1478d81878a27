"""Events: the effects of an action, as each seat may see them.

An action is what a player chose; an event is what happened, including chance. Events go to the log
of a table and to all clients, so they are built by allow-list, as views are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goldenspike.boards.model import CARDS, Board
from goldenspike.notation.actions import (
    Action,
    extra_paid,
    payment_of,
    station_cards,
    write_action,
)
from goldenspike.notation.card_text import counts_by_name
from goldenspike.notation.positions import market_by_name
from goldenspike.rules.codes import (
    ACTION_KINDS,
    ASKING,
    BUILDING,
    CLAIMING,
    DRAWING,
    FROM_DECK,
    GIVING,
    KEEPING,
    OVER_PHASE,
    PASSENGER_PHASE,
    PAYING,
    PHASES,
    TAKING,
    TUNNEL_PHASE,
    WITHDRAWING,
    decode,
    passenger,
    station_place,
)
from goldenspike.rules.engine import Engine, State
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.tickets import offered_tickets

Source = tuple[KernelBoard, Engine, State, Sequence[int], State | None]
"""What an event is described from."""
Parts = tuple[int, Action, dict[str, Any], dict[str, Any]]
"""An event's seat, action, public part and own part."""


class Event:
    """An action and its effects; `seen_by(seat)` is what that seat may see of it.

    It is described when it is first asked for: until then it holds the states around the action.

    >>> import goldenspike as gs
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> for _ in range(game.players):
    ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
    >>> event = game.play("draw deck")
    >>> event.seen_by(0)["card"]
    'black'
    >>> event.seen_by(1)
    {'seat': 0, 'kind': 'draw', 'from': 'deck', 'turn': 0, 'phase': 'second_card'}
    """

    __slots__ = ("_parts", "_source")

    def __init__(
        self,
        kernel_board: KernelBoard,
        engine: Engine,
        before: State,
        codes: Sequence[int],
        after: State | None = None,
    ) -> None:
        """`after` is the state that the codes lead to, if it is known."""
        self._source: Source | None = (kernel_board, engine, before, codes, after)
        self._parts: Parts | None = None

    @classmethod
    def of_parts(cls, *parts: Any) -> Event:
        """Make an event that is described already."""
        event = cls.__new__(cls)
        event._source, event._parts = None, parts
        return event

    @property
    def seat(self) -> int:
        """The seat that acted."""
        return self._described()[0]

    @property
    def action(self) -> Action:
        """What it chose."""
        return self._described()[1]

    @property
    def public(self) -> dict[str, Any]:
        """The part that everybody sees."""
        return self._described()[2]

    @property
    def own(self) -> dict[str, Any]:
        """The part that only the acting seat sees."""
        return self._described()[3]

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """Return what a seat sees of the event; None is a spectator."""
        acted, _, public, own = self._described()
        return public | own if seat == acted else dict(public)

    def _described(self) -> Parts:
        if self._parts is None:
            assert self._source is not None
            self._parts = describe_actions(*self._source)
            self._source = None
        return self._parts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return self._described() == other._described()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        seat, action, public, own = self._described()
        return f"Event(seat={seat}, action={action!r}, public={public!r}, own={own!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Without the state, which has secrets of all seats.
        return (Event.of_parts, self._described())


def describe_actions(
    kernel_board: KernelBoard,
    engine: Engine,
    state: State,
    codes: Sequence[int],
    after: State | None = None,
) -> Parts:
    """Describe an action, or a claim and the substitutes given for it, which is one event."""
    before = engine.read(state)
    first = write_action(kernel_board, before, codes[0])
    for code in codes[:-1]:
        state, _ = engine.advance(kernel_board, state, code)
        before = engine.read(state)
    if after is None:
        after, _ = engine.advance(kernel_board, state, codes[-1])
    public, own = describe(kernel_board, before, codes[-1], engine.read(after))
    if len(codes) > 1:
        public |= claim_fields(kernel_board, first.code)
    return before.turn, first, public, own


def describe(
    kernel_board: KernelBoard, before: Any, code: int, after: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Describe what everybody and what the acting seat sees of an action, from the states before
    and after it."""
    board, p = kernel_board.board, before.turn
    public: dict[str, Any] = {"seat": p}
    own: dict[str, Any] = {}
    _add_action(kernel_board, before, code, after, public, own)
    _add_claim(kernel_board, before, after, public)
    if after.clears > before.clears:
        public["market_cleared"] = after.clears - before.clears
    if after.shuffles > before.shuffles:
        public["shuffled"] = after.shuffles - before.shuffles
    if after.market != before.market:
        public["market"] = market_by_name(board, after)
    for company, taken in enumerate(after.share_n[: len(board.companies)]):
        if taken > before.share_n[company]:
            public["share"] = board.companies[company].id
    public["turn"] = after.turn
    public["phase"] = PHASES[after.phase]
    if after.last_turns > 0 and before.last_turns < 0:
        public["last_round"] = True
    if after.phase == OVER_PHASE:
        public["over"] = True
    return public, own


def _add_action(
    kernel_board: KernelBoard,
    before: Any,
    code: int,
    after: Any,
    public: dict[str, Any],
    own: dict[str, Any],
) -> None:
    board, p = kernel_board.board, before.turn
    kind, argument = decode(kernel_board.plain, code)
    public["kind"] = ACTION_KINDS[kind]
    if kind == DRAWING:
        if argument == FROM_DECK:
            public["from"] = "deck"
            gained = zip(before.hands[p], after.hands[p], strict=True)
            own["card"] = next(CARDS[i] for i, (had, has) in enumerate(gained) if has > had)
        else:
            public |= {"from": "market", "card": CARDS[argument]}
    elif kind == WITHDRAWING:
        public["laid"] = counts_by_name(before.laid)
    elif kind == CLAIMING:
        public |= claim_fields(kernel_board, code)
    elif kind == KEEPING:
        offer = offered_tickets(before, p)
        kept = [t for i, t in enumerate(offer) if argument >> i & 1]
        back = [t for i, t in enumerate(offer) if not argument >> i & 1]
        public |= {"kept": counts_by_deck(board, kept), "returned": counts_by_deck(board, back)}
        own["kept_tickets"] = [board.tickets[t].id for t in kept]
        own["returned_tickets"] = [board.tickets[t].id for t in back]
    elif kind == TAKING:
        assert board.passengers is not None
        end, colour = passenger(argument)
        track = board.tracks[kernel_board.track_order[before.claiming]]
        public |= {
            "place": board.places[(track.a, track.b)[end]].id,
            "colour": board.passengers.colours[colour],
        }
    elif kind == ASKING:
        offer = offered_tickets(after, p)
        public["counts"] = counts_by_deck(board, offer)
        own["offer"] = [board.tickets[t].id for t in offer]
    elif kind == BUILDING:
        place, way = station_place(kernel_board.plain, argument)
        cards = station_cards(kernel_board.plain, way)
        public |= {"place": board.places[place].id, "spent": counts_by_name(cards)}
    elif kind == GIVING:
        public["card"] = CARDS[argument]
    elif kind == PAYING:
        public["paid"] = counts_by_name(extra_paid(before, argument))


def claim_fields(kernel_board: KernelBoard, code: int) -> dict[str, Any]:
    """Return the fields of a claim: its track, the cards laid, and substitutes to be given."""
    payment = payment_of(kernel_board, code)
    words: dict[str, Any] = {
        "kind": "claim",
        "track": kernel_board.board.tracks[payment.track].id,
        "laid": counts_by_name(payment.cards),
    }
    if payment.substitutes:
        words["substitutes"] = payment.substitutes
    return words


def counts_by_deck(board: Board, tickets: list[int]) -> dict[str, int]:
    """Count tickets by deck, which is public (SET-3)."""
    counts = dict.fromkeys(board.ticket_decks, 0)
    for t in tickets:
        counts[board.ticket_decks[board.tickets[t].deck]] += 1
    return counts


def _add_claim(kernel_board: KernelBoard, before: Any, after: Any, public: dict[str, Any]) -> None:
    """Add a tunnel's cards, the track that was claimed, and passengers taken without a choice."""
    board, p = kernel_board.board, before.turn
    if after.phase == TUNNEL_PHASE:
        public |= _turned_up(after)
    if after.owner == before.owner:
        return
    taken = [t for t, owner in enumerate(after.owner) if owner != before.owner[t]]
    track = board.tracks[kernel_board.track_order[taken[0]]]
    public["claimed"] = track.id
    public["points"] = after.route_points[p] - before.route_points[p]
    if track.toll:
        public["toll"] = track.toll
    spent = [0] * 9
    for card in range(9):
        spent[card] = before.laid[card] + before.hands[p][card] - after.hands[p][card]
    public["spent"] = counts_by_name(spent)
    if track.kind == "tunnel" and before.phase != TUNNEL_PHASE:
        public |= _turned_up(after)
    came = []
    for end, place in enumerate((track.a, track.b)):
        pending = after.phase == PASSENGER_PHASE and after.pending_ends >> end & 1
        gone = [c for c in before.waiting[place] if c]
        for c in after.waiting[place]:
            if c:
                gone.remove(c)
        if gone and not pending:
            assert board.passengers is not None
            colour = board.passengers.colours[gone[0] - 1]
            came.append({"place": board.places[place].id, "colour": colour})
    if came:
        public["taken"] = came


def _turned_up(after: Any) -> dict[str, Any]:
    """Return the cards that the last tunnel turned up, and its extra."""
    return {"revealed": [CARDS[c - 1] for c in after.turned_up if c], "extra": after.extra}
