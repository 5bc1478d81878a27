"""Final scoring (SCORE-1 to SCORE-3, G-PASS-3, bonuses G-GLOBE-1, N-GLOBE-1 and BONUS, SHARE-3,
ties)."""

from goldenspike.rules.codes import (
    COUNT_LONGEST,
    COUNT_NETWORKS,
    COUNT_PLACES,
    COUNT_REGIONS,
    COUNT_TICKETS,
    LISTED_BONUS,
    LONGEST,
    LONGEST_BONUS,
    MOST_TICKETS_BONUS,
    PASSENGER_POINTS,
    RANK,
    ROUTE_POINTS,
    SHARE_POINTS,
    STATION_POINTS,
    TICKET_POINTS,
    TICKETS_MADE,
    TICKETS_MISSED,
    TIE_LONGEST,
    TIE_LONGEST_BONUS,
    TIE_TICKETS,
    TIES_ALL,
    TIES_SHARE,
    TOKEN_POINTS,
    TOTAL,
)
from goldenspike.rules.graph.borrowing import add_lent
from goldenspike.rules.graph.network import (
    build_network,
    find_root,
    join_edges,
    longest_path,
    node_at,
)
from goldenspike.rules.graph.ticket_ends import ticket_score
from goldenspike.rules.kernel_types import Record, Sheet
from goldenspike.rules.shares import score_shares
from goldenspike.rules.stations import has_station
from goldenspike.rules.tickets import count_held


def score(s: Record, b: Record, scratch: Record, sheet: Sheet) -> None:
    """Write the score of every seat to its row of `sheet`, as if the game ended now."""
    players = int(s.players)
    for p in range(players):
        row = sheet[p]
        nodes, edges = build_network(s, b, p, scratch)
        row[ROUTE_POINTS] = s.route_points[p]
        if int(b.shared) == 1 or has_station(s, b, p):
            points, made = score_tickets(s, b, p, add_lent(s, b, p, edges, scratch), scratch)
            # STATION-4, SHARED-2: what others lend counts for tickets alone.
            nodes = join_edges(b, edges, scratch)
        else:
            points, made = score_tickets(s, b, p, edges, scratch)
        row[TICKET_POINTS] = points
        row[TICKETS_MADE] = made
        row[TICKETS_MISSED] = count_held(s, p) - made
        if int(b.bonuses) > 0:
            count_for_bonuses(b, p, edges, scratch, sheet)
        row[LONGEST] = longest_path(nodes, edges, scratch)
        row[PASSENGER_POINTS] = 0
        row[TOKEN_POINTS] = int(b.token_points) * int(s.tokens[p])  # COST-4
        row[STATION_POINTS] = int(b.station_points) * int(s.stations[p])  # STATION-5
        row[SHARE_POINTS] = score_shares(s, b, p)
    give_to_most(players, sheet, LONGEST, LONGEST_BONUS, int(b.longest_bonus))
    give_to_most(players, sheet, TICKETS_MADE, MOST_TICKETS_BONUS, int(b.most_tickets_bonus))
    score_passengers(s, b, sheet)
    pay_bonuses(s, b, scratch, sheet)
    for p in range(players):
        row = sheet[p]
        total = int(row[ROUTE_POINTS]) + int(row[TICKET_POINTS]) + int(row[PASSENGER_POINTS])
        for i in range(int(b.bonuses)):
            total += int(row[LISTED_BONUS + i])
        total += int(row[TOKEN_POINTS]) + int(row[STATION_POINTS]) + int(row[SHARE_POINTS])
        row[TOTAL] = total + int(row[LONGEST_BONUS]) + int(row[MOST_TICKETS_BONUS])
    for p in range(players):
        rank = 1
        for q in range(players):
            if beats(s, b, sheet, q, p):
                rank += 1
        sheet[p][RANK] = rank


def score_tickets(s: Record, b: Record, p: int, edges: int, scratch: Record) -> tuple[int, int]:
    """TICKET-3, TOUR-1, VALUE-1: points of the tickets made less those not made, and how many are
    made.

    `edges` are those of the seat's network, which `build_network` has put into `scratch`, with
    those of the tracks of others that count for its tickets.
    """
    points = 0
    made = 0
    for i in range(count_held(s, p)):
        t = int(s.held[p][i])
        worth = ticket_score(b, edges, scratch, t)
        points += worth
        made += worth > 0
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


