"""Pieces of the earth as the ground of a board: frames, projections, and public-domain outlines."""
