"""Evaluating a position: the network's inputs, and the expected margin of a seat.

Inputs come from the score as it would be now, and from the plan that a planner makes for the seat.
"""

from goldenspike.bots.planner.passengers import most_of_others
from goldenspike.bots.planner.policy import make_plan
from goldenspike.bots.planner.routes import POINT, spare_trains, turns_needed
from goldenspike.bots.planner.ticket_choice import at_stake
from goldenspike.bots.planner.track_choice import best_value_per_turn
from goldenspike.bots.value_network.perceptron import network_output, scale_inputs
from goldenspike.rules.codes import (
    LOCOMOTIVE,
    LONGEST,
    PASSENGER_POINTS,
    ROUTE_POINTS,
    SECOND_PHASE,
    TICKET_POINTS,
    TICKETS_MADE,
    TOTAL,
)
from goldenspike.rules.graph.cheapest_way import FAR
from goldenspike.rules.scoring import score
from goldenspike.rules.tickets import count_held


def expected_margin(s, b, seat, policy, workspace, weights, evaluation):
    """Estimate how many points ahead of the best other seat a seat will end."""
    score(s, b, workspace.scratch, evaluation.sheet)
    own = 0.0
    best = -1e9
    for p in range(int(s.players)):
        fill_inputs(s, b, p, policy, workspace, evaluation)
        points = network_output(weights, evaluation.scaled, evaluation.first, evaluation.second)
        if p == seat:
            own = points
        else:
            best = max(best, points)
    return own - best


def fill_inputs(s, b, p, policy, workspace, evaluation):
    """Write a seat's inputs, raw and scaled; `evaluation.sheet` has the current score."""
    plan = workspace.plan
    inputs = evaluation.inputs
    make_plan(s, b, p, policy, plan, workspace.scratch)
    fill_score(s, b, p, evaluation.sheet, inputs)
    fill_plan(s, b, p, plan, evaluation.sheet, inputs)
    fill_hand(s, p, inputs)
    fill_tracks(s, b, p, plan, inputs)
    fill_table(s, p, plan, inputs)
    scale_inputs(inputs, evaluation.scaled)


def fill_score(s, b, p, sheet, inputs):
    """Write the inputs from the current score, also compared with other seats."""
    inputs.route_points = sheet[p][ROUTE_POINTS]
    inputs.passenger_points = sheet[p][PASSENGER_POINTS]
    inputs.longest = sheet[p][LONGEST]
    points = int(sheet[p][ROUTE_POINTS]) + int(sheet[p][TICKET_POINTS])
    inputs.bonuses = int(sheet[p][TOTAL]) - points - int(sheet[p][PASSENGER_POINTS])
    inputs.tickets_made = sheet[p][TICKETS_MADE]
    route_points = 0
    longest = 0
    made = 0
    for q in range(int(s.players)):
        if q != p:
            route_points = max(route_points, int(sheet[q][ROUTE_POINTS]))
            longest = max(longest, int(sheet[q][LONGEST]))
            made = max(made, int(sheet[q][TICKETS_MADE]))
    inputs.other_route_points = route_points
    inputs.longest_lead = max(-8, min(8, int(sheet[p][LONGEST]) - longest))
    inputs.tickets_made_lead = int(sheet[p][TICKETS_MADE]) - made
    leads = 0
    safe_leads = 0
    passengers = 0
    for colour in range(int(b.passenger_colours)):
        most = most_of_others(s, p, colour)
        n = int(s.passengers[p][colour])
        passengers += n
        if n > most:
            leads += 1
        if n > most + 1:
            safe_leads += 1
    inputs.passenger_leads = leads
    inputs.safe_passenger_leads = safe_leads
    inputs.passengers = passengers


def fill_plan(s, b, p, plan, sheet, inputs):
    """Write the inputs from the plan: tickets made, planned and lost, and what it still needs."""
    planned = 0
    near = 0.0
    lost = 0
    made = int(sheet[p][TICKET_POINTS])
    for i in range(int(plan.tickets)):
        missed = at_stake(plan, i)
        missing = int(plan.tracks_missing[i])
        if missing >= 0:
            points = int(plan.ticket_value[i]) // POINT - missed
            planned += points
            near += points / (1 + missing)
        else:
            lost += missed
        # The score counts open tickets as missed.
        made += missed
    inputs.made_ticket_points = made
    inputs.planned_ticket_points = planned
    inputs.near_ticket_points = near
    inputs.lost_ticket_points = lost
    inputs.plan_cost = plan.total_cost
    inputs.plan_trains = plan.total_trains
    inputs.plan_claims = plan.total_claims
    inputs.plan_cards_missing = plan.total_draws
    needed = turns_needed(s, p, plan)
    slack = int(plan.turns_left) - needed
    inputs.plan_turns = needed
    inputs.spare_turns = max(0, min(10, slack))
    inputs.late_turns = max(0, min(10, -slack))
    inputs.spare_trains = spare_trains(s, p, plan)
    inputs.tickets_dropped = plan.dropped
    inputs.tickets_held = count_held(s, p)


def fill_hand(s, p, inputs):
    """Write the inputs from the hand: cards, locomotives, the three most frequent colours."""
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
    inputs.cards = s.cards[p]
    inputs.locomotives = s.hands[p][LOCOMOTIVE]
    inputs.first_colour = first
    inputs.second_colour = second
    inputs.third_colour = third


def fill_tracks(s, b, p, plan, inputs):
    """Write the inputs from tracks that can be claimed now or later."""
    first = 0
    second = 0
    planned = 0
    long_tracks = 0
    best = 0
    for t in range(int(b.tracks)):
        if int(plan.cost[t]) >= FAR:
            continue
        value = int(plan.value[t])
        if int(b.track_length[t]) >= 5:
            long_tracks += 1
        best = max(best, value)
        if int(plan.draws[t]) > 0:
            continue
        if int(plan.planned[t]) == 1:
            planned += 1
        elif value > first:
            second = first
            first = value
        elif value > second:
            second = value
    inputs.best_claim_value = first
    inputs.second_claim_value = second
    inputs.planned_claims = planned
    inputs.long_tracks = long_tracks
    inputs.best_track_value = best
    inputs.best_value_per_turn = best_value_per_turn(s, b, p, plan)


def fill_table(s, p, plan, inputs):
    """Write the inputs from trains, turns, and the other seats' hands."""
    players = int(s.players)
    trains = 1000
    cards = 0
    tickets = 0
    for q in range(players):
        if q != p:
            trains = min(trains, int(s.trains[q]))
            cards = max(cards, int(s.cards[q]))
            tickets = max(tickets, count_held(s, q))
    inputs.trains = s.trains[p]
    inputs.other_trains = trains
    inputs.other_cards = cards
    inputs.other_tickets = tickets
    inputs.turns_left = plan.turns_left
    inputs.seats_until_turn = (p - int(s.turn) + players) % players
    inputs.own_turn = 1 if int(s.turn) == p else 0
    inputs.second_card = 1 if int(s.phase) == SECOND_PHASE else 0
    inputs.last_round = 1 if int(s.last_turns) > 0 else 0
    inputs.more_players = players - 2
    inputs.ticket_decks = int(s.ticket_deck_n[0]) + int(s.ticket_deck_n[1])
    inputs.trains_lead = int(s.trains[p]) - trains
