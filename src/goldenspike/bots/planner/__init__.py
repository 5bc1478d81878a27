"""The planner: joins its tickets into a cheap network and takes points with the rest."""
