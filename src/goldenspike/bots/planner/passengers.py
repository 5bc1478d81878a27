"""The value of passengers, and which one to take (G-PASS)."""

from goldenspike.rules.codes import decode, passenger


def value_passengers(v, b, p, policy, plan):
    """The value of the best passenger waiting at each place (G-PASS-3)."""
    for place in range(int(b.places)):
        best = 0
        if int(b.passenger_colours) > 0:
            for i in range(len(v.waiting[place])):
                colour = int(v.waiting[place][i]) - 1
                if colour >= 0:
                    best = max(best, passenger_gain(v, b, p, colour))
        plan.passenger_value[place] = best * int(policy.people) // 100


def passenger_gain(v, b, p, colour):
    """Estimate the value of one more passenger of a colour, for its majority bonus."""
    most = most_of_others(v, p, colour)
    own = int(v.passengers[p][colour])
    first = 100 * int(b.passengers_first)
    second = 100 * int(b.passengers_second)
    ahead = own - most
    if ahead >= 3:
        worth = first // 20
    elif ahead >= 1:
        worth = first // 8
    elif ahead >= -1:
        worth = first // 4
    elif ahead >= -3:
        worth = first // 7
    else:
        worth = first // 14
    if own == 0:
        worth += second // 2
    return worth


def most_of_others(v, p, colour):
    """The most passengers of a colour that another seat has."""
    most = 0
    for q in range(int(v.players)):
        if q != p:
            most = max(most, int(v.passengers[q][colour]))
    return most


def choose_passenger(v, b, p, n, codes):
    """The code that takes the most valuable passenger."""
    best = int(codes[0])
    value = -1
    for i in range(n):
        _, argument = decode(b, int(codes[i]))
        _, colour = passenger(argument)
        worth = passenger_gain(v, b, p, colour)
        if worth > value:
            value = worth
            best = int(codes[i])
    return best
