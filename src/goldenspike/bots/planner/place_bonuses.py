"""What a track brings for the bonuses that count places, regions and networks (BONUS-1)."""


def joined_places_value(b, plan, a, z):
    """Estimate the value of the places that a track joins to the seat's network.

    A track away from the network joins its places only if it is connected later, and is a network
    of its own meanwhile.
    """
    value = 0
    if int(plan.own_place[a]) == 0:
        value += int(b.place_worth[a])
    if int(plan.own_place[z]) == 0:
        value += int(b.place_worth[z])
    if int(plan.own_place[a]) == 0 and int(plan.own_place[z]) == 0:
        value = value // 6 + int(b.network_worth)
    return value
