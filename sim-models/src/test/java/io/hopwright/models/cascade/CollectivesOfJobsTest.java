package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.aries.AriesReduction;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TestJob;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives by the engines of Aries NICs, against hand-computed sums and a list of events. */
class CollectivesOfJobsTest {
  private static final long SEND = 10_937;
  private static final long RECV = 10_938;
  private static final long LOCAL = 13_125;
  private static final long BUS = 8_750;
  private static final long POST = 191;
  private static final long UNIT = 3_500;

  /** Ticks over one link, from the issue of a packet until it reaches the NIC. */
  private static final long ACROSS = 6_562 + 4_375 + 6_563;

  private static final Case MACHINE =
      Case.of(new Cascade())
          .set("machine.groups=1 machine.chassisPerGroup=1 machine.bladesPerChassis=16")
          .set("nic.model=aries workload.kind=jobs run.gridTicks=20000 router.routing=minimal")
          .set("collectives.barrier=hardware collectives.allreduce=hardware");

  static final Case TWO_GROUPS = MACHINE.set("machine.groups=2 machine.bladesPerChassis=4");

  static Case job(Case machine, int ranks, int ranksPerNode, String text) {
    return machine
        .with("jobs.a.program", TestJob.file(text))
        .with("jobs.a.ranks", ranks)
        .with("jobs.a.ranksPerNode", ranksPerNode);
  }

  private static long makespan(RunResult result) {
    return (long)
        ((Map<?, ?>) ((Map<?, ?>) result.summary().get("jobs")).get("makespanTicks")).get("a");
  }

  private static long makespan(Case model) {
    return makespan(model.result());
  }

  /** The example of the page, then collectives within nodes only and of one rank. */
  @ParameterizedTest
  @ValueSource(strings = {"barrier", "allreduce 8"})
  void shouldTakeTheSumOfItsParts(String what) {
    final String pair = what + " on ranks(0, 2, %d)";
    assertEquals(SEND + 53_786 + RECV, makespan(job(MACHINE, 5, 1, pair.formatted(4))));
    final Case six =
        job(MACHINE, 15, 3, "if rank / 3 %% 4 == 0 { %s on ranks(0, 2, 12) }".formatted(what));
    assertEquals(SEND + 53_786 + RECV, makespan(six));
    assertEquals(SEND + 2 * LOCAL + RECV, makespan(job(MACHINE, 4, 4, what)));
    assertEquals(0, makespan(job(MACHINE, 1, 1, what)));
  }

  @Test
  void shouldHaveRanksOfANodeMeetInItsMemory() {
    final long single = makespan(job(MACHINE, 2, 1, "barrier"));
    assertEquals(single + 2 * LOCAL, makespan(job(MACHINE, 6, 3, "barrier")));
  }

  /** Returns when each node is through. Nodes are one link apart and join at different ticks. */
  private static long[] through(int radix, long... joins) {
    final int nodes = joins.length;
    final long[] up = new long[nodes];
    final long[] free = new long[nodes];
    for (int node = nodes - 1; node >= 0; node--) {
      final List<Long> ready = new ArrayList<>(List.of(joins[node] + BUS));
      for (int child = radix * node + 1; child <= radix * node + radix && child < nodes; child++) {
        ready.add(up[child] + ACROSS);
      }
      for (long each : ready.stream().sorted().toList()) {
        up[node] = serve(free, node, each);
      }
    }
    final long[] through = new long[nodes];
    final long[] result = new long[nodes];
    for (int node = 0; node < nodes; node++) {
      final long there = node == 0 ? up[0] : serve(free, node, result[node]);
      for (int child = radix * node + 1; child <= radix * node + radix && child < nodes; child++) {
        result[child] = serve(free, node, there) + ACROSS;
      }
      through[node] = serve(free, node, there) + POST + BUS;
    }
    return through;
  }

  private static long serve(long[] free, int node, long ready) {
    free[node] = Math.max(16 * ready, free[node]) + UNIT;
    return (free[node] + 15) / 16;
  }

