"""Reviews of finished games, made in the background, and games that play on from one of theirs."""
