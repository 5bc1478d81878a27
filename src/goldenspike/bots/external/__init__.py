"""Bots that are programs of their own: the protocol, the process, the conformance check."""
