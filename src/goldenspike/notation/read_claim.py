"""Reading the claim of a position: the track being paid for, and what has been paid."""

from __future__ import annotations

from typing import Any

from goldenspike.boards.model import CARDS
from goldenspike.notation.position_values import Values, short_repr
from goldenspike.rules.codes import (
    GIVE_PHASE,
    LOCOMOTIVE,
    PASSENGER_PHASE,
    PHASES,
    SHARE_PHASE,
    TUNNEL,
    TUNNEL_PHASE,
)
from goldenspike.rules.shares import is_single, offered_shares


def read_claim(given: Values, s: Any) -> None:
    """Read the claim in progress into the state, if the phase has one."""
    in_progress = s.phase in (GIVE_PHASE, TUNNEL_PHASE, PASSENGER_PHASE, SHARE_PHASE)
    name = given.position.get("claiming")
    if not in_progress:
        for field in ("claiming", "laid", "revealed", "to_give", "colour", "taking"):
            if given.position.get(field):
                given.problem(
                    field, f"belongs to a claim being paid, not to phase {PHASES[s.phase]}"
                )
        return
    if not isinstance(name, str) or name not in given.tracks:
        given.problem("claiming", f"the track being claimed is needed, not {short_repr(name)}")
        return
    track = given.board.tracks[given.tracks[name]]
    s.claiming = given.kernel_board.track_number[given.tracks[name]]
    s.laid = given.counts("laid", given.position.get("laid", {}))
    revealed = given.position.get("revealed", [])
    found = given.names("revealed", revealed, {c: i for i, c in enumerate(CARDS)}, "card")
    if len(found) > given.board.tunnel_cards or (found and s.phase != TUNNEL_PHASE):
        given.problem(
            "revealed", f"at most {given.board.tunnel_cards} cards, and only for a tunnel"
        )
        return
    s.revealed[: len(found)] = found
    s.revealed_n = len(found)
    if s.phase == TUNNEL_PHASE:
        _read_tunnel(given, s, track.kind, found)
    elif s.phase == GIVE_PHASE:
        _read_giving(given, s)
    elif s.phase == SHARE_PHASE:
        _read_sharing(given, s)
    else:
        _read_taking(given, s, track.a, track.b)


def _read_tunnel(given: Values, s: Any, kind: str, revealed: list[int]) -> None:
    colours = [c for c in range(LOCOMOTIVE) if s.laid[c]]
    if kind != "tunnel" or len(colours) > 1 or not any(s.laid):
        given.problem("laid", "a tunnel is tried with cards of one colour and locomotives")
        return
    s.claim_colour = colours[0] if colours else LOCOMOTIVE
    s.extra = sum(card in (s.claim_colour, LOCOMOTIVE) for card in revealed)
    if s.extra == 0:
        given.problem("revealed", "no card matches, so the tunnel is claimed already")


def _read_giving(given: Values, s: Any) -> None:
    owed = given.number("to_give", given.position.get("to_give"), 1, 100)
    s.to_give = owed or 0
    if s.to_give > s.cards[s.turn]:
        given.problem("to_give", "the hand does not hold so many cards")
    if given.kernel_board.plain.track_kind[s.claiming] == TUNNEL:
        colour = given.position.get("colour")
        if colour not in CARDS:
            given.problem("colour", "the colour the tunnel is tried with is needed")
        else:
            s.claim_colour = CARDS.index(colour)


def _read_sharing(given: Values, s: Any) -> None:
    if s.owner[s.claiming] != s.turn:
        given.problem("claiming", "shares come with a track that the seat has claimed")
    offered = offered_shares(s, given.kernel_board.plain)
    if offered == 0 or is_single(offered):
        given.problem("claiming", "this track has no shares to choose from (SHARE-2)")


def _read_taking(given: Values, s: Any, a: int, b: int) -> None:
    if s.owner[s.claiming] != s.turn:
        given.problem("claiming", "passengers come with a track that the seat has claimed")
    ends = {given.board.places[a].id: 0, given.board.places[b].id: 1}
    several = [n for n, e in ends.items() if len(set(s.waiting[(a, b)[e]]) - {0}) > 1]
    taking = given.position.get("taking", several)
    for end in given.names("taking", taking, ends, "end of the claimed track"):
        s.pending_ends |= 1 << end
        if not any(s.waiting[(a, b)[end]]):
            given.problem("taking", "nobody is waiting there")
    if not s.pending_ends:
        given.problem("taking", "no place has passengers to choose from")
