package io.hopwright.runner.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.config.Library;
import io.hopwright.runner.execution.NeverBegunException;
import io.hopwright.runner.fake.FakeMachine;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program without a command line simulates and receives typed values. */
class HopwrightTest {
  private static final String ALONE =
      "machine.model = fake\nstudy.id = s\nrun { warmupTicks = 0, ticks = 2000 }\n";
  private static final String LISTS = "router.slqFraction = [0, 0.5]\nseed = [1, 2]\n";
  private static final String JOBS =
      "jobs { a { program = ring, ranks = 2 }, b { program = ring, ranks = 4, ranksPerNode = 2 } }";
  private static final String CLAIMED =
      """
      runs.one {}
      checks.low {
        run = one, quantity = linkUtilization, atLeast = 0.7, atMost = 0.8
        expected = three quarters, sizeIndependent = true, tolerance = as printed, section = "2"
      }
      checks.high {
        run = one, quantity = linkUtilization, atLeast = 0.9
        expected = nine tenths, sizeIndependent = true, tolerance = as printed, section = "3"
      }
      """;

  private final AtomicInteger built = new AtomicInteger();
  private final AtomicReference<Runnable> simulating = new AtomicReference<>(() -> {});
  private final Hopwright hopwright =
      Hopwright.of(
          List.of(new FakeMachine(built::incrementAndGet, () -> simulating.get().run())),
          new Library());

  @TempDir private Path directory;

  private Experiment study(String more) {
    return hopwright.studyFromText("mine", ALONE + more).threads(1).into(directory.resolve("out"));
  }

  @Test
  void shouldReturnTheNumbersOfARun() {
    final Result result = study("").set("router.slqFraction", 0.5).seed(7).run();
    assertEquals(Outcome.Kind.COMPLETED, result.outcome().kind());
    assertTrue(result.outcome().completed());
    assertEquals(0.5, result.number("linkUtilization"));
    assertEquals(12.5, result.number("responseTicks.mean"));
    assertTrue(Double.isNaN(result.number("responseTicks.p99")), "was not measured");
    assertEquals("ticks", result.unit("responseTicks.mean"));
    assertEquals("", result.unit("linkUtilization"));
    assertEquals(2000.0, result.numbers().get("ticks"));
    assertEquals(String.format("%016x", 2000 * 31 + 7), result.digest());
    assertEquals("0.5", result.settings().get("router.slqFraction"));
    assertEquals(directory.resolve("out"), result.directory());
    assertTrue(Files.exists(result.directory().resolve("report.html")));
  }

  @Test
  void shouldReturnTheSeriesAsATable() {
    final ResultTable series = study("").run().series();
    assertEquals(
        List.of(
            new ResultTable.Column("from", "ticks", "from"),
            new ResultTable.Column("to", "ticks", "to"),
            new ResultTable.Column("share", "", "share")),
        series.columns());
    assertArrayEquals(new double[] {1000, 2000}, series.numbers("to"));
    assertArrayEquals(new double[] {0.25, Double.NaN}, series.numbers("share"));
    assertEquals(List.of("0.25", ""), series.texts("share"));
    final String wrong =
        assertThrows(InputException.class, () -> series.numbers("shore")).getMessage();
    assertEquals("shore: table series has no column of this name; did you mean share?", wrong);
  }

  @Test
  void shouldReturnJobsByName() {
    final List<JobResult> jobs = study(JOBS).run().jobs();
    assertEquals(List.of("a", "b"), jobs.stream().map(JobResult::name).toList());
    assertEquals(4, jobs.get(1).number("ranks"));
    assertEquals(1, jobs.get(1).number("share.compute"));
    assertEquals(100, jobs.get(0).number("messageLatencyTicks.max"));
    assertEquals("ticks", jobs.get(0).unit("makespanTicks"));
    assertThrows(InputException.class, () -> jobs.get(0).number("nothing"));
    assertEquals(List.of(), study("").into(directory.resolve("none")).run().jobs());
  }

  @Test
  void shouldNameTheNearestNumberOfOneThatThereIsNot() {
    final Result result = study("").run();
    final String told =
        assertThrows(InputException.class, () -> result.number("linkUtilisation")).getMessage();
    assertEquals(
        "linkUtilisation: the run has no number of this name; did you mean linkUtilization?", told);
  }

