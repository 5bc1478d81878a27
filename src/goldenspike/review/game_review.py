"""Reviewing a game: every decision judged, chances, luck, beliefs, and a summary.

The same game gives the same review, bit for bit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from goldenspike.bots.judgement.estimator import COMPILED_UNITS
from goldenspike.errors import InputError
from goldenspike.game import Game
from goldenspike.notation.actions import Action
from goldenspike.review.judging import SETTINGS, Judge, Setting
from goldenspike.review.luck import KINDS, LuckMeter
from goldenspike.review.model import (
    MARKS,
    Belief,
    Chances,
    Cut,
    Decision,
    Idea,
    Message,
    Review,
    SeatReview,
    mark_of,
)
from goldenspike.review.reasons import reasons
from goldenspike.review.seat_beliefs import beliefs_at, moments
from goldenspike.review.summary import game_summary, seat_summary
from goldenspike.rules.codes import CLAIMING, claimed_track, decode
from goldenspike.rules.compiled import preparation
from goldenspike.rules.engine import engine

Progress = Callable[[int, int], None]
OnChances = Callable[[Chances], None]

LEAST_CUT = 3.0
"""Points that a claim has to cost another seat to be listed."""
STEEPNESS = 20.0
"""A decision that lost a chance of c has an accuracy of 100 exp(-STEEPNESS c)."""
OPEN_SEED = "all cards on the table"


def review_game(
    game: Game,
    setting: str = "quick",
    progress: Progress | None = None,
    on_chances: OnChances | None = None,
) -> Review:
    """Review a game that is over; `InputError` if it is not, or if there is no such setting.

    `on_chances` gets the chances of winning as soon as they are known, before decisions are judged.
    """
    if setting not in SETTINGS:
        raise InputError(f"a review is {', '.join(SETTINGS)}, not {setting!r}")
    if not game.over:
        raise InputError("a review is for games that are over: it shows all cards")
    preparation.wait_for(COMPILED_UNITS)
    reviewer = _Reviewer(game, setting)
    chances = reviewer.chances()
    if on_chances is not None:
        on_chances(chances)
    return reviewer.review(chances, progress)


class _Reviewer:
    """The state of one review."""

    def __init__(self, game: Game, setting: str) -> None:
        self._game = game
        self._name = setting
        self._setting: Setting = SETTINGS[setting]
        self._positions = list(game.history(kernel="compiled"))
        self._judge = Judge(game.kernel_board, game.players, self._setting)
        self._meter = LuckMeter(game.kernel_board, engine("compiled"), self._judge.estimator)
        self._luck = [dict.fromkeys(KINDS, 0.0) for _ in range(game.players)]
        self._cuts: list[Cut] = []

    def chances(self) -> Chances:
        """Return the chances of winning after every action, with all cards on the table."""
        games: list[Game | None] = [before for before, _ in self._positions]
        start, *after = (self._open_chances(game) for game in (*games, None))
        return Chances(start, tuple(after))

    def review(self, chances: Chances, progress: Progress | None) -> Review:
        """Go through the game once."""
        total = len(self._positions)
        decisions: list[Decision] = []
        beliefs: list[Belief] = []
        looked = moments(total)
        deal = self._meter.deal(self._positions[0][0].row)
        for seat, luck in enumerate(deal):
            self._luck[seat]["deal"] += luck
        for i, (before, code) in enumerate(self._positions):
            after = self._positions[i + 1][0] if i + 1 < total else None
            decisions.append(self._decision(i + 1, before, code, chances.after[i]))
            if after is not None:
                self._find_cuts(i + 1, before, code, after)
                if i + 1 in looked:
                    beliefs += beliefs_at(after, i + 1)
            if progress is not None:
                progress(i + 1, total)
        cuts = tuple(self._cuts)
        seats = tuple(
            self._seat(seat, [d for d in decisions if d.seat == seat], cuts)
            for seat in range(self._game.players)
        )
        return Review(
            board=self._game.board.id,
            players=self._game.players,
            setting=self._name,
            start=chances.start,
            seats=seats,
            decisions=tuple(decisions),
            deal_luck=tuple(round(luck, 2) for luck in deal),
            cuts=cuts,
            beliefs=tuple(beliefs),
            summary=game_summary(seats, decisions),
        )

    def _decision(
        self, number: int, before: Game, code: int, chances: tuple[float, ...]
    ) -> Decision:
        seat = before.seat
        legal = {action.code: action for action in before.legal()}
        played = legal[code]
        chance = self._meter.action(before.row, code)
        luck = 0.0
        if chance is not None:
            kind, luck = chance
            self._luck[seat][kind] += luck
        view = before.view(seat)
        judged = self._judge.judge(view, code)
        lost, best = judged.chance_lost, None
        why: tuple[Message, ...] = ()
        planned: tuple[str, ...] = ()
        if judged.best != code:
            first = judged.ideas[0]
            best = _idea(legal, first)
            plan = self._judge.estimator.plan(view.raw, seat, before.players)
            why = reasons(view, plan, legal[first[0]], played)
            planned = tuple(before.board.tracks[t].id for t in sorted(plan.tracks))
        return Decision(
            number=number,
            seat=seat,
            phase=before.phase,
            action=played.text,
            forced=len(legal) == 1,
            known=_rounded(judged.known),
            open=chances,
            best=best,
            chance_lost=round(lost, 4),
            points_lost=round(judged.points_lost, 2),
            mark=mark_of(lost),
            reasons=why,
            plan=planned,
            ideas=tuple(_idea(legal, one) for one in judged.ideas),
            luck=round(luck, 2),
        )

    def _open_chances(self, game: Game | None) -> tuple[float, ...]:
        """Return the chances of all seats with all cards on the table; None: the result."""
        if game is None:
            outcome = self._game.outcome
            assert outcome is not None
            return outcome.shares
        worlds = range(self._setting.open)
        simulated = self._judge.estimator.simulate_state(game.row, OPEN_SEED, worlds)
        return _rounded(self._judge.calibration.open_chances(simulated).mean(0)[0])

    def _find_cuts(self, number: int, before: Game, code: int, after: Game) -> None:
        """Note whose plan a claim has cut, and what that cost."""
        kind, argument = decode(before.kernel_board.plain, code)
        if kind != CLAIMING:
            return
        kernel_board, by, players = before.kernel_board, before.seat, before.players
        number_of = claimed_track(kernel_board.plain, argument)
        if int(after.state.owner[number_of]) != by:
            return
        track = kernel_board.track_order[number_of]
        for seat in range(players):
            if seat == by:
                continue
            plan = self._judge.estimator.plan(before.row, seat, players)
            if track not in plan.tracks:
                continue
            left = self._judge.estimator.own_points(after.row, seat, players)
            if plan.points - left >= LEAST_CUT:
                cost = round(plan.points - left, 1)
                self._cuts.append(Cut(number, by, seat, before.board.tracks[track].id, cost))

    def _seat(self, seat: int, decisions: list[Decision], cuts: Sequence[Cut]) -> SeatReview:
        score = self._game.scores()[seat]
        chosen = [d for d in decisions if not d.forced]
        accuracy = [100 * math.exp(-STEEPNESS * d.chance_lost) for d in chosen]
        luck = sum(self._luck[seat].values())
        return SeatReview(
            seat=seat,
            points=score.total,
            rank=score.rank,
            accuracy=round(sum(accuracy) / len(accuracy), 1) if accuracy else 100.0,
            decisions=len(chosen),
            marks={mark: sum(d.mark == mark for d in chosen) for mark in MARKS},
            chance_lost=round(sum(d.chance_lost for d in chosen), 4),
            points_lost=round(sum(d.points_lost for d in chosen), 2),
            luck=round(luck, 2),
            luck_of={kind: round(value, 2) for kind, value in self._luck[seat].items()},
            adjusted_points=round(score.total - luck, 2),
            summary=seat_summary(seat, chosen, cuts, luck),
        )


def _idea(legal: dict[int, Action], idea: tuple[int, float, float]) -> Idea:
    code, chance, points = idea
    return Idea(legal[code].text, round(chance, 4), round(points, 2))


def _rounded(chances: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(float(chance), 4) for chance in chances)
