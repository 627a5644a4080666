package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.ideal.Ideal;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.network.NetworkMachine;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.InterruptedRun;
import io.hopwright.models.testkit.NamedRanks;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomGraphs;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import io.hopwright.models.testkit.ResultText;
import io.hopwright.models.testkit.TestJob;
import io.hopwright.models.tnw.Tnw;
import io.hopwright.models.tofu.Tofu;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ranks are reported as blocked beside a background job exactly if they are blocked without it.
 * Without a background job this is detected because no event is pending; no count of the work in
 * progress is needed.
 */
class BlockedAsAloneTest {
  private static final long GRID = 500;

  /** A tick far beyond the end of all drawn programs. */
  private static final long LAST_TICK = 2_000_000_000;

  private static final String BACKGROUND = "back";

  /** Ranks that wait for each other as soon as the first message has arrived. */
  private static final TestJob STUCK =
      TestJob.of(
          """
          isend to 1 - rank 3000 tag 1
          recv from 1 - rank tag 2
          send to 1 - rank 8 tag 2
          recv from 1 - rank tag 1
          """,
          2);

  /** Ranks that wait for a send that happens only after a long time. */
  private static final TestJob SLOW =
      TestJob.of(
              """
              if rank == 0 { compute 30 us; send to 1 20000; compute 20 us; isend to 1 8; waitall }
              else if rank == 1 { recv from 0; compute 50 us; recv from 0 }
              sendrecv to 1 - rank 8 from 1 - rank
              """,
              2)
          .times(70_000, 2);

  private static final TestJob IDLE = TestJob.of("forever { compute 777 ns }", 1).inBackground();

  private static final TestJob BUSY =
      TestJob.of("forever { compute 1 us; sendrecv to 1 - rank 5000 from 1 - rank }", 2)
          .inBackground();

  /**
   * A link and a blade that fail and lose their packets. Each NIC has enough requests for those
   * that stay outstanding.
   */
  private static final String FAULTS =
      " fault.links.x.port=0 router.routing=minimal nic.outstanding=1024 run.ticks=1000000";

  private static final String LOSS = "fault.blades.y.atTick";

  /** Machines with more nodes than the random jobs need. */
  enum On {
    IDEAL(
        new Ideal(),
        "machine.nodes=13",
        new Host(8, 8, 3, List.of(ProgressKind.HOST, ProgressKind.CALLS), true),
        List.of(Primitive.values()),
        "partition.nodes=13",
        "partition.nodes=5",
        "partition.nodes=1"),
    BLUEGENE(
        new BlueGeneL(),
        "machine.shape=4x4x1 machine.virtualNodeMode=true",
        new Host(8, 8, 2, List.of(ProgressKind.values()), false),
        List.of(),
        "partition.shape=4x4x1",
        "partition.shape=2x3x1",
        "partition.shape=1x1x1"),
    TOFUD(
        new Tofu(),
        "machine.shape=2x1x1",
        new Host(12, 12, 3, List.of(ProgressKind.values()), true),
        List.of(Primitive.values()),
        "partition.shape=2x1x1",
        "partition.shape=1x1x1"),
    TOFU(
        new Tofu(),
        "machine.shape=2x1x1 machine.generation=tofu host.bus=k",
        new Host(12, 12, 3, List.of(ProgressKind.values()), true),
        List.of(Primitive.PUT, Primitive.GET),
        "partition.shape=2x1x1",
        "partition.shape=1x1x1"),
    EXTOLL(
        new Extoll(),
        "machine.shape=4x3x1",
        new Host(7, 7, 3, List.of(ProgressKind.values()), true),
        List.of(Primitive.PUT, Primitive.GET),
        "partition.shape=4x3x1",
        "partition.shape=1x2x1"),
    TNW(
        new Tnw(),
        "machine.shape=8x1x1",
        new Host(2, 2, 5, List.of(ProgressKind.values()), false),
        List.of(),
        "partition.shape=8x1x1",
        "partition.shape=1x1x1"),
    CASCADE(
        new Cascade(),
        "machine.groups=3 machine.chassisPerGroup=1 machine.bladesPerChassis=2",
        new Host(8, 8, 3, List.of(ProgressKind.values()), true),
        List.of(Primitive.PUT),
        "partition.groups=3",
        "partition.groups=1"),
    ARIES(
        new Cascade(),
        "machine.groups=3 machine.chassisPerGroup=1 machine.bladesPerChassis=2 nic.model=aries",
        new Host(16, 16, 3, List.of(ProgressKind.values()), true),
        List.of(Primitive.values()),
        "partition.groups=3",
        "partition.groups=1"),
    NETWORK(
        new NetworkMachine(),
        "machine.extents=4x3",
        new Host(7, 7, 3, List.of(ProgressKind.values()), true),
        List.of(),
        "partition.shape=4x3",
        "partition.shape=2x2"),
    CASCADE_FAULTS(CASCADE, FAULTS),
    ARIES_FAULTS(ARIES, FAULTS);

