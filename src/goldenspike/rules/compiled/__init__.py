"""How the rules are compiled by Numba, kept on disk, and called: knows the rules, not who calls."""
