"""One table: its game, its seats, its clock, its bots; and all tables of a process."""
