"""A small network that says from a position how many points a seat will end with."""
