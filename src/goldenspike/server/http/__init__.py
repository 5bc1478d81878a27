"""Requests and sockets: limits, handlers, and one connection each."""
