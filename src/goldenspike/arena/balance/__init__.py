"""How balanced a board is: measured in planner games, with findings and a page to look at."""
