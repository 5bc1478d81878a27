"""What a measured board shows, in words, each with a suggestion."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean

from goldenspike.arena.balance.measured_board import Measured
from goldenspike.boards.model import CARD_COLOURS

NEVER, ALWAYS, FOUGHT = 0.03, 0.97, 0.5
"""Parts of the games: a track claimed in fewer, or in more; one contested in more."""
MANY = 0.3
"""If more of the tracks than this are alike, that is said once."""
UNUSED_PLACE = 0.1
SHORT, LONG = 8, 45
"""Turns of a player."""
FEWEST_HELD = 20
"""A ticket held fewer times says too little."""
OFF_PRICE = 0.25
UNUSUAL_COLOUR = 0.3
"""How far the use of a colour may be from the mean of all, as a part of it."""
FEW_SHARES, CONTESTED = 0.25, 0.5
"""Part of a company's shares taken in a game; part of the games in which two players have some."""
EVEN = 0.9
"""Part of the games in which everybody gets the same for a bonus."""
FEW_TOKENS, MOST_TOKENS = 0.1, 0.95
"""Parts of the tokens that players have: fewer paid, or more."""
FEW_STATIONS, MOST_STATIONS, IDLE_STATIONS = 0.03, 0.9, 0.3
"""Parts of the stations that players have: fewer built, or more; built ones that borrow nothing."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing worth knowing about the board."""

    kind: str
    """seats, length, ticket, track, colour, place, station, company, bonus or token."""
    about: str
    """The id of what it is about, or the number of players."""
    what: str
    suggestion: str


def find(measured: Measured) -> list[Finding]:
    """List what is out of balance; nothing found is an empty list."""
    return [
        *_seats(measured),
        *_lengths(measured),
        *_tracks(measured),
        *_tickets(measured),
        *_colours(measured),
        *_places(measured),
        *_stations(measured),
        *_companies(measured),
        *_bonuses(measured),
        *_tokens(measured),
    ]


def _seats(measured: Measured) -> list[Finding]:
    found = []
    for count in measured.counts:
        fair = 1 / count.players
        low, high = count.first_interval
        if low <= fair <= high:
            continue
        more = low > fair
        found.append(
            Finding(
                "seats",
                str(count.players),
                f"With {count.players} players, whoever starts wins {count.first_share:.0%} of the "
                f"games (95 %: {low:.0%} to {high:.0%}); {fair:.0%} would be even.",
                "Few tracks that everybody wants make the start worth much: give the crowded "
                "places more ways out, or parallel tracks."
                if more
                else "Whoever moves later gains by it here: perhaps the last round is long for "
                "them. Start it at fewer trains (rules.last_turn_trains).",
            )
        )
    return found


def _lengths(measured: Measured) -> list[Finding]:
    found = []
    for count in measured.counts:
        turns = mean(count.turns)
        if not SHORT <= turns <= LONG:
            short = turns < SHORT
            found.append(
                Finding(
                    "length",
                    str(count.players),
                    f"With {count.players} players, a game lasts {turns:.0f} turns of each: "
                    + ("too few to make a plan." if short else "longer than most people like."),
                    "Give everybody more trains (players.trains)."
                    if short
                    else "Give everybody fewer trains (players.trains), or deal larger hands.",
                )
            )
    return found


def _tracks(measured: Measured) -> list[Finding]:
    found = []
    shares = [measured.claimed_share(number) for number in range(len(measured.board.tracks))]
    never = sum(share < NEVER for share in shares) > MANY * len(shares)
    always = sum(share > ALWAYS for share in shares) > MANY * len(shares)
    if always:
        words = f"{sum(share > ALWAYS for share in shares)} of {len(shares)} tracks are claimed"
        hint = "Have more tracks, or give everybody fewer trains (players.trains)."
        found.append(Finding("track", "", f"{words} in nearly every game.", hint))
    if never:
        words = f"{sum(share < NEVER for share in shares)} of {len(shares)} tracks are claimed"
        hint = "Have tickets that lead there, fewer tracks, or more trains (players.trains)."
        found.append(Finding("track", "", f"{words} hardly ever.", hint))
    for number, track in enumerate(measured.board.tracks):
        claimed, contested = shares[number], measured.contested_share(number)
        if (claimed < NEVER and never) or (claimed > ALWAYS and always):
            continue
        if claimed < NEVER:
            words = f"{track.id} is hardly ever claimed: in {claimed:.0%} of the games."
            hint = "Make it shorter or gray, or have a ticket that leads over it."
        elif claimed > ALWAYS:
            words = f"{track.id} is claimed in nearly every game: {claimed:.0%}."
            hint = "Lengthen it, or add a parallel track or another way around."
        elif contested > FOUGHT:
            words = f"{track.id} is fought over: in {contested:.0%} of the games two want it."
            hint = "That is a bottleneck: a parallel track or a way around would ease it."
        else:
            continue
        found.append(Finding("track", track.id, words, hint))
    return found


def _tickets(measured: Measured) -> list[Finding]:
    found = []
    for ticket, use in zip(measured.board.tickets, measured.tickets, strict=True):
        if use.held < FEWEST_HELD:
            continue
        off = use.fair - ticket.usual_points
        if abs(off) >= max(2, OFF_PRICE * ticket.usual_points):
            side = "less" if off > 0 else "more"
            mean = " on average" if ticket.values else ""
            found.append(
                Finding(
                    "ticket",
                    ticket.id,
                    f"{ticket.id} is worth {ticket.usual_points}{mean}, {side} than it should be: "
                    f"its cheapest way takes {use.distance} trains{mean}, and it is made "
                    f"{use.made / use.held:.0%} of the times that it is held.",
                    f"Make it worth {use.fair}{mean}.",
                )
            )
    return found


