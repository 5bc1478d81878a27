"""The board as a graph: a player's network, cheapest ways, and the tracks that stations borrow."""
