#!/usr/bin/env python3
"""A bot as a separate program: it reads and writes lines, and needs no package.

The protocol is described in docs/bot-protocol.md. Try it:

    goldenspike bot check "python3 examples/line_bot.py"
    goldenspike arena --bots "exec:python3 examples/line_bot.py,random" --games 4

This one claims the longest track it can pay for, else draws the face-up card it has most of.
"""

import json
import random
import sys


def choose(view, rng):
    """Return one of `view["legal"]`, the texts of the legal actions."""
    legal = view["legal"]
    cards = view["seats"][view["seat"]].get("cards", {})
    claims = [text for text in legal if text.startswith("claim ")]
    if claims:
        # "claim atlanta-miami:blue 4blue+1locomotive": more cards, longer track.
        return max(claims, key=lambda text: (paid(text), "locomotive" not in text, text))
    draws = [text for text in legal if text.startswith("draw ")]
    if draws:
        wanted = max(draws, key=lambda text: (cards.get(text.split()[1], 0), text))
        return wanted if cards.get(wanted.split()[1], 0) else draws[0]
    keeps = [text for text in legal if text.startswith("keep ")]
    if keeps:
        return min(keeps, key=lambda text: (text.count(" "), text))
    return rng.choice(legal)


def paid(claim):
    """Return how many cards a claim costs."""
    return sum(int("".join(filter(str.isdigit, part))) for part in claim.split()[2].split("+"))


def main():
    """Read lines, and answer `goldenspike` and `go`; unknown lines are ignored."""
    view, rng = None, random.Random(0)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "goldenspike":
            print("ready example line bot", flush=True)
        elif word == "seed":
            rng = random.Random(int(rest))
        elif word == "view":
            view = json.loads(rest)
        elif word == "go":
            print("action", choose(view, rng), flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
