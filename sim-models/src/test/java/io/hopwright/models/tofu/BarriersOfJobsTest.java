package io.hopwright.models.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.ideal.Ideal;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.TestJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hardware barriers that ranks of jobs join, against hand-computed sums and the workload. */
class BarriersOfJobsTest {
  private static final long SEND = 170;
  private static final long RECV = 170;
  private static final long LOCAL = 255;

  private static final Case ANY = Case.of(new Tofu()).set("run.gridTicks=10");
  private static final Case MACHINE =
      ANY.set("machine.shape=2x1x1 workload.kind=jobs collectives.barrier=hardware");

  private Case job(Case machine, int ranks, int ranksPerNode, String text) {
    return machine
        .with("jobs.a.program", TestJob.file(text))
        .with("jobs.a.ranks", ranks)
        .with("jobs.a.ranksPerNode", ranksPerNode);
  }

  private static Map<?, ?> ofJobs(RunResult result, String... path) {
    Map<?, ?> found = (Map<?, ?>) result.summary().get("jobs");
    for (String name : path) {
      found = (Map<?, ?>) found.get(name);
    }
    return found;
  }

  private static long makespan(Case machine) {
    return (long) ofJobs(machine.result(), "makespanTicks").get("a");
  }

  /** A barrier takes the ticks of the workload's barrier, between its call and its end. */
  @ParameterizedTest
  @CsvSource({"2,butterfly", "8,butterfly", "16,butterfly", "3,tree", "11,tree", "24,tree"})
  void shouldTakeWhatTheWorkloadTakes(int nodes, String algorithm) {
    final RunResult alone =
        ANY.set("machine.shape=2x1x1 workload.kind=barrier run.warmupTicks=0 run.end=drained")
            .with("barrier.algorithm", algorithm)
            .with("barrier.participants", nodes)
            .result();
    final Case job = job(MACHINE, nodes, 1, "barrier");
    assertEquals(
        alone.summary().get("collectiveMicroseconds"),
        job.result().summary().get("collectiveMicroseconds"));
    assertEquals((long) nodes, job.result().summary().get("collectivesDone"));
  }

  /** Two nodes with one link: start, signal, end. */
  @Test
  void shouldTakeTheSumOfItsParts() {
    final long unit = 162 + 123 + 9 + 68 + 8 + 25 + 123;
    assertEquals(SEND + unit + RECV, makespan(job(MACHINE, 2, 1, "barrier")));
    assertEquals(SEND + LOCAL + unit + LOCAL + RECV, makespan(job(MACHINE, 6, 3, "barrier")));
    assertEquals(SEND + 2 * LOCAL + RECV, makespan(job(MACHINE, 4, 4, "barrier")));
    assertEquals(0, makespan(job(MACHINE, 1, 1, "barrier")));
  }

  @Test
  void shouldHoldAllBackUntilTheLastHasCome() {
    final String late = "if rank == 5 { compute 10 us }; barrier";
    assertTrue(
        makespan(job(MACHINE, 12, 1, late)) > 8_500 + SEND + 162 + 123 + 123,
        "all wait for rank 5");
    final Map<?, ?> shares = ofJobs(job(MACHINE, 12, 1, late).result(), "share", "collectives");
    assertTrue((double) shares.get("a") > 0.8, () -> "" + shares);
  }

  private static final String MIXED =
      """
      grid g = mesh(2)
      for i in 1 .. 4 {
        compute rand(0, 900) * 1 ns
        barrier
        isend to (rank + 1) % size 5000
        irecv from (rank - 1) % size
        barrier on line(g, 0)
        waitall
        barrier on line(g, 1)
        barrier on plane(g, 0) using dissemination
        barrier on ranks(size - 1, size / 2, -2)
      }
      """;

  @ParameterizedTest
  @CsvSource({"tofud,20,1", "tofud,48,3", "tofu2,21,2", "tofu,24,1"})
  void shouldNotDependOnTheSplit(String generation, int ranks, int perNode) {
    final Case whole =
        job(MACHINE, ranks, perNode, MIXED)
            .with("machine.generation", generation)
            .set("partition.shape=4x4x4 jobs.a.place=random");
    assertEquals(whole.text(), whole.set("partition.shape=1x1x1").text());
  }

  /** Each list of ranks is a communicator; two names of one list are the same one. */
  @Test
  void shouldRefuseMoreThanANodeHas() {
    final String many =
        "for i in 2 .. COUNT { if rank < i { barrier on ranks(0, i, 1) } }; barrier";
    final Case eight =
        job(MACHINE, 9, 1, many.replace("COUNT", "9")).set("machine.generation=tofu");
    assertTrue(makespan(eight) > 0);
    final SettingsException e =
        assertThrows(
            SettingsException.class,
            job(MACHINE, 10, 1, many.replace("COUNT", "10")).set("machine.generation=tofu")
                ::network);
    assertTrue(e.getMessage().contains("node 0"), e::getMessage);
    assertTrue(e.getMessage().contains("9 barrier channels"), e::getMessage);
  }

