"""The planner's decision: plan a network for the tickets, then claim, draw cards or tickets, build.

Every decision starts from the view alone: a track that another seat has claimed since is not among
the edges any more, and the plan goes around it.
"""

from goldenspike.bots.planner.card_choice import best_draw, value_cards
from goldenspike.bots.planner.passengers import choose_passenger
from goldenspike.bots.planner.payments import cheapest_substitute
from goldenspike.bots.planner.routes import plan_tickets
from goldenspike.bots.planner.share_choice import choose_share
from goldenspike.bots.planner.station_choice import (
    best_station,
    is_time_to_build,
    survey_stations,
)
from goldenspike.bots.planner.survey import survey_board
from goldenspike.bots.planner.ticket_choice import (
    choose_kept_tickets,
    choose_ticket_mix,
    list_open_tickets,
    may_draw_tickets,
    ticket_draw_gain,
    wants_tickets,
)
from goldenspike.bots.planner.track_choice import best_claim, value_tracks
from goldenspike.rules.chacha import random_below
from goldenspike.rules.codes import (
    GIVE_PHASE,
    KEEP_PHASE,
    KEEPING,
    PASSENGER_PHASE,
    PAYING,
    SECOND_PHASE,
    SHARE_PHASE,
    TUNNEL_PHASE,
    WITHDRAW,
    kind_of_action,
)
from goldenspike.rules.legal import legal


def slips(v, policy, rng):
    """Is this decision a mistake? Never one about keeping tickets or paying for a tunnel."""
    phase = int(v.phase)
    slip = int(policy.slips) > 0 and random_below(rng, 1000) < int(policy.slips)
    return slip and phase != KEEP_PHASE and phase != TUNNEL_PHASE


def needs_legal_codes(v):
    """Does `planner_code` choose from a list of the legal actions?"""
    return int(v.phase) in (KEEP_PHASE, TUNNEL_PHASE, PASSENGER_PHASE, SHARE_PHASE)


def planner_code(v, b, policy, workspace, n):
    """The code of the planner's action; `workspace.codes` has n legal ones where it needs them."""
    p = int(v.turn)
    phase = int(v.phase)
    plan = workspace.plan
    codes = workspace.codes
    if phase == TUNNEL_PHASE:
        return pay_or_withdraw(b, codes)
    if phase == SECOND_PHASE and int(plan.reuse_plan) == 1 and int(plan.planned_for) == p + 1:
        value_cards(v, b, p, plan)
        return best_draw(v, b, p, policy, plan, True)
    plan.planned_for = 0
    if phase == PASSENGER_PHASE:
        return choose_passenger(v, b, p, n, codes)
    if phase == SHARE_PHASE:
        return choose_share(v, b, p, n, codes)
    if phase == KEEP_PHASE:
        if kind_of_action(b, int(codes[0])) != KEEPING:
            return choose_ticket_mix(v, b, p, policy)
        survey_board(v, b, p, policy, plan)
        list_open_tickets(v, b, p, plan, workspace.scratch)
        survey_stations(v, b, p, policy, plan, workspace.scratch)
        return choose_kept_tickets(v, b, p, policy, plan, n, codes)
    make_plan(v, b, p, policy, plan, workspace.scratch)
    value_cards(v, b, p, plan)
    if phase == GIVE_PHASE:
        return cheapest_substitute(v, p, plan)
    if phase == SECOND_PHASE:
        return best_draw(v, b, p, policy, plan, True)
    plan.planned_for = p + 1
    return choose_turn(v, b, p, policy, workspace)


def make_plan(v, b, p, policy, plan, scratch):
    """Plan a network for a seat's open tickets, and value all other tracks."""
    survey_board(v, b, p, policy, plan)
    list_open_tickets(v, b, p, plan, scratch)
    survey_stations(v, b, p, policy, plan, scratch)
    plan_tickets(v, b, p, plan)
    value_tracks(b, policy, plan)


def choose_turn(v, b, p, policy, workspace):
    """The code of the best of a turn's options: claim, draw cards, draw tickets, build."""
    plan = workspace.plan
    claim, value = best_claim(v, b, p, plan, workspace.scratch)
    turns = int(plan.turns_left)
    if int(plan.total_stations) > 0 and is_time_to_build(plan):
        station = best_station(v, b, p, plan, workspace.scratch)
        if station >= 0:
            return station
    if turns > 1 and wants_tickets(v, b, p, policy, plan, claim >= 0):
        gain = ticket_draw_gain(v, b, p, policy, plan)
        if gain > int(policy.eager) and gain > value:
            return choose_ticket_mix(v, b, p, policy)
    if claim >= 0 and (value >= int(policy.patience) or turns <= 1):
        return claim
    draw = best_draw(v, b, p, policy, plan, False)
    if draw >= 0:
        return draw
    if claim >= 0:
        return claim
    if may_draw_tickets(v, b):
        return choose_ticket_mix(v, b, p, policy)
    # No claim is worth it, but END-2 lets a seat pass only where there is nothing else to do.
    legal(v, b, workspace.scratch, workspace.codes)
    return int(workspace.codes[0])


def pay_or_withdraw(b, codes):
    """Pay a tunnel's extra cost where the hand can, with as few locomotives as possible."""
    first = int(codes[0])
    return first if kind_of_action(b, first) == PAYING else WITHDRAW