  /** Sixteen nodes of a chassis, one per blade; rank 4·i of 64 takes part. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 15})
  void shouldTakeWhatAListOfEventsSays(int radix) {
    final Random random = new Random(radix);
    for (int nodes : List.of(2, 3, 5, 8, 16)) {
      final long[] joins = new long[nodes];
      final StringBuilder text = new StringBuilder();
      for (int node = 0; node < nodes; node++) {
        final int microseconds = random.nextInt(3) * random.nextInt(5);
        joins[node] = SEND + 43_750L * microseconds;
        text.append("if rank == %d { compute %d us }\n".formatted(4 * node, microseconds));
      }
      text.append("barrier on ranks(0, %d, 4)".formatted(nodes));
      final Case model = job(MACHINE, 61, 1, text.toString()).with("ce.radix", radix);
      final RunResult result = model.result();
      long last = 0;
      long sum = 0;
      final long[] through = through(radix, joins);
      for (int node = 0; node < nodes; node++) {
        last = Math.max(last, through[node]);
        sum += through[node] - joins[node];
      }
      assertEquals(last + RECV, makespan(result), "of " + nodes);
      assertEquals((double) sum / nodes / 43_750, result.summary().get("collectiveMicroseconds"));
    }
  }

  /** If one rank joins later, the collective ends as much later for all. */
  @Test
  void shouldHoldAllBackUntilTheLastHasCome() {
    final String late = "if rank == 37 { compute %d us }; allreduce 8";
    final long ten = makespan(job(MACHINE, 64, 1, late.formatted(10)));
    assertEquals(ten + 437_500, makespan(job(MACHINE, 64, 1, late.formatted(20))));
  }

  @ParameterizedTest
  @EnumSource(AriesReduction.class)
  void shouldHaveTheSameResultEverywhere(AriesReduction operation) {
    final Case model =
        job(TWO_GROUPS, 60, 2, "for i in 1 .. 3 { allreduce 8; barrier }")
            .with(
                "ce.operation",
                operation.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'))
            .set("jobs.a.place=random ce.radix=3");
    final Map<String, ?> summary = model.result().summary();
    assertEquals(30L * 6, summary.get("collectivesDone"));
    assertEquals(0L, summary.get("collectiveResultsWrong"));
  }

  /** The digest covers the combined values. */
  @Test
  void shouldHaveADigestOfResults() {
    final Case model = job(TWO_GROUPS, 5, 1, "allreduce 8");
    final Set<Object> digests = new HashSet<>();
    for (String operation : List.of("and", "or", "xor", "min", "max", "sum", "max-location")) {
      digests.add(model.with("ce.operation", operation).result().summary().get("digest"));
    }
    assertEquals(7, digests.size());
  }

  private static final String MIXED =
      """
      grid g = mesh(2)
      for i in 1 .. 2 {
        compute rand(0, 900) * 10 ns
        barrier
        isend to (rank + 1) % size 5000
        irecv from (rank - 1) % size
        allreduce 8 on line(g, 0)
        waitall
        barrier on line(g, 1)
        allreduce 4096 on plane(g, 0)
        put to (rank + 3) % size 300
        barrier on ranks(size - 1, size / 2, -2)
        allreduce 4
      }
      """;

  @ParameterizedTest
  @CsvSource({"20,1,adaptive", "48,3,deterministic"})
  void shouldNotDependOnTheSplit(int ranks, int perNode, String routing) {
    final Case whole =
        job(TWO_GROUPS, ranks, perNode, perNode == 1 ? MIXED : MIXED.replaceAll("on line.*", ""))
            .with("router.routing", routing)
            .set("partition.groups=2 jobs.a.place=random ce.radix=2");
    assertEquals(whole.text(), whole.set("partition.groups=1").text());
  }

  /**
   * Two names of one list are one communicator; sums of more than one word use the software
   * collective.
   */
  @Test
  void shouldRefuseWhatEnginesDoNotDo() {
    final String many =
        "for i in 2 .. COUNT { if rank < i { barrier on ranks(0, i, 1) } }; allreduce 8; allreduce"
            + " 9";
    assertTrue(makespan(job(MACHINE, 5, 1, many.replace("COUNT", "5"))) > 0);
    refuse("node 0 has ranks of 5 groups", job(MACHINE, 6, 1, many.replace("COUNT", "6")));
    refuse("at most 8 B, not 9", job(MACHINE, 4, 1, "allreduce 9 using hardware"));
    refuse("no hardware unit", job(MACHINE, 4, 1, "barrier").set("nic.model=rate"));
    refuse("ce.radix", job(MACHINE, 4, 1, "ring").set("nic.model=rate ce.radix=8"));
    refuse("hardware", job(MACHINE, 4, 1, "reduce 8 root 0 using hardware"));
  }

  private static void refuse(String message, Case model) {
    final SettingsException e = assertThrows(SettingsException.class, model::network);
    assertTrue(e.getMessage().contains(message), e::getMessage);
  }

  @Test
  void shouldDoLargeSumsAsUsual() {
    final Case model = job(MACHINE, 16, 1, "allreduce 16");
    assertEquals(model.set("collectives.allreduce=auto").text(), model.text());
    assertNotEquals(
        makespan(job(MACHINE, 16, 1, "allreduce 8")),
        makespan(job(MACHINE, 16, 1, "allreduce 8").set("collectives.allreduce=auto")));
  }
}
