"""The network: two hidden layers with ReLU, one output, all weights in one array."""

from goldenspike.bots.value_network.inputs import COUNT, SCALES

FIRST = 64
SECOND = 32
# Where each part begins in the array of weights; weights between layers are stored by input.
FIRST_BIAS = COUNT * FIRST
SECOND_WEIGHTS = FIRST_BIAS + FIRST
SECOND_BIAS = SECOND_WEIGHTS + FIRST * SECOND
LAST_WEIGHTS = SECOND_BIAS + SECOND
LAST_BIAS = LAST_WEIGHTS + SECOND
WEIGHTS = LAST_BIAS + 1
OUTPUT_SCALE = 50.0
"""Points that an output of 1 stands for."""


def scale_inputs(inputs, scaled):
    """Divide all inputs by their scales."""
    for i in range(COUNT):
        scaled[i] = inputs.values[i] / SCALES[i]


def network_output(weights, scaled, first, second):
    """Return the points that the network expects; `first` and `second` hold the hidden layers."""
    for j in range(FIRST):
        first[j] = weights[FIRST_BIAS + j]
    for i in range(COUNT):
        x = scaled[i]
        if x != 0:
            for j in range(FIRST):
                first[j] += x * weights[i * FIRST + j]
    for j in range(SECOND):
        second[j] = weights[SECOND_BIAS + j]
    for i in range(FIRST):
        x = first[i]
        if x > 0:
            for j in range(SECOND):
                second[j] += x * weights[SECOND_WEIGHTS + i * SECOND + j]
    total = weights[LAST_BIAS]
    for j in range(SECOND):
        if second[j] > 0:
            total += second[j] * weights[LAST_WEIGHTS + j]
    return total * OUTPUT_SCALE
