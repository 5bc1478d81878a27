"""Reviews: what a good player would say about a game that is over (docs/review.md).

It uses bots and what is below them. `Game.review()` is the way in.

>>> from goldenspike.review import MARKS
>>> MARKS["blunder"]  # the chance of winning that a blunder loses at least
0.1
"""

from goldenspike.review.model import MARKS as MARKS
from goldenspike.review.model import Belief as Belief
from goldenspike.review.model import Chances as Chances
from goldenspike.review.model import Cut as Cut
from goldenspike.review.model import Decision as Decision
from goldenspike.review.model import Idea as Idea
from goldenspike.review.model import Message as Message
from goldenspike.review.model import Review as Review
from goldenspike.review.model import SeatReview as SeatReview
