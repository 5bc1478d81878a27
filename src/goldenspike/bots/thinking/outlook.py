"""How a game will probably end: what a table looks like in numbers, and what they tell.

The numbers of a seat are what its planner sees and what the score would be now. A small network,
taught on games between planners (`tools/outlook`), says from them how many points the seat will
have at the end.
"""

from goldenspike.bots.thinking.memory import (
    COST,
    DROPPED,
    FAR,
    MISSING,
    PLAN_CARDS,
    PLAN_CLAIMS,
    PLAN_COST,
    PLAN_TRAINS,
    PLANNED,
    SHORT,
    TICKET,
    TICKETS,
    TURNS,
    VALUE,
)
from goldenspike.bots.thinking.planning import best_rate, list_open_tickets, value_tracks
from goldenspike.bots.thinking.routes import look_around, plan_tickets, turns_needed
from goldenspike.rules.codes import (
    LOCOMOTIVE,
    LONGEST,
    LONGEST_BONUS,
    MOST_TICKETS_BONUS,
    PASSENGER_POINTS,
    ROUTE_POINTS,
    SECOND_PHASE,
    TICKET_POINTS,
    TICKETS_MADE,
    TOTAL,
)
from goldenspike.rules.scoring import score

FIGURES = 48
FIRST = 64
SECOND = 32
FIRST_BIAS = FIGURES * FIRST
SECOND_AT = FIRST_BIAS + FIRST
SECOND_BIAS = SECOND_AT + FIRST * SECOND
LAST_AT = SECOND_BIAS + SECOND
LAST_BIAS = LAST_AT + SECOND
WEIGHTS = LAST_BIAS + 1
"""Where the parts of a network lie in its weights."""
SCALE = 50.0
"""Points that are 1 for the network."""
HIDDEN = 64
"""Where in the scratch of floats the layers follow the figures."""
FLOATS = 256


def expected_margin(s, b, seat, c, m, work, sheet, weights, f):
    """How far ahead of the best other a seat will probably be at the end."""
    score(s, b, work, sheet)
    mine = 0.0
    best = -1e9
    for p in range(int(s.players)):
        figures(s, b, p, c, m, work, sheet, f)
        points = judged(weights, f)
        if p == seat:
            mine = points
        else:
            best = max(best, points)
    return mine - best


def judged(weights, f):
    """The points at the end that the network expects from the figures in `f`."""
    for j in range(FIRST):
        f[HIDDEN + j] = weights[FIRST_BIAS + j]
    for i in range(FIGURES):
        x = f[i]
        if x != 0:
            for j in range(FIRST):
                f[HIDDEN + j] += x * weights[i * FIRST + j]
    at = HIDDEN + FIRST
    for j in range(SECOND):
        f[at + j] = weights[SECOND_BIAS + j]
    for i in range(FIRST):
        x = f[HIDDEN + i]
        if x > 0:
            for j in range(SECOND):
                f[at + j] += x * weights[SECOND_AT + i * SECOND + j]
    total = weights[LAST_BIAS]
    for j in range(SECOND):
        if f[at + j] > 0:
            total += f[at + j] * weights[LAST_AT + j]
    return total * SCALE


def figures(s, b, p, c, m, work, sheet, f):
    """Fill `f` with what a seat's end depends on (`sheet` holds the score as of now)."""
    look_around(s, b, p, c, m)
    list_open_tickets(s, b, p, m, work)
    plan_tickets(s, b, p, m)
    value_tracks(s, b, p, c, m)
    for i in range(FIGURES):
        f[i] = 0
    of_score(s, b, p, sheet, f)
    of_plan(s, b, p, m, sheet, f)
    of_hand(s, p, f)
    of_tracks(s, b, p, c, m, f)
    of_table(s, b, p, m, f)


def of_score(s, b, p, sheet, f):
    """The score as it stands, and the others'."""
    f[0] = sheet[p][ROUTE_POINTS] / 50
    f[1] = sheet[p][PASSENGER_POINTS] / 50
    f[2] = sheet[p][LONGEST] / 30
    f[3] = (sheet[p][LONGEST_BONUS] + sheet[p][MOST_TICKETS_BONUS]) / 10
    f[4] = sheet[p][TICKETS_MADE] / 5
    route = 0
    longest = 0
    made = 0
    total = -1000
    for q in range(int(s.players)):
        if q != p:
            route = max(route, int(sheet[q][ROUTE_POINTS]))
            longest = max(longest, int(sheet[q][LONGEST]))
            made = max(made, int(sheet[q][TICKETS_MADE]))
            total = max(total, int(sheet[q][TOTAL]))
    f[5] = route / 50
    f[6] = max(-8, min(8, int(sheet[p][LONGEST]) - longest)) / 8
    f[7] = (int(sheet[p][TICKETS_MADE]) - made) / 3
    leads = 0
    close = 0
    all_mine = 0
    for colour in range(int(b.passenger_colours)):
        most = 0
        for q in range(int(s.players)):
            if q != p:
                most = max(most, int(s.passengers[q][colour]))
        n = int(s.passengers[p][colour])
        all_mine += n
        if n > most:
            leads += 1
        if n > most + 1:
            close += 1
    f[8] = leads / 4
    f[9] = close / 4
    f[10] = all_mine / 10


