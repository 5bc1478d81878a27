"""The database: schema, migrations, the journal of actions, export and import."""
