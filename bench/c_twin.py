"""The C twin of the kernel: a board's data as a C header, compiled with `twin.c`, and run."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from goldenspike.boards.load import load_board
from goldenspike.boards.model import KINDS, RETURNS, TRACK_COLOURS, Board, Track
from goldenspike.rules.codes import SCORE_PARTS, TICKETS_MADE, TICKETS_MISSED, TOTAL
from goldenspike.rules.compiled import entry_points
from goldenspike.rules.engine import key_words
from goldenspike.rules.kernel_board import kernel_board_of
from goldenspike.rules.record_layout import SCRATCH_SIZE, STATE_SIZE

SOURCE = Path(__file__).with_name("twin.c")
FLAGS = ("-O3", "-march=native")
CLASS_FIELDS = (
    "colour", "length", "locomotives", "wild", "rate", "for_locomotive", "first", "end",
)  # fmt: skip
"""Of a class of tracks that are paid for alike: what `payments` reads, and its range of tracks."""


def compile_c(source: Path, program: Path, *flags: str) -> Path:
    """Compile a C program with gcc."""
    compiler = shutil.which("gcc")
    if compiler is None:
        sys.exit("yardstick.py: no gcc on the PATH; it compiles the C programs (Debian: gcc)")
    made = subprocess.run(
        [compiler, *flags, "-o", program, source], capture_output=True, text=True, check=False
    )
    if made.returncode:
        sys.exit(f"yardstick.py: gcc does not compile {source}:\n{made.stderr}")
    return program


def build_twin(name: str, folder: Path) -> Path:
    """Compile the twin of a board."""
    tables = folder / name
    tables.mkdir()
    (tables / "board.h").write_text(board_header(load_board(name)), encoding="utf-8")
    return compile_c(SOURCE, tables / "twin", *FLAGS, f"-I{tables}")


@dataclass(frozen=True)
class Sums:
    """Games played by a program, how long they took, and what they were like.

    `means` and `variances`, over games: decisions, share of tickets made, points of each seat.
    """

    games: int
    seconds: float
    means: list[float]
    variances: list[float]


def run_twin(program: Path, players: int, games: int, seed: int = 0) -> Sums:
    """Play games in C."""
    printed = subprocess.run(
        [program, str(players), str(games), str(seed)], capture_output=True, text=True, check=True
    ).stdout
    told: dict[str, Any] = json.loads(printed)
    means = [total / games for total, _ in told["sums"]]
    squares = [square / games for _, square in told["sums"]]
    variances = [square - mean**2 for square, mean in zip(squares, means, strict=True)]
    return Sums(games, told["seconds"], means, variances)


def kernel_means(name: str, players: int, games: int) -> list[float]:
    """Play games in the compiled kernel; returns what `Sums.means` has."""
    kernel_board = kernel_board_of(load_board(name))
    sheets = np.zeros((games, 5, SCORE_PARTS), np.int32)
    decisions = entry_points.play_random_games(
        np.zeros(STATE_SIZE, np.uint8),
        kernel_board.row,
        players,
        np.array(key_words(0), np.int64),
        -1,
        np.zeros(SCRATCH_SIZE, np.uint8),
        np.zeros(kernel_board.codes, np.int32),
        sheets,
    )
    seats = sheets[:, :players]
    made = seats[:, :, TICKETS_MADE].sum(axis=1)
    held = made + seats[:, :, TICKETS_MISSED].sum(axis=1)
    points = [float(mean) for mean in seats[:, :, TOTAL].mean(axis=0)]
    return [decisions / games, float((made / held).mean()), *points]


def deviations(twin: Sums, means: list[float], games: int) -> list[float]:
    """By how many standard errors the means of two programs differ."""
    return [
        (ours - theirs) / math.sqrt(variance / games + variance / twin.games)
        for ours, theirs, variance in zip(means, twin.means, twin.variances, strict=True)
    ]


def board_header(board: Board) -> str:
    """Write a board as C: constants for its switches, arrays for places, tracks and tickets."""
    tracks = sorted(board.tracks, key=class_key)
    keys = sorted({class_key(track) for track in tracks})
    classes = []
    for key in keys:
        members = [t for t, track in enumerate(tracks) if class_key(track) == key]
        classes.append(c_class(board, tracks[members[0]], members[0], members[-1] + 1))
    parallel = [
        [u for u, other in enumerate(tracks) if u != t and {other.a, other.b} == {track.a, track.b}]
        for t, track in enumerate(tracks)
    ]
    bag = board.passengers
    closed = sum(1 << players for players in board.parallel_closed_for)
    constants = {
        "PLACES": len(board.places),
        "TRACKS": len(tracks),
        "CLASSES": len(classes),
        "TICKETS": len(board.tickets),
        "DECKS": len(board.ticket_decks),
        "CARDS": 8 * board.cards_per_colour + board.locomotives,
        "TRAINS": board.trains,
        "HAND": board.hand,
        "MARKET": board.market,
        "CLEAR_AT": board.locomotives_clear_market or 0,
        "LOCOMOTIVE_ENDS_DRAW": int(board.locomotive_ends_draw),
        "PARALLEL_CLOSED": closed,
        "TUNNEL_CARDS": board.tunnel_cards,
        "SUBSTITUTES": int(any(substitution(board, track)[0] for track in tracks)),
        "LAST_TURN_TRAINS": board.last_turn_trains,
        "LONGEST_BONUS": board.longest_path_bonus,
        "MOST_TICKETS_BONUS": board.most_tickets_bonus,
        "COUNTRIES": int(any(place.country for place in board.places)),
        "PASSENGER_COLOURS": len(bag.colours) if bag else 0,
        "PASSENGERS_EACH": bag.per_colour if bag else 0,
        "PASSENGERS_FIRST": bag.first if bag else 0,
        "PASSENGERS_SECOND": bag.second if bag else 0,
    }
    for deal_name, deal in (("FIRST", board.first_deal), ("LATER", board.later_deal)):
        constants[f"{deal_name}_DRAW"] = deal.draw
        constants[f"{deal_name}_KEEP"] = deal.keep
        constants[f"{deal_name}_RETURN"] = RETURNS.index(deal.returned)
    arrays = {
        "card_counts": [board.cards_per_colour] * 8 + [board.locomotives],
        "route_points": [board.route_points.get(n, 0) for n in range(10)],
        "country": [int(place.country) for place in board.places],
        "waiting_at": [place.passengers or 0 for place in board.places],
        "track_a": [track.a for track in tracks],
        "track_b": [track.b for track in tracks],
        "track_length": [track.length for track in tracks],
        "track_kind": [KINDS.index(track.kind) for track in tracks],
        "track_class": [keys.index(class_key(track)) for track in tracks],
        "ticket_a": [ticket.a for ticket in board.tickets],
        "ticket_b": [ticket.b for ticket in board.tickets],
        "ticket_points": [ticket.points for ticket in board.tickets],
        "ticket_in": [ticket.deck for ticket in board.tickets],
    }
    lines = [f"#define {name} {value}" for name, value in constants.items()]
    lines.append(f"typedef struct {{ int {', '.join(CLASS_FIELDS)}; }} Class;")
    lines += [
        f"static const int {name}[] = {{{', '.join(map(str, numbers))}}};"
        for name, numbers in arrays.items()
    ]
    two = [(*others, -1, -1)[:2] for others in parallel]
    pairs = ", ".join(f"{{{first}, {second}}}" for first, second in two)
    lines.append(f"static const int parallel[][2] = {{{pairs}}};")
    lines.append(f"static const Class class_of[] = {{{', '.join(classes)}}};")
    return "\n".join(lines) + "\n"


def class_key(track: Track) -> tuple[int, int, int, int, int]:
    """Tracks with the same key are paid for alike."""
    colour = TRACK_COLOURS.index(track.colour)
    kind = KINDS.index(track.kind)
    return colour, track.length, kind, track.locomotives, track.card_substitute or 0


def substitution(board: Board, track: Track) -> tuple[int, bool]:
    """N-FERRY-3, N-LIEKSA: cards that replace one, and whether that one is a locomotive."""
    if track.card_substitute:
        return track.card_substitute, False
    if track.kind == "ferry" and board.ferry_substitute:
        return board.ferry_substitute, True
    return 0, False


def c_class(board: Board, track: Track, first: int, end: int) -> str:
    rate, for_locomotive = substitution(board, track)
    wild = int(track.kind in board.wild_on)
    numbers = (
        TRACK_COLOURS.index(track.colour), track.length, track.locomotives, wild, rate,
        int(for_locomotive), first, end,
    )  # fmt: skip
    return f"{{{', '.join(map(str, numbers))}}}"
