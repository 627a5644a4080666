package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Window;
import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.ideal.Ideal;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.network.NetworkMachine;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.NamedRanks;
import io.hopwright.models.testkit.TestJob;
import io.hopwright.models.tnw.Tnw;
import io.hopwright.models.tofu.Tofu;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A job whose ranks are blocked ends the run although a background job continues. The run ends at
 * the tick at which an equal job would end that does not wait forever: not earlier, however slow
 * the job is, and not later.
 */
class BlockedBesideBackgroundTest {
  private static final List<ProgressKind> HOST_AND_CALLS =
      List.of(ProgressKind.HOST, ProgressKind.CALLS);

  private static final String ANY_PUT = "put to (rank + 2) % 4 300\nput to (rank + 1) % 4 20\n";
  private static final String ANY_GET =
      "iget from (rank + 2) % 4 1000\nget from (rank + 1) % 4 8\n";
  private static final String ANY_AMO = "iamo to (rank + 2) % 4\namo to (rank + 1) % 4\n";
  private static final String BARRIER = "barrier using hardware\n";

  /** Start of a job, in us. */
  private static final long PICOSECONDS = 1_000_000;

  /** Every build runs one of this number of machines and kinds of software, in their order. */
  private static final int ONE_IN = 5;

  /** Machine on which neighbouring pairs of nodes have their own jobs. */
  private enum On {
    IDEAL(
        Case.of(new Ideal()).set("machine.nodes=8 partition.nodes=8"),
        HOST_AND_CALLS,
        "get",
        ANY_PUT + ANY_GET + ANY_AMO),
    TNW(Case.of(new Tnw()).set("machine.shape=6x1x1"), HOST_AND_CALLS, "put", ""),
    BLUEGENE(
        Case.of(new BlueGeneL()).set("machine.shape=6x1x1 machine.virtualNodeMode=true"),
        List.of(ProgressKind.values()),
        "put",
        ""),
    CASCADE(
        Case.of(new Cascade())
            .set("machine.groups=1 machine.chassisPerGroup=1 machine.bladesPerChassis=2"),
        List.of(ProgressKind.values()),
        "get",
        ANY_PUT),
    ARIES(
        Case.of(new Cascade())
            .set("machine.groups=1 machine.chassisPerGroup=1 machine.bladesPerChassis=2")
            .set("nic.model=aries"),
        List.of(ProgressKind.values()),
        "get",
        ANY_PUT + ANY_GET + ANY_AMO + BARRIER),
    TOFU(
        Case.of(new Tofu()).set("machine.shape=1x1x1 machine.generation=tofu host.bus=k"),
        List.of(ProgressKind.values()),
        "get",
        ANY_PUT + ANY_GET + BARRIER),
    TOFUD(
        Case.of(new Tofu()).set("machine.shape=1x1x1"),
        List.of(ProgressKind.values()),
        "get",
        ANY_PUT + ANY_GET + ANY_AMO + BARRIER),
    EXTOLL(
        Case.of(new Extoll()).set("machine.shape=3x2x1"),
        List.of(ProgressKind.values()),
        "get",
        ANY_PUT + ANY_GET),
    NETWORK(
        Case.of(new NetworkMachine()).set("machine.extents=3x2"),
        List.of(ProgressKind.values()),
        "get",
        "");

    @SuppressWarnings("ImmutableEnumChecker")
    private final Case machine;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<ProgressKind> progress;

    /** Setting for the rendezvous of large messages, unless it is {@code put}. */
    private final String rendezvous;

    /** Operations of its interfaces other than messages. */
    private final String more;

    On(Case machine, List<ProgressKind> progress, String rendezvous, String more) {
      this.machine = machine;
      this.progress = progress;
      this.rendezvous = rendezvous;
      this.more = more;
    }

    /** Returns a program of all operations of a rank; at its end none is in progress. */
    private String everything() {
      return """
      sendrecv to (rank + 2) % 4 100 from (rank + 2) % 4
      isend to rank 300; recv from rank
      if rank % 2 == 0 { isend to rank + 1 9000 } else { compute 2 us; irecv from rank - 1 }
      issend to (rank + 2) % 4 40 tag 1
      if rank == 3 { compute 12 us }
      recv from (rank + 2) % 4 tag 1
      waitall
      if rank < 2 { send to rank + 2 9000 } else { compute 3 us; recv from rank - 2 }
      """
          + more
          + (more.isEmpty() ? "" : "fence\n")
          + "waitall\n";
    }

    private Case jobs(ProgressKind kind, boolean put) {
      final String word = kind.name().toLowerCase(Locale.ROOT);
      final Case jobs =
          machine
              .set(this == IDEAL ? "" : "workload.kind=jobs")
              .with("software.progress", word)
              .set("software.matchTicks=0 run.gridTicks=1000000");
      return rendezvous.equals("put")
          ? jobs
          : jobs.with("software.rendezvous", put ? "put" : rendezvous);
    }
  }

  /** Statements with which two ranks wait for messages that either sends only afterwards. */
  private static final String WAITING =
      "recv from (rank + 2) % 4 tag 9\nsend to (rank + 2) % 4 1 tag 9\n";

  private static TestJob job(String text) {
    return TestJob.of(text, 4).perNode(2);
  }