def of_plan(s, b, p, m, sheet, f):
    """Tickets made, planned and given up, and what the plan still asks for."""
    planned = 0
    near = 0.0
    lost = 0
    for i in range(int(m[TICKETS])):
        points = int(b.ticket_points[int(m[TICKET + i])])
        missing = int(m[MISSING + i])
        if missing >= 0:
            planned += points
            near += points / (1 + missing)
        else:
            lost += points
    f[11] = (int(sheet[p][TICKET_POINTS]) + planned + lost) / 20
    f[12] = planned / 20
    f[13] = near / 10
    f[14] = lost / 20
    f[15] = m[PLAN_COST] / 2000
    f[16] = m[PLAN_TRAINS] / 20
    f[17] = m[PLAN_CLAIMS] / 5
    f[18] = m[PLAN_CARDS] / 10
    needed = turns_needed(s, p, m)
    slack = int(m[TURNS]) - needed
    f[19] = needed / 10
    f[20] = max(0, min(10, slack)) / 10
    f[21] = max(0, min(10, -slack)) / 5
    f[22] = (int(s.trains[p]) - int(m[PLAN_TRAINS])) / 20
    f[23] = m[DROPPED] / 2
    f[24] = (int(s.held_n[p][0]) + int(s.held_n[p][1])) / 5


def of_hand(s, p, f):
    """The cards in hand: how many, and how well they go together."""
    first = 0
    second = 0
    third = 0
    for card in range(LOCOMOTIVE):
        n = int(s.hands[p][card])
        if n > first:
            third = second
            second = first
            first = n
        elif n > second:
            third = second
            second = n
        elif n > third:
            third = n
    f[25] = s.cards[p] / 10
    f[26] = s.hands[p][LOCOMOTIVE] / 4
    f[27] = first / 6
    f[28] = second / 6
    f[29] = third / 6


def of_tracks(s, b, p, c, m, f):
    """What can be claimed now, and what is still to be had."""
    first = 0
    second = 0
    ready = 0
    long_ones = 0
    worth = 0
    for t in range(int(b.tracks)):
        if int(m[COST + t]) >= FAR:
            continue
        value = int(m[VALUE + t])
        if int(b.track_length[t]) >= 5:
            long_ones += 1
        worth = max(worth, value)
        if int(m[SHORT + t]) > 0:
            continue
        if int(m[PLANNED + t]) == 1:
            ready += 1
        elif value > first:
            second = first
            first = value
        elif value > second:
            second = value
    f[30] = first / 1000
    f[31] = second / 1000
    f[32] = ready / 3
    f[33] = long_ones / 10
    f[34] = worth / 1000
    f[35] = best_rate(s, b, p, c, m) / 500


def of_table(s, b, p, m, f):
    """Trains, turns, whose turn it is, and the others' hands."""
    players = int(s.players)
    trains = 1000
    cards = 0
    tickets = 0
    for q in range(players):
        if q != p:
            trains = min(trains, int(s.trains[q]))
            cards = max(cards, int(s.cards[q]))
            tickets = max(tickets, int(s.held_n[q][0]) + int(s.held_n[q][1]))
    f[36] = s.trains[p] / 45
    f[37] = trains / 45
    f[38] = cards / 10
    f[39] = tickets / 5
    f[40] = m[TURNS] / 20
    f[41] = ((p - int(s.turn) + players) % players) / 3
    if int(s.turn) == p:
        f[42] = 1
    if int(s.phase) == SECOND_PHASE:
        f[43] = 1
    if int(s.last_turns) > 0:
        f[44] = 1
    f[45] = (players - 2) / 3
    f[46] = (int(s.ticket_deck_n[0]) + int(s.ticket_deck_n[1])) / 30
    f[47] = (int(s.trains[p]) - trains) / 20
