"""A game at the terminal: the loop that asks people and bots in turn."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Sequence
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from goldenspike.bots import Bot, make_bot
from goldenspike.bots.contract import Budget
from goldenspike.bots.safety import SeatedBot, decide
from goldenspike.cli.score_table import score_table
from goldenspike.cli.terminal.event_text import YOU, event_text
from goldenspike.cli.terminal.menu import Choice, choices, payments
from goldenspike.cli.terminal.prompt import HELP, ask
from goldenspike.cli.terminal.saved_games import save_game
from goldenspike.cli.terminal.screen import table_screen, ticket_line
from goldenspike.errors import InputError
from goldenspike.events import Event
from goldenspike.game import Game, View
from goldenspike.notation.actions import Action

ME = "me"
PREPARE_SECONDS = 2.0
"""Seconds for a bot to get ready before a notice is printed."""
MENU_LINES = 14
"""A menu with more lines is printed in columns."""
HINT_BOTS = ("planner", "greedy")


class PlayerLeft(Exception):
    """The player has left the game before its end."""


class TerminalTable:
    """A game with its seats and events, played at the terminal."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[str],
        screen: Console,
        think: float,
        events: Sequence[Event] = (),
        save: Path | None = None,
        cores: int = 1,
    ) -> None:
        self.game = game
        self.seats = list(seats)
        self.screen = screen
        self.budget = Budget(think, cores)
        self.save_to = save
        self.events = list(events)
        self.read_up_to = [0] * len(seats)
        for number, event in enumerate(self.events, start=1):
            self.read_up_to[event.seat] = number
        people = [p for p, seat in enumerate(seats) if seat == ME]
        self.people = people
        self.names = [
            (YOU if len(people) == 1 else f"player {people.index(p) + 1}") if seat == ME else seat
            for p, seat in enumerate(seats)
        ]
        self.bots = {
            p: SeatedBot(make_bot(seat), budget=self.budget)
            for p, seat in enumerate(seats)
            if seat != ME
        }

    def run(self) -> None:
        """Play to the end; raises `PlayerLeft` if the player leaves."""
        for seated in self.bots.values():
            self.prepare_bot(seated.bot)
        last_person: int | None = None
        while not self.game.over:
            seat = self.game.seat
            if seat in self.bots:
                self.bot_acts(seat)
                continue
            if last_person not in (None, seat) and len(self.people) > 1:
                self.screen.clear()
                ask(
                    f"{self.names[seat]}: your turn. Press Enter when only you can see the screen. "
                )
            last_person = seat
            self.person_acts(seat)
        self.show_end()

    def prepare_bot(self, bot: Bot) -> None:
        """Let a bot load or compile what it needs, with a notice if that takes long."""
        failed: list[Exception] = []
        work = threading.Thread(
            target=_prepare, args=(bot, self.game.view(None).kernel, failed), daemon=True
        )
        work.start()
        work.join(PREPARE_SECONDS)
        if work.is_alive():
            self.screen.print(
                f"{bot.name} gets ready; the first time on a machine this takes a minute or two ..."
            )
            work.join()
        for error in failed:
            raise InputError(f"{bot.name} does not get ready: {error}")

    def bot_acts(self, seat: int) -> None:
        """Play a bot's decision, and print a notice if it failed."""
        decision = self.bots[seat].decide(self.game.view(seat))
        if decision.trouble:
            self.screen.print(f"{self.names[seat]} {decision.trouble}", style="dim")
        self.play(decision.action)

    def play(self, action: Action | str) -> None:
        """Play an action, and add its event."""
        self.events.append(self.game.play(action))

    def person_acts(self, seat: int) -> None:
        """Show the table, and play the player's decision."""
        view = self.game.view(seat)
        self.show_table(view, seat)
        while True:
            menu = choices(view)
            self.show_menu(menu)
            action = self.read_decision(view, seat, menu, "> ")
            if action is not None:
                self.play(action)
                self.read_up_to[seat] = len(self.events)
                return

    def show_table(self, view: View, seat: int) -> None:
        """Print the screen as the seat sees it, with the events since its last turn."""
        news = [
            event_text(view.board, event.seen_by(seat), self.names)
            for event in self.events[self.read_up_to[seat] :]
        ]
        self.screen.print()
        self.screen.print(table_screen(view, self.names, news[-14:], self.screen.width))

    def show_menu(self, menu: Sequence[Choice]) -> None:
        """Print the numbered lines of a menu."""
        lines = []
        for number, choice in enumerate(menu, start=1):
            ways = f"  ({len(choice.actions)} ways to pay)" if len(choice.actions) > 1 else ""
            line = Text(f"{number:>4}  ").append(choice.label)
            lines.append(line.append(ways, style="dim"))
        if len(lines) > MENU_LINES:
            self.screen.print(Columns(lines, column_first=True, equal=True))
        else:
            self.screen.print(Text("\n").join(lines))

    def read_decision(
        self, view: View, seat: int, menu: Sequence[Choice], mark: str
    ) -> Action | str | None:
        """Read and run commands until the player chooses an action; None shows the menu again."""
        words = [action.text for action in view.legal()]
        answer = ask(mark, words)
        word, _, rest = answer.partition(" ")
        command = word.lower()
        if not answer or command == "undo":
            return None
        if command in ("help", "?"):
            self.screen.print(HELP)
        elif command == "hint":
            self.give_hint(view)
        elif command == "map":
            self.show_table(view, seat)
        elif command == "log":
            for event in self.events:
                self.screen.print(event_text(view.board, event.seen_by(seat), self.names))
        elif command == "save":
            self.save(rest or None)
        elif command in ("quit", "q"):
            self.leave()
        elif all(p.isascii() and p.isdigit() and len(p) < 6 for p in answer.split()):
            return self.choose_by_numbers(view, seat, menu, [int(part) for part in answer.split()])
        else:
            return self.choose_by_text(view, f"{command} {rest}".strip())
        return self.read_decision(view, seat, menu, mark)

    def choose_by_numbers(
        self, view: View, seat: int, menu: Sequence[Choice], numbers: list[int]
    ) -> Action | str | None:
        """Return the action of a menu's line; for a track with several payments, ask for one."""
        if not all(1 <= number <= len(menu) for number in numbers):
            self.screen.print(f"There are lines 1 to {len(menu)}.")
            return None
        if not menu[0].actions:
            tickets = " ".join(menu[number - 1].ticket for number in dict.fromkeys(numbers))
            text = self.choose_by_text(view, f"keep {tickets}")
            return text if text and self.confirm(str(text)) else None
        if len(numbers) > 1:
            self.screen.print("One line at a time, please.")
            return None
        choice = menu[numbers[0] - 1]
        if len(choice.actions) > 1:
            ways = payments(view, choice.actions)
            self.screen.print(choice.label + Text(" – how do you pay? (undo goes back)"))
            self.show_menu(ways)
            return self.read_decision(view, seat, ways, "pay> ")
        action = choice.actions[0]
        final = action.text.split()[0] in ("claim", "keep", "withdraw")
        return action if not final or self.confirm(action.text) else None

    def choose_by_text(self, view: View, answer: str) -> str | None:
        """Return an action in notation if it is legal; else print why not, and return None."""
        try:
            reason = view.why_not(answer)
        except InputError as error:
            self.screen.print(f"{error}. (help lists what you can type)")
            return None
        if reason:
            self.screen.print(f"{reason.rule}: {reason.why}", style="yellow")
            return None
        return answer

    def confirm(self, action: str) -> bool:
        """Ask the player to confirm an action that can't be taken back."""
        answer = ask(f"{action}? Enter sends it, undo takes it back: ")
        return answer.lower() in ("", "y", "yes")

    def give_hint(self, view: View) -> None:
        """Print what a bot would do with the view of this seat."""
        for name in HINT_BOTS:
            try:
                bot = make_bot(name)
            except InputError:
                continue
            action = decide(bot, view, budget=self.budget).action
            self.screen.print(Text(f"{name} would: {action.text}", style="cyan"))
            return

    def save(self, name: str | None) -> bool:
        """Save the game to a file; returns whether that worked."""
        path = Path(name) if name else self.save_to
        if path is None:
            self.screen.print("Name a file: save my-game.json")
            return False
        try:
            save_game(path, self.game, self.seats)
        except (OSError, ValueError) as error:
            # An invalid file name is a ValueError.
            self.screen.print(f"{path}: {getattr(error, 'strerror', None) or error}: not saved")
            return False
        self.save_to = path
        again = shlex.join(["goldenspike", "play", "--resume", str(path)])
        self.screen.print(f"Saved. Go on with: {again}")
        return True

    def leave(self) -> None:
        """Offer to save the game, then raise `PlayerLeft`."""
        while True:
            try:
                name = ask("File to save the game in (Enter: don't save): ")
            except EOFError:
                # Ctrl-D again, or the end of piped input: do not save.
                raise PlayerLeft from None
            if not name or self.save(name):
                raise PlayerLeft

    def show_end(self) -> None:
        """Print all tickets, and every part of the scores."""
        game = self.game
        scores = game.scores()
        self.screen.print()
        for p in range(game.players):
            view = game.view(p)
            held = view.to_json()["seats"][p]["tickets"]
            by_id = {ticket.id: ticket for ticket in game.board.tickets}
            lines = Text("\n").join(ticket_line(view, by_id[name]) for name in held)
            title = Text(f"Tickets of {self.names[p]}")
            self.screen.print(Panel(lines, title=title, border_style="dim"))
        self.screen.print(score_table(game.board, scores, "Final scores", self.names))
        winners = [self.names[p] for p, score in enumerate(scores) if score.rank == 1]
        verb = "win" if winners == [YOU] or len(winners) > 1 else "wins"
        together = " together" if len(winners) > 1 else ""
        self.screen.print(Text(f"{' and '.join(winners)} {verb}{together}!", style="bold green"))


def _prepare(bot: Bot, kernel: str, failed: list[Exception]) -> None:
    try:
        bot.ensure_prepared(kernel)
    except Exception as error:
        failed.append(error)
