package io.hopwright.models.cascade;

import static io.hopwright.models.testkit.Case.oneOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.SameResults;
import io.hopwright.models.testkit.TestJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the fast model and the reference model, written independently from "Collective engine"
 * of {@code docs/models/aries-nic.md}. Ranks of random programs perform collectives by hardware
 * over up to four communicators, in sequence and beside other traffic.
 */
class AriesCollectivesSecondModelTest {
  private static final int FEW = 2;
  private static final int MANY = 400;
  private static final int NODES = 32;

  /** Seed of a case in which two packets from one tile arrive at the router in one tick. */
  private static final int TWO_FROM_A_TILE = 5_021;

  /** Results that only the fast model measures. */
  private static final List<String> UNKNOWN =
      List.of("saturated", "backlogGrowth", "steady", "steadiness");

  static IntStream some() {
    return IntStream.range(0, RandomCases.count(FEW)).map(i -> (int) RandomCases.first(0) + i);
  }

  static IntStream more() {
    return IntStream.concat(
        IntStream.of(TWO_FROM_A_TILE),
        IntStream.range(0, RandomCases.count(MANY)).map(i -> (int) RandomCases.first(100) + i));
  }

  private static Case random(long seed) {
    final Random random = new Random(seed);
    final int perNode = random.nextInt(1, 5);
    final int ranks = random.nextInt(2, perNode * NODES + 1);
    return machine(random)
        .with("seed", seed)
        .with("jobs.a.program", TestJob.file(program(random, ranks)))
        .with("jobs.a.ranks", ranks)
        .with("jobs.a.ranksPerNode", perNode)
        .with("jobs.a.place", oneOf(random, "contiguous", "random", "round-robin"))
        .with("jobs.a.compute.noise", oneOf(random, 0.0, 0.5))
        .with("jobs.a.repeat", random.nextInt(1, 3));
  }

  private static Case machine(Random random) {
    return CascadeBench.dragonfly(2, 2, 2)
        .set("nic.model=aries workload.kind=jobs run.end=jobs run.gridTicks=50000")
        .with("ce.radix", oneOf(random, 2, 3, 32, random.nextInt(2, 33)))
        .with("ce.unitSixteenths", oneOf(random, 3_500, 16, random.nextInt(16, 200_000)))
        .with(
            "ce.operation",
            oneOf(
                random,
                "and",
                "or",
                "xor",
                "min",
                "max",
                "min-location",
                "max-location",
                "sum",
                "sum-float",
                "sum-double"))
        .with("partition.groups", oneOf(random, 1, 2))
        .with("router.routing", oneOf(random, "minimal", "adaptive", "deterministic", "valiant"))
        .with("router.electricalVcBytes", oneOf(random, 128, 8_192))
        .with("nic.bufferBytes", oneOf(random, 128, 4_096))
        .with("nic.outstanding", oneOf(random, 1, 3, 1_024))
        .with("host.busTicks", oneOf(random, 8_750, random.nextInt(1, 3_000)))
        .with("nic.outTicks", oneOf(random, 6_562, random.nextInt(1, 3_000)))
        .with("nic.inTicks", oneOf(random, 6_563, random.nextInt(1, 3_000)))
        .with("software.sendTicks", oneOf(random, 10_937, 0, 50))
        .with("software.recvTicks", oneOf(random, 10_938, 0, 50))
        .with("software.localTicks", oneOf(random, 13_125, 1));
  }

  private static String program(Random random, int ranks) {
    final List<String> communicators = new ArrayList<>();
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      communicators.add(communicator(random, ranks));
    }
    final StringBuilder text = new StringBuilder("for i in 1 .. " + random.nextInt(1, 5) + " {\n");
    for (int i = random.nextInt(1, 8); i > 0; i--) {
      final String on = communicators.get(random.nextInt(communicators.size()));
      text.append(
          switch (random.nextInt(6)) {
            case 0, 1 -> "barrier" + on + " using hardware\n";
            case 2, 3 -> "allreduce " + oneOf(random, 1, 4, 8) + on + " using hardware\n";
            case 4 -> "compute rand(0, 4) * 1 us\n";
            default -> "alltoall 100 on ranks(0, " + Math.min(ranks, 12) + ", 1)\n";
          });
    }
    return text.append("}\n").toString();
  }

  private static String communicator(Random random, int ranks) {
    if (random.nextInt(3) == 0) {
      return "";
    }
    final int first = random.nextInt(ranks);
    final int step = random.nextInt(1, 4);
    final int count = 1 + random.nextInt((ranks - 1 - first) / step + 1);
    return " on ranks(" + first + ", " + count + ", " + step + ")";
  }

  @ParameterizedTest
  @MethodSource("some")
  void shouldMeasureTheSame(int seed) {
    final Case model = random(seed);
    final RunResult fast = model.result();
    final RunResult second = model.set("machine.implementation=reference").result();
    SameResults.checkSummary(fast, second, UNKNOWN, model::toString);
    assertEquals(0L, fast.summary().get("collectiveResultsWrong"));
  }

  @ParameterizedTest
  @MethodSource("more")
  @Tag("slow")
  void shouldMeasureTheSameInMoreCases(int seed) {
    shouldMeasureTheSame(seed);
  }

  /** The comparison is worth little without many collectives. */
  @Test
  @Tag("slow")
  void shouldDoManyCollectives() {
    final long most =
        more()
            .mapToLong(seed -> (Long) random(seed).result().summary().get("collectivesDone"))
            .max()
            .orElseThrow();
    assertTrue(most > 100, "at most " + most);
  }
}
