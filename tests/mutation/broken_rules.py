"""Every rule of docs/rules.md broken on purpose, clause by clause: a table for `make mutants`.

Each break is a piece of the rules' source, or of a board's file, and what stands there instead. The
tests that name the rule have to fail with it (`make mutants`); what a break
means is said in words, as a player would notice it. `test_every_rule_is_tested.py` sees that no
rule is missing here and that every piece is still found in its file.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

RULES = Path("src/goldenspike/rules")
BOARDS = Path("src/goldenspike/boards")


class Break(NamedTuple):
    rule: str
    words: str
    path: Path
    old: str
    new: str


def kernel(rule: str, words: str, module: str, old: str, new: str) -> Break:
    return Break(rule, words, RULES / f"{module}.py", old, new)


def board(rule: str, words: str, name: str, old: str, new: str) -> Break:
    return Break(rule, words, BOARDS / f"{name}.toml", old, new)


SETTING_UP = (
    kernel(
        "SET-1", "three cards are dealt", "setup",
        "for _ in range(int(b.hand)):", "for _ in range(int(b.hand) - 1):",
    ),
    kernel(
        "SET-1", "no market is turned up", "setup",
        "    fill_market(s, b)\n    for t in", "    for t in",
    ),
    board("SET-1", "everyone has one train less", "usa", "trains = 45", "trains = 44"),
    kernel(
        "SET-2", "one ticket is enough at first", "tickets",
        "least = int(b.first_keep) if", "least = int(b.later_keep) if",
    ),
    kernel(
        "SET-2", "not all tickets may be kept", "legal",
        "if count_bits(mask) >= need:", "if need <= count_bits(mask) < n:",
    ),
    board(
        "SET-2", "tickets returned at first leave the game", "usa",
        'first = { draw = 3, keep = 2, returned = "bottom" }',
        'first = { draw = 3, keep = 2, returned = "remove" }',
    ),
    board(
        "SET-2", "tickets returned at first stay in the game", "nordic",
        'first = { draw = 5, keep = 2, returned = "remove" }',
        'first = { draw = 5, keep = 2, returned = "bottom" }',
    ),
    kernel(
        "SET-3", "hands and tickets are open", "knowledge",
        "        if p == seat or over:\n            for i in range(CARD_KINDS):",
        "        if p >= 0:\n            for i in range(CARD_KINDS):",
    ),
    kernel(
        "SET-3", "how many tickets a player holds is secret", "knowledge",
        "            v.held_n[p][d] = s.held_n[p][d]\n", "",
    ),
    kernel(
        "SET-4", "the first seat always begins", "setup",
        "s.turn = random_first if first < 0 else first", "s.turn = 0 if first < 0 else first",
    ),
    kernel(
        "SET-4", "the owner's choice of who begins is not heard", "setup",
        "s.turn = random_first if first < 0 else first", "s.turn = random_first",
    ),
    kernel(
        "SET-4", "play goes the other way round", "turns",
        "    p += 1\n    return 0 if p == int(s.players) else p",
        "    return int(s.players) - 1 if p == 0 else p - 1",
    ),
)  # fmt: skip

DRAWING = (
    kernel(
        "DRAW-1", "a card taken is not replaced", "turns",
        "        turn_up_card(s, i)\n        fill_market(s, b)\n", "",
    ),
    kernel(
        "DRAW-1", "the second card is optional", "legal",
        "        return card_options(s, b, True, out)",
        "        m = card_options(s, b, True, out)\n        out[m] = PASS\n        return m + 1",
    ),
    kernel(
        "DRAW-1", "one card is a whole turn", "turns",
        "ends = int(s.phase) == SECOND_PHASE", "ends = True",
    ),
    kernel(
        "DRAW-2", "a face-up locomotive may be followed by a card", "turns",
        "            ends = True", "            ends = int(s.phase) == SECOND_PHASE",
    ),
    board(
        "DRAW-2", "a face-up locomotive is like any card", "usa",
        "locomotive_ends_draw = true", "locomotive_ends_draw = false",
    ),
    kernel(
        "DRAW-3", "a face-up locomotive may be the second card", "legal",
        "if second and int(b.locomotive_ends_draw) == 1:", "if int(b.locomotive_ends_draw) == 2:",
    ),
    kernel(
        "DRAW-4", "a locomotive drawn blind ends the turn", "turns",
        "        add_to_hand(s, p, take_top(s))\n        renew_deck(s)",
        "        card = take_top(s)\n        add_to_hand(s, p, card)\n        renew_deck(s)\n"
        "        ends = ends or card == LOCOMOTIVE",
    ),
    kernel(
        "DRAW-4", "everybody sees a blind card", "turns",
        "        add_to_hand(s, p, take_top(s))\n        renew_deck(s)",
        "        card = take_top(s)\n        add_to_hand(s, p, card)\n        renew_deck(s)\n"
        "        s.known[p][card] += 1",
    ),
    kernel(
        "DRAW-5", "nobody draws with twenty cards in hand", "legal",
        "    cards = 0\n    for i in range(int(b.market)):",
        "    cards = 0\n    if int(s.cards[int(s.turn)]) >= 20:\n        return 0\n"
        "    for i in range(int(b.market)):",
    ),
    board(
        "DRAW-6", "Nordic: a face-up locomotive costs the whole draw", "nordic",
        "locomotive_ends_draw = false", "locomotive_ends_draw = true",
    ),
    kernel(
        "DRAW-7", "the turn waits for a second card that is not there", "turns",
        "if ends or not may_draw(s, b, True):", "if ends:",
    ),
    kernel(
        "DRAW-7", "face-up locomotives count as a second card to wait for", "cards",
        "if card == LOCOMOTIVE and not (second and int(b.locomotive_ends_draw) == 1):",
        "if card == LOCOMOTIVE:",
    ),
    kernel(
        "MARKET-1", "an empty deck stays empty", "cards",
        "if int(s.deck_n) == 0 and int(s.discard_n) > 0:", "if int(s.deck_n) < 0:",
    ),
    kernel(
        "MARKET-1", "the discards are not shuffled", "cards",
        "    shuffle(s, s.deck, n)\n", "",
    ),
    kernel(
        "MARKET-2", "empty places stay empty when cards are discarded", "cards",
        "    renew_deck(s)\n    fill_market(s, b)\n", "    renew_deck(s)\n",
    ),
    kernel(
        "MARKET-2", "an empty deck may be drawn from", "legal",
        "    if int(s.deck_n) > 0:\n        cards |= 1 << DRAW_DECK",
        "    cards |= 1 << DRAW_DECK",
    ),
    kernel(
        "MARKET-2", "face-up cards can't be taken while the deck is empty", "legal",
        "    if int(s.deck_n) > 0:\n        cards |= 1 << DRAW_DECK",
        "    if int(s.deck_n) == 0:\n        return 0\n    cards |= 1 << DRAW_DECK",
    ),
    kernel(
        "MARKET-3", "it takes four locomotives to clear the market", "cards",
        "if limit == 0 or locomotives < limit or", "if limit == 0 or locomotives <= limit or",
    ),
    kernel(
        "MARKET-3", "a market is left alone with just enough other cards", "cards",
        "if in_deck + discarded < needed:", "if in_deck + discarded <= needed:",
    ),
    board(
        "MARKET-3", "locomotives never clear the market", "germany",
        "locomotives_clear_market = 3", "locomotives_clear_market = 0",
    ),
    board(
        "MARKET-3", "Nordic: locomotives clear the market", "nordic",
        "locomotives_clear_market = 0", "locomotives_clear_market = 3",
    ),
)  # fmt: skip

CLAIMING = (
    board(
        "CLAIM-1", "locomotives stand in for nothing on ordinary routes", "usa",
        'wild_on = ["train", "ferry", "tunnel"]', 'wild_on = ["ferry", "tunnel"]',
    ),
    kernel(
        "CLAIM-1", "a set may not be all locomotives", "kernel_board",
        "    for n in range(length + 1):", "    for n in range(1, length + 1):",
    ),
    kernel(
        "CLAIM-1", "a gray route takes one colour only", "kernel_board",
        "colours = list(range(8))", "colours = [0] * 8",
    ),
    kernel(
        "CLAIM-2", "a route may be longer than the trains left", "claims",
        "if int(open_tracks[k]) == 0 or length > trains:",
        "if int(open_tracks[k]) == 0:",
    ),
    kernel(
        "CLAIM-2", "a route takes one train, however long", "turns",
        "s.trains[p] -= int(b.track_trains[t])", "s.trains[p] -= 1",
    ),
    kernel(
        "CLAIM-3", "a route scores one point a space", "turns",
        "s.route_points[p] += int(b.track_points[t])",
        "s.route_points[p] += int(b.track_length[t])",
    ),
    kernel(
        "CLAIM-3", "cards played leave the game", "turns",
        "        discard(s, card, int(s.laid[card]))\n", "",
    ),
    board(
        "CLAIM-3", "six spaces score fourteen points", "usa", "6 = 15 }", "6 = 14 }",
    ),
    kernel(
        "CLAIM-4", "a route has to touch the player's network", "claims",
        "            if is_open(s, p, t):\n                code",
        "            near = {int(b.track_a[t]), int(b.track_b[t])}\n"
        "            own = [u for u in range(int(b.tracks)) if int(s.owner[u]) == p]\n"
        "            ends = [{int(b.track_a[u]), int(b.track_b[u])} for u in own]\n"
        "            if own and not any(near & each for each in ends):\n"
        "                continue\n"
        "            if is_open(s, p, t):\n                code",
    ),
    kernel(
        "CLAIM-4", "after a claim the same player goes on", "turns",
        "        return\n    clear_claim(s)\n    end_turn(s, b)",
        "        return\n    clear_claim(s)\n    s.phase = TURN_PHASE",
    ),
    kernel(
        "CLAIM-5", "a player may own both tracks of a double", "claims",
        "== 1 else 1 << p", "== 1 else 0",
    ),
    kernel(
        "CLAIM-5", "tracks are parallel only if they are as long", "kernel_board",
        "pairs[frozenset((track.a, track.b))]",
        "pairs[frozenset((track.a, track.b, -track.length))]",
    ),
    kernel(
        "CLAIM-6", "the second track stays open with any number of players", "claims",
        "closed = everyone if int(b.parallel_closed[players]) == 1 else 1 << p", "closed = 1 << p",
    ),
    board(
        "CLAIM-6", "three players may use both tracks", "usa",
        "parallel_closed_for = [2, 3]", "parallel_closed_for = [2]",
    ),
    board(
        "CLAIM-6", "four players may not use both tracks", "usa",
        "parallel_closed_for = [2, 3]", "parallel_closed_for = [2, 3, 4]",
    ),
    kernel(
        "CLAIM-7", "the program spends as few locomotives as it can", "claims",
        "for n in range(min(int(b.class_most[k]), have), fewest - 1, -1):",
        "for n in range(min(int(b.class_most[k]), have), min(int(b.class_most[k]), have) - 1, -1):",
    ),
    kernel(
        "CLAIM-7", "the program chooses the colour on gray", "claims",
        "                        scratch.payments[count] = start + c * ways + w\n"
        "                        count += 1\n",
        "                        scratch.payments[count] = start + c * ways + w\n"
        "                        count += 1\n                    break\n",
    ),
)  # fmt: skip

TICKETS = (
    kernel(
        "TICKET-1", "fewer tickets than are drawn at a time can't be drawn", "tickets",
        "total = min(draw, first + second)", "total = draw if draw <= first + second else 0",
    ),
    kernel(
        "TICKET-1", "tickets may be asked for when there are none", "legal",
        "    if total == 0:\n        return 0, 0\n", "",
    ),
    kernel(
        "TICKET-1", "two have to be kept", "tickets",
        "else int(b.later_keep)\n", "else int(b.later_keep) + 1\n",
    ),
    kernel(
        "TICKET-1", "tickets come from the bottom of the deck", "tickets",
        "s.offer[p][at + i] = cards[i]", "s.offer[p][at + i] = cards[left + n - 1 - i]",
    ),
    kernel(
        "TICKET-2", "tickets go under the deck in the other order", "tickets",
        "    for i in range(n):\n        t = int(s.offer[p][i])",
        "    for i in range(n - 1, -1, -1):\n        t = int(s.offer[p][i])",
    ),
    kernel(
        "TICKET-2", "nobody holds more than six tickets", "legal",
        "    if total == 0:\n        return 0, 0\n",
        "    held = s.held_n[int(s.turn)]\n"
        "    if total == 0 or int(held[0]) + int(held[1]) > 6:\n        return 0, 0\n",
    ),
    kernel(
        "TICKET-3", "a missed ticket costs nothing", "graph/ticket_ends",
        "-int(b.ticket_stake[ticket])", "0",
    ),
    kernel(
        "TICKET-3", "every ticket is made", "graph/ticket_ends",
        "elif is_made(b, edges, scratch, ticket):", "elif int(b.ticket_points[ticket]) > 0:",
    ),
    kernel(
        "TICKET-3", "other players' routes connect too", "graph/network",
        "edges += int(s.owner[t]) == p", "edges += int(s.owner[t]) >= 0",
    ),
)  # fmt: skip

ENDING = (
    kernel(
        "END-1", "two trains do not start the last round", "turns",
        "elif int(s.trains[p]) <= int(b.last_turn_trains):",
        "elif int(s.trains[p]) < int(b.last_turn_trains):",
    ),
    board(
        "END-1", "three trains start the last round", "usa",
        "last_turn_trains = 2", "last_turn_trains = 3",
    ),
    kernel(
        "END-1", "whoever started it has no last turn", "turns",
        "s.last_turns = s.players", "s.last_turns = int(s.players) - 1",
    ),
    kernel(
        "END-1", "a later player starts it again", "turns",
        "    elif int(s.trains[p]) <= int(b.last_turn_trains):",
        "    if int(s.phase) != OVER_PHASE and int(s.trains[p]) <= int(b.last_turn_trains):",
    ),
    kernel(
        "END-2", "passing is always allowed", "legal",
        "        if m == 0:\n            out[0] = PASS\n            m = 1\n",
        "        out[m] = PASS\n        m += 1\n",
    ),
    kernel(
        "END-2", "the game goes on when everybody has passed", "turns",
        "if int(s.passes) >= int(s.players):", "if int(s.passes) > int(s.players):",
    ),
    kernel(
        "END-2", "passes count that others' turns came between", "turns",
        "    s.passes = 0\n", "",
    ),
    kernel(
        "SCORE-1", "no score is below zero", "scoring",
        "row[TOTAL] = total + int(row[LONGEST_BONUS]) + int(row[MOST_TICKETS_BONUS])",
        "row[TOTAL] = max(0, total + int(row[LONGEST_BONUS]) + int(row[MOST_TICKETS_BONUS]))",
    ),
    kernel(
        "SCORE-1", "bonuses are not added", "scoring",
        "row[TOTAL] = total + int(row[LONGEST_BONUS]) + int(row[MOST_TICKETS_BONUS])",
        "row[TOTAL] = total",
    ),
    kernel(
        "SCORE-1", "tickets stay secret after the end", "knowledge",
        "        if p == seat or over:\n            for i in range(CARD_KINDS):",
        "        if p == seat:\n            for i in range(CARD_KINDS):",
    ),
    kernel(
        "SCORE-2", "a path may not form loops", "graph/network",
        "    if left > 0:\n", "    if left < 0:\n",
    ),
    kernel(
        "SCORE-2", "a path is as long as the whole network", "graph/network",
        "    return best\n\n\ndef search_core",
        "    return sum(int(scratch.edge_length[i]) for i in range(edges))\n\n\ndef search_core",
    ),
    kernel(
        "SCORE-2", "a longest path of zero earns the bonus", "scoring",
        "points if most > 0 and int(", "points if int(",
    ),
    kernel(
        "SCORE-2", "nobody gets the bonus on a tie", "scoring",
        "    for p in range(players):\n        sheet[p][bonus] = points if",
        "    alone = sum(int(sheet[p][part]) == most for p in range(players)) == 1\n"
        "    for p in range(players):\n        sheet[p][bonus] = points if alone and",
    ),
    board("SCORE-2", "it is worth nine points", "usa", "longest_path = 10", "longest_path = 9"),
    kernel(
        "SCORE-3", "ties are not broken", "scoring",
        "while mine == other and", "while mine != mine and",
    ),
    kernel(
        "SCORE-3", "the longest path breaks ties by its length, not by its card", "scoring",
        "mine = min(1, int(sheet[q][LONGEST_BONUS]))\n"
        "            other = min(1, int(sheet[p][LONGEST_BONUS]))",
        "mine = int(sheet[q][LONGEST])\n            other = int(sheet[p][LONGEST])",
    ),
    kernel(
        "SCORE-3", "players still level do not share", "scoring",
        "    return mine > other", "    return mine > other or (mine == other and q < p)",
    ),
)  # fmt: skip

GERMANY = (
    kernel(
        "G-PASS-1", "passengers are not drawn at random", "setup",
        "            n = random_below(s, left)", "            n = 0",
    ),
    board(
        "G-PASS-1", "four passengers wait in Berlin", "germany",
        "x = 0.8343, y = 0.3153, passengers = 5", "x = 0.8343, y = 0.3153, passengers = 4",
    ),
    kernel(
        "G-PASS-2", "only one of the two places gives a passenger", "turns",
        "        collect_passengers(s, b, p, int(b.track_b[t]), 1)\n", "",
    ),
    kernel(
        "G-PASS-2", "the player does not choose the colour", "turns",
        "    if seen & (seen - 1):", "    if seen < 0:",
    ),
    kernel(
        "G-PASS-2", "the passenger stays where it was", "turns",
        "    while i < last:\n        spots[i] = spots[i + 1]\n        i += 1\n"
        "    spots[last] = 0\n",
        "",
    ),
    kernel(
        "G-PASS-3", "there is a second place behind two leaders", "scoring",
        "n == second and leaders == 1", "n == second and leaders >= 1",
    ),
    kernel(
        "G-PASS-3", "the most of none is worth something", "scoring",
        "if n > 0 and n == most:", "if n == most:",
    ),
    kernel(
        "G-PASS-3", "having none may be second", "scoring",
        "elif n > 0 and n == second", "elif n == second",
    ),
    board(
        "G-PASS-3", "the second most score five", "germany", "second_most = 10", "second_most = 5",
    ),
    kernel(
        "G-TICK-1", "a mix may ask a deck for more than it holds", "tickets",
        "return max(0, total - second), min(total, first), total",
        "return 0, total, total",
    ),
    kernel(
        "G-TICK-1", "one seat chooses before the next announces", "turns",
        "        s.turn = next_seat(s, p)\n\n\ndef choose_tickets", "        s.turn = p\n\n\n"
        "def choose_tickets",
    ),
    kernel(
        "G-TICK-1", "returned tickets go under the first deck", "tickets",
        "            s.ticket_deck[d][int(s.ticket_deck_n[d])] = t\n"
        "            s.ticket_deck_n[d] += 1",
        "            s.ticket_deck[0][int(s.ticket_deck_n[0])] = t\n"
        "            s.ticket_deck_n[0] += 1",
    ),
    board(
        "G-TICK-2", "the decks are not shuffled after the first deal", "germany",
        'first = { draw = 4, keep = 2, returned = "shuffle" }',
        'first = { draw = 4, keep = 2, returned = "bottom" }',
    ),
    kernel(
        "G-TICK-2", "returned tickets stay at the bottom", "tickets",
        "            shuffle(s, s.ticket_deck[d], int(s.ticket_deck_n[d]))\n", "            pass\n",
    ),
    kernel(
        "G-LAND-1", "connections run through countries", "graph/network",
        "        if int(b.country[u]) == 1:\n            u = nodes",
        "        if int(b.country[u]) == 2:\n            u = nodes",
    ),
    kernel(
        "G-LAND-1", "connections run through countries at a track's other end", "graph/network",
        "        if int(b.country[v]) == 1:\n            v = nodes",
        "        if int(b.country[v]) == 2:\n            v = nodes",
    ),
    board(
        "G-TRIPLE-1", "four players may not use all tracks", "germany",
        "parallel_closed_for = [2, 3]", "parallel_closed_for = [2, 3, 4]",
    ),
    kernel(
        "G-TRIPLE-1", "one player may use two tracks of a triple", "claims",
        "== 1 else 1 << p", "== 1 else 0",
    ),
    board("G-GLOBE-1", "it is worth fourteen", "germany", "most_tickets = 15", "most_tickets = 14"),
    kernel(
        "G-GLOBE-1", "no ticket at all earns it", "scoring",
        "points if most > 0 and int(", "points if int(",
    ),
    kernel(
        "G-GLOBE-1", "missed tickets count against it", "scoring",
        "        row[TICKETS_MADE] = made\n", "        row[TICKETS_MADE] = made - (held - made)\n",
    ),
    board(
        "G-TIE-1", "passengers do not break ties", "germany",
        'tie_breaks = ["tickets", "passengers"]', 'tie_breaks = ["tickets"]',
    ),
    board(
        "G-TIE-1", "passengers come before tickets", "germany",
        'tie_breaks = ["tickets", "passengers"]', 'tie_breaks = ["passengers", "tickets"]',
    ),
)  # fmt: skip

NORDIC = (
    board(
        "N-LOCO", "locomotives are wild everywhere", "nordic",
        'wild_on = ["ferry", "tunnel"]', 'wild_on = ["train", "ferry", "tunnel"]',
    ),
    kernel(
        "N-FERRY-1", "a ferry's symbols ask for nothing", "kernel_board",
        "length, symbols = track.length, track.locomotives", "length, symbols = track.length, 0",
    ),
    kernel(
        "N-FERRY-2", "no more locomotives than symbols may be played", "kernel_board",
        "if for_locomotive:\n            fits = rest == symbols or (wild and rest > symbols)",
        "if for_locomotive:\n            fits = rest == symbols",
    ),
    board(
        "N-FERRY-3", "it takes four cards instead of a locomotive", "nordic",
        "ferry_substitute = 3", "ferry_substitute = 4",
    ),
    kernel(
        "N-FERRY-3", "three cards stand in on tunnels too", "kernel_board",
        'if track.kind == "ferry" and board.ferry_substitute:',
        'if track.kind != "train" and board.ferry_substitute:',
    ),
    kernel(
        "N-FERRY-3", "substitutes may not be locomotives", "legal",
        "    for card in range(CARD_KINDS):\n        if int(hand[card]) > 0:",
        "    for card in range(LOCOMOTIVE):\n        if int(hand[card]) > 0:",
    ),
    board(
        "N-TUNNEL-1", "two cards are turned up", "nordic", "tunnel_cards = 3", "tunnel_cards = 2",
    ),
    kernel(
        "N-TUNNEL-1", "locomotives turned up cost nothing", "turns",
        "if card == colour or card == LOCOMOTIVE:", "if card == colour:",
    ),
    kernel(
        "N-TUNNEL-1", "extra cards cost trains too", "turns",
        "    coloured = int(s.extra) - wild\n",
        "    coloured = int(s.extra) - wild\n    s.trains[p] -= int(s.extra)\n",
    ),
    kernel(
        "N-TUNNEL-1", "without a match the player still has to decide", "turns",
        "        if int(s.extra) > 0:\n            s.phase = TUNNEL_PHASE",
        "        if int(s.extra) >= 0:\n            s.phase = TUNNEL_PHASE",
    ),
    kernel(
        "N-TUNNEL-2", "whoever can pay has to", "legal",
        "    out[m] = WITHDRAW\n    return m + 1",
        "    if m == 0:\n        out[m] = WITHDRAW\n        m = 1\n    return m",
    ),
    kernel(
        "N-TUNNEL-2", "the laid cards are lost", "turns",
        "            s.hands[p][card] += n\n            s.cards[p] += n\n",
        "            discard(s, card, n)\n",
    ),
    kernel(
        "N-TUNNEL-2", "after withdrawing the turn goes on", "turns",
        "    replenish(s, b)\n    clear_claim(s)\n    end_turn(s, b)\n",
        "    replenish(s, b)\n    clear_claim(s)\n    s.phase = TURN_PHASE\n",
    ),
    kernel(
        "N-TUNNEL-2", "the turned-up cards leave the game", "turns",
        "        discard(s, int(s.revealed[i]), 1)\n", "",
    ),
    kernel(
        "N-TUNNEL-3", "the extra of locomotives alone is paid in any number", "legal",
        "(colour != LOCOMOTIVE and int(hand[colour]) >= extra - w)",
        "int(hand[colour]) >= extra - w",
    ),
    kernel(
        "N-TUNNEL-3", "locomotives alone match purple too", "turns",
        "if card == colour or card == LOCOMOTIVE:",
        "if card == colour or card == LOCOMOTIVE or (colour == LOCOMOTIVE and card == 0):",
    ),
    kernel(
        "N-TUNNEL-4", "with fewer than three cards none are turned up", "turns",
        "while n < int(b.tunnel_cards) and int(s.deck_n) > 0:",
        "while n < int(b.tunnel_cards) and int(s.deck_n) + int(s.discard_n) + n >= 3:",
    ),
    kernel(
        "N-TUNNEL-4", "the discards are not turned up when the deck is out", "turns",
        "            extra += 1\n        renew_deck(s)\n", "            extra += 1\n",
    ),
    kernel(
        "N-TUNNEL-4", "cards of an earlier tunnel are told again", "turns",
        "    for i in range(n, len(s.turned_up)):\n        s.turned_up[i] = 0\n", "",
    ),
    board(
        "N-LIEKSA", "five cards stand in for one", "nordic",
        "length = 9, substitute = 4", "length = 9, substitute = 5",
    ),
    kernel(
        "N-LIEKSA", "a locomotive by itself is a card of the set", "kernel_board",
        "bounds = (symbols, rest if wild else symbols)", "bounds = (symbols, rest)",
    ),
    kernel(
        "N-LIEKSA", "it is done once at most", "kernel_board",
        "fits = rest >= symbols\n", "fits = symbols <= rest <= symbols + 1\n",
    ),
    board(
        "N-DOUBLE", "two players may use both tracks", "nordic",
        "parallel_closed_for = [2]", "parallel_closed_for = []",
    ),
    board(
        "N-DOUBLE", "three players may not use both tracks", "nordic",
        "parallel_closed_for = [2]", "parallel_closed_for = [2, 3]",
    ),
    kernel(
        "N-DOUBLE", "one player may use both tracks", "claims", "== 1 else 1 << p", "== 1 else 0",
    ),
    board("N-GLOBE-1", "it is worth fifteen", "nordic", "most_tickets = 10", "most_tickets = 15"),
    kernel(
        "N-GLOBE-1", "no ticket at all earns it", "scoring",
        "points if most > 0 and int(", "points if int(",
    ),
    board(
        "N-TIE-1", "the longest path does not break ties", "nordic",
        'tie_breaks = ["tickets", "longest"]', 'tie_breaks = ["tickets"]',
    ),
    board(
        "N-TIE-1", "the longest path comes before tickets", "nordic",
        'tie_breaks = ["tickets", "longest"]', 'tie_breaks = ["longest", "tickets"]',
    ),
)  # fmt: skip

SWITCHES = (
    kernel(
        "BONUS-1", "places of all networks count", "scoring",
        "                most = max(most, int(scratch.joined[root]))", "                most += 1",
    ),
    kernel(
        "BONUS-1", "a place counts for each of its tracks", "scoring",
        "find_root(scratch, node)) == i:", "find_root(scratch, node)) >= 0:",
    ),
    kernel(
        "BONUS-1", "a region may be joined by several networks", "scoring",
        "        if node >= 0 and find_root(scratch, node) == root:", "        if node >= 0:",
    ),
    kernel(
        "BONUS-1", "tracks count, not networks", "scoring",
        "n += int(scratch.joined[root]) == 0", "n += 1",
    ),
    kernel(
        "BONUS-1", "tickets do not count", "scoring",
        "scratch.counted[p] = sheet[p][TICKETS_MADE]", "scratch.counted[p] = 0",
    ),
    kernel(
        "BONUS-1", "bonuses of the list are not scored", "scoring",
        "            total += int(row[LISTED_BONUS + i])", "            total += 0",
    ),
    kernel(
        "BONUS-2", "everybody gets the first rank", "scoring",
        "        return int(b.bonus_points[i][above])", "        return int(b.bonus_points[i][0])",
    ),
    kernel(
        "BONUS-2", "nothing earns a rank too", "scoring", "    if count == 0:", "    if count < 0:",
    ),
    kernel(
        "BONUS-3", "a tie uses up one rank only", "scoring",
        "above += int(scratch.counted[q]) > count",
        "above = max(above, int(scratch.counted[q]) > count)",
    ),
    kernel(
        "BONUS-3", "who shares gets all", "scoring",
        "        return points // level", "        return points",
    ),
    kernel(
        "BONUS-3", "who ties shares on every board", "scoring",
        "if int(b.bonus_ties[i]) == TIES_SHARE:", "if level > 0:",
    ),
    kernel(
        "BONUS-4", "the first line of the table is paid", "scoring",
        "        if count >= int(b.bonus_at[i][k]):",
        "        if points == 0 and count >= int(b.bonus_at[i][k]):",
    ),
    kernel(
        "BONUS-4", "a line of the table is paid for its own count only", "scoring",
        "        if count >= int(b.bonus_at[i][k]):", "        if count == int(b.bonus_at[i][k]):",
    ),
    kernel(
        "TOUR-1", "a tour is made by its first and last place", "graph/ticket_ends",
        "if int(b.ticket_ends[ticket]) == 0:\n", "if int(b.ticket_ends[ticket]) < 9:\n",
    ),
    kernel(
        "TOUR-1", "one place of a tour is enough", "graph/ticket_ends",
        "        if not reaches_end(b, edges, scratch, ticket, end, root):\n",
        "        if end == 0 and not reaches_end(b, edges, scratch, ticket, end, root):\n",
    ),
    kernel(
        "TOUR-1", "several networks may reach the places of a tour", "graph/ticket_ends",
        "        if at_a and find_root(scratch, int(scratch.edge_a[i])) == root:\n",
        "        if at_a:\n",
    ),
    kernel(
        "TOUR-1", "the ways of a tour are joined in countries", "graph/cheapest_tree",
        "            if int(b.country[place]) == 0 and cost < int(costs[place]):\n",
        "            if cost < int(costs[place]):\n",
    ),
    kernel(
        "TOUR-1", "players are told a tour is made when part of it is", "graph/cheapest_tree",
        "    everything = (1 << last) - 1\n", "    everything = 1\n",
    ),
    kernel(
        "TOUR-2", "a region is reached by its first place alone", "kernel_board",
        "np.bitwise_or.reduce([np.int64(1) << p for p in places])", "1 << places[0]",
    ),
    kernel(
        "TOUR-2", "two ends of a ticket may share a place", "../boards/read_tickets",
        "    if len(set(places)) < len(places):\n", "    if len(places) == 0:\n",
    ),
    kernel(
        "VALUE-1", "all ends that are reached score, not the best", "graph/ticket_ends",
        "            most = points\n", "            most += points\n",
    ),
    kernel(
        "VALUE-1", "the first end that is reached scores, not the best", "graph/ticket_ends",
        "if points > most and joins_start", "if most == 0 and joins_start",
    ),
    kernel(
        "VALUE-1", "an end counts that is not joined to the start", "graph/ticket_ends",
        "            if has_place(b, ticket, 0, place):\n", "            if place >= 0:\n",
    ),
    kernel(
        "VALUE-1", "a ticket is made by its best end alone", "graph/cheapest_tree",
        "        return find_valued_way(b, graph, ticket, 0)\n",
        "        return find_valued_way(b, graph, ticket, 1000)\n",
    ),
    kernel(
        "VALUE-1", "the start may lie in another end", "../boards/read_tickets",
        "        if not set(ends[key]).isdisjoint(ends[end]):\n", "        if key == end:\n",
    ),
    kernel(
        "VALUE-2", "a missed ticket loses the most of its values", "kernel_board",
        "= ticket.at_stake\n", "= ticket.points\n",
    ),
    kernel(
        "DEAL-1", "a fixed first deal has to be announced all the same", "kernel_board",
        "    mix = board.first_deal.mix or ", "    mix = ",
    ),
    kernel(
        "DEAL-1", "a first deal is of the first deck alone", "setup",
        "            if int(b.first_mix[d]) > 0:\n",
        "            if d == 0 and int(b.first_mix[d]) > 0:\n",
    ),
    kernel(
        "COST-1", "only trains for the spaces leave the supply", "turns",
        "s.trains[p] -= int(b.track_trains[t])", "s.trains[p] -= int(b.track_length[t])",
    ),
    kernel(
        "COST-1", "trains for the spaces are enough", "kernel_board",
        'b["class_trains"][k] = track.trains', 'b["class_trains"][k] = track.length',
    ),
    kernel(
        "COST-1", "extra trains make the path longer", "kernel_board",
        'b["track_length"][t] = track.length', 'b["track_length"][t] = track.trains',
    ),
    kernel(
        "COST-2", "all tracks of a length score alike", "kernel_board",
        'b["track_points"][t] = board.points_of(track)',
        'b["track_points"][t] = board.route_points[track.length]',
    ),
    kernel(
        "COST-3", "tolls are not paid", "turns",
        "    s.tokens[p] -= int(b.track_toll[t])\n", "",
    ),
    kernel(
        "COST-3", "a toll may be paid with fewer tokens", "claims",
        "int(b.class_toll[k]) <= int(s.tokens[p])", "int(b.class_toll[k]) <= int(s.tokens[p]) + 1",
    ),
    kernel(
        "COST-3", "a tunnel takes its toll when it is tried", "turns",
        "    if int(b.track_kind[t]) == TUNNEL:\n        s.claim_colour = colour\n",
        "    if int(b.track_kind[t]) == TUNNEL:\n        s.claim_colour = colour\n"
        "        s.tokens[p] -= int(b.track_toll[t])\n",
    ),
    kernel(
        "COST-3", "tokens are secret", "knowledge",
        "        v.tokens[p] = s.tokens[p]\n", "",
    ),
    kernel(
        "COST-4", "tokens left are worth nothing", "scoring",
        "total += int(row[TOKEN_POINTS]) + ", "total += ",
    ),
    kernel(
        "COST-4", "every token is worth a point", "scoring",
        "int(b.token_points) * int(s.tokens[p])", "int(s.tokens[p])",
    ),
    kernel(
        "STATION-1", "stations never run out", "stations",
        "    s.stations[p] -= 1\n", "",
    ),
    kernel(
        "STATION-1", "stations left are secret", "knowledge",
        "        v.stations[p] = s.stations[p]\n", "",
    ),
    kernel(
        "STATION-1", "nobody sees where stations stand", "knowledge",
        "        v.station_seats[place] = s.station_seats[place]\n", "",
    ),
    kernel(
        "STATION-1", "a station does not end the turn", "turns",
        "        build_station(s, b, p, argument)\n        end_turn(s, b)\n",
        "        build_station(s, b, p, argument)\n",
    ),
    kernel(
        "STATION-2", "every station costs what the first does", "stations",
        "return int(b.station_cost[int(b.stations) - int(s.stations[p])])",
        "return int(b.station_cost[0])",
    ),
    kernel(
        "STATION-2", "cards for a station leave the game", "stations",
        "        discard(s, colour, cost - wild)\n", "",
    ),
    kernel(
        "STATION-2", "locomotives pay for no station", "stations",
        "return wild <= int(hand[LOCOMOTIVE]) and", "return wild == 0 and",
    ),
    kernel(
        "STATION-3", "a station is built in a country", "stations",
        "if int(b.country[place]) == 1 or seats >> p & 1:", "if seats >> p & 1:",
    ),
    kernel(
        "STATION-3", "a player builds twice at a place", "stations",
        "if int(b.country[place]) == 1 or seats >> p & 1:", "if int(b.country[place]) == 1:",
    ),
    kernel(
        "STATION-3", "stations share places on every board", "stations",
        "return seats == 0 or int(b.station_shared) == 1", "return True",
    ),
    kernel(
        "STATION-3", "stations share places on no board", "stations",
        "return seats == 0 or int(b.station_shared) == 1", "return seats == 0",
    ),
    kernel(
        "STATION-4", "stations borrow nothing", "graph/borrowing",
        "    if has_station(s, b, p):\n", "    if False:\n",
    ),
    kernel(
        "STATION-4", "a station borrows every track at its place", "graph/borrowing",
        "        if i < chosen:\n", "        if i < chosen and False:\n",
    ),
    kernel(
        "STATION-4", "free tracks are borrowed too", "graph/borrowing",
        "if owner < 0 or owner == p or", "if owner == p or",
    ),
    kernel(
        "STATION-4", "the first choice counts, not the best", "graph/borrowing",
        "        if value <= best:\n", "        if best > 0 or value <= best:\n",
    ),
    kernel(
        "STATION-4", "tickets with fewer points are preferred", "graph/borrowing",
        "        points += worth + int(b.ticket_stake[t])\n", "        points += worth > 0\n",
    ),
    kernel(
        "STATION-4", "borrowed tracks count for the longest path", "scoring",
        "            nodes = join_edges(b, edges, scratch)\n",
        # What is borrowed is found from the own network alone.
        "            join_edges(b, edges, scratch)\n"
        "            edges = add_lent(s, b, p, edges, scratch)\n"
        "            nodes = join_edges(b, edges, scratch)\n",
    ),
    kernel(
        "STATION-5", "stations that are not built are worth nothing", "scoring",
        "+ int(row[STATION_POINTS])", "",
    ),
    kernel(
        "STATION-5", "stations that are built are worth points", "scoring",
        "int(b.station_points) * int(s.stations[p])",
        "int(b.station_points) * (int(b.stations) - int(s.stations[p]))",
    ),
    kernel(
        "SHARE-1", "shares never run out", "shares",
        "        if int(s.share_n[company]) == int(b.company_shares[company]):\n",
        "        if int(s.share_n[company]) == len(s.share_seats[company]):\n",
    ),
    kernel(
        "SHARE-1", "shares are secret", "knowledge",
        "        v.share_n[company] = s.share_n[company]\n", "",
    ),
    kernel(
        "SHARE-1", "nobody sees whose shares they are", "knowledge",
        "            v.share_seats[company][i] = s.share_seats[company][i]\n",
        "            v.share_seats[company][i] = s.share_seats[company][0]\n",
    ),
    kernel(
        "SHARE-2", "tracks give shares of every company", "shares",
        "companies = int(b.track_companies[int(s.claiming)])",
        "companies = (1 << int(b.companies)) - 1",
    ),
    kernel(
        "SHARE-2", "nobody chooses the company", "shares",
        "    if not is_single(companies):\n        return True\n", "",
    ),
    kernel(
        "SHARE-2", "after a choice the same player goes on", "turns",
        "        clear_claim(s)\n        end_turn(s, b)\n    else:",
        "        clear_claim(s)\n        s.phase = TURN_PHASE\n    else:",
    ),
    kernel(
        "SHARE-2", "a claim with passengers to choose gives no share", "turns",
        "            finish_claim(s, b, p)\n    elif",
        "            clear_claim(s)\n            end_turn(s, b)\n    elif",
    ),
    kernel(
        "SHARE-3", "shares score nothing", "scoring",
        " + int(row[SHARE_POINTS])", "",
    ),
    kernel(
        "SHARE-3", "fewest shares score most", "shares",
        "            above += others > own\n", "            above += 0 < others < own\n",
    ),
    kernel(
        "SHARE-3", "players without shares score for the ranks left over", "shares",
        "    if own == 0:\n        return 0\n", "",
    ),
    kernel(
        "SHARE-4", "players with equally many shares tie", "shares",
        "            above += first_share(s, q, company) < first_share(s, p, company)\n",
        "            above += 0\n",
    ),
    kernel(
        "SHARE-4", "of equals the later first share ranks higher", "shares",
        "first_share(s, q, company) < first_share(s, p, company)",
        "first_share(s, q, company) > first_share(s, p, company)",
    ),
    kernel(
        "SHARED-1", "shared tracks count for their owner alone", "graph/borrowing",
        "        edges = add_shared(s, b, p, edges, scratch)\n", "        edges += 0\n",
    ),
    kernel(
        "SHARED-1", "shared tracks count before they are claimed", "graph/network",
        "int(s.owner[t]) >= 0 and int(s.owner[t]) != p", "int(s.owner[t]) != p",
    ),
    kernel(
        "SHARED-1", "every track is shared", "graph/network",
        "int(b.track_shared[t]) == 1 and ", "",
    ),
    kernel(
        "SHARED-2", "shared tracks count for the longest path", "scoring",
        "            nodes = join_edges(b, edges, scratch)\n",
        "            edges = add_lent(s, b, p, edges, scratch)\n"
        "            nodes = join_edges(b, edges, scratch)\n",
    ),
    Break(
        "VARIANT-1", "a variant changes nothing", BOARDS / "variants.py",
        "            result[key] = varied(before, change)\n", "            pass\n",
    ),
    Break(
        "VARIANT-1", "the tickets of a variant are added to the board's", BOARDS / "variants.py",
        "if key not in REPLACED and isinstance", "if isinstance",
    ),
)  # fmt: skip

BREAKS = (*SETTING_UP, *DRAWING, *CLAIMING, *TICKETS, *ENDING, *GERMANY, *NORDIC, *SWITCHES)


def broken(root: Path, each: Break) -> str:
    """The whole file with the break in it; the piece has to stand there exactly once."""
    text = (root / each.path).read_text("utf-8")
    if text.count(each.old) != 1:
        raise ValueError(
            f"the break of {each.rule}, {each.words!r}, replaces a piece that {each.path} has "
            f"{text.count(each.old)} times instead of once. If that file has changed, change the "
            f"piece in tests/mutation/broken_rules.py with it:\n{each.old}"
        )
    return text.replace(each.old, each.new)
