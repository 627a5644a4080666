"""Tables with units: data frames of pandas, or lists of rows without it."""

from __future__ import annotations

import csv
from typing import Any, Dict, Iterable, List, Optional, Tuple

try:
    import pandas
except ImportError:  # pandas is optional
    pandas = None  # type: ignore[assignment]

#: Columns that are texts, even if all their characters are digits.
TEXTS = frozenset({"path", "run", "study", "digest", "job", "quantity", "unit"})

Columns = List[Dict[str, str]]


class Table(List[Dict[str, Any]]):
    """List of rows, a dict each, for computers without pandas.

    ``table["throughput"]`` is a column, ``table[0]`` a row. ``columns`` are the names in their order, ``units`` the unit of each column
    (empty for a pure number), ``labels`` what axes call it.
    """

    def __init__(
        self,
        rows: Iterable[Dict[str, Any]],
        columns: List[str],
        units: Dict[str, str],
        labels: Dict[str, str],
    ) -> None:
        super().__init__(rows)
        self.columns = columns
        self.units = units
        self.labels = labels

    def __getitem__(self, at: Any) -> Any:
        """Returns the values of a column by its name, or a row by its number."""
        return [row[at] for row in self] if isinstance(at, str) else super().__getitem__(at)


def frame(rows: List[Dict[str, Any]], columns: Columns) -> Any:
    """Returns a table of ``rows``.

    With pandas: a data frame of shape (rows, columns) whose ``attrs`` have the
    dicts ``units`` and ``labels``. Without: a :class:`Table`.
    """
    names = [column["name"] for column in columns]
    units = {column["name"]: column.get("unit", "") for column in columns}
    labels = {column["name"]: column.get("label", column["name"]) for column in columns}
    if pandas is None:
        return Table(({name: row.get(name) for name in names} for row in rows), names, units, labels)
    table = pandas.DataFrame(
        {name: [row.get(name) for row in rows] for name in names}, columns=names
    )
    table.attrs["units"] = units
    table.attrs["labels"] = labels
    return table


def read_rows(file: str, columns: Columns) -> List[Dict[str, Any]]:
    """Reads a file with comma-separated values.

    Values of a column are int, float or str, the same type in all rows; None in
    a column of texts and nan in one of numbers where nothing was measured.
    """
    names = [column["name"] for column in columns]
    with open(file, newline="", encoding="utf-8") as lines:
        reader = csv.reader(lines)
        next(reader, None)
        fields = list(reader)
    values = [_typed(name, [row[at] for row in fields]) for at, name in enumerate(names)]
    return [dict(zip(names, row)) for row in zip(*values)]


def _typed(name: str, fields: List[str]) -> List[Any]:
    if name in TEXTS:
        return fields
    for kind in (int, float):
        try:
            numbers = [kind(field) if field else None for field in fields]
        except ValueError:
            continue
        if None not in numbers:
            return numbers
        return [float("nan") if number is None else float(number) for number in numbers]
    return [field if field else None for field in fields]


def flat(document: Dict[str, Any], prefix: str = "") -> List[Tuple[str, Any]]:
    """Returns the values of nested dicts by their paths, such as ``responseTicks.mean``."""
    values: List[Tuple[str, Any]] = []
    for name, value in document.items():
        if isinstance(value, dict):
            values.extend(flat(value, prefix + name + "."))
        else:
            values.append((prefix + name, value))
    return values


def nearest(name: str, known: Iterable[str]) -> str:
    """Returns a question that names the known word nearest to ``name``, or all known words."""
    import difflib

    words = list(known)
    near = difflib.get_close_matches(name, words, n=1)
    if near:
        return f"; did you mean {near[0]}?"
    return "; there are " + ", ".join(words) if words else ""


def column(name: str, unit: Optional[str] = "", label: Optional[str] = None) -> Dict[str, str]:
    """Returns the description of a column."""
    return {"name": name, "unit": unit or "", "label": label or name}
