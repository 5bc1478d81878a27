"""Structured logs: one JSON object a line, with the name of an event and its fields.

Of a running game only the table's id and numbers are logged: no action, card, seed, token or chat.
"""

from __future__ import annotations

import datetime
import logging
import sys
from typing import Any

import msgspec

LOGGER = logging.getLogger("goldenspike.server")


class JsonLines(logging.Formatter):
    """Writes a record, ours or a library's, as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        line: dict[str, Any] = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            # Further lines of a library's message may quote values, such as the text of an error.
            "event": record.getMessage().partition("\n")[0],
        }
        line.update(getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[1] is not None:
            line.update(error_fields(record.exc_info[1]))
        return msgspec.json.encode(line, enc_hook=str).decode()


def error_fields(error: BaseException) -> dict[str, Any]:
    """An error's type and stack, without its message, which may quote a player's hand."""
    places = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return {"error": type(error).__name__, "where": places[-8:]}


class Log:
    """`log.info("table_started", table=..., seats=...)`."""

    def debug(self, event: str, **fields: Any) -> None:
        """Details for debugging."""
        LOGGER.debug(event, extra={"fields": fields})

    def info(self, event: str, **fields: Any) -> None:
        """Normal operation."""
        LOGGER.info(event, extra={"fields": fields})

    def warning(self, event: str, **fields: Any) -> None:
        """A problem that was dealt with."""
        LOGGER.warning(event, extra={"fields": fields})

    def failure(self, event: str, error: BaseException, **fields: Any) -> None:
        """An error of the server, with its stack but without any values."""
        LOGGER.error(event, extra={"fields": fields}, exc_info=error)


log = Log()


def set_up(level: str) -> None:
    """Send everything to stderr as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOGGER.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers[:] = []
        logging.getLogger(name).propagate = True
    logging.getLogger("uvicorn.error").setLevel(max(logging.WARNING, LOGGER.level))