  @Test
  void shouldOpenAResultThatIsThere() {
    final Result run = study("").run();
    final Result result = hopwright.result(run.directory());
    assertEquals(run.numbers(), result.numbers());
    assertEquals(run.outcome(), result.outcome());
    assertEquals(
        List.of(run.digest()),
        hopwright.results(run.directory()).stream().map(Result::digest).toList());
    assertThrows(InputException.class, () -> hopwright.result(directory.resolve("other")));
  }

  @Test
  void shouldReadAStudyFromAFileOrByName() throws IOException {
    final Path file = Files.writeString(directory.resolve("f.conf"), ALONE + "runs { a {}, b {} }");
    assertEquals(List.of("a", "b"), hopwright.study(file).runs());
    assertEquals("s", hopwright.study(file.toString()).id());
    assertThrows(InputException.class, () -> hopwright.study(directory.resolve("g.conf")));
    assertThrows(InputException.class, () -> hopwright.study("no-such-study"));
    try (Hopwright all = Hopwright.open()) {
      assertTrue(all.studies().contains("bgl-uniform"));
      assertEquals("bgl-uniform", all.study("bgl-uniform").id());
    }
  }

  @Test
  void shouldLeaveTheExperimentThatAnotherIsMadeOf() {
    final Experiment first = study("");
    final Experiment second = first.set("router.slqFraction", 1).into(directory.resolve("second"));
    assertEquals(0.75, first.run().number("linkUtilization"));
    assertEquals(0.25, second.run().number("linkUtilization"));
  }

  @Test
  void shouldRefuseWhatNoStudyCanHave() {
    final Experiment study = study("");
    assertThrows(InputException.class, () -> study.set(null, 1));
    assertThrows(InputException.class, () -> study.set("workload.load", null));
    assertThrows(InputException.class, () -> study.threads(0));
    assertEquals(
        "watched 99999: use a port from 0 to 65535",
        assertThrows(InputException.class, () -> study.watched(99_999)).getMessage());
  }

  @Test
  void shouldSimulateOneRunOfAStudy() {
    final Experiment study = study("runs { a {}, b { set.router.slqFraction = 1 } }");
    assertEquals(0.25, study.only("b").run().number("linkUtilization"));
    assertEquals(
        "--run c: mine has no such run; it has a, b",
        assertThrows(InputException.class, () -> study.only("c").run()).getMessage());
  }

  @Test
  void shouldRefuseWhatIsWrongInAStudyAsCommandsDo() {
    assertEquals(
        List.of(
            "--set router.slqFraction=2: is too large; allowed: 0 to 1",
            "--set router.slqFractoin=1: unknown key; did you mean router.slqFraction?"),
        assertThrows(
                InputException.class,
                () -> study("").set("router.slqFraction", 2).set("router.slqFractoin", 1).run())
            .messages());
  }

  @ParameterizedTest
  @CsvSource({"stall, DEADLOCK, false", "ranks, RANKS_BLOCKED, true"})
  void shouldReturnWhatWaitsInARunThatIsBlocked(String kind, Outcome.Kind outcome, boolean ranks) {
    final Result result = study("").set("workload.kind", kind).run();
    assertEquals(outcome, result.outcome().kind());
    final Outcome.Blockage blockage = result.outcome().blockage().orElseThrow();
    assertEquals(ranks, blockage.ofRanks());
    assertFalse(blockage.headline().isEmpty());
    final Outcome read = hopwright.result(result.directory()).outcome();
    assertEquals(outcome, read.kind());
    assertEquals(Optional.of(blockage.waiting()), read.blockage().map(Outcome.Blockage::waiting));
    assertEquals(Optional.of(blockage.cycle()), read.blockage().map(Outcome.Blockage::cycle));
  }

  @Test
  void shouldKeepWhatACancelledRunHasMeasured() {
    final Cancellation cancellation = new Cancellation();
    simulating.set(cancellation::cancel);
    final Result result = study("").cancelledBy(cancellation).run();
    assertEquals(Outcome.Kind.INTERRUPTED, result.outcome().kind());
    assertTrue(result.number("ticks") < 2000);
    assertEquals(result.outcome(), hopwright.result(result.directory()).outcome());
    final Experiment later = study("").cancelledBy(cancellation);
    assertThrows(NeverBegunException.class, later::run);
  }