def _colours(measured: Measured) -> list[Finding]:
    coloured = {c: measured.spaces(c) for c in CARD_COLOURS}
    usual = mean([used for used, there in coloured.values() if there] or [0.0])
    found = []
    for colour, (used, there) in coloured.items():
        if not there:
            words = f"No track is {colour}: its cards pay for gray tracks only."
            found.append(Finding("colour", colour, words, f"Make some tracks {colour}."))
        elif usual and abs(used - usual) > UNUSUAL_COLOUR * usual:
            wanted = used > usual
            found.append(
                Finding(
                    "colour",
                    colour,
                    f"{colour.capitalize()} is {'short' if wanted else 'plenty'}: {used:.1f} of "
                    f"its {there} spaces are claimed in a game, {usual:.1f} of a usual colour.",
                    "Give some of its tracks another colour, or make them gray."
                    if wanted
                    else f"Make some tracks {colour}, where they are wanted.",
                )
            )
    return found


def _places(measured: Measured) -> list[Finding]:
    found = []
    ends = {place for t in measured.board.tickets for end in t.ends for place in end}
    for number, place in enumerate(measured.board.places):
        share = measured.visited[number] / measured.games
        if share < UNUSED_PLACE:
            hint = (
                "Shorten the way to it, or raise its tickets."
                if number in ends
                else "Have a ticket that ends there."
            )
            words = f"{place.name} is of little use: {share:.0%} of the games reach it."
            found.append(Finding("place", place.id, words, hint))
    return found


def _stations(measured: Measured) -> list[Finding]:
    if measured.board.stations is None:
        return []
    each = len(measured.board.stations.costs)
    found = []
    for count in measured.counts:
        built, borrowed = count.stations_of_each, count.borrowed_by_each
        words = f"With {count.players} players, each builds {built:.1f} of {each} stations"
        if built < FEW_STATIONS * each:
            words = f"With {count.players} players, stations are hardly ever built."
            hint = (
                "Make them cheaper (stations.costs), those not built worth less (stations.unused), "
                "or ways around a taken track rarer."
            )
        elif built > MOST_STATIONS * each:
            words += ": nearly all."
            hint = (
                "Make them dearer (stations.costs) or worth more unbuilt (stations.unused), or "
                "give everybody more of them."
            )
        elif built - borrowed > IDLE_STATIONS * built:
            words += f", but they borrow only {borrowed:.1f} tracks."
            hint = "Stations that share places (stations.shared) find more tracks to borrow."
        else:
            continue
        found.append(Finding("station", str(count.players), words, hint))
    return found


def _companies(measured: Measured) -> list[Finding]:
    found = []
    for company, use in zip(measured.board.companies, measured.companies, strict=True):
        taken = use.taken / measured.games
        contested = use.holders[1] / measured.games
        key = f"companies.{company.id}"
        if taken < FEW_SHARES * company.shares:
            words = f"{company.name} is of little use: {taken:.1f} of its {company.shares} shares "
            words += "are taken in a game."
            hint = f"Have more tracks give its shares, or make them worth more ({key}.points)."
        elif use.run_out > ALWAYS * measured.games:
            words = f"All {company.shares} shares of {company.name} are taken in nearly every game."
            hint = f"Have more of them ({key}.shares), or fewer tracks that give them."
        elif len(company.points) > 1 and contested < CONTESTED:
            words = f"Nobody contests {company.name}: two players have shares of it in "
            words += f"{contested:.0%} of the games."
            hint = "Have tracks in other parts of the board give its shares too."
        else:
            continue
        found.append(Finding("company", company.id, words, hint))
    for number, track in enumerate(measured.board.tracks):
        claimed = measured.claimed_share(number)
        if track.companies and claimed >= NEVER > measured.share_given(number):
            words = f"{track.id} is claimed in {claimed:.0%} of the games, but hardly ever gives a "
            words += "share: none is left by then."
            hint = "Have it give shares of another company, or none."
            found.append(Finding("track", track.id, words, hint))
    return found


def _bonuses(measured: Measured) -> list[Finding]:
    found = []
    for bonus in measured.board.bonuses:
        use, key = measured.bonuses[bonus.id], f"bonuses.{bonus.id}"
        paid, even = use.paid / measured.games, use.even / measured.games
        if paid < NEVER:
            words = f"{bonus.name} is hardly ever paid: in {paid:.0%} of the games."
            hint = f"Pay for less ({key}.table), or count something else ({key}.counts)."
        elif even > EVEN:
            words = f"{bonus.name} decides little: everybody gets the same in {even:.0%} of the "
            words += "games."
            hint = f"Pay by rank ({key}.ranks), or in smaller steps ({key}.table)."
        else:
            continue
        found.append(Finding("bonus", bonus.id, words, hint))
    return found


def _tokens(measured: Measured) -> list[Finding]:
    each = measured.board.tokens
    if not each:
        return []
    found = []
    for count in measured.counts:
        paid = count.tokens_paid_by_each
        words = f"With {count.players} players, each pays {paid:.1f} of {each} tokens"
        if paid < FEW_TOKENS * each:
            words += ": tolls hardly matter."
            hint = "Have tolls where people want to go, or make tokens worth less (points.tokens)."
        elif paid > MOST_TOKENS * each:
            words += ": nearly all."
            hint = "Give everybody more (players.tokens), or have ways around without a toll."
        else:
            continue
        found.append(Finding("token", str(count.players), words, hint))
    return found
