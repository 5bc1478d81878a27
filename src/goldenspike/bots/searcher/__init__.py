"""The searcher: simulates candidates in sampled worlds and compares how they end."""
