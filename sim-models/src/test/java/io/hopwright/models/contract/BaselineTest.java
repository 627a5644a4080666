package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.ideal.Ideal;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.network.NetworkMachine;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomGraphs;
import io.hopwright.models.testkit.TestJob;
import io.hopwright.models.tnw.Tnw;
import io.hopwright.models.tnw.TnwPrograms;
import io.hopwright.models.tofu.Tofu;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The contention-free baseline is a lower bound, and equals the time of a message alone. */
class BaselineTest {
  private static final String TNW = "TNW";

  /**
   * Returns the number of programs per machine in the ordinary build; those of TNW seldom delay
   * each other.
   */
  private static int few(String machine) {
    return machine.equals(TNW) ? 16 : 8;
  }

  /** Times of a job that ended both on the machine and on the baseline. */
  private record Compared(String name, long here, long there, boolean sameOrder) {
    double slowdown() {
      return (double) here / there;
    }
  }

  private static <P extends Partition> RunResult run(Network<P> network) {
    return network.result(new SequentialExecutor().run(network, new RunMonitor()));
  }

  private static Object of(Map<?, ?> jobs, String family, Object job) {
    return ((Map<?, ?>) jobs.get(family)).get(job);
  }

  private static List<Compared> compare(Case model) {
    final Network<?> network = model.set("statistics.ideal=true run.end=jobs").network();
    final RunResult both =
        JobMetrics.against(JobMetrics.ofBaseline(run(network.baseline())), run(network));
    final Map<?, ?> jobs = (Map<?, ?>) both.summary().get("jobs");
    final List<Compared> compared = new ArrayList<>();
    for (Object job : ((Map<?, ?>) jobs.get("slowdown")).keySet()) {
      if (of(jobs, "slowdown", job) != null) {
        compared.add(
            new Compared(
                job.toString(),
                (Long) of(jobs, "makespanTicks", job),
                (Long) of(jobs, "idealTicks", job),
                (Boolean) of(jobs, "sameOrder", job)));
      }
    }
    return compared;
  }

  // ---------------------------------------------------------------- programs at random

  static Stream<String> machines() {
    return Stream.concat(
        Arrays.stream(ProgramsSecondModelTest.On.values()).map(Enum::name), Stream.of(TNW));
  }

  private static Case random(String machine, long seed) {
    final Random random = new Random(seed);
    final boolean tnw = machine.equals(TNW);
    final Case drawn =
        (tnw ? TnwPrograms.random(seed) : ProgramsSecondModelTest.On.valueOf(machine).random(seed))
            .without(
                key ->
                    key.startsWith("fault.")
                        || key.equals("nic.timeoutTicks")
                        || key.equals("run.ticks"))
            .set(Case.oneOf(random, "", "", errors(machine)));
    return switch (random.nextInt(3)) {
      case 0 -> drawn;
      case 1 -> inOrder(machine, drawn);
      default -> graph(drawn, random, tnw);
    };
  }

  private static String errors(String machine) {
    return switch (machine) {
      case "BLUEGENE", "CASCADE", "ARIES" -> "link.bitErrorRate=1e-6";
      case "TOFUD", "TOFU2", "TOFU" -> "link.sliceErrorRate=0.01";
      default -> "";
    };
  }

  /**
   * Returns a case in which arrivals take no processor time, where this is possible, and every
   * message is eager.
   */
  private static Case inOrder(String machine, Case drawn) {
    return drawn
        .set("software.copyTicks=0 software.matchTicks=0 software.eagerBytes=1000000")
        .set(List.of(TNW, "IDEAL").contains(machine) ? "" : "software.progress=offload");
  }

