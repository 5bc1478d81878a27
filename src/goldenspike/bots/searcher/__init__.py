"""The searcher: simulates candidate actions in sampled worlds, and compares the results."""
