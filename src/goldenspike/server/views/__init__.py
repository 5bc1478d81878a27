"""The only place where a game turns into bytes for a client."""
