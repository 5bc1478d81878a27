"""What travels: every message, body and refusal, and how they are written down."""
