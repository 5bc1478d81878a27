"""Trained networks in compiled code, in place of policies."""
