"""Players that see a `View` and answer with an `Action` (docs/bots.md).

>>> import goldenspike as gs
>>> from goldenspike.bots import decide, make_bot, Stream
>>> game = gs.Game("usa", players=2, seed=7)
>>> str(decide(make_bot("greedy"), game.view(game.seat), Stream("example")).action)[:4]
'keep'
"""

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.registry import LEVELS, BotInfo, bot_infos, bot_names, make_bot
from goldenspike.bots.safety import Decision, SeatedBot, decide
from goldenspike.bots.stream import Stream

__all__ = [
    "LEVELS",
    "Bot",
    "BotInfo",
    "Budget",
    "Decision",
    "SeatedBot",
    "Stream",
    "bot_infos",
    "bot_names",
    "decide",
    "make_bot",
]
