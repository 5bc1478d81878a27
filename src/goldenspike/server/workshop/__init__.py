"""The workshop: boards that people make, checked, drawn, shared and played at online tables."""
