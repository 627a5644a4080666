"""Tests of the Python client: small runs, over one process."""

import importlib.util
import math
import os
import signal
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import hopwright  # noqa: E402

SMALL = {
    "machine.shape": "[4, 4, 2]",
    "partition.shape": "[4, 4, 2]",
    "run.warmupTicks": 200,
    "run.ticks": 1000,
}
ENDLESS = {**SMALL, "run.ticks": 10**9, "run.gridTicks": 10**6}
JOBS = """
include "machines/ideal"
jobs.ring { program = ring, ranks = 4 }
"""


class HopwrightTest(unittest.TestCase):
    """Calls of the module, on a small BlueGene/L."""

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.directory = Path(cls.temporary.name)
        cls.result = cls.run_small("run", threads=1)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def run_small(cls, name, **more):
        return hopwright.run("bgl-uniform", set=SMALL, out=cls.directory / name, **more)

    def test_numbers_have_units(self):
        self.assertEqual("completed", self.result.outcome)
        self.assertEqual(32, self.result["nodes"])
        self.assertGreater(self.result["responseTicks.mean"], 100)
        self.assertEqual("ticks", self.result.units["responseTicks.mean"])
        self.assertTrue(math.isnan(self.result["steady"]), "was not measured")
        self.assertEqual("1000 ticks", self.result.settings["run.ticks"])
        with self.assertRaisesRegex(KeyError, "did you mean throughput"):
            self.result["thruput"]

    def test_the_digest_does_not_depend_on_threads(self):
        self.assertEqual(self.result.digest, self.run_small("again", threads=2).digest)

    def test_tables_have_units(self):
        series = self.result.series()
        self.assertEqual([0, 1000], list(series["from"])[:2])
        self.assertEqual("ticks", self.units(series)["from"])
        links = self.result.links()
        self.assertEqual(32 * 6, len(links))
        self.assertEqual("B", self.units(links)["bytes"])
        self.assertEqual({"x+", "x-", "y+", "y-", "z+", "z-"}, set(links["port"]))
        points = self.result.points()
        self.assertEqual(1, len(points))
        self.assertEqual(["quantity", "value", "unit"], list(self.result.summary.columns))
        with self.assertRaisesRegex(hopwright.InputError, "statistics"):
            self.result.flows()

    @staticmethod
    def units(table):
        return table.units if isinstance(table, hopwright.Table) else table.attrs["units"]

    def test_jobs_and_a_study_as_text(self):
        result = hopwright.run("ring", text=JOBS, out=self.directory / "jobs")
        jobs = result.jobs()
        self.assertEqual(["ring"], list(jobs["job"]))
        self.assertEqual([4], list(jobs["ranks"]))
        self.assertEqual("ticks", self.units(jobs)["makespanTicks"])

    def test_a_sweep_has_its_points(self):
        loads = [0.1, 0.3]
        sweep = hopwright.sweep(
            "bgl-uniform", set={**SMALL, "workload.load": loads}, out=self.directory / "sweep"
        )
        self.assertEqual(2, len(sweep))
        self.assertEqual(loads, list(sweep.points()["workload.load"]))
        self.assertEqual("ticks", self.units(sweep.points())["responseTicks.mean"])
        self.assertEqual(
            [point.digest for point in sweep], list(sweep.points()["digest"]), "text, not a number"
        )
        self.assertEqual(2 * 32 * 6, len(sweep.links()))
        self.assertEqual(loads, sorted(set(sweep.series()["workload.load"])))
        loaded = hopwright.load(self.directory / "sweep")
        self.assertEqual(list(sweep.points()["digest"]), list(loaded.points()["digest"]))
        self.assertEqual(self.result.digest, hopwright.load(self.directory / "run").digest)

    def test_a_reproduction_has_verdicts(self):
        study = (
            'include "machines/bluegene-l"\nstudy.id = claim\nmachine.shape = [4, 4, 2]\n'
            "workload.kind = uniform, workload.load = 0.1, run.warmupTicks = 200, run.ticks = 1000\n"
            "runs.one {}\nchecks.low { run = one, quantity = saturated, atMost = 0, expected = none\n"
            'sizeIndependent = true, tolerance = exact, section = "1" }\n'
        )
        reproduction = hopwright.reproduce("claim", text=study, out=self.directory / "claim")
        self.assertEqual(["pass"], list(reproduction.verdicts["verdict"]))

    def test_a_plan_simulates_nothing(self):
        plan = hopwright.plan("bgl-uniform")
        self.assertTrue(plan.fits)
        self.assertGreater(plan.seconds, 0)
        self.assertGreater(len(plan.points()), 0)

    def test_errors_are_those_of_the_command_line(self):
        with self.assertRaises(hopwright.InputError) as raised:
            hopwright.run("bgl-uniform", set={"workload.laod": 0.5})
        self.assertEqual(
            ["--set workload.laod=0.5: unknown key; did you mean workload.load?"],
            raised.exception.messages,
        )
        self.assertEqual(2, raised.exception.exit_code)
        with self.assertRaises(hopwright.RequestError):
            hopwright.run("bgl-uniform", seed="one")
        with self.assertRaises(hopwright.InputError):
            hopwright.load(self.directory / "nothing")

    def test_it_lists_and_explains(self):
        self.assertIn("bgl-uniform", hopwright.studies())
        self.assertIn("adaptive", hopwright.explain("router.routing"))

    def test_progress_reaches_a_function(self):
        seen = []
        with self.assertRaises(hopwright.Interrupted) as raised:
            hopwright.run(
                "bgl-uniform",
                set=ENDLESS,
                out=self.directory / "interrupted",
                progress=lambda message: self.press(seen, message),
            )
        self.assertEqual("interrupted", raised.exception.result.outcome)
        self.assertIn("marked as such", str(raised.exception))
        self.assertIn("packetHopsPerSecond", seen[-1])
        self.assertGreater(raised.exception.result["packetsDelivered"], 0)
        self.assertIn("interrupted", hopwright.load(raised.exception.result.directory).outcome)

    @staticmethod
    def press(seen, message):
        """Presses Ctrl-C as soon as there is progress."""
        if message["method"] == "progress" and not seen:
            seen.append(message)
            os.kill(os.getpid(), signal.SIGINT)

    def test_several_calls_at_once(self):
        with hopwright.Server() as server:
            long = server.start("run", "bgl-uniform", set=ENDLESS, threads=1, out=self.directory / "l")
            short = server.start("run", "bgl-uniform", set=SMALL, threads=1, out=self.directory / "s")
            self.assertEqual(self.result.digest, short.result().digest)
            self.assertFalse(long.done())
            long.cancel()
            try:
                self.assertEqual("interrupted", long.result().outcome)
            except hopwright.EnvironmentFailure as e:
                self.assertEqual("cancelled", e.kind, "it had not begun")
            killed = server.start("run", "bgl-uniform", set=ENDLESS, out=self.directory / "k")
            server.kill()
            with self.assertRaisesRegex(hopwright.EnvironmentFailure, "ended with exit code -9"):
                killed.result()
            with self.assertRaises(hopwright.EnvironmentFailure):
                server.load(self.directory)

    def test_a_program_that_is_none(self):
        with mock.patch.dict(os.environ, {"HOPWRIGHT": "/nowhere/hopwright"}):
            with self.assertRaisesRegex(hopwright.InputError, "is not a program"):
                hopwright.Server()
        with self.assertRaisesRegex(hopwright.EnvironmentFailure, "exit code 1"):
            hopwright.Server(program="/bin/false")

    def test_without_pandas_tables_are_lists(self):
        with mock.patch("hopwright._tables.pandas", None):
            links = self.result.links()
        self.assertIsInstance(links, hopwright.Table)
        self.assertEqual(len(links), len(links["utilization"]))
        self.assertEqual("x+", links[0]["port"])

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_with_pandas_tables_are_frames(self):
        links = self.result.links()
        self.assertEqual((32 * 6, len(links.columns)), links.shape)
        self.assertEqual("float64", str(links["utilization"].dtype))
        self.assertEqual("int64", str(links["from"].dtype))


if __name__ == "__main__":
    unittest.main()
