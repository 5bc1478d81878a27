"""Final scoring (SCORE-1 to SCORE-3, G-PASS-3, G-GLOBE-1, N-GLOBE-1 and the tie-breaks)."""

from goldenspike.rules.codes import (
    LONGEST,
    LONGEST_BONUS,
    MOST_TICKETS_BONUS,
    PASSENGER_POINTS,
    RANK,
    ROUTE_POINTS,
    TICKET_POINTS,
    TICKETS_MADE,
    TICKETS_MISSED,
    TIE_LONGEST,
    TIE_LONGEST_BONUS,
    TIE_TICKETS,
    TOTAL,
)
from goldenspike.rules.kernel_types import Record, Sheet
from goldenspike.rules.network import build_network, connected, longest_path
from goldenspike.rules.tickets import count_held


def score(s: Record, b: Record, scratch: Record, sheet: Sheet) -> None:
    """Write the score of every seat to its row of `sheet`, as if the game ended now."""
    players = int(s.players)
    for p in range(players):
        row = sheet[p]
        nodes, edges = build_network(s, b, p, scratch)
        row[ROUTE_POINTS] = s.route_points[p]
        points, made = score_tickets(s, b, p, edges, scratch)
        row[TICKET_POINTS] = points
        row[TICKETS_MADE] = made
        row[TICKETS_MISSED] = count_held(s, p) - made
        row[LONGEST] = longest_path(nodes, edges, scratch)
        row[PASSENGER_POINTS] = 0
    give_to_most(players, sheet, LONGEST, LONGEST_BONUS, int(b.longest_bonus))
    give_to_most(players, sheet, TICKETS_MADE, MOST_TICKETS_BONUS, int(b.most_tickets_bonus))
    score_passengers(s, b, sheet)
    for p in range(players):
        row = sheet[p]
        total = int(row[ROUTE_POINTS]) + int(row[TICKET_POINTS]) + int(row[PASSENGER_POINTS])
        row[TOTAL] = total + int(row[LONGEST_BONUS]) + int(row[MOST_TICKETS_BONUS])
    for p in range(players):
        rank = 1
        for q in range(players):
            if beats(s, b, sheet, q, p):
                rank += 1
        sheet[p][RANK] = rank


def score_tickets(s: Record, b: Record, p: int, edges: int, scratch: Record) -> tuple[int, int]:
    """TICKET-3: points of the tickets made less those not made, and how many are made.

    `edges` are those of the seat's network, which `build_network` has put into `scratch`.
    """
    points = 0
    made = 0
    for i in range(count_held(s, p)):
        t = int(s.held[p][i])
        if connected(b, edges, scratch, int(b.ticket_a[t]), int(b.ticket_b[t])):
            points += int(b.ticket_points[t])
            made += 1
        else:
            points -= int(b.ticket_points[t])
    return points, made


def give_to_most(players: int, sheet: Sheet, part: int, bonus: int, points: int) -> None:
    """Write `points` to the column `bonus` of every seat with the most in the column `part`.

    Seats that tie get the whole bonus each; a maximum of 0 earns nothing.
    """
    most = 0
    for p in range(players):
        most = max(most, int(sheet[p][part]))
    for p in range(players):
        sheet[p][bonus] = points if most > 0 and int(sheet[p][part]) == most else 0


def score_passengers(s: Record, b: Record, sheet: Sheet) -> None:
    """G-PASS-3: score the most and the second most passengers of each colour."""
    players = int(s.players)
    for colour in range(int(b.passenger_colours)):
        most = 0
        second = 0
        leaders = 0
        for p in range(players):
            n = int(s.passengers[p][colour])
            if n > most:
                second = most
                most = n
                leaders = 1
            elif n == most:
                leaders += 1
            elif n > second:
                second = n
        for p in range(players):
            n = int(s.passengers[p][colour])
            if n > 0 and n == most:
                sheet[p][PASSENGER_POINTS] += int(b.passengers_first)
            elif n > 0 and n == second and leaders == 1:
                sheet[p][PASSENGER_POINTS] += int(b.passengers_second)


def beats(s: Record, b: Record, sheet: Sheet, q: int, p: int) -> bool:
    """Is q ahead of p: by points, then by the board's tie-breaks (SCORE-3, G-TIE-1, N-TIE-1)?"""
    mine = int(sheet[q][TOTAL])
    other = int(sheet[p][TOTAL])
    i = 0
    while mine == other and i < len(b.ties) and int(b.ties[i]) > 0:
        tie = int(b.ties[i])
        if tie == TIE_TICKETS:
            mine = int(sheet[q][TICKETS_MADE])
            other = int(sheet[p][TICKETS_MADE])
        elif tie == TIE_LONGEST_BONUS:
            mine = min(1, int(sheet[q][LONGEST_BONUS]))
            other = min(1, int(sheet[p][LONGEST_BONUS]))
        elif tie == TIE_LONGEST:
            mine = int(sheet[q][LONGEST])
            other = int(sheet[p][LONGEST])
        else:
            mine = 0
            other = 0
            for colour in range(int(b.passenger_colours)):
                mine += int(s.passengers[q][colour])
                other += int(s.passengers[p][colour])
        i += 1
    return mine > other
