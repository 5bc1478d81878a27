"""Accounts, tokens, ratings, chat and the lobby."""
