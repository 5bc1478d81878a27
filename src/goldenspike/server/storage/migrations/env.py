"""Run by alembic inside `migrate.apply`, on a connection that already holds the lock."""

from alembic import context

from goldenspike.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
context.run_migrations()
