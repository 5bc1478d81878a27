"""Bots that are separate programs: the protocol, the process, the conformance check."""