  /** Groups overlap, ranks are late, other packets are in flight; both models agree. */
  @Test
  void shouldAgreeWithTheSecondModel() {
    final long first = RandomCases.first(0);
    for (long seed = first; seed < first + RandomCases.count(3); seed++) {
      final Case model = random(new Random(seed));
      final long number = seed;
      assertEquals(
          measured(model.set("machine.implementation=reference")),
          measured(model),
          () -> "seed " + number + ": " + model);
    }
  }

  /** Returns the results that a reference model has, too. */
  private static String measured(Case model) {
    final Map<String, Object> summary = new LinkedHashMap<>(model.result().summary());
    summary.keySet().removeAll(List.of("saturated", "backlogGrowth", "steady", "steadiness"));
    return summary.toString().replace(", ", "\n");
  }

  private Case random(Random random) {
    final String generation = Case.oneOf(random, "tofud", "tofu2", "tofu");
    final int perNode = Case.oneOf(random, 1, 1, 2, 3);
    final int ranks = random.nextInt(2, 1 + 16 * perNode);
    final StringBuilder text = new StringBuilder("grid g = mesh(2)\n");
    final int groups = random.nextInt(1, 7);
    final List<String> barriers = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      final int from = random.nextInt(ranks);
      final int count = random.nextInt(1, ranks - from + 1);
      barriers.add(
          Case.oneOf(
              random,
              "barrier",
              "barrier on line(g, 0)",
              "barrier on line(g, 1)",
              "barrier on ranks(%d, %d, 1)".formatted(from, count),
              "barrier on ranks(%d, %d, -1)".formatted(from + count - 1, count)));
    }
    text.append("for i in 1 .. ").append(random.nextInt(1, 4)).append(" {\n");
    for (int step = random.nextInt(1, 9); step > 0; step--) {
      text.append(
          switch (random.nextInt(6)) {
            case 0 -> "compute rand(0, 900) * 1 ns";
            case 1 ->
                "isend to (rank + %d) %% size %d; irecv from (rank - %1$d) %% size; waitall"
                    .formatted(random.nextInt(ranks), random.nextInt(9_000));
            case 2 ->
                "if rank == %d { compute %d ns }"
                    .formatted(random.nextInt(ranks), random.nextInt(1, 5_000));
            default -> barriers.get(random.nextInt(groups));
          });
      text.append('\n');
    }
    return job(MACHINE, ranks, perNode, text.append("}\n").toString())
        .with("seed", random.nextInt(1_000))
        .with("machine.generation", generation)
        .with("jobs.a.place", Case.oneOf(random, "contiguous", "random", "round-robin"))
        .with("jobs.a.repeat", random.nextInt(1, 3))
        .with("software.sendTicks", Case.oneOf(random, 0L, 1L, 170L))
        .with("software.recvTicks", Case.oneOf(random, 0L, 170L))
        .with("software.localTicks", Case.oneOf(random, 1L, 255L))
        .with("software.progress", Case.oneOf(random, "calls", "host", "offload"))
        .with("router.path", Case.oneOf(random, "source", "destination", "random", "fixed"))
        .with("router.fixedPath", random.nextInt(12))
        .with("nic.sendBytes", Case.oneOf(random, 1_984L, 4_096L))
        .with("link.hopTicks", Case.oneOf(random, 1L, 68L, 218L))
        .with("link.sliceErrorRate", Case.oneOf(random, 0.0, 0.0, 0.05))
        .with("host.bus", generation.equals("tofu") ? Case.oneOf(random, "none", "k") : "none")
        .set("jobs.b.program=random jobs.b.ranks=6 jobs.b.background=true")
        .with("jobs.b.compute.scale", Case.oneOf(random, 0.001, 0.1));
  }

  @Test
  void shouldRefuseGroupsThatWereNotChecked() {
    final Case rising =
        job(
                MACHINE,
                12,
                1,
                "let i = 2; forever { if rank < i { barrier on ranks(0, i, 1) }; compute 1 us; let"
                    + " i = i + 1 }")
            .set(
                "jobs.a.background=true jobs.b.program=ring jobs.b.ranks=2 run.end=ticks"
                    + " run.ticks=20000");
    final RuntimeException e = assertThrows(RuntimeException.class, rising::result);
    assertTrue(e.getMessage().contains("by hardware"), e::getMessage);
  }

  @Test
  void shouldBeRefusedWhereTheMachineHasNone() {
    final Case ring = Case.of(new Ideal());
    final SettingsException e =
        assertThrows(SettingsException.class, job(ring, 2, 1, "barrier using hardware")::network);
    assertTrue(e.getMessage().contains("no hardware unit"), e::getMessage);
  }
}
