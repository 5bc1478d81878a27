"""A game and each seat's part in it, in a few sentences."""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.review.model import Cut, Decision, Message, SeatReview

NOTABLE = 3.0
"""Points that something has to be worth to be mentioned."""
MUCH_LUCK = 8.0
MAX_SENTENCES = 4


def seat_summary(
    seat: int, decisions: Sequence[Decision], cuts: Sequence[Cut], luck: float
) -> tuple[Message, ...]:
    """Say what cost a seat most, whatever it was, the most expensive first."""
    found: list[tuple[float, Message]] = []
    for cut in cuts:
        if cut.seat == seat and cut.cost >= NOTABLE:
            values = {"by": cut.by, "track": cut.track, "points": cut.cost, "number": cut.number}
            found.append((cut.cost, Message("was_cut", values)))
    groups = {
        "held_cards": [d for d in decisions if _kinds(d) == ("draw", "claim")],
        "wrong_claims": [d for d in decisions if _kinds(d) == ("claim", "claim")],
        "early_claims": [d for d in decisions if _kinds(d) == ("claim", "draw")],
        "wrong_cards": [d for d in decisions if _kinds(d) == ("draw", "draw")],
        "needless_tickets": [
            d for d in decisions if _kinds(d)[0] == "tickets" and _kinds(d)[1] != "tickets"
        ],
        "no_new_tickets": [
            d for d in decisions if _kinds(d)[1] == "tickets" and _kinds(d)[0] != "tickets"
        ],
        "wrong_tickets": [d for d in decisions if _kinds(d) == ("keep", "keep")],
    }
    for key, group in groups.items():
        lost = sum(d.points_lost for d in group)
        if lost >= NOTABLE:
            worst = max(group, key=lambda d: (d.points_lost, -d.number))
            values = {"times": len(group), "points": round(lost, 1), "number": worst.number}
            found.append((lost, Message(key, values)))
    found.sort(key=lambda one: -one[0])
    messages = [message for _, message in found[: MAX_SENTENCES - 1]]
    if abs(luck) >= MUCH_LUCK:
        key = "was_lucky" if luck > 0 else "was_unlucky"
        messages.append(Message(key, {"points": round(abs(luck), 1)}))
    return tuple(messages) or (Message("clean", {}),)


def game_summary(seats: Sequence[SeatReview], decisions: Sequence[Decision]) -> tuple[Message, ...]:
    """Say who won, whether luck decided it, and where the game turned."""
    winners = [s.seat for s in seats if s.rank == 1]
    best = max(seats, key=lambda s: (s.points, -s.rank))
    second = max((s.points for s in seats if s.seat != best.seat), default=best.points)
    messages = [
        Message("won", {"seats": winners, "points": best.points, "margin": best.points - second})
    ]
    fair = max(seats, key=lambda s: (s.adjusted_points, -s.seat))
    if fair.seat in winners:
        messages.append(Message("won_without_luck", {"seats": winners}))
    else:
        messages.append(Message("luck_decided", {"seats": winners, "other": fair.seat}))
    turning = max(
        (d for d in decisions if d.mark), key=lambda d: (d.chance_lost, -d.number), default=None
    )
    if turning is not None:
        messages.append(
            Message(
                "worst_decision",
                {"number": turning.number, "seat": turning.seat, "action": turning.action,
                 "chance": turning.chance_lost},
            )
        )  # fmt: skip
    return tuple(messages)


def _kinds(decision: Decision) -> tuple[str, str]:
    """Return the kinds of what was played and of what would have been better."""
    best = decision.best.action if decision.best else decision.action
    better = best.partition(" ")[0] if decision.best else ""
    return decision.action.partition(" ")[0], better