  private static Case graph(Case drawn, Random random, boolean tnw) {
    final int ranks = tnw ? 3 : 2 + random.nextInt(6);
    final Case alone = drawn.without(key -> key.startsWith("jobs."));
    return TestJob.of(RandomGraphs.text(random, ranks, 2 + random.nextInt(40), 2), ranks)
        .on(tnw ? alone.set("machine.shape=3x1x1") : alone, "graph", 1);
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldBeALowerBound(String machine) {
    assumeTrue(RandomCases.wants(machine));
    int same = 0;
    int slower = 0;
    int faster = 0;
    int all = 0;
    final long first = RandomCases.first(0);
    for (long seed = first; seed < first + RandomCases.count(few(machine)); seed++) {
      final Case model = random(machine, seed);
      try {
        model.network();
      } catch (SettingsException e) {
        // Some draw programs that wait forever, or more groups than a node has channels.
        continue;
      }
      for (Compared job : compare(model)) {
        final String what = "seed " + seed + ": " + job + " of " + model;
        assertTrue(job.here >= job.there || !job.sameOrder, what);
        assertTrue(job.slowdown() > 0.5, "hardly an anomaly of order: " + what);
        all++;
        faster += job.here < job.there ? 1 : 0;
        same += job.sameOrder ? 1 : 0;
        slower += job.sameOrder && job.here > job.there ? 1 : 0;
      }
    }
    final String share =
        ("of %s jobs %s did their work in the same order, %s of these were slower;"
                + " of the others %s were faster")
            .formatted(all, same, slower, faster);
    assertTrue(same > all / 6, share);
    assertTrue(slower > all / 30 || machine.equals("IDEAL"), share);
  }

  // ---------------------------------------------------------------- messages alone

  private static Machine machine(String name) {
    return switch (name) {
      case "bluegene-l" -> new BlueGeneL();
      case "cascade" -> new Cascade();
      case "extoll" -> new Extoll();
      case "tnw" -> new Tnw();
      case "network" -> new NetworkMachine();
      default -> new Tofu();
    };
  }

  private static String program(String kind, int peer, long bytes) {
    final String text =
        switch (kind) {
          case "send" -> "if rank == 0 { send to P B } else if rank == P { recv from 0 }";
          case "late" ->
              "if rank == 0 { send to P B } else if rank == P { compute 90 us; recv from 0 }";
          case "put" -> "if rank == 0 { put to P B; fence }";
          case "local" -> "if rank == 0 { put to P B }";
          case "get" -> "if rank == 0 { get from P B }";
          case "amo" -> "if rank == 0 { amo to P }";
          case "barrier" -> "compute rank * 100 ns; barrier using hardware";
          default ->
              "for i in 1 .. 4 { if rank == 0 { send to P B; recv from P } else if rank == P { recv"
                  + " from 0; send to 0 B } }";
        };
    final boolean message = List.of("send", "late", "pong").contains(kind);
    return text.replace("P", "" + peer).replace("B", "" + Math.max(bytes, message ? 0 : 1));
  }

  private static final long[] ONE = {1};

  /** Sizes: empty, less than a packet, several packets, a rendezvous message, and a long one. */
  private static final long[] SIZES = {0, 17, 1_000, 9_000, 60_000};

  /** Sizes for peers that are not the nearest one: less than a packet, and a rendezvous message. */
  private static final long[] FAR_SIZES = {17, 9_000};

  /**
   * Machines, ranks, peers and kinds: one message, a message and its answer, and so on. The last
   * column is the largest ratio to the baseline: 1 where the baseline is exact.
   */
  private static final String MESSAGES =
      """
      bluegene-l | machine.shape=4x4x2                          | 32 | 1 2 21   | send late pong         | 1
      bluegene-l | machine.shape=4x4x2 router.arbitrationTicks=3 router.bypass=false | 32 | 1 21 | send late pong | 1
      bluegene-l | machine.shape=4x4x2 injection.turn=packet machine.virtualNodeMode=true | 32 | 3 21 | send pong | 1.7
      tofu | machine.shape=2x2x2                                | 96 | 1 5 77   | send late pong put local get amo | 1
      tofu | machine.shape=2x2x2 router.path=random             | 96 | 1 5 77   | send pong put get amo  | 1.05
      tofu | machine.shape=2x2x2 machine.generation=tofu2       | 96 | 1 77     | send pong put local get amo | 1
      tofu | machine.shape=2x2x2 machine.generation=tofu host.bus=k | 96 | 1 77 | send pong put local get | 1
      tofu | machine.shape=2x2x2                                | 16 | 0        | barrier                | 1
      tofu | machine.shape=2x2x2                                | 21 | 0        | barrier                | 1
      extoll | machine.shape=4x2x1                              | 9  | 1 7 8    | send late pong get     | 1
      extoll | machine.shape=4x2x1                              | 9  | 1 7 8    | put local              | 1.01
      extoll | machine.shape=4x2x1 machine.nic=fpga software.rendezvous=get | 9 | 1 8 | send pong get   | 1
      extoll | machine.shape=4x2x1 naa.transport=p2p            | 9  | 1 8      | send late pong get     | 1
      extoll | machine.shape=4x2x1 naa.transport=staged         | 9  | 1 8      | send late pong         | 1
      extoll | machine.shape=4x2x1 host.bridge=infiniband       | 9  | 1 8      | send late pong         | 1
      tnw | machine.shape=4x2x2 pput.disorder=0                 | 16 | 1 4 8    | send late pong         | 1
      tnw | machine.shape=4x2x2                                 | 16 | 1 4      | send late pong         | 1.03
      tnw | machine.shape=4x2x2 host.send=nget                  | 16 | 1 4      | send late pong         | 1.01
      tnw | machine.shape=4x2x2 host.send=partial               | 16 | 1 4      | send late pong         | 1
      tnw | machine.shape=4x2x2 host.kind=flexio                | 16 | 1 4      | send late pong         | 1.01
      network | machine.extents=4x4 machine.nodesPerRouter=2    | 32 | 1 2 21   | send late pong put local get | 1
      network | machine.topology=fat-tree machine.down=4,4 machine.up=4 packet.bytes=200 router.routing=d-mod-k router.model=vc | 16 | 1 15 | send late pong put local get | 1
      network | machine.topology=fat-tree machine.down=4,4 machine.up=4 nicLink.flitTicks=2 link.flitTicks=3 | 16 | 1 15 | send late pong | 1
      network | machine.topology=dragonfly machine.routersPerGroup=4 machine.globalPerRouter=2 router.routing=valiant | 36 | 1 21 | send late pong put get | 1.3
      network | machine.topology=dragonfly machine.routersPerGroup=4 machine.globalPerRouter=2 router.model=vc router.routing=ugal-l | 36 | 1 21 | send late pong | 1.3
      network | machine.topology=fat-tree machine.down=4,4 machine.up=4 router.model=vc router.routing=adaptive | 16 | 1 15 | send late pong | 1
      network | machine.extents=4x4 router.model=vc router.headTicks=2 | 16 | 1 10 | send late pong  | 1.3
      network | machine.extents=4x4                                | 16 | 1 10     | amo                    | 1
      cascade | machine.groups=1 machine.bladesPerChassis=4 machine.chassisPerGroup=2 router.routing=minimal | 32 | 1 4 20 | send late pong put local | 1.01
      cascade | machine.groups=1 machine.bladesPerChassis=4 machine.chassisPerGroup=2 | 32 | 1 4 20 | send late pong put local | 1.21
      cascade | machine.groups=3 machine.bladesPerChassis=4 machine.chassisPerGroup=2 router.routing=deterministic | 96 | 4 33 70 | send put | 1.01
      cascade | machine.groups=3 machine.bladesPerChassis=4 machine.chassisPerGroup=2 router.routing=minimal | 96 | 33 70 | send pong put | 1.05
      cascade | machine.groups=3 machine.bladesPerChassis=4 machine.chassisPerGroup=2 | 96 | 33 70 | send pong put | 1.15
      cascade | nic.model=aries machine.groups=1 machine.bladesPerChassis=4 machine.chassisPerGroup=2 router.routing=minimal | 32 | 1 20 | send late pong put local get | 1.01
      cascade | nic.model=aries machine.groups=3 machine.bladesPerChassis=4 machine.chassisPerGroup=2 | 96 | 33 70 | send pong put get | 1.2
      cascade | nic.model=aries machine.groups=1 machine.bladesPerChassis=4 machine.chassisPerGroup=2 | 32 | 1 20 | amo | 1.3
      cascade | nic.model=aries machine.groups=2 machine.bladesPerChassis=4 machine.chassisPerGroup=2 ce.radix=2 | 41 | 0 | barrier | 1.02
      """;

  /**
   * Each kind tries every second size; kinds at odd places of a row try the sizes that the others
   * omit.
   */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = MESSAGES)
  void shouldTakeWhatAMessageTakesAlone(
      String name, String settings, int ranks, String peers, String kinds, double most) {
    checkMessages(name, settings, ranks, peers, kinds, most, false);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = MESSAGES)
  @Tag("slow")
  void shouldTakeWhatAMessageOfAnySizeTakesAlone(
      String name, String settings, int ranks, String peers, String kinds, double most) {
    checkMessages(name, settings, ranks, peers, kinds, most, true);
  }

