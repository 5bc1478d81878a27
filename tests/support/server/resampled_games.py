"""Another game that looks the same to one seat: everything hidden from it is exchanged.

`View.resample` draws one at random. An action then turns up new cards (the market's refill, a
tunnel's three, one's own blind draw), and an opponent needs the cards it is seen to play: those
few are put where the real game has them, by exchanging hidden cards for hidden cards.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import goldenspike as gs


def elsewhere(game: Any, viewer: int | None, action: str, event: Any, after: Any, seed: int) -> Any:
    """A game like `game` to the viewer, in which the action can be taken and shows the same."""
    real = game.position()
    world = game.view(viewer).resample(seed).position()
    # Shuffling is chance that anyone may see the outcome of: the same luck in both worlds.
    world["rng"] = real["rng"]
    seen = event.seen_by(event.seat)
    actor = event.seat
    needs: Counter[str] = Counter()
    if actor != viewer:
        needs = spent(action, seen)
        for card, count in needs.items():
            while world["seats"][actor]["cards"].get(card, 0) < count:
                _bring_to_hand(world, viewer, actor, card, needs)
    shown = shown_deck_places(seen, viewer, actor, real, after)
    for index in shown:
        _bring_to_deck(world, viewer, index, shown[0], real["deck"][index], actor, needs)
    return gs.Game.from_position(world)


def spent(action: str, seen: dict[str, Any]) -> Counter[str]:
    """The cards an action takes from a hand at once, as everyone sees them."""
    if seen["kind"] == "give":
        return Counter([seen["card"]])
    return Counter(seen.get("laid") or seen.get("paid") or {}) if seen["kind"] in (
        "claim", "pay") else Counter()  # fmt: skip


def shown_deck_places(
    seen: dict[str, Any], viewer: int | None, actor: int, real: Any, after: Any
) -> list[int]:
    """Places in the deck (0 is the top) whose cards the viewer gets to see by the action."""
    used = len(real["deck"]) - len(after["deck"])
    # Whether three locomotives clear the market depends on what is left (MARKET-3), so that whether
    # they do tells everyone about the deck as a whole.
    judged = after["market"].count("locomotive") >= 3 or "market_cleared" in seen
    if "shuffled" in seen or judged:
        used = len(real["deck"])
    hidden = seen["kind"] == "draw" and seen["from"] == "deck" and actor != viewer
    return list(range(1 if hidden else 0, used))


def translated(game: Any, world: Any, viewer: int | None, action: str) -> str:
    """The same decision in the other world: hidden tickets are chosen by their place."""
    if not action.startswith("keep") or game.seat == viewer:
        return action
    mine = game.position()["seats"][game.seat]["offer"]
    theirs = world.position()["seats"][game.seat]["offer"]
    return " ".join(["keep", *(theirs[mine.index(ticket)] for ticket in action.split()[1:])])


def _bring_to_hand(world: Any, viewer: int | None, seat: int, card: str, needs: Any) -> None:
    hand, known = world["seats"][seat]["cards"], _known(world["seats"][seat])
    spare = next(
        c for c in sorted(hand) if hand[c] > max(known.get(c, 0), needs.get(c, 0)) and c != card
    )
    _take(world, viewer, card, {seat}, needs, seat, spare)
    _change(hand, spare, -1)
    _change(hand, card, 1)


def _bring_to_deck(
    world: Any, viewer: int | None, index: int, first: int, card: str, actor: int, needs: Any
) -> None:
    """The card at a place of the deck, from another place out of sight: below it, or above `first`
    (what somebody else drew unseen), or in a hand.
    """
    deck = world["deck"]
    if deck[index] == card:
        return
    places = (*range(len(deck) - 1, index, -1), *range(first))
    other = next((i for i in places if deck[i] == card), None)
    if other is not None:
        deck[index], deck[other] = deck[other], deck[index]
        return
    old = deck[index]
    _take_from_hands(world, viewer, card, set(), actor, needs, old)
    deck[index] = card


def _take(
    world: Any, viewer: int | None, card: str, but: set[int], needs: Any, actor: int, give: str
) -> None:
    """Exchange a hidden card somewhere: `card` comes out, `give` goes in."""
    deck = world["deck"]
    place = next((i for i in range(len(deck) - 1, -1, -1) if deck[i] == card), None)
    if place is not None:
        deck[place] = give
    else:
        _take_from_hands(world, viewer, card, but, actor, needs, give)


def _take_from_hands(
    world: Any, viewer: int | None, card: str, but: set[int], actor: int, needs: Any, give: str
) -> None:
    for number, seat in enumerate(world["seats"]):
        keep = _known(seat).get(card, 0)
        if number == actor:
            keep = max(keep, needs.get(card, 0))
        if number != viewer and number not in but and seat["cards"].get(card, 0) > keep:
            _change(seat["cards"], card, -1)
            _change(seat["cards"], give, 1)
            return
    raise AssertionError(f"no hidden {card} is left to exchange")


def _known(seat: Any) -> dict[str, int]:
    """The least that a hand holds, as the viewer knows; two players know more after a reshuffle."""
    known: dict[str, int] = seat.get("counted", seat["known"])
    return known


def _change(cards: dict[str, int], card: str, by: int) -> None:
    cards[card] = cards.get(card, 0) + by
    if not cards[card]:
        del cards[card]
