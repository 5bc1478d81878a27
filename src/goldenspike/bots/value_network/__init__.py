"""The value network: estimates from a position how many points a seat will end with."""