    @SuppressWarnings("ImmutableEnumChecker")
    private final Case machine;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Host host;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> cuts;

    On(Machine machine, String settings, Host host, List<Primitive> primitives, String... cuts) {
      final Case one =
          Case.of(machine)
              .set(settings + " run.end=jobs statistics.ranks=true " + cuts[cuts.length / 2])
              .with("run.gridTicks", GRID);
      this.machine = machine instanceof Ideal ? one : one.set("workload.kind=jobs");
      this.host = host.with(primitives);
      this.cuts = List.of(cuts);
    }

    On(On other, String settings) {
      machine = other.machine.set(settings);
      host = other.host;
      cuts = other.cuts;
    }

    private boolean hasFaults() {
      return this == CASCADE_FAULTS || this == ARIES_FAULTS;
    }

    private Case with(TestJob job, String name, Case model) {
      return job.on(model, name, 1_000);
    }

    /**
     * Returns random jobs; in every third case a graph replaces the first program. Cases with
     * faults have no graphs, whose long messages lose more than NICs can remember.
     */
    private Case random(long seed, RandomPrograms drawn) {
      final Random random = new Random(seed);
      final int header = Math.max(1, Math.min(64, drawn.software().headerBytes()));
      final Case all = drawn.on(machine, 1_000).with("software.headerBytes", header);
      final int ranks = drawn.jobs().get(0).ranks();
      final String graph = RandomGraphs.text(random, ranks, 5 * ranks, random.nextInt(4));
      return own(
          seed % 3 == 0 && !hasFaults() ? all.with("jobs.job0.program", TestJob.file(graph)) : all,
          random,
          drawn);
    }

    private Case own(Case all, Random random, RandomPrograms drawn) {
      return switch (this) {
        case IDEAL ->
            all.with("network.latencyTicks", drawn.latency())
                .with("nic.gapTicks", drawn.gap(), "nic.byteGapTicks", drawn.byteGap());
        case BLUEGENE -> all;
        case NETWORK ->
            all.with("packet.flits", random.nextLong(1, 20))
                .with("router.model", Case.oneOf(random, "ideal", "vc"));
        case TOFUD, TOFU ->
            all.with("nic.outstanding", Case.oneOf(random, 1L, 16L))
                .with("collectives.barrier", Case.oneOf(random, "hardware", "auto"));
        case EXTOLL -> all.with("rma.packets", Case.oneOf(random, 1L, 32L));
        case TNW -> {
          Case close = all.with("host.eagerPackets", Case.oneOf(random, 1L, 4L));
          for (int number = 0; number < drawn.jobs().size(); number++) {
            close = close.set("jobs.job" + number + ".place=contiguous");
          }
          yield close;
        }
        case CASCADE -> all.with("nic.outstanding", Case.oneOf(random, 1L, 1_024L));
        case ARIES ->
            all.with("nic.transactions", Case.oneOf(random, 1L, 255L))
                .with("put.bteBytes", Case.oneOf(random, 64L, 4_096L))
                .with("collectives.barrier", Case.oneOf(random, "hardware", "auto"))
                .with("collectives.allreduce", Case.oneOf(random, "hardware", "auto"))
                .with("ce.radix", Case.oneOf(random, 2L, 32L));
        case CASCADE_FAULTS, ARIES_FAULTS ->
            all.with("fault.links.x.aries", random.nextInt(4))
                .with("fault.links.x.atTick", random.nextLong(20_000, 400_000))
                .with(
                    "fault.blades.y.aries",
                    random.nextInt(6),
                    LOSS,
                    random.nextLong(1_000, 200_000))
                .with("nic.timeoutTicks", Case.oneOf(random, null, 300_000L));
      };
    }
  }

  /** Ending of a run, waiting ranks, and measurements. */
  private record End(Ending ending, long stopTick, List<String> waiting, RunResult result) {
    /** Returns a line for each rank of jobs that are not in the background. */
    List<String> ranks() {
      return result.tables().get("ranks").rows().stream()
          .map(Object::toString)
          .filter(row -> !row.startsWith("[" + BACKGROUND))
          .toList();
    }
  }

  private static End run(Case model, long lastTick) {
    return run(model.network(), lastTick);
  }

  private static <P extends Partition> End run(Network<P> network, long lastTick) {
    final RunOutcome<P> outcome = InterruptedRun.at(lastTick, network);
    final boolean stalled = outcome.ending() == Ending.STALLED;
    assertTrue(!stalled || network.ranksBlocked(outcome.total()));
    return new End(
        outcome.ending(),
        outcome.stopTick(),
        stalled ? NamedRanks.lines(outcome) : List.of(),
        network.result(outcome));
  }

