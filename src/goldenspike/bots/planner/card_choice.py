"""The value of drawing each kind of card, and which one to draw."""

from goldenspike.bots.planner.routes import spare_tokens, spare_trains
from goldenspike.bots.planner.track_choice import value_per_turn
from goldenspike.rules.codes import CARD_KINDS, DRAW_DECK, GRAY, LOCOMOTIVE, draw_code
from goldenspike.rules.knowledge import unseen_cards


def value_cards(v, b, p, plan):
    """Reserve and value cards: for planned tracks first, then for the best unplanned ones."""
    hand = v.hands[p]
    for card in range(CARD_KINDS):
        plan.lacking[card] = 0
        plan.reserved[card] = 0
        plan.card_value[card] = 4 + min(6, int(hand[card]))
        plan.unreserved[card] = int(hand[card])
    plan.card_value[LOCOMOTIVE] = 30
    # Gray tracks take what coloured ones leave over.
    for gray in range(2):
        for t in range(int(b.tracks)):
            if int(plan.planned[t]) == 0:
                continue
            if (int(b.class_colour[int(b.track_class[t])]) == GRAY) == (gray == 1):
                reserve_cards(b, plan, t, 100)
    if int(plan.total_claims) <= 2:
        value_cards_for_points(v, b, p, plan)


def reserve_cards(b, plan, t, weight):
    """Reserve cards of the hand for a track, and raise the value of those it lacks."""
    k = int(b.track_class[t])
    colour = int(b.class_colour[k])
    wild_spaces = int(b.class_length[k]) - int(b.class_most[k])
    if colour == GRAY:
        colour = 0
        most = -1
        for card in range(8):
            have = 4 * int(plan.unreserved[card]) + min(3, int(plan.lacking[card]))
            if have > most:
                most = have
                colour = card
    coloured = int(b.class_most[k])
    use = min(coloured, int(plan.unreserved[colour]))
    plan.unreserved[colour] -= use
    plan.reserved[colour] += use
    lacking = coloured - use
    if wild_spaces > 0:
        wild_cards = min(wild_spaces, int(plan.unreserved[LOCOMOTIVE]))
        plan.unreserved[LOCOMOTIVE] -= wild_cards
        plan.reserved[LOCOMOTIVE] += wild_cards
        if wild_spaces > wild_cards:
            plan.card_value[LOCOMOTIVE] = max(int(plan.card_value[LOCOMOTIVE]), weight + 20)
            plan.lacking[LOCOMOTIVE] += wild_spaces - wild_cards
    if lacking > 0:
        plan.lacking[colour] += lacking
        wild = int(b.class_least[k]) < coloured
        draws = int(plan.draws[t])
        worth = weight
        if draws == 1:
            worth += weight * 4 // 10
        elif draws == 2:
            worth += weight * 2 // 10
        plan.card_value[colour] = max(int(plan.card_value[colour]), worth)
        if wild:
            best = max(int(plan.card_value[LOCOMOTIVE]), worth + weight // 4)
            plan.card_value[LOCOMOTIVE] = best
        if int(b.class_colour[k]) == GRAY:
            # Another colour may do as well.
            for card in range(8):
                have = int(plan.unreserved[card])
                if have > 0 and card != colour:
                    other = weight * have // (coloured + 1)
                    plan.card_value[card] = max(int(plan.card_value[card]), other)


def value_cards_for_points(v, b, p, plan):
    """Value the cards for the two unplanned tracks with the highest value per turn."""
    spare = spare_trains(v, p, plan)
    tokens = spare_tokens(v, p, plan)
    first = -1
    second = -1
    best = 0
    next_best = 0
    for t in range(int(b.tracks)):
        rate = value_per_turn(b, plan, t, spare, tokens)
        if rate > best:
            second = first
            next_best = best
            first = t
            best = rate
        elif rate > next_best:
            second = t
            next_best = rate
    weight = 80 if int(plan.total_claims) == 0 else 40
    if first >= 0:
        reserve_cards(b, plan, first, weight)
    if second >= 0:
        reserve_cards(b, plan, second, weight * 3 // 4)


def deck_value(v, b, p, plan):
    """Return the expected value of the deck's top card; all unseen cards are equally likely."""
    total = 0
    unseen = 0
    for card in range(CARD_KINDS):
        n = unseen_cards(v, b, p, card)
        unseen += n
        total += n * int(plan.card_value[card])
    return total // unseen if unseen > 0 else 0


def best_draw(v, b, p, policy, plan, second):
    """Return the code of the most valuable draw; -1 if nothing can be drawn."""
    best = -1
    value = -1
    deck = 0
    if int(v.deck_n) > 0:
        deck = deck_value(v, b, p, plan)
        value = deck
        best = DRAW_DECK
    ends = int(b.locomotive_ends_draw) == 1
    for i in range(int(b.market)):
        card = int(v.market[i])
        if card >= LOCOMOTIVE:
            continue
        worth = int(plan.card_value[card])
        if worth > value:
            value = worth
            best = draw_code(card)
    for i in range(int(b.market)):
        if int(v.market[i]) != LOCOMOTIVE:
            continue
        worth = int(plan.card_value[LOCOMOTIVE]) + int(policy.engine)
        if ends:
            if second:
                continue
            # It costs the second card as well.
            if best < 0 or worth > value + deck + int(policy.engine):
                best = draw_code(LOCOMOTIVE)
                value = worth
        elif worth > value:
            best = draw_code(LOCOMOTIVE)
            value = worth
    return best
