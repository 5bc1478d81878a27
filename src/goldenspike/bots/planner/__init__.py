"""The planner: connects its tickets by a cheap network, and uses other trains for points."""
