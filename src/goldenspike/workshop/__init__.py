"""The workshop: making boards, pricing their tickets, measuring how they play."""
