"""Playouts by bots: the policies of `View.playouts` and `Game.playouts` other than `random`."""
