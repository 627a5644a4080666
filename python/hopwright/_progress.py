"""Display of progress: a line on a terminal, or a line below the cell of a notebook."""

from __future__ import annotations

import sys
from typing import Any, Callable, Dict, Optional, Union

Progress = Union[None, bool, Callable[[Dict[str, Any]], None]]


def _in_notebook() -> bool:
    try:
        from IPython import get_ipython  # type: ignore[import-not-found]
    except ImportError:
        return False
    shell = get_ipython()
    return shell is not None and shell.__class__.__name__ == "ZMQInteractiveShell"


def text_of(message: Dict[str, Any], begun: str) -> str:
    """Returns a line about a ``progress`` notification."""
    words = [word for word in (begun, message.get("part")) if word]
    fraction = message.get("fraction")
    if fraction is not None:
        words.append(f"{100 * fraction:3.0f} %")
    left = message.get("secondsLeft")
    if left is not None:
        words.append(f"{left:.0f} s left")
    rate = message.get("packetHopsPerSecond")
    if rate:
        words.append(f"{rate / 1e6:.1f} M packet-hops/s")
    return "  ".join(words)


class Display:
    """Shows notifications of one call. Used by the thread that waits for it."""

    def __init__(self, progress: Progress) -> None:
        self._callback: Optional[Callable[[Dict[str, Any]], None]] = (
            progress if callable(progress) else None
        )
        self._notebook = progress is not False and self._callback is None and _in_notebook()
        self._terminal = (
            progress is not False
            and self._callback is None
            and not self._notebook
            and (progress is True or sys.stderr.isatty())
        )
        self._silent = progress is False
        self._handle: Any = None
        self._width = 0
        self._begun = ""

    def show(self, method: str, message: Dict[str, Any]) -> None:
        """Shows a notification."""
        if self._callback is not None:
            self._callback({"method": method, **message})
        elif method == "begins":
            self._begun = f"{message['number']}/{message['points']} {message['point']}"
            self._line(self._begun)
        elif method == "progress":
            self._line(text_of(message, self._begun))
        elif method in ("note", "warning") and not (self._silent and method == "note"):
            self.close()
            print("hopwright: " + message["text"], file=sys.stderr)

    def _line(self, text: str) -> None:
        if self._notebook:
            from IPython.display import display  # type: ignore[import-not-found]

            shown = {"text/plain": text}
            if self._handle is None:
                self._handle = display(shown, raw=True, display_id=True)
            else:
                self._handle.update(shown, raw=True)
        elif self._terminal:
            print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
            self._width = len(text)

    def close(self) -> None:
        """Removes the line of a terminal."""
        if self._terminal and self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)
            self._width = 0
