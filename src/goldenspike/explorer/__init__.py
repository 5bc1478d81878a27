"""First tickets: what each choice of the first offer is worth (docs/puzzles.md).

>>> from goldenspike.explorer import load_worths
>>> worths = load_worths("usa")
>>> keeps = worths.keeps(["boston-miami", "denver-el_paso", "new_york-seattle"])
>>> len(keeps), keeps[0].chance > keeps[-1].chance
(4, True)
"""

from goldenspike.explorer.keep_worths import KeepWorth as KeepWorth
from goldenspike.explorer.keep_worths import KeepWorths as KeepWorths
from goldenspike.explorer.keep_worths import explored_boards as explored_boards
from goldenspike.explorer.keep_worths import load_worths as load_worths
