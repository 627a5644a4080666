"""Errors of Hopwright as exceptions."""

from __future__ import annotations

from typing import Any, List, Optional


class Error(Exception):
    """Failure of a call.

    ``messages`` are the lines that the command line prints: what is wrong, the
    limit, and the remedy. ``exit_code`` is the exit code of the command.
    """

    def __init__(self, messages: List[str], exit_code: int = 75, kind: str = "environment") -> None:
        super().__init__("\n".join(messages))
        self.messages = messages
        self.exit_code = exit_code
        self.kind = kind


class InputError(Error):
    """A study, a key, a value or a directory is wrong."""


class RequestError(InputError):
    """A parameter of a call has a wrong type, or does not exist."""


class EnvironmentFailure(Error):
    """A disk is full, memory is too small, or a process was lost; the call can be repeated."""


class InternalError(Error):
    """An error in Hopwright. Please report it, with the stack trace on standard error."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a call. The run was cancelled and has kept what it measured.

    ``result`` is the partial result, or None if nothing was simulated.
    """

    def __init__(self, message: str, result: Optional[Any]) -> None:
        super().__init__(message)
        self.result = result


_KINDS = {
    "input": InputError,
    "request": RequestError,
    "internal": InternalError,
}


def error_of(document: dict) -> Error:
    """Returns the exception for the error of an answer."""
    kind = document.get("kind", "internal")
    return _KINDS.get(kind, EnvironmentFailure)(
        list(document.get("messages", [])), int(document.get("exitCode", 70)), kind
    )
