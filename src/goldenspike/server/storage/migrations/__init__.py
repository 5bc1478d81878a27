"""Alembic's environment: how the database came to be what `schema.py` says."""