  // ---------------------------------------------------------------- at random

  /** Compares jobs alone, beside a job that only computes, and beside one that sends. */
  private static void compare(On on, Case model) {
    final End alone = run(model, LAST_TICK);
    final End beside = run(on.with(IDLE, BACKGROUND, model), alone.stopTick + 1);
    if (on.hasFaults() && beside.stopTick <= model.settings().integer(LOSS)) {
      // Alone, this run would fail before its end.
      compare(on, model.with(LOSS, beside.stopTick - 1));
      return;
    }
    assertEquals(alone.ending, beside.ending);
    assertTrue(beside.stopTick <= alone.stopTick);
    assertEquals(alone.waiting, beside.waiting);
    assertEquals(alone.ranks(), beside.ranks());
    if (!on.hasFaults()) {
      assertEquals(alone.ending, run(on.with(BUSY, BACKGROUND, model), LAST_TICK).ending);
    }
  }

  /**
   * Compares the programs of a seed, alone and with a job that waits forever. Returns the number of
   * comparisons.
   */
  private static int compare(On on, long seed) {
    final RandomPrograms drawn = RandomPrograms.of(seed, on.host);
    if (drawn.hasBackground()) {
      return 0;
    }
    int compared = 0;
    final Case some = on.random(seed, drawn);
    for (Case model : List.of(some, on.with(STUCK, "stuck", some))) {
      try {
        on.with(BUSY, BACKGROUND, model).network();
      } catch (SettingsException e) {
        continue; // Some draw programs that wait forever, or more groups than there are channels.
      }
      try {
        compare(on, model);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(model + "\n" + drawn, e);
      }
      compared++;
    }
    return compared;
  }

  /**
   * Compares at least {@code count} programs, starting from a seed, each alone and beside others.
   */
  private static void compare(On on, long first, int count) {
    assumeTrue(RandomCases.wants(on.name()));
    int compared = 0;
    for (long seed = first; compared < count; seed++) {
      assertTrue(seed <= first + 2 * count, "only " + compared);
      compared += compare(on, seed);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeBlockedExactlyIfTheyAreAlone(On on) {
    compare(on, RandomCases.first(0), RandomCases.count(1));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void shouldBeBlockedExactlyIfManyAreAlone(On on) {
    compare(on, RandomCases.first(1_000), RandomCases.count(300));
  }

  // ---------------------------------------------------------------- one by one

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CASCADE_FAULTS", "ARIES_FAULTS"})
  void shouldBeBlockedInTheSameTickForEverySplit(On on) {
    Case model = on.with(STUCK, "stuck", on.with(SLOW, "slow", on.machine));
    model = on.with(BUSY, BACKGROUND, on.with(IDLE, BACKGROUND + "2", model));
    final End whole = run(model.set(on.cuts.get(0)), LAST_TICK);
    assertEquals(Ending.STALLED, whole.ending);
    assertEquals(4, whole.waiting.size(), whole::toString);
    assertTrue(
        whole.waiting.get(2).matches("stuck rank 0 waits for rank 1: recv from 1 tag 2 \\(.*:2\\)"),
        whole::toString);
    assertTrue(whole.waiting.get(3).startsWith("stuck rank 1 waits for rank 0: recv from 0 "));
    for (String cut : on.cuts.subList(1, on.cuts.size())) {
      final Case split = model.set(cut);
      assertTrue(split.network().partitions() > 1);
      for (long window : List.of(split.network().lookaheadTicks(), 1L)) {
        final End end = run(split.with("run.windowTicks", window), LAST_TICK);
        assertEquals(whole.stopTick, end.stopTick, cut);
        assertEquals(whole.waiting, end.waiting, cut);
        assertEquals(ResultText.of(whole.result), ResultText.of(end.result), cut);
      }
    }
    final End cutOff = run(model.set("run.end=ticks run.ticks=1000000000"), LAST_TICK);
    assertEquals(Ending.STALLED, cutOff.ending);
    assertEquals(whole.stopTick, cutOff.stopTick);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CASCADE_FAULTS", "ARIES_FAULTS"})
  void shouldLetThoseEndThatAreSlow(On on) {
    final Case model = on.with(BUSY, BACKGROUND, on.with(SLOW, "slow", on.machine));
    for (ProgressKind progress : on.host.progress()) {
      final String word = progress.name().toLowerCase(Locale.ROOT);
      assertEquals(
          Ending.COMPLETED, run(model.set("software.progress=" + word), LAST_TICK).ending, word);
    }
  }
}
