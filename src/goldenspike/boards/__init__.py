"""What is played on: boards as data, read from TOML files and checked before anything uses them."""
