"""The value of claiming each track, and which one to claim."""

from goldenspike.bots.planner.payments import best_payment
from goldenspike.bots.planner.place_bonuses import joined_places_value
from goldenspike.bots.planner.routes import (
    detour_cost,
    spare_tokens,
    spare_trains,
    turns_to_draw,
)
from goldenspike.bots.planner.share_choice import track_share_value
from goldenspike.bots.planner.survey import toll_cost
from goldenspike.rules.claims import most_of_one_colour
from goldenspike.rules.codes import LOCOMOTIVE, TUNNEL
from goldenspike.rules.graph.cheapest_way import FAR
from goldenspike.rules.graph.ticket_ends import has_place


def value_tracks(b, policy, plan):
    """Value each track apart from the plan: points, passengers, longest path, less the trains."""
    train = int(policy.train) + int(policy.greed)
    train = train * int(plan.train_percent) // 100
    for t in range(int(b.tracks)):
        plan.value[t] = 0
        if int(plan.cost[t]) >= FAR:
            continue
        length = int(b.track_length[t])
        a = int(b.track_a[t])
        z = int(b.track_b[t])
        value = 100 * int(b.track_points[t]) - int(b.track_trains[t]) * train - toll_cost(b, t)
        value += int(plan.passenger_value[a]) + int(plan.passenger_value[z])
        extends = int(plan.own_place[a]) != int(plan.own_place[z])
        if int(b.longest_bonus) + int(b.path_counts) > 0 and extends:
            value += length * int(policy.path)
        if int(b.bonuses) > 0:
            value += joined_places_value(b, plan, a, z)
        if int(b.companies) > 0:
            value += track_share_value(b, plan, t)
        plan.value[t] = value


def best_value_per_turn(v, b, p, plan):
    """Return the largest value per turn of drawing cards for an unplanned track and claiming it."""
    best = 0
    spare = spare_trains(v, p, plan)
    tokens = spare_tokens(v, p, plan)
    for t in range(int(b.tracks)):
        best = max(best, value_per_turn(b, plan, t, spare, tokens))
    return best


def value_per_turn(b, plan, t, spare, tokens):
    """Return the value per turn of drawing cards for an unplanned track and claiming it.

    It is 0 where the track can be paid for already, and where `spare` trains, spare `tokens` or the
    turns that are left do not suffice.
    """
    if int(plan.cost[t]) >= FAR or int(plan.planned[t]) == 1:
        return 0
    draws = int(plan.draws[t])
    needed = 1 + turns_to_draw(draws)
    if draws == 0 or needed > int(plan.turns_left) or int(b.track_trains[t]) > spare:
        return 0
    if int(b.track_toll[t]) > tokens:
        return 0
    return int(plan.value[t]) // needed


def best_claim(v, b, p, plan, scratch):
    """The code and value of the most valuable claim; (-1, 0) where nothing can be paid for."""
    best = -1
    value = -(1 << 40)
    turns = int(plan.turns_left)
    spare = spare_trains(v, p, plan)
    tokens = spare_tokens(v, p, plan)
    threshold = best_value_per_turn(v, b, p, plan)
    for t in range(int(b.tracks)):
        if int(plan.cost[t]) >= FAR or int(plan.draws[t]) > 0:
            continue
        planned = int(plan.planned[t]) == 1
        if planned:
            worth = planned_track_value(v, b, plan, t)
        else:
            trains = int(b.track_trains[t])
            if turns > 1 and (trains > spare or int(b.track_toll[t]) > tokens):
                continue
            worth = int(plan.value[t])
            if turns > 2 and worth < threshold:
                continue
        if worth <= value:
            continue
        code, cost = best_payment(v, b, p, t, plan, scratch)
        if code < 0:
            continue
        if turns > 2:
            if not planned and int(plan.total_claims) > 0:
                # Cards are to be saved for the plan.
                cost = cost * 3
            worth -= cost
            if int(b.track_kind[t]) == TUNNEL and cards_for_tunnel(v, b, p, t) == 0:
                worth -= 120
        if worth > value:
            value = worth
            best = code
    if best < 0:
        return -1, 0
    return best, value


def planned_track_value(v, b, plan, t):
    """The value of claiming a planned track now: highest where it may be lost at a high cost."""
    a = int(b.track_a[t])
    z = int(b.track_b[t])
    near = int(plan.others_place[a]) + int(plan.others_place[z])
    risk = 1 + 2 * near
    worth = 600 + int(plan.value[t]) // 4 + detour_cost(v, b, plan, t) * risk // 8
    for i in range(int(plan.tickets)):
        # Shortly before the end, the last track of a ticket comes first.
        if int(plan.tracks_missing[i]) == 1 and int(plan.turns_left) <= 3:
            ticket = int(plan.ticket[i])
            if touches(b, ticket, t) or int(plan.turns_left) == 1:
                worth += int(plan.ticket_value[i])
    return worth


def touches(b, ticket, t):
    """Does a track end at one of the ticket's places?"""
    a = int(b.ticket_a[ticket])
    z = int(b.ticket_b[ticket])
    u = int(b.track_a[t])
    w = int(b.track_b[t])
    for end in range(int(b.ticket_ends[ticket])):
        if has_place(b, ticket, end, u) or has_place(b, ticket, end, w):
            return True
    return a in (u, w) or z in (u, w)


def cards_for_tunnel(v, b, p, t):
    """Cards left over for a tunnel's extra cost, with the best colour."""
    hand = v.hands[p]
    most = most_of_one_colour(b, int(b.track_class[t]), hand)
    return max(0, most + int(hand[LOCOMOTIVE]) - int(b.track_length[t]))