  private static void checkMessages(
      String name,
      String settings,
      int ranks,
      String peers,
      String kinds,
      double most,
      boolean everySize) {
    assumeTrue(RandomCases.wants(name));
    final Case machine = Case.of(machine(name)).set("workload.kind=jobs").set(settings);
    final boolean asymmetric = kinds.equals("amo") || kinds.equals("barrier");
    boolean nearest = true;
    int turn = 0;
    for (String peer : peers.split(" ", -1)) {
      for (String kind : kinds.split(" ", -1)) {
        final long[] sizes = asymmetric ? ONE : nearest ? SIZES : FAR_SIZES;
        for (int i = 0; i < sizes.length; i++) {
          if (!asymmetric && !everySize && i % 2 != turn % 2) {
            continue;
          }
          final String text = program(kind, Integer.parseInt(peer), sizes[i]);
          final Compared job = compare(TestJob.of(text, ranks).on(machine, "a", 1)).get(0);
          final String what = kind + " of " + sizes[i] + " B to " + peer + ": " + job;
          assertTrue(job.here >= job.there && job.slowdown() <= most, what);
        }
        turn++;
      }
      nearest = false;
    }
  }

  /** The last message of a rank does not overtake earlier ones, however long they are. */
  @ParameterizedTest
  @CsvSource({
    "bluegene-l, ''",
    "cascade, machine.groups=1",
    "cascade, machine.groups=1 nic.model=aries",
    "extoll, ''",
    "network, ''",
    "tofu, ''",
    "tnw, ''"
  })
  void shouldKeepTheOrderOfAProgram(String name, String settings) {
    assumeTrue(RandomCases.wants(name));
    final Case machine = Case.of(machine(name)).set("workload.kind=jobs").set(settings);
    for (String sends : new String[] {"send to 0 4096", "send to 0 8; send to 0 3000"}) {
      final String receives = sends.replaceAll("send to 0 \\d+", "recv from 1");
      final String text = "if rank == 0 { %s } else { %s }\nbarrier".formatted(receives, sends);
      final Compared job = compare(TestJob.of(text, 2).on(machine, "a", 1)).get(0);
      assertTrue(job.sameOrder, () -> sends + ": " + job);
      assertTrue(job.here >= job.there && job.slowdown() < 1.01, () -> sends + ": " + job);
    }
  }

