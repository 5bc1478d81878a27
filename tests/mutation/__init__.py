"""Does a broken version of the game fail its tests? Run with `make mutants`."""
