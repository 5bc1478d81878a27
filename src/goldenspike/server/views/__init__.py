"""The only place where a game becomes bytes for a client."""
