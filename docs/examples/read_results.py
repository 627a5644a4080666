#!/usr/bin/env python3
"""Prints the latency curves of a sweep, and where each of them saturates.

    python3 docs/examples/read_results.py runs/mine

Needs Python 3.8 or newer and no other library. Reads means.csv where the sweep has seeds, else points.csv.
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path

X = "workload.load"


def rows(directory):
    """Returns the rows of a sweep as dictionaries; empty cells (not measured) are left out."""
    table = directory / "means.csv"
    if not table.exists():
        table = directory / "points.csv"
    if not table.exists():
        sys.exit(f"{directory}: has no tables; name the directory of a sweep")
    with table.open(newline="", encoding="utf-8") as file:
        return [{name: cell for name, cell in row.items() if cell} for row in csv.DictReader(file)]


def curves(directory):
    """Returns the rows of each curve: those that agree in their run and in all keys but the load."""
    result = defaultdict(list)
    for row in rows(directory):
        if X not in row:
            sys.exit(f"{directory}: the sweep does not vary {X}")
        # The columns before "points" or "nodes" are the run and the keys that the sweep varies.
        keys = []
        for name, cell in row.items():
            if name in ("points", "nodes"):
                break
            if name not in (X, "path", "seed"):
                keys.append(cell if name == "run" else f"{name}={cell}")
        result[" ".join(keys)].append(row)
    for points in result.values():
        points.sort(key=lambda row: float(row[X]))
    return result


def number(row, name):
    return float(row[name]) if name in row else float("nan")


def main(directory):
    for name, points in curves(directory).items():
        print(name or "all")
        print(f"  {'load':>6} {'throughput':>10} {'mean':>10} {'± 95 %':>9} {'p99':>10}  saturated  steady")
        for row in points:
            # In means.csv these are shares of the seeds; latencies of a saturated point depend on the run's length.
            saturated = number(row, "saturated")
            steady = number(row, "steady")
            print(
                f"  {float(row[X]):6.2f} {number(row, 'throughput'):10.4f}"
                f" {number(row, 'responseTicks.mean'):10.1f} {number(row, 'responseTicks.mean ci95'):9.1f}"
                f" {number(row, 'responseTicks.p99'):10.1f}  {saturated:9.0%}  {steady:6.0%}"
            )
        kept_up = [float(row[X]) for row in points if number(row, "saturated") == 0]
        print(f"  keeps up to a load of {max(kept_up):g}" if kept_up else "  saturated at every load")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} DIRECTORY-OF-A-SWEEP")
    main(Path(sys.argv[1]))
