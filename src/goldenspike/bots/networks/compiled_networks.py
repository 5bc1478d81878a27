"""Networks in compiled code: `choose_any` runs a network, or any other policy.

Sums are added up in another order than NumPy's: of two actions that a network likes equally, up to
rounding, it may take the other one.
"""

from __future__ import annotations

import numpy as np

from goldenspike.bots.compiled_policies import CHOOSE_CODE, choose_code, policy_entry
from goldenspike.bots.networks import network_record
from goldenspike.bots.networks.network_record import (
    HEADER,
    INPUTS,
    KIND,
    LAYERS,
    NETWORK,
    OFFSETS,
    SIZES,
)
from goldenspike.bots.policy_record import POLICY_SIZE
from goldenspike.bots.workspace import WORKSPACE_DTYPE as WORKSPACE
from goldenspike.bots.workspace import WORKSPACE_SIZE
from goldenspike.observation import blocks, write_blocks
from goldenspike.observation.blocks import MAX_NORMALIZED
from goldenspike.observation.compiled_observation import SOURCES as OBSERVATION
from goldenspike.rules import legal
from goldenspike.rules.record_layout import BOARD_DTYPE as BOARD
from goldenspike.rules.record_layout import STATE_DTYPE as STATE

SOURCES = (*OBSERVATION, network_record, blocks)
LIMIT = np.float32(MAX_NORMALIZED)


@policy_entry(CHOOSE_CODE, SOURCES, nogil=True)
def choose_any(view, board, policy, rng, workspace):
    """As `compiled_policies.choose_code`, also for the row of a network (`network_record`)."""
    header = policy[: 8 * HEADER].view(np.int64)
    if header[KIND] != NETWORK:
        return choose_code(view, board, policy[:POLICY_SIZE], rng, workspace[:WORKSPACE_SIZE])
    s = view.view(STATE)[0]
    b = board.view(BOARD)[0]
    work = workspace[:WORKSPACE_SIZE].view(WORKSPACE)[0]
    inputs = header[INPUTS]
    layers = header[LAYERS]
    widest = inputs
    for layer in range(layers):
        widest = max(widest, header[SIZES + layer])
    start = 8 * HEADER
    offsets = policy[start : start + 4 * header[OFFSETS]].view(np.int32)
    start += 4 * header[OFFSETS]
    scale = policy[start : start + 4 * inputs].view(np.float32)
    start += 4 * inputs
    seen = workspace[WORKSPACE_SIZE : WORKSPACE_SIZE + inputs]
    after = WORKSPACE_SIZE + (inputs + 63) // 64 * 64
    x = workspace[after : after + 4 * widest].view(np.float32)
    y = workspace[after + 4 * widest : after + 8 * widest].view(np.float32)
    seen[:] = 0
    write_blocks.write_observation(s, b, np.int64(s.turn), offsets, work.scratch, seen)
    size = inputs
    for i in range(inputs):
        x[i] = min(np.float32(seen[i]) * scale[i], LIMIT)
    for layer in range(layers - 1):
        outputs = header[SIZES + layer]
        weights = policy[start : start + 4 * size * outputs].view(np.float32)
        start += 4 * size * outputs
        bias = policy[start : start + 4 * outputs].view(np.float32)
        start += 4 * outputs
        for j in range(outputs):
            y[j] = bias[j]
        for i in range(size):
            if x[i] != 0:
                for j in range(outputs):
                    y[j] += x[i] * weights[i * outputs + j]
        for j in range(outputs):
            x[j] = max(y[j], np.float32(0))
        size = outputs
    # Of the last layer, only the outputs of legal actions are needed.
    outputs = header[SIZES + layers - 1]
    weights = policy[start : start + 4 * size * outputs].view(np.float32)
    start += 4 * size * outputs
    bias = policy[start : start + 4 * outputs].view(np.float32)
    best = -1
    liked = np.float32(0)
    for k in range(legal.legal(s, b, work.scratch, work.codes)):
        code = work.codes[k]
        total = bias[code]
        for i in range(size):
            total += x[i] * weights[i * outputs + code]
        if best < 0 or total > liked:
            best = code
            liked = total
    return best
