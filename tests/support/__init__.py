"""What the tests of several folders share: positions, random games, servers to talk to."""