  @Test
  void shouldCancelWhatIsInProgressWhenItIsClosed() {
    simulating.set(hopwright::close);
    assertEquals(Outcome.Kind.INTERRUPTED, study("").run().outcome().kind());
    assertThrows(NeverBegunException.class, () -> study("").run());
  }

  @Test
  void shouldGoOnWithASweepThatWasCancelled() {
    final Cancellation cancellation = new Cancellation();
    final Experiment study = study(LISTS).atOnce(1);
    // A fake network has two partitions, so this is the second point.
    simulating.set(
        () -> {
          if (built.get() == 4) {
            cancellation.cancel();
          }
        });
    final SweepResult sweep = study.cancelledBy(cancellation).sweep();
    assertEquals(Outcome.Kind.INTERRUPTED, sweep.outcome());
    assertEquals(1, done(sweep));
    assertEquals(
        List.of(Outcome.Kind.INTERRUPTED),
        sweep.unfinished().stream().map(point -> point.outcome().kind()).toList());
    final SweepResult rest = study.sweep();
    assertEquals(Outcome.Kind.COMPLETED, rest.outcome());
    assertEquals(4, done(rest));
    assertEquals(10, built.get(), "one point was there, one was simulated again");
  }

  private static long done(SweepResult sweep) {
    return sweep.points().stream().filter(point -> point.result().isPresent()).count();
  }

  @Test
  void shouldReturnThePointsOfASweep() {
    final List<String> begun = new ArrayList<>();
    final Experiment study =
        study(LISTS)
            .listener(
                new RunListener() {
                  @Override
                  public void begins(String point, int number, int points) {
                    begun.add(number + "/" + points + " " + point);
                  }

                  @Override
                  public void note(String text) {
                    begun.add(text);
                  }
                });
    final SweepResult sweep = study.sweep();
    assertEquals(Outcome.Kind.COMPLETED, sweep.outcome());
    assertEquals(
        List.of("slqFraction=0,seed=1", "slqFraction=0,seed=2"),
        sweep.points().subList(0, 2).stream().map(SweepPoint::path).toList());
    assertEquals(Map.of("router.slqFraction", 0.5, "seed", 2L), sweep.points().get(3).values());
    assertEquals(0.5, sweep.points().get(3).result().orElseThrow().number("linkUtilization"));
    assertEquals(4, hopwright.results(sweep.directory()).size());
    assertEquals("4/4 slqFraction=0.5,seed=2", begun.get(3));
    begun.clear();
    assertEquals(4, study.sweep().points().size());
    assertEquals(List.of("4 of 4 points were finished before"), begun);
  }

  @Test
  void shouldReturnAVerdictOnEachClaim() {
    final Reproduction reproduction = study(CLAIMED).reproduce();
    assertEquals(
        List.of(ClaimVerdict.Ruling.PASS, ClaimVerdict.Ruling.FAIL),
        reproduction.verdicts().stream().map(ClaimVerdict::ruling).toList());
    assertTrue(reproduction.anyFailed());
    final ClaimVerdict high = reproduction.verdicts().get(1);
    assertEquals("high", high.claim());
    assertEquals("nine tenths", high.expected());
    assertEquals("3", high.section());
    assertEquals(0.75, high.measured());
    assertEquals(0.9, high.atLeast());
    assertTrue(Double.isNaN(high.atMost()));
    assertEquals(Outcome.Kind.COMPLETED, reproduction.sweep().outcome());
    assertThrows(InputException.class, () -> study("").reproduce());
  }

  @Test
  void shouldPlanWithoutSimulating() {
    final Plan plan = study(LISTS).plan();
    assertEquals(4, plan.points().size());
    assertTrue(plan.fits());
    assertEquals(2, plan.points().get(0).partitions());
    assertEquals(18, plan.points().get(0).lookaheadTicks());
    assertTrue(plan.points().get(0).seconds() > 0);
    assertFalse(Files.exists(directory.resolve("out")));
  }

