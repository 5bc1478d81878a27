"""What plans depend on: the turns left, and the cost of each track."""

from goldenspike.bots.planner.passengers import value_passengers
from goldenspike.bots.planner.payments import estimate_draws
from goldenspike.bots.planner.place_bonuses import joined_places_value
from goldenspike.bots.planner.share_choice import track_share_value, value_shares
from goldenspike.rules.claims import is_open
from goldenspike.rules.codes import TUNNEL
from goldenspike.rules.graph.cheapest_way import FAR
from goldenspike.rules.graph.network import is_lent

EXTRA_TRAIN = 80
"""What a train costs that lies on no space: it could have brought points elsewhere."""
TOKEN = 40
"""What a token is worth for later tolls, beside its points at the end."""


def survey_board(v, b, p, policy, plan):
    """Fill in what plans depend on: places in use, turns left, passengers, what tracks cost."""
    for place in range(int(b.places)):
        plan.own_place[place] = 0
        plan.others_place[place] = 0
    for t in range(int(b.tracks)):
        owner = int(v.owner[t])
        if owner >= 0:
            places = plan.own_place if owner == p else plan.others_place
            places[int(b.track_a[t])] = 1
            places[int(b.track_b[t])] = 1
    estimate_turns(v, b, p, policy, plan)
    value_passengers(v, b, p, policy, plan)
    value_shares(v, b, p, plan)
    trains = int(v.trains[p])
    total = int(v.cards[p])
    hand = v.hands[p]
    last_class = -1
    draws = 0
    for t in range(int(b.tracks)):
        k = int(b.track_class[t])
        plan.cost[t] = FAR
        plan.base_cost[t] = FAR
        plan.draws[t] = 0
        if int(v.owner[t]) == p or is_lent(v, b, p, t):
            plan.base_cost[t] = 0
        elif is_open(v, p, t) and int(b.track_trains[t]) <= trains:
            if int(b.track_toll[t]) > int(v.tokens[p]):
                continue
            if k != last_class:
                draws = estimate_draws(b, k, hand, total)
                last_class = k
            plan.draws[t] = draws
            cost = track_cost(b, t, draws, policy, plan)
            plan.cost[t] = cost
            plan.base_cost[t] = cost


def track_cost(b, t, draws, policy, plan):
    """Return the cost of claiming a track, in cards, turn, trains and risk, less its points.

    Never less than the floor: plans would take detours over tracks that cost nothing.
    """
    cost = draws * int(policy.card) + int(policy.claiming) + int(policy.danger)
    extra = toll_cost(b, t) + (int(b.track_trains[t]) - int(b.track_length[t])) * EXTRA_TRAIN
    cost += int(b.track_trains[t]) * int(policy.train) + extra
    cost -= 100 * int(b.track_points[t])
    a = int(b.track_a[t])
    z = int(b.track_b[t])
    cost -= (int(plan.passenger_value[a]) + int(plan.passenger_value[z])) // 2
    if int(b.bonuses) > 0:
        cost -= joined_places_value(b, plan, a, z) // 2
    if int(b.companies) > 0:
        cost -= track_share_value(b, plan, t)
    if int(b.track_kind[t]) == TUNNEL:
        cost += int(policy.card) * 6 // 10
    if int(plan.others_place[a]) == 1 and int(plan.others_place[z]) == 1:
        cost += int(policy.danger)
    return max(cost, int(b.track_length[t]) * int(policy.floor) + extra + 10)


def toll_cost(b, t):
    """Return what a track's toll costs: the points of its tokens, and that they may be lacking."""
    return int(b.track_toll[t]) * (100 * int(b.token_points) + TOKEN)


def estimate_turns(v, b, p, policy, plan):
    """Estimate how many turns are left until some seat runs out of trains."""
    least = 1 << 20
    for q in range(int(v.players)):
        left = int(v.trains[q]) - int(b.last_turn_trains)
        turns = (max(0, left) * 100 + int(policy.pace) - 1) // int(policy.pace) + 1
        least = min(least, turns)
    if int(v.last_turns) > 0:
        least = 1
    plan.turns_left = least
    trains = max(1, int(v.trains[p]))
    # Trains that there will be no turn to lay are worth nothing.
    plan.train_percent = min(100, 100 * int(policy.pace) * least // (100 * trains))
