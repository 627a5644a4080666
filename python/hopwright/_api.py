"""Calls of Hopwright, over one process that serves them all."""

from __future__ import annotations

import atexit
import collections
import itertools
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Callable, Deque, Dict, List, Mapping, Optional, Union

from ._errors import EnvironmentFailure, Error, InputError, Interrupted, error_of
from ._progress import Display, Progress
from ._results import Plan, Result, Sweep

#: Version of the protocol of docs/python.md.
PROTOCOL = 1

#: How often a waiting call looks at notifications, in seconds.
_POLL_SECONDS = 0.2

#: How long the process has for its end before it is killed, in seconds.
_END_SECONDS = 20

PathLike = Union[str, "os.PathLike[str]"]
Settings = Optional[Mapping[str, Any]]


def find_program() -> str:
    """Returns the path of the program.

    That is the file named by the environment variable ``HOPWRIGHT``, or the
    launcher of the checkout or archive that this module is in, or ``hopwright``
    on the PATH.
    """
    named = os.environ.get("HOPWRIGHT")
    if named:
        if os.access(named, os.X_OK) and os.path.isfile(named):
            return os.path.abspath(named)
        raise InputError(
            [f"HOPWRIGHT={named}: is not a program; name the file hopwright of a checkout"],
            2,
            "input",
        )
    root = Path(__file__).resolve().parents[2]
    launcher = root / "hopwright"
    if os.access(launcher, os.X_OK) and launcher.is_file():
        return str(launcher)
    found = shutil.which("hopwright")
    if found:
        return found
    raise InputError(
        ["found no hopwright: set HOPWRIGHT to the file hopwright of a checkout, or put it on the PATH"],
        2,
        "input",
    )


class Call:
    """A call in progress."""

    def __init__(self, server: "Server", number: int, made: Callable[[Dict[str, Any]], Any]) -> None:
        self._server = server
        self._number = number
        self._made = made
        self._messages: "queue.Queue[Dict[str, Any]]" = queue.Queue()
        self._answer: Optional[Dict[str, Any]] = None

    def cancel(self) -> None:
        """Ends the call early. Its result has what was measured until then."""
        self._server._send("cancel", {"request": self._number})

    def done(self) -> bool:
        """Returns whether the answer is there."""
        self._collect(None, 0)
        return self._answer is not None

    def result(self, progress: Progress = False) -> Any:
        """Waits for the end and returns the result.

        Ctrl-C cancels the call and raises :class:`Interrupted`, which has the
        partial result. Ctrl-C twice also ends the process.
        """
        display = Display(progress)
        try:
            return self._value(display)
        finally:
            display.close()

    def _value(self, display: Display) -> Any:
        try:
            self._wait(display)
        except KeyboardInterrupt:
            self._interrupted(display)
        answer = self._answered()
        if "error" in answer:
            raise error_of(answer["error"])
        return self._made(answer["result"])

    def _interrupted(self, display: Display) -> None:
        """Cancels, waits for what was measured, and raises."""
        try:
            self.cancel()
            self._wait(display)
        except KeyboardInterrupt:
            self._server.kill()
            raise
        answer = self._answered()
        if "error" in answer:
            raise Interrupted("\n".join(answer["error"]["messages"]), None) from None
        result = self._made(answer["result"])
        ending = answer["result"].get("ending") or [f"the result is in {result.directory}"]
        raise Interrupted("\n".join(ending), result) from None

    def _answered(self) -> Dict[str, Any]:
        assert self._answer is not None
        return self._answer

    def _wait(self, display: Display) -> None:
        while self._answer is None:
            self._collect(display, _POLL_SECONDS)

    def _collect(self, display: Optional[Display], seconds: float) -> None:
        """Takes what has arrived; waits for the first message if there is none."""
        try:
            message = self._messages.get(seconds > 0, seconds or None)
            while True:
                if "id" in message:
                    self._answer = message
                elif display is not None:
                    display.show(message["method"], message["params"])
                message = self._messages.get_nowait()
        except queue.Empty:
            pass


