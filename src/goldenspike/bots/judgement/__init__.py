"""Judging positions and actions: the points and the chance of winning that every seat can expect.

It uses the parts of the searcher, but does not choose: other rooms ask it what something is worth.
"""