  @Test
  void shouldCallAHeapThatIsTooSmallAFailureOfMemory() {
    final Experiment study = study("").set("workload.kind", "memory");
    final OutOfMemoryError error = assertThrows(OutOfMemoryError.class, study::run);
    assertEquals(Failure.Kind.MEMORY, Failure.of(error).kind());
    assertFalse(Files.exists(directory.resolve("out")));
  }

  @Test
  void shouldTellTheListenerWhenTheInputIsChecked() {
    final List<String> told = new ArrayList<>();
    final RunListener listener =
        new RunListener() {
          @Override
          public void ready() {
            told.add("ready after " + built.get());
          }
        };
    study("").listener(listener).run();
    assertEquals(List.of("ready after 0"), told);
    final Experiment wrong = study("").listener(listener).set("router.slqFraction", 2);
    assertThrows(InputException.class, wrong::run);
    assertEquals(1, told.size());
  }

  @Test
  void shouldSimulateOnSeveralThreadsAtOnce() throws Exception {
    try (Hopwright all = Hopwright.open()) {
      final Experiment small =
          all.study("bgl-uniform")
              .set("machine.shape", "4x4x2")
              .set("partition.shape", "2x4x2")
              .set("run.warmupTicks", 200)
              .set("run.ticks", 2_000)
              .threads(2);
      final List<FutureTask<String>> runs = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        final Experiment own = small.into(directory.resolve("at-once-" + i));
        runs.add(new FutureTask<>(() -> own.run().digest()));
      }
      runs.forEach(run -> new Thread(run).start());
      final Set<String> digests = new HashSet<>();
      for (FutureTask<String> run : runs) {
        digests.add(run.get());
      }
      assertEquals(Set.of(small.into(directory.resolve("alone")).run().digest()), digests);
    }
  }

  @Test
  void shouldCompareResults() {
    final Result first = study("").run();
    final Result second = study("").into(directory.resolve("second")).run();
    final Result third =
        study("").set("router.slqFraction", 0.5).into(directory.resolve("third")).run();
    assertTrue(hopwright.compare(first.directory(), second.directory()).agree());
    final Differences differences = hopwright.compare(first.directory(), third.directory());
    assertFalse(differences.agree());
    final Differences.PointDifference point = differences.points().get(0);
    assertEquals(
        Map.of("router.slqFraction", new Differences.Values("0.0", "0.5")), point.settings());
    assertEquals(
        new Differences.NumberDifference(0.75, 0.5, -1.0 / 3),
        point.numbers().get("linkUtilization"));
  }

  @Test
  void shouldTellTheStateOfARunInProgress() {
    final Cancellation cancellation = new Cancellation();
    final List<Progress> told = new ArrayList<>();
    try (Hopwright all = Hopwright.open()) {
      final Result result =
          all.study("bgl-uniform")
              .set("run.ticks", 1_000_000_000)
              .threads(1)
              .into(directory.resolve("long"))
              .cancelledBy(cancellation)
              .listener(
                  new RunListener() {
                    @Override
                    public void progress(Progress progress) {
                      told.add(progress);
                      cancellation.cancel();
                    }
                  })
              .run();
      assertEquals(Outcome.Kind.INTERRUPTED, result.outcome().kind());
    }
    assertEquals("", told.get(0).point());
    assertTrue(told.get(0).fraction() < 1 && told.get(0).packetHopsPerSecond() > 0);
  }

  @ParameterizedTest
  @CsvSource({
    "INPUT, io.hopwright.runner.support.InputException",
    "INTERNAL, java.lang.IllegalStateException"
  })
  void shouldClassifyExceptions(Failure.Kind kind, Class<? extends RuntimeException> type)
      throws ReflectiveOperationException {
    final RuntimeException exception = type.getConstructor(String.class).newInstance("x");
    assertEquals(kind, Failure.of(exception).kind());
  }

  @Test
  void shouldClassifyWhatIsNoFaultOfTheUser() {
    assertEquals(Failure.Kind.CANCELLED, Failure.of(new NeverBegunException()).kind());
    assertEquals(Failure.Kind.MEMORY, Failure.of(new OutOfMemoryError("heap")).kind());
    assertEquals(
        new Failure(Failure.Kind.ENVIRONMENT, List.of("full")),
        Failure.of(new EnvironmentException("full", null)));
  }
}