class Server:
    """A process of Hopwright that serves calls. Thread-safe.

    The functions of this module use one that they start themselves. Use another
    one for another program, or for other options of its JVM::

        with hopwright.Server(java_opts="-Xmx8g") as server:
            server.run("bgl-uniform")
    """

    def __init__(self, program: Optional[PathLike] = None, java_opts: Optional[str] = None) -> None:
        environment = dict(os.environ)
        if java_opts is not None:
            environment["HOPWRIGHT_JAVA_OPTS"] = java_opts
        self._numbers = itertools.count(1)
        self._calls: Dict[int, Call] = {}
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._tail: Deque[str] = collections.deque(maxlen=50)
        self._greeted = threading.Event()
        self._over = False
        self._hello: Dict[str, Any] = {}
        self._pid = os.getpid()
        self._directory = os.getcwd()
        command = [os.fspath(program) if program is not None else find_program(), "serve", "--stdio"]
        try:
            # In a session of its own: Ctrl-C is for Python, which cancels the call.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=environment,
            )
        except OSError as e:
            raise EnvironmentFailure([f"{command[0]}: cannot be started: {e.strerror}"]) from e
        self._talking = threading.Thread(target=self._pass_on, daemon=True)
        self._talking.start()
        threading.Thread(target=self._receive, daemon=True).start()
        try:
            self._greeted.wait()
        except KeyboardInterrupt:
            self.kill()
            raise
        if not self._hello:
            self._close_input()
            raise self._lost()
        if self._hello.get("protocol") != PROTOCOL:
            self.kill()
            raise EnvironmentFailure(
                [
                    f"{command[0]}: has protocol {self._hello.get('protocol')}, and this module"
                    f" {PROTOCOL}; use the module that comes with the program"
                ]
            )

    @property
    def version(self) -> str:
        """Version of the program."""
        return str(self._hello["version"])

    def _pass_on(self) -> None:
        """Keeps the last lines of standard error, and shows them where Python's are shown."""
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            for line in lines:
                text = line.decode("utf-8", "replace").rstrip("\n")
                self._tail.append(text)
                print(text, file=sys.stderr)

    def _receive(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                try:
                    message = json.loads(line)
                except ValueError:
                    self._process.kill()
                    break
                self._dispatch(message)
        with self._lock:
            self._over = True
            calls = list(self._calls.values())
            self._calls.clear()
        if calls or not self._greeted.is_set():
            try:
                self._process.wait(_END_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._talking.join(5)
        lost = self._lost() if calls else None
        for call in calls:
            assert lost is not None
            call._messages.put(
                {
                    "id": call._number,
                    "error": {"kind": lost.kind, "exitCode": lost.exit_code, "messages": lost.messages},
                }
            )
        self._greeted.set()

    def _dispatch(self, message: Dict[str, Any]) -> None:
        if message.get("method") == "hello":
            self._hello = message["params"]
            self._greeted.set()
            return
        number = message["id"] if "id" in message else message.get("params", {}).get("request")
        with self._lock:
            call = self._calls.pop(number, None) if "id" in message else self._calls.get(number)
        if call is not None:
            call._messages.put(message)

    def _lost(self) -> Error:
        said = [line for line in self._tail if line.startswith("hopwright: ")][-3:]
        return EnvironmentFailure(
            [f"the process has ended with exit code {self._process.poll()}", *said]
        )

    def _send(
        self,
        method: str,
        params: Dict[str, Any],
        made: Callable[[Dict[str, Any]], Any] = lambda result: result,
    ) -> Call:
        given = {name: value for name, value in params.items() if value is not None}
        call = Call(self, next(self._numbers), made)
        line = json.dumps({"id": call._number, "method": method, "params": given}) + "\n"
        with self._lock:
            if self._over:
                raise self._lost()
            self._calls[call._number] = call
        try:
            # Not under the other lock: answers are received while a long line is written.
            with self._writing:
                assert self._process.stdin is not None
                self._process.stdin.write(line.encode("utf-8"))
                self._process.stdin.flush()
        except (OSError, ValueError):
            with self._lock:
                self._calls.pop(call._number, None)
            raise self._lost() from None
        return call

    def usable(self) -> bool:
        """Returns whether calls can be made, from this process and directory."""
        return not self._over and self._pid == os.getpid() and self._directory == os.getcwd()

    def start(self, method: str, study: Optional[PathLike], **params: Any) -> Call:
        """Begins ``run``, ``sweep``, ``reproduce`` or ``plan`` and does not wait.

        Parameters are those of the function of this name. :meth:`Call.result`
        returns the result.
        """
        params.pop("progress", None)
        return self._send(method, _parameters(study, params), self._maker(method))

    def _maker(self, method: str) -> Callable[[Dict[str, Any]], Any]:
        if method == "plan":
            return Plan
        return self._loaded

    def _loaded(self, document: Dict[str, Any]) -> Union[Result, Sweep]:
        return Result(document) if document["kind"] == "run" else Sweep(document, self)

    def run(self, study: Optional[PathLike] = None, **params: Any) -> Result:
        """As :func:`hopwright.run`."""
        return self.start("run", study, **params).result(params.get("progress"))

    def sweep(self, study: Optional[PathLike] = None, **params: Any) -> Sweep:
        """As :func:`hopwright.sweep`."""
        return self.start("sweep", study, **params).result(params.get("progress"))

    def reproduce(self, study: Optional[PathLike] = None, **params: Any) -> Sweep:
        """As :func:`hopwright.reproduce`."""
        return self.start("reproduce", study, **params).result(params.get("progress"))

    def plan(self, study: Optional[PathLike] = None, **params: Any) -> Plan:
        """As :func:`hopwright.plan`."""
        return self.start("plan", study, **params).result(params.get("progress"))

    def load(self, directory: PathLike) -> Any:
        """As :func:`hopwright.load`."""
        place = os.path.abspath(os.fspath(directory))
        return self._send("load", {"directory": place}, self._loaded).result()

    def list_all(self) -> Dict[str, Any]:
        """As :func:`hopwright.list_all`."""
        return self._send("list", {}).result()["document"]

    def explain(self, name: Optional[str] = None, machine: Optional[str] = None) -> str:
        """As :func:`hopwright.explain`."""
        return self._send("explain", {"name": name, "machine": machine}).result()["text"]

    def close(self) -> None:
        """Cancels the calls in progress, and ends the process when they have ended."""
        if self._pid != os.getpid() or self._process.poll() is not None:
            return
        try:
            if self._calls:
                self._send("cancel", {})
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait(_END_SECONDS)
        except (Error, OSError, subprocess.TimeoutExpired):
            self.kill()

    def kill(self) -> None:
        """Ends the process at once."""
        self._process.kill()
        self._process.wait()
        self._close_input()

    def _close_input(self) -> None:
        try:
            if self._process.stdin is not None:
                self._process.stdin.close()
        except OSError:
            pass  # Nobody reads what was still to be written.

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def _parameters(study: Optional[PathLike], params: Dict[str, Any]) -> Dict[str, Any]:
    """Returns parameters of the protocol; paths are absolute."""
    given = dict(params)
    if "at_once" in given:
        given["atOnce"] = given.pop("at_once")
    if given.get("set") is not None:
        given["set"] = {key: _plain(value) for key, value in given["set"].items()}
    if given.get("out") is not None:
        given["out"] = os.path.abspath(os.fspath(given["out"]))
    if study is not None:
        name = os.fspath(study)
        given["study"] = os.path.abspath(name) if _is_file(name) and not given.get("text") else name
    elif given.get("text") is not None:
        given["study"] = "study"
    return given


def _is_file(name: str) -> bool:
    return os.path.isfile(name) or os.path.isfile(name + ".conf")


def _plain(value: Any) -> Any:
    """Returns a value that JSON has; arrays and ranges become lists."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (list, tuple, range)):
        return [_plain(one) for one in value]
    return str(value)


_default: Optional[Server] = None
_default_lock = threading.Lock()


def _server() -> Server:
    """Returns the process of this module; another one after a fork or a change of directory."""
    global _default
    with _default_lock:
        if _default is None or not _default.usable():
            if _default is not None:
                _default.close()
            _default = Server()
        return _default


@atexit.register
def _close() -> None:
    if _default is not None:
        _default.close()


def run(
    study: Optional[PathLike] = None,
    *,
    set: Settings = None,
    seed: Optional[int] = None,
    scale: Optional[str] = None,
    run: Optional[str] = None,
    threads: Optional[int] = None,
    out: Optional[PathLike] = None,
    text: Optional[str] = None,
    progress: Progress = None,
) -> Result:
    """Simulates a study once and returns its result.

    study: name of a study that comes with Hopwright, or a file
    set: a value for each key, such as ``{"workload.load": 0.5, "run.ticks": 20000}``
    seed: seed of all random numbers
    scale: ``"quick"`` (the default) or ``"paper"``
    run: name of one of the study's runs
    threads: number of threads, all cores by default; does not change results
    out: directory of the result, ``runs/STUDY-ID`` by default
    text: the study itself, in place of a file; ``study`` is then its name
    progress: None shows it on terminals and in notebooks; False never; a function
        receives each notification as a dict

    Raises :class:`InputError` if the study is wrong. Ctrl-C cancels the run and
    raises :class:`Interrupted`, which has the partial result.
    """
    return _server().run(
        study,
        set=set,
        seed=seed,
        scale=scale,
        run=run,
        threads=threads,
        out=out,
        text=text,
        progress=progress,
    )


def sweep(
    study: Optional[PathLike] = None,
    *,
    set: Settings = None,
    seed: Optional[int] = None,
    scale: Optional[str] = None,
    threads: Optional[int] = None,
    out: Optional[PathLike] = None,
    text: Optional[str] = None,
    fresh: bool = False,
    at_once: Optional[int] = None,
    progress: Progress = None,
) -> Sweep:
    """Simulates all points of a study that are not in its directory yet.

    A list in ``set``, such as ``{"workload.load": [0.1, 0.5, 0.9]}``, stands for one
    point each. ``fresh`` simulates all points again; ``at_once`` is the number of
    points that are simulated at the same time. For the others see :func:`run`.
    """
    return _server().sweep(
        study,
        set=set,
        seed=seed,
        scale=scale,
        threads=threads,
        out=out,
        text=text,
        fresh=fresh,
        at_once=at_once,
        progress=progress,
    )


def reproduce(
    study: Optional[PathLike] = None,
    *,
    set: Settings = None,
    seed: Optional[int] = None,
    scale: Optional[str] = None,
    threads: Optional[int] = None,
    out: Optional[PathLike] = None,
    text: Optional[str] = None,
    fresh: bool = False,
    at_once: Optional[int] = None,
    progress: Progress = None,
) -> Sweep:
    """Runs a published study and judges each of its claims: :attr:`Sweep.verdicts`.

    For the parameters see :func:`sweep`.
    """
    return _server().reproduce(
        study,
        set=set,
        seed=seed,
        scale=scale,
        threads=threads,
        out=out,
        text=text,
        fresh=fresh,
        at_once=at_once,
        progress=progress,
    )


def plan(
    study: Optional[PathLike] = None,
    *,
    set: Settings = None,
    seed: Optional[int] = None,
    scale: Optional[str] = None,
    threads: Optional[int] = None,
    text: Optional[str] = None,
) -> Plan:
    """Estimates the time and memory of a study, without a simulation."""
    return _server().plan(study, set=set, seed=seed, scale=scale, threads=threads, text=text)


def load(directory: PathLike) -> Any:
    """Reads the result in a directory: a :class:`Result` of a run, a :class:`Sweep` of a study."""
    return _server().load(directory)


def list_all() -> Dict[str, Any]:
    """Returns what comes with Hopwright: ``machines``, ``machineFiles``, ``studies``, ``programs``."""
    return _server().list_all()


def studies() -> List[str]:
    """Returns the names of the studies that come with Hopwright."""
    return [study["name"] for study in list_all()["studies"]]


def explain(name: Optional[str] = None, machine: Optional[str] = None) -> str:
    """Returns the explanation of a key, a number, a machine, a study or a term."""
    return _server().explain(name, machine)