  /** Adds a background job and all given jobs. */
  private static Case besides(Case machine, TestJob... jobs) {
    Case model = machine;
    for (int i = 0; i < jobs.length; i++) {
      model = jobs[i].on(model, "job" + i, PICOSECONDS);
    }
    final String ring =
        "forever { sendrecv to (rank + 2) % 4 300 from (rank + 2) % 4; compute 700 ns }";
    return job(ring).on(model, "noise", PICOSECONDS).with("jobs.noise.background", true);
  }

  /** Tick from which all foreground ranks have ended or are blocked, and the waiting ranks. */
  private record End(long tick, List<String> waiting) {
    /**
     * Simulates tick by tick. Executors do not do this, and windows as long as the lookahead show
     * less.
     */
    static End of(Case model) {
      final Partition whole = model.network().build(0);
      final Progress progress = new Progress();
      long tick = 0;
      whole.addProgress(progress);
      while (progress.ranksRunning > 0 && progress.foregroundAtWork > 0) {
        final long next = whole.nextEffectTick();
        whole.simulate(new Window(tick, next, next + 1), new EventBatch[0]);
        tick = next + 1;
        progress.clear();
        whole.addProgress(progress);
      }
      return new End(tick, NamedRanks.of(whole));
    }
  }

  /** Returns pairs of machine and software: those that every build runs, or the others. */
  private static Stream<Arguments> machines(boolean inEveryBuild) {
    final List<Arguments> all =
        Stream.of(On.values())
            .flatMap(
                on ->
                    on.progress.stream()
                        .flatMap(
                            kind ->
                                Stream.of(true, false)
                                    .filter(put -> put || !on.rendezvous.equals("put"))
                                    .map(put -> Arguments.of(on, kind, put))))
            .toList();
    return IntStream.range(0, all.size())
        .filter(index -> index % ONE_IN == 0 == inEveryBuild)
        .mapToObj(all::get);
  }

  static Stream<Arguments> some() {
    return machines(true);
  }

  static Stream<Arguments> others() {
    return machines(false);
  }

  private static void assertBlocked(Case ends, Case waits, String... ranks) {
    final End ended = End.of(ends);
    assertEquals(List.of(), ended.waiting);
    final End blocked = new End(ended.tick, List.of(ranks));
    assertEquals(blocked, End.of(waits));
    assertEquals(blocked, End.of(waits.set("machine.implementation=reference")));
  }

  @ParameterizedTest(name = "{0} {1} put={2}")
  @MethodSource("some")
  void shouldBeBlockedWhereItWouldHaveEnded(On on, ProgressKind kind, boolean put) {
    final Case machine = on.jobs(kind, put);
    assertBlocked(
        besides(machine, job(on.everything())),
        besides(machine, job(on.everything() + WAITING)),
        "job0.0",
        "job0.1",
        "job0.2",
        "job0.3");
  }

  /** A second job starts when ranks of the first are waiting already and some have ended. */
  @ParameterizedTest(name = "{0} {1} put={2}")
  @MethodSource("some")
  @Tag("slow")
  void shouldGoOnWhileOtherJobsDo(On on, ProgressKind kind, boolean put) {
    final Case machine = on.jobs(kind, put);
    final String early = "sendrecv to (rank + 2) % 4 9000 from (rank + 2) % 4\n";
    final TestJob late = job(on.everything()).times(60, 2);
    assertBlocked(
        besides(machine, job(early), late),
        besides(machine, job(early + "if rank % 2 == 0 {\n" + WAITING + "}\n"), late),
        "job0.0",
        "job0.2");
  }

  @ParameterizedTest(name = "{0} {1} put={2}")
  @MethodSource("some")
  @Tag("slow")
  void shouldBeBlockedWhereGraphsWouldHaveEnded(On on, ProgressKind kind, boolean put) {
    final Case machine = on.jobs(kind, put);
    assertBlocked(
        besides(machine, job(graph(false))),
        besides(machine, job(graph(true))),
        "job0.0",
        "job0.2");
  }

  private static String graph(boolean waiting) {
    final StringBuilder text = new StringBuilder("num_ranks 4\n");
    for (int rank = 0; rank < 4; rank++) {
      final int peer = (rank + 2) % 4;
      text.append("rank " + rank + " {\na: calc 3000 cpu 1\nb: send 9000b to " + peer);
      text.append("\nb requires a\nc: recv 9000b from " + peer + "\nd: calc 2000\nd requires c\n");
      text.append("e: calc " + 4_000 * rank + " cpu 2\ne requires d\n");
      if (waiting && rank % 2 == 0) {
        text.append("y: recv 1b from " + peer + " tag 9\n");
        text.append("z: send 1b to " + peer + " tag 9\nz requires y\n");
      }
      text.append("}\n");
    }
    return text.toString();
  }

  @ParameterizedTest(name = "{0} {1} put={2}")
  @MethodSource("others")
  @Tag("slow")
  void shouldBeBlockedWithAnySoftware(On on, ProgressKind kind, boolean put) {
    shouldBeBlockedWhereItWouldHaveEnded(on, kind, put);
    shouldGoOnWhileOtherJobsDo(on, kind, put);
    shouldBeBlockedWhereGraphsWouldHaveEnded(on, kind, put);
  }
}