  /** Three failed links of a torus or a chassis make paths longer, not shorter. */
  @ParameterizedTest
  @CsvSource({
    "bluegene-l, machine.shape=4x4x2 machine.deadLinks=0;8;100, 32",
    "cascade, machine.groups=1 machine.bladesPerChassis=4 machine.chassisPerGroup=2"
        + " fault.links.a.aries=0 fault.links.a.port=0 fault.links.b.aries=1 fault.links.b.port=15,"
        + " 32"
  })
  void shouldBeALowerBoundWithFailedLinks(String name, String settings, int ranks) {
    final Case machine =
        Case.of(machine(name)).set("workload.kind=jobs").set(settings.replace(';', ','));
    final String text = "for i in 1 .. 31 { sendrecv to (rank + i) % 32 900 from (rank - i) % 32 }";
    final Compared job = compare(TestJob.of(text, ranks).on(machine, "a", 1)).get(0);
    assertTrue(job.here > job.there, job::toString);
  }

  @Test
  void shouldBeTheIdealMachineItself() {
    final String text = "for i in 1 .. 7 { sendrecv to (rank + i) % 8 900 from (rank - i) % 8 }";
    final Compared job = compare(TestJob.of(text, 8).on(Case.of(new Ideal()), "a", 1)).get(0);
    assertTrue(job.sameOrder);
    assertEquals(job.there, job.here);
  }
}
