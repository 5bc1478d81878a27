"""Servers for tests: in processes of their own or in the test's, databases, and clients."""