def count_for_bonuses(b: Record, p: int, edges: int, scratch: Record, sheet: Sheet) -> None:
    """BONUS-1: write what a seat's network counts for to the columns of the bonuses.

    `build_network` has written the network; `pay_bonuses` turns the counts into points.
    """
    for i in range(int(b.bonuses)):
        counts = int(b.bonus_counts[i])
        n = 0
        if counts == COUNT_PLACES:
            n = most_places(b, edges, scratch)
        elif counts == COUNT_REGIONS:
            for region in range(int(b.regions)):
                n += joins_region(b, edges, scratch, region)
        elif counts == COUNT_NETWORKS:
            n = count_networks(edges, scratch)
        sheet[p][LISTED_BONUS + i] = n


def most_places(b: Record, edges: int, scratch: Record) -> int:
    """Return the number of places in the largest network; a country is one place in each."""
    for i in range(edges):
        scratch.joined[find_root(scratch, int(scratch.edge_a[i]))] = 0
    most = 0
    for place in range(int(b.places)):
        for i in range(edges):
            node = node_at(b, scratch, i, place)
            if node >= 0 and first_edge_to(b, edges, scratch, place, find_root(scratch, node)) == i:
                root = find_root(scratch, node)
                scratch.joined[root] += 1
                most = max(most, int(scratch.joined[root]))
    return most


def first_edge_to(b: Record, edges: int, scratch: Record, place: int, root: int) -> int:
    """Return the first edge at a place in the network with this root; -1 if it has none there."""
    for i in range(edges):
        node = node_at(b, scratch, i, place)
        if node >= 0 and find_root(scratch, node) == root:
            return i
    return -1


def joins_region(b: Record, edges: int, scratch: Record, region: int) -> int:
    """Return 1 if a single network of the seat has all places of a region, else 0."""
    first = 0
    while not int(b.place_regions[first]) >> region & 1:
        first += 1
    for i in range(edges):
        node = node_at(b, scratch, i, first)
        if node >= 0:
            root = find_root(scratch, node)
            missing = 0
            for place in range(first + 1, int(b.places)):
                if int(b.place_regions[place]) >> region & 1:
                    missing += first_edge_to(b, edges, scratch, place, root) < 0
            if missing == 0:
                return 1
    return 0


def count_networks(edges: int, scratch: Record) -> int:
    """Return how many separate networks a seat's tracks form."""
    for i in range(edges):
        scratch.joined[find_root(scratch, int(scratch.edge_a[i]))] = 0
    n = 0
    for i in range(edges):
        root = find_root(scratch, int(scratch.edge_a[i]))
        n += int(scratch.joined[root]) == 0
        scratch.joined[root] = 1
    return n


def pay_bonuses(s: Record, b: Record, scratch: Record, sheet: Sheet) -> None:
    """Turn the counts of all seats into the points of each bonus."""
    players = int(s.players)
    for i in range(int(b.bonuses)):
        counts = int(b.bonus_counts[i])
        column = LISTED_BONUS + i
        for p in range(players):
            if counts == COUNT_LONGEST:
                scratch.counted[p] = sheet[p][LONGEST]
            elif counts == COUNT_TICKETS:
                scratch.counted[p] = sheet[p][TICKETS_MADE]
            else:
                scratch.counted[p] = sheet[p][column]
        for p in range(players):
            if int(b.bonus_steps[i]) > 0:
                sheet[p][column] = points_by_table(b, i, int(scratch.counted[p]))
            else:
                sheet[p][column] = points_by_rank(b, i, players, scratch, p)


def points_by_table(b: Record, i: int, count: int) -> int:
    """BONUS-4: return the points of the last line of the table that the count reaches."""
    points = 0
    for k in range(int(b.bonus_steps[i])):
        if count >= int(b.bonus_at[i][k]):
            points = int(b.bonus_points[i][k])
    return points


def points_by_rank(b: Record, i: int, players: int, scratch: Record, p: int) -> int:
    """BONUS-2, BONUS-3: return the points of a seat's rank; a count of 0 earns nothing."""
    count = int(scratch.counted[p])
    above = 0
    level = 0
    for q in range(players):
        above += int(scratch.counted[q]) > count
        level += int(scratch.counted[q]) == count
    if count == 0:
        return 0
    if level == 1 or int(b.bonus_ties[i]) == TIES_ALL:
        return int(b.bonus_points[i][above])
    if int(b.bonus_ties[i]) == TIES_SHARE:
        points = 0
        for rank in range(above, above + level):
            points += int(b.bonus_points[i][rank])
        return points // level
    return 0


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
