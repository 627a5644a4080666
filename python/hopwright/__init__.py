"""Client of Hopwright, a parallel simulator of supercomputer interconnects.

>>> import hopwright
>>> result = hopwright.run("bgl-uniform", set={"workload.load": 0.5})
>>> result["responseTicks.mean"], result.units["responseTicks.mean"]
>>> result.series()

One process of Hopwright serves all calls. It starts with the first call and
ends with Python.
"""

from ._api import (
    Call,
    Server,
    explain,
    list_all,
    load,
    plan,
    reproduce,
    run,
    studies,
    sweep,
)
from ._errors import (
    EnvironmentFailure,
    Error,
    InputError,
    InternalError,
    Interrupted,
    RequestError,
)
from ._results import Plan, Result, Sweep
from ._tables import Table

__all__ = [
    "Call",
    "EnvironmentFailure",
    "Error",
    "InputError",
    "InternalError",
    "Interrupted",
    "Plan",
    "RequestError",
    "Result",
    "Server",
    "Sweep",
    "Table",
    "explain",
    "list_all",
    "load",
    "plan",
    "reproduce",
    "run",
    "studies",
    "sweep",
]

__version__ = "1.0.0.dev0"
