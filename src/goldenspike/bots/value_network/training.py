"""Fitting the value network to training data: least squares by AdamW, in NumPy.

The network is small enough for that. The same data and seed give the same weights on the same
machine; another processor may round differently.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots.value_network import perceptron
from goldenspike.bots.value_network.inputs import COUNT
from goldenspike.bots.value_network.training_data import Floats, Progress

BATCH = 512
RATE = 4e-3
"""The largest learning rate: it rises to this, and falls to almost nothing."""
RISE = 0.3
"""The part of the steps in which it rises."""
DECAY = 1e-4
MOMENTS = 0.9, 0.999
TINY = 1e-8
SIZES = (COUNT, perceptron.FIRST, perceptron.SECOND, 1)


def fit(inputs: Floats, points: Floats, passes: int, seed: int, progress: Progress) -> Floats:
    """Train a network on rows of scaled inputs and final points; returns its weights.

    They are in the order of `perceptron`: each layer's weights by input, then its biases.
    """
    rng = np.random.default_rng(seed)
    targets = points / np.float32(perceptron.OUTPUT_SCALE)
    weights = first_weights(rng)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    batch = min(BATCH, len(inputs))
    steps = passes * (len(inputs) // batch)
    for step, rows in enumerate(batches(rng, len(inputs), batch, passes), 1):
        slope = gradient(weights, inputs[rows], targets[rows])
        mean += (1 - MOMENTS[0]) * (slope - mean)
        square += (1 - MOMENTS[1]) * (slope * slope - square)
        rate = learning_rate(step / steps)
        size = np.sqrt(square / (1 - MOMENTS[1] ** step)) + TINY
        weights -= rate * (mean / (1 - MOMENTS[0] ** step) / size + DECAY * weights)
        progress(step, steps)
    return weights


def outputs(weights: Floats, inputs: Floats) -> Floats:
    """Return the points that the network expects for rows of scaled inputs."""
    (a, a_bias), (b, b_bias), (c, c_bias) = layers(weights)
    first = np.maximum(inputs @ a + a_bias, 0)
    second = np.maximum(first @ b + b_bias, 0)
    found: Floats = (second @ c + c_bias)[:, 0] * np.float32(perceptron.OUTPUT_SCALE)
    return found


def layers(weights: Floats) -> list[tuple[Floats, Floats]]:
    """Return the weights and biases of each layer, as views of the one array."""
    found, at = [], 0
    for before, after in pairwise(SIZES):
        bias = at + before * after
        found.append((weights[at:bias].reshape(before, after), weights[bias : bias + after]))
        at = bias + after
    return found


def first_weights(rng: np.random.Generator) -> Floats:
    """Draw the weights to begin with: uniform, the smaller the more inputs a unit has."""
    weights = np.zeros(perceptron.WEIGHTS, np.float32)
    for matrix, bias in layers(weights):
        limit = 1 / math.sqrt(len(matrix))
        matrix[:] = rng.uniform(-limit, limit, matrix.shape)
        bias[:] = rng.uniform(-limit, limit, bias.shape)
    return weights


def batches(
    rng: np.random.Generator, rows: int, batch: int, passes: int
) -> Iterator[NDArray[np.int64]]:
    """Return rows in random order, some at a time; the rest of a pass is left out."""
    for _ in range(passes):
        order = rng.permutation(rows)
        for i in range(rows // batch):
            yield order[i * batch : (i + 1) * batch]


def gradient(weights: Floats, inputs: Floats, targets: Floats) -> Floats:
    """Return the gradient of the mean squared error."""
    (a, a_bias), (b, b_bias), (c, c_bias) = layers(weights)
    first = np.maximum(inputs @ a + a_bias, 0)
    second = np.maximum(first @ b + b_bias, 0)
    error = second @ c + c_bias - targets[:, None]
    error *= 2 / len(targets)
    slope = np.empty_like(weights)
    (da, da_bias), (db, db_bias), (dc, dc_bias) = layers(slope)
    dc[:], dc_bias[:] = second.T @ error, error.sum(axis=0)
    back = (error @ c.T) * (second > 0)
    db[:], db_bias[:] = first.T @ back, back.sum(axis=0)
    back = (back @ b.T) * (first > 0)
    da[:], da_bias[:] = inputs.T @ back, back.sum(axis=0)
    return slope


def learning_rate(part: float) -> float:
    """Return the rate when this part of the steps is done: it rises, then falls, by cosines."""
    if part < RISE:
        return RATE * (0.04 + 0.96 * (1 - math.cos(math.pi * part / RISE)) / 2)
    return RATE * (1e-4 + (1 + math.cos(math.pi * (part - RISE) / (1 - RISE))) / 2)
