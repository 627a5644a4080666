"""Results of runs and studies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List

from ._errors import InputError
from ._tables import column, flat, frame, nearest, read_rows

if TYPE_CHECKING:
    from ._api import Server


def _number(value: Any) -> float:
    return float("nan") if value is None else value


class Result:
    """Result of one run.

    ``result["responseTicks.mean"]`` is a number of its summary by path, nan if it
    was not measured; ``docs/results.md`` of Hopwright says what each means.
    """

    def __init__(self, document: Dict[str, Any]) -> None:
        #: the answer of the server, with nested dicts
        self.document = document
        #: directory of the result
        self.directory = Path(document["directory"])
        #: path of the point in its study; empty for a single run
        self.point: str = document["point"]
        #: completed, interrupted, deadlock, ranks-blocked or lost
        self.outcome: str = document["outcome"]
        #: the reason for an outcome other than completed, a line each
        self.ending: List[str] = document["ending"]
        #: caveats about the numbers, a sentence each
        self.remarks: List[str] = document["remarks"]
        #: hash of all deliveries, equal for equal studies and seeds
        self.digest: str = document["digest"]
        #: the value of each key that was simulated, as text
        self.settings: Dict[str, str] = document["settings"]
        #: the unit of each number of the summary that has one
        self.units: Dict[str, str] = document["units"]
        self._numbers = dict(flat(document["summary"]))

    def __getitem__(self, path: str) -> Any:
        if path not in self._numbers:
            raise KeyError(
                f"{path}: the run has no number of this name" + nearest(path, self._numbers)
            )
        return _number(self._numbers[path])

    def __contains__(self, path: str) -> bool:
        return path in self._numbers

    def numbers(self) -> Dict[str, Any]:
        """Returns all values of the summary by path; nan where nothing was measured."""
        return {path: _number(value) for path, value in self._numbers.items()}

    @property
    def summary(self) -> Any:
        """The summary as a table of shape (numbers, 3): ``quantity``, ``value``, ``unit``."""
        rows = [
            {"quantity": path, "value": _number(value), "unit": self.units.get(path, "")}
            for path, value in self._numbers.items()
        ]
        return frame(rows, [column("quantity"), column("value"), column("unit")])

    def points(self) -> Any:
        """Returns the numbers of the summary as a table of one row, units per column."""
        row = {path: _number(value) for path, value in self._numbers.items()}
        return frame([row], [column(path, self.units.get(path)) for path in row])

    @property
    def tables(self) -> List[str]:
        """Names of the tables that the run has written."""
        return list(self.document["tables"])

    def table(self, name: str) -> Any:
        """Returns a table of shape (rows, columns); units are in ``attrs["units"]``.

        Raises :class:`InputError` if the run has not written it.
        """
        description = self._described(name)
        return frame(read_rows(description["file"], description["columns"]), description["columns"])

    def _described(self, name: str) -> Dict[str, Any]:
        tables = self.document["tables"]
        if name not in tables:
            raise InputError(
                [
                    f"{name}: the run has no table of this name" + nearest(name, tables)
                    + "; keys of section statistics select what is written"
                ],
                2,
                "input",
            )
        return tables[name]

    def series(self) -> Any:
        """Returns the series: a row for each interval, times ``from`` and ``to`` in ticks."""
        return self.table("series")

    def links(self) -> Any:
        """Returns the links: a row for each link and direction, ``utilization`` from 0 to 1.

        Written for machines of up to 512 routers, and with ``statistics.heat = always``.
        """
        return self.table("links")

    def flows(self) -> Any:
        """Returns what each flow received: ``flows`` of PCIe, else ``pairs``.

        ``pairs`` needs ``statistics.pairs = true``.
        """
        return self.table("flows" if "flows" in self.document["tables"] else "pairs")

    def jobs(self) -> Any:
        """Returns the jobs: a row for each job, a column for each of its numbers."""
        return frame(self._job_rows(), self._job_columns())

    def _job_rows(self) -> List[Dict[str, Any]]:
        return [
            {"job": name, **{path: _number(value) for path, value in job["numbers"].items()}}
            for name, job in self.document["jobs"].items()
        ]

    def _job_columns(self) -> List[Dict[str, str]]:
        columns = {"job": column("job")}
        for job in self.document["jobs"].values():
            for path in job["numbers"]:
                columns.setdefault(path, column(path, job["units"].get(path)))
        return list(columns.values())

    def _rows_of(self, name: str) -> List[Dict[str, Any]]:
        if name == "jobs":
            return self._job_rows()
        return read_rows(self._described(name)["file"], self._described(name)["columns"])

    def _columns_of(self, name: str) -> List[Dict[str, str]]:
        return self._job_columns() if name == "jobs" else self._described(name)["columns"]

    def _repr_html_(self) -> str:
        return f"<pre>{self!r}</pre>"

    def __repr__(self) -> str:
        return f"<hopwright.Result {self.outcome}, digest {self.digest}, in {self.directory}>"


class Sweep:
    """Result of a study of several points.

    Iterating over it reads the points that are done, as :class:`Result`.
    """

    def __init__(self, document: Dict[str, Any], server: "Server") -> None:
        #: the answer of the server, with nested dicts
        self.document = document
        #: name of the study
        self.study: str = document["study"]
        #: directory of the study
        self.directory = Path(document["directory"])
        #: worst outcome of the points
        self.outcome: str = document.get(
            "outcome",
            "completed" if all(point["done"] for point in document["points"]) else "interrupted",
        )
        #: the reasons for an outcome other than completed, a line each
        self.ending: List[str] = document.get("ending", [])
        #: caveats about the numbers, a sentence each
        self.remarks: List[str] = document["remarks"]
        self._server = server
        self._results: Dict[str, Result] = {}

    def __len__(self) -> int:
        return sum(1 for point in self.document["points"] if point["done"])

    def __iter__(self) -> Iterator[Result]:
        for point in self.document["points"]:
            if point["done"]:
                yield self._result(point)

    def _result(self, point: Dict[str, Any]) -> Result:
        if point["path"] not in self._results:
            self._results[point["path"]] = self._server.load(point["directory"])
        return self._results[point["path"]]

    def points(self) -> Any:
        """Returns a row for each point that is done: its values, and all numbers of its summary."""
        return self._own("points")

    def series(self) -> Any:
        """Returns a row for each point and interval; times ``from`` and ``to`` in ticks."""
        return self._own("series")

    def means(self) -> Any:
        """Returns a row for each set of points that differ in their seed only.

        Beside each mean the column ``… ci95`` has half the width of its 95 % confidence
        interval. Written if the study lists several seeds.
        """
        return self._own("means")

    def _own(self, name: str) -> Any:
        found = [table for table in self.document["tables"] if table["name"] == name]
        if not found:
            raise InputError([f"{name}: the study has no table of this name"], 2, "input")
        rows: List[Dict[str, Any]] = []
        columns: Dict[str, Dict[str, str]] = {}
        for table in found:
            if len(found) > 1:
                columns.setdefault("study", column("study"))
            for one in table["columns"]:
                columns.setdefault(one["name"], one)
            for row in read_rows(table["file"], table["columns"]):
                rows.append({"study": table["study"], **row})
        return frame(rows, list(columns.values()))

    def table(self, name: str) -> Any:
        """Returns a table of all points: the columns of the point first, then its own."""
        rows: List[Dict[str, Any]] = []
        columns: Dict[str, Dict[str, str]] = {"path": column("path"), "run": column("run")}
        own: Dict[str, Dict[str, str]] = {}
        for point in self.document["points"]:
            if not point["done"]:
                continue
            result = self._result(point)
            for key in point["values"]:
                columns.setdefault(key, column(key))
            for one in result._columns_of(name):
                own.setdefault(one["name"], one)
            begin = {"path": point["path"], "run": point["run"], **point["values"]}
            rows.extend({**begin, **row} for row in result._rows_of(name))
        return frame(rows, list({**columns, **own}.values()))

    def links(self) -> Any:
        """Returns the links of all points; see :meth:`Result.links`."""
        return self.table("links")

    def flows(self) -> Any:
        """Returns the flows of all points; see :meth:`Result.flows`."""
        first = next(iter(self), None)
        return self.table("flows" if first and "flows" in first.tables else "pairs")

    def jobs(self) -> Any:
        """Returns a row for each point and job; see :meth:`Result.jobs`."""
        return self.table("jobs")

    @property
    def verdicts(self) -> Any:
        """Verdicts on the claims of a published study, a row each; empty if none was judged."""
        rows = [
            {path: value for path, value in flat(verdict)}
            for verdict in self.document.get("verdicts", {}).get("verdicts", [])
        ]
        names: Dict[str, None] = {}
        for row in rows:
            names.update(dict.fromkeys(row))
        return frame(rows, [column(name) for name in names])

    def __repr__(self) -> str:
        points = len(self.document["points"])
        return (
            f"<hopwright.Sweep {self.study}: {len(self)} of {points} points, {self.outcome},"
            f" in {self.directory}>"
        )


class Plan:
    """Estimated costs of a study, without a simulation."""

    def __init__(self, document: Dict[str, Any]) -> None:
        #: the answer of the server
        self.document = document
        #: estimated time of all points, one after the other, in seconds
        self.seconds: float = document["seconds"]
        #: the most memory that a point needs, in bytes
        self.memory_bytes: int = document["memoryBytes"]
        #: whether all points fit this computer
        self.fits: bool = document["fits"]
        #: the reasons why points do not fit, with remedies
        self.objections: List[str] = document["objections"]

    def points(self) -> Any:
        """Returns a row for each point, with what ``hopwright plan --json`` prints of it."""
        rows = [dict(flat(run)) for run in self.document["runs"]]
        names: Dict[str, None] = {}
        for row in rows:
            names.update(dict.fromkeys(row))
        return frame(rows, [column(name) for name in names])

    def __repr__(self) -> str:
        return (
            f"<hopwright.Plan {self.seconds:.0f} s, {self.memory_bytes / 2**20:.0f} MiB,"
            f" {'fits' if self.fits else 'does not fit'}>"
        )
