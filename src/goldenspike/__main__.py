"""`python -m goldenspike` is the command `goldenspike`."""

from __future__ import annotations

from goldenspike.cli import main

if __name__ == "__main__":
    main()
