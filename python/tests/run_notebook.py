"""Executes the code cells of a notebook in plain Python: run_notebook.py NOTEBOOK."""

import json
import sys
from pathlib import Path


def code_cells(notebook):
    """Returns the sources of the code cells of a notebook, in their order."""
    cells = json.loads(Path(notebook).read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


if __name__ == "__main__":
    names = {"__name__": "__main__"}
    for number, source in enumerate(code_cells(sys.argv[1]), 1):
        exec(compile(source, f"{sys.argv[1]}, code cell {number}", "exec"), names)
