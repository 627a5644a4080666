package io.hopwright.models.cascade;

import static io.hopwright.models.testkit.Case.oneOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.SameResults;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the fast model and the reference model on random programs, with NICs of both models.
 * Messages are lost while links and blades fail, ranks are lost with their blades, and requests are
 * given up ("Jobs" of {@code docs/models/cascade-faults.md}).
 */
class FaultyJobsSecondModelTest {
  private static final int FEW = 2;
  private static final int MANY = 300;
  private static final int BLADES_OF_RANKS = 3;

  /** Results that only the fast model measures. */
  private static final List<String> UNKNOWN =
      List.of("saturated", "backlogGrowth", "steady", "steadiness");

  static IntStream some() {
    return IntStream.range(0, RandomCases.count(FEW)).map(i -> (int) RandomCases.first(0) + i);
  }

  static IntStream more() {
    return IntStream.range(0, RandomCases.count(MANY)).map(i -> (int) RandomCases.first(100) + i);
  }

  private static Case random(long seed) {
    final Random random = new Random(seed);
    final boolean aries = random.nextInt(3) != 0;
    final int perNode = random.nextInt(1, 4);
    final Case machine =
        CascadeBench.dragonfly(3, 2, 2)
            .set("workload.kind=jobs run.end=ticks run.gridTicks=50000")
            .set("software.sendTicks=50 software.recvTicks=50 software.localTicks=20")
            .ticks(600_000)
            .with("nic.model", aries ? "aries" : "rate")
            .with("seed", seed)
            .with("partition.groups", oneOf(random, 1, 3))
            .with("router.routing", oneOf(random, "minimal", "adaptive", "in-order", "valiant"))
            .with("router.electricalVcBytes", oneOf(random, 128, 8_192))
            .with("nic.outstanding", oneOf(random, 2, 1_024))
            .with("software.eagerBytes", oneOf(random, 300, 8_192))
            .with("jobs.a.program", TestJob.file(program(random, aries)))
            .with("jobs.a.ranks", 4 * BLADES_OF_RANKS * perNode)
            .with("jobs.a.ranksPerNode", perNode)
            .with("jobs.a.repeat", random.nextInt(1, 3));
    // A rank may wait for a request that was answered; only reports of blocked ranks show this.
    final boolean givesUp = random.nextBoolean();
    final Case both = seed % 2 == 0 && !givesUp ? machine : besideBackground(machine);
    final Case scarce = aries ? both.with("nic.transactions", oneOf(random, 2, 255)) : both;
    final Case losing = FaultCases.lostRanks(scarce, random, BLADES_OF_RANKS, 300_000);
    final Case failing = FaultCases.faults(losing, random);
    return givesUp ? failing.with("nic.timeoutTicks", random.nextLong(150_000, 300_000)) : failing;
  }

  /** Adds another job that runs forever on nodes of its own. */
  private static Case besideBackground(Case machine) {
    return machine
        .with("jobs.b.program", TestJob.file("forever { alltoall 60; compute 2 us }"))
        .with("jobs.b.ranks", 6, "jobs.b.background", true)
        .set("run.gridTicks=2000");
  }

  private static String program(Random random, boolean aries) {
    final StringBuilder text = new StringBuilder("for i in 1 .. " + random.nextInt(1, 4) + " {\n");
    for (int i = random.nextInt(2, 7); i > 0; i--) {
      final int bytes = oneOf(random, 1, 100, 500, 5_000);
      final String peer = "(rank + " + random.nextInt(1, 12) + ") % size";
      text.append(
          switch (random.nextInt(aries ? 7 : 4)) {
            case 0, 1 -> "alltoall " + oneOf(random, 40, 400) + "\n";
            case 2 -> "put to " + peer + " " + bytes + "\n";
            case 3 -> "iput to " + peer + " " + bytes + " as p; compute 1 us; wait p\n";
            case 4 -> "get from " + peer + " " + bytes + "\n";
            case 5 -> "amo to " + peer + "\n";
            default -> "barrier using hardware\n";
          });
    }
    return text.append("}\n").toString();
  }

  @ParameterizedTest
  @MethodSource("some")
  void shouldMeasureTheSame(int seed) {
    final Case model = random(seed);
    final RunResult fast = model.result();
    final RunResult second = model.set("machine.implementation=reference").result();
    SameResults.checkSummary(fast, second, UNKNOWN, model::toString);
    assertTrue(
        List.of(0L, "null")
            .contains(
                Objects.requireNonNullElse(fast.summary().get("requestsUnaccounted"), "null")),
        model::toString);
  }

  @ParameterizedTest
  @MethodSource("more")
  @Tag("slow")
  void shouldMeasureTheSameInMoreCases(int seed) {
    shouldMeasureTheSame(seed);
  }

  /** The comparison is worth little without many losses. */
  @Test
  @Tag("slow")
  void shouldLoseAndGiveUpMuch() {
    final List<Map<String, Object>> summaries =
        more().limit(40).mapToObj(seed -> random(seed).result().summary()).toList();
    for (String what : List.of("packetsLost", "requestsTimedOut", "transactionsFailed")) {
      assertTrue(
          summaries.stream().anyMatch(all -> all.get(what) instanceof Long some && some > 0), what);
    }
  }
}
