package io.hopwright.models.messaging.jobs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.placement.Placement;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobKeysTest {
  private static final TickRate RATE = new TickRate(700_000_000, 4);
  private static final int NODES = 16;
  private static final Capabilities OFFERED =
      Capabilities.of("machine.model = some", Primitive.PUT, Primitive.GET);
  private static final int[] UNITS = new int[NODES];

  private static final List<Parameter> PARAMETERS =
      Stream.of(JobKeys.COMPONENT, JobKeys.COLLECTIVES, RunPlan.COMPONENT)
          .flatMap(component -> component.keys().stream())
          .<Parameter>map(Key::parameter)
          .toList();

  static {
    Arrays.setAll(UNITS, node -> node / 4);
  }

  @TempDir private Path directory;

  private final Map<String, Object> values = new LinkedHashMap<>();

  private JobKeysTest set(String key, Object value) {
    values.put(key, value);
    return this;
  }

  private JobKeysTest job(String name, Object program, long ranks) {
    return set("jobs." + name + ".program", program).set("jobs." + name + ".ranks", ranks);
  }

  private List<PlacedJob> read() {
    return JobKeys.read(
        Settings.of(PARAMETERS, values), Placement.Nodes.of(UNITS), 4, RATE, OFFERED);
  }

  /**
   * The jobs have 4 and 3 ranks. Algorithms that the study names are listed, too; a barrier of a
   * single rank is not.
   */
  @Test
  void shouldKnowTheAlgorithmsOfCollectives() throws IOException {
    final InputFile some =
        file(
            "some.prog",
            "allreduce 8; allreduce 1 MiB; alltoall 8 on ranks(0, 3, 1); barrier on ranks(0, 1, 1);"
                + " bcast 8 root 0");
    final List<PlacedJob> jobs =
        set("collectives.bcast", "scatter-ring").job("a", some, 4).job("b", "ping-pong", 2).read();
    assertEquals(
        List.of("bcast scatter-ring", "allreduce doubling", "allreduce halving", "alltoall window"),
        jobs.get(0).algorithms().stream().map(Algorithm::fullName).toList());
    assertEquals(List.of(), jobs.get(1).algorithms());
  }

  private InputFile file(String name, String text) throws IOException {
    return InputFile.of(Files.writeString(directory.resolve(name), text));
  }

  private List<String> problems() {
    return assertThrows(SettingsException.class, this::read).problems().stream()
        .map(problem -> problem.key() + ": " + problem.message())
        .toList();
  }

  private void assertProblem(String key, String... parts) {
    final List<String> problems = problems();
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.get(0).startsWith(key + ": "), problems.get(0));
    for (String part : parts) {
      assertTrue(problems.get(0).contains(part), problems.get(0));
    }
  }

  @Test
  void shouldReadNoJobs() {
    assertEquals(List.of(), read());
  }

  @Test
  void shouldReadJobsInTheOrderOfTheStudy() throws IOException {
    job("z", file("my.prog", "param n = 1\nparam t = 1 us\nfor i in 1..n { compute t }"), 6);
    set("jobs.z.args.n", "1_0").set("jobs.z.args.t", "250 us").set("jobs.z.ranksPerNode", 2L);
    set("jobs.z.repeat", 3L).set("jobs.z.compute.scale", 0.5).set("jobs.z.compute.noise", 0.25);
    job("a", "ring", 4).set("jobs.a.place", "round-robin").set("jobs.a.start", 1_000_000L);
    job("m", "random", 3).set("jobs.m.background", true);
    final List<PlacedJob> jobs = read();
    assertEquals(List.of("z", "a", "m"), jobs.stream().map(PlacedJob::name).toList());
    assertEquals(List.of(0, 1, 2), jobs.stream().map(PlacedJob::number).toList());
    final PlacedJob z = jobs.get(0);
    assertArrayEquals(new int[] {0, 0, 1, 1, 2, 2}, z.nodeOfRank());
    assertEquals(2, z.ranksPerNode());
    assertEquals(3, z.repeat());
    assertEquals(500_000, z.scaleMillionths());
    assertEquals(250_000, z.noiseMillionths());
    assertEquals(6 * 11 * 3, z.operations());
    assertEquals(0, z.traffic().messages());
    final long[] state = new long[z.program().stride()];
    z.program().start(state, 0, 5);
    final Operation operation = new Operation();
    z.program().next(state, 0, operation);
    assertEquals(250_000_000L, operation.picoseconds());
    final PlacedJob a = jobs.get(1);
    // 1 us is 175 ticks.
    assertEquals(175, a.startTick());
    assertArrayEquals(new int[] {3, 4, 8, 12}, a.nodeOfRank());
    assertFalse(a.background());
    assertEquals(1_000_000, a.scaleMillionths());
    assertEquals(Job.ENDLESS, jobs.get(2).program().job().rounds());
    assertTrue(jobs.get(2).background());
  }

  @Test
  void shouldDrawWithTheSeedAndTheNumberOfTheJob() {
    job("a", "ring", 2).job("b", "random", 8).set("jobs.b.background", true).set("seed", 9L);
    final Job job = read().get(1).program().job();
    assertEquals(9, job.seed());
    assertEquals(1, job.number());
  }

  @Test
  void shouldStartAtTheTickThatHasBegun() {
    job("a", "ring", 2).set("jobs.a.start", 5_714L);
    assertEquals(0, read().get(0).startTick());
    set("jobs.a.start", 5_715L);
    assertEquals(1, read().get(0).startTick());
  }

  @Test
  void shouldPlaceByAFile() throws IOException {
    job("a", "ring", 3).set("jobs.a.place", "file");
    assertProblem("jobs.a.placeFile", "is missing", "jobs.a.place = file");
    set("jobs.a.placeFile", file("ranks.txt", "0 5\n1 3\n2 9\n"));
    assertArrayEquals(new int[] {5, 3, 9}, read().get(0).nodeOfRank());
    set("jobs.a.placeFile", file("ranks.txt", "0 5\n1 16\n2 5\n"));
    final List<String> problems = problems();
    assertEquals(
        List.of(
            "jobs.a.placeFile: ranks.txt:2: 1 16: the machine has nodes 0 to 15; use one of them",
            "jobs.a.placeFile: ranks.txt:3: 2 5: node 5 has 1 ranks, the limit of"
                + " ranksPerNode"),
        problems);
    set("jobs.a.place", "random");
    assertProblem("jobs.a.placeFile", "jobs.a.place is not file");
  }

  @Test
  void shouldStayWithinUnits() throws IOException {
    job("a", "ring", 2).set("jobs.a.firstUnit", 3L);
    assertProblem("jobs.a.firstUnit", "jobs.a.units is not");
    set("jobs.a.units", 1L);
    assertArrayEquals(new int[] {12, 13}, read().get(0).nodeOfRank());
    set("jobs.a.firstUnit", 4L);
    assertProblem("jobs.a.firstUnit", "is not below the number of the machine's units, 4");
    set("jobs.a.firstUnit", 0L);
    set("jobs.a.place", "file").set("jobs.a.placeFile", file("two.txt", "0 5\n1 3\n"));
    assertProblem("jobs.a.units", "jobs.a.place = file names the nodes");
  }

  @Test
  void shouldTellAllMistakesOfAllJobsAtOnce() throws IOException {
    job("a", file("a.prog", "send to 5 8"), 2);
    set("jobs.b.program", "ring").set("jobs.b.compute.scale", 0.0000015);
    set("jobs.c.ranks", 3L);
    job("d", "ring", 40);
    job("e", "halo-3d", 8).set("jobs.e.args.stesp", "4").set("jobs.e.args.steps", "4 us");
    final List<String> problems = problems();
    assertEquals(
        List.of(
            "jobs.a.program",
            "jobs.b.ranks",
            "jobs.b.compute.scale",
            "jobs.c.program",
            "jobs.d.ranks",
            "jobs.e.args.steps",
            "jobs.e.args.stesp"),
        problems.stream().map(problem -> problem.replaceFirst(": .*", "")).toList());
    assertTrue(problems.get(0).contains("a.prog:"), problems.get(0));
    assertTrue(problems.get(6).contains("did you mean steps?"), problems.get(6));
  }

  @Test
  void shouldRefuseWhatTheMachineDoesNotOffer() throws IOException {
    job("a", file("a.prog", "put to 0 8; get from 0 8; fence"), 2);
    assertEquals(1, read().size());
    job("a", file("a.prog", "put to 0 8\nif rank > 5 {\n  iamo to 0 as r\n}\namo to 1"), 2);
    assertProblem(
        "jobs.a.program",
        "a.prog:3:3: iamo to 0 as r: machine.model = some has no amo; besides messages"
            + " it offers put, get and fence");
  }

  @Test
  void shouldSayWhatIsWrongInTheRunOfAProgram() throws IOException {
    job("a", file("a.prog", "if rank == 0 { send to 1 8 }"), 2);
    assertProblem("jobs.a.program", "a.prog:1: rank 0 sends rank 1 1 message with tag 0 more");
    job("a", file("a.prog", "send to 2 8"), 2);
    assertProblem("jobs.a.program", "a.prog:1:");
  }

  @Test
  void shouldSayWhoHasTheNodes() {
    job("amg", "ring", 12).job("halo", "ring", 8).set("jobs.halo.ranksPerNode", 1L);
    assertProblem(
        "jobs.halo.ranks", "needs 8 nodes (8 ranks, 1 per node), 4 of 16 are free; amg has 12");
    values.clear();
    job("halo", "ring", 17);
    assertProblem("jobs.halo.ranks", "16 of 16 are free; use fewer ranks");
  }

  @Test
  void shouldRefuseWhatTheMachineHasNoRoomFor() {
    job("a", "ring", 5).set("jobs.a.ranksPerNode", 5L);
    assertProblem("jobs.a.ranksPerNode", "is above 4");
    values.clear();
    job("a", "ring", 5).set("jobs.a.start", 9_000_000_000_000_000L);
    final TickRate fast = new TickRate(8_750_000_000_000L, 1);
    final SettingsException e =
        assertThrows(
            SettingsException.class,
            () ->
                JobKeys.read(
                    Settings.of(PARAMETERS, values), Placement.Nodes.of(UNITS), 4, fast, OFFERED));
    assertTrue(e.getMessage().contains("jobs.a.start: is tick 78750000000000000"), e::getMessage);
    for (int i = 0; i < 121; i++) {
      job("j" + i, "ring", 1);
    }
    assertProblem("jobs", "above the limit of 120");
  }

  @Test
  void shouldHaveEndlessJobsInTheBackgroundOnly() throws IOException {
    job("noise", file("n.prog", "forever { compute 1 us }"), 4);
    assertProblem(
        "jobs.noise.background", "n.prog has an unbounded block of forever", "set it to true");
    set("jobs.noise.background", true);
    assertEquals(Job.ENDLESS, read().get(0).program().job().rounds());
  }

  @Test
  void shouldRefuseFilesThatAreNoText() throws IOException {
    final Path path = Files.write(directory.resolve("p.prog"), new byte[] {(byte) 0xff, 1});
    job("a", InputFile.of(path), 2);
    assertProblem("jobs.a.program", "is not a text file in UTF-8");
    final InputFile file = file("q.prog", "barrier");
    Files.writeString(directory.resolve("q.prog"), "barrier\nbarrier");
    job("a", file, 2);
    assertProblem("jobs.a.program", "cannot be read: its content has changed");
  }

  @ParameterizedTest
  @CsvSource({
    "auto, , ALLREDUCE_DOUBLING",
    "ring, , ALLREDUCE_RING",
    "ring, using doubling, ALLREDUCE_DOUBLING",
    "ring, using auto, ALLREDUCE_DOUBLING",
    "halving, , ALLREDUCE_HALVING"
  })
  void shouldDoCollectivesAsTheStudySays(String word, String using, String expected)
      throws IOException {
    job("a", file("a.prog", "allreduce 8 " + (using == null ? "" : using)), 5);
    set("collectives.allreduce", word);
    final PlacedJob job = read().get(0);
    final long[] state = new long[job.program().stride()];
    job.program().start(state, 0, 0);
    final Operation operation = new Operation();
    job.program().next(state, 0, operation);
    assertEquals(Algorithm.valueOf(expected), operation.algorithm());
  }

  @Test
  void shouldHaveTheAlgorithmsOfEachCollective() {
    final Map<String, List<String>> words = new LinkedHashMap<>();
    JobKeys.COLLECTIVES.keys().forEach(key -> words.put(key.name(), key.parameter().words()));
    assertEquals(10, words.size());
    assertEquals(
        List.of("auto", "binomial", "scatter-doubling", "scatter-ring"),
        words.get("collectives.bcast"));
    assertEquals(
        List.of("auto", "halving", "pairwise", "ring"), words.get("collectives.reduce_scatter"));
  }

  @Test
  void shouldSayThatAnAlgorithmDoesNotFit() {
    job("a", "allgather", 5).set("collectives.allgather", "doubling");
    assertProblem("jobs.a.program", "doubling needs a group whose size is a power of two, not 5");
  }

  private static final Key<String> KIND =
      Key.choice(
              WorkloadKeys.KIND,
              "uniform",
              List.of(
                  new Key.Choice<>("uniform", "uniform", "u"),
                  new Key.Choice<>("jobs", "jobs", "j")))
          .meaning("kind")
          .source("nowhere");

  private static final List<Parameter> WITH_OTHERS =
      Stream.concat(
              Stream.of(KIND),
              Stream.of(JobKeys.COMPONENT, RunPlan.WITH_JOBS)
                  .flatMap(component -> component.keys().stream()))
          .<Parameter>map(Key::parameter)
          .toList();

  private String checked(List<Parameter> parameters) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    JobKeys.check(Settings.of(parameters, values), problems);
    try {
      problems.throwIfAny();
      return "";
    } catch (SettingsException e) {
      assertEquals(1, e.problems().size(), e::getMessage);
      assertTrue(e.getMessage().contains("; "), e::getMessage);
      return e.getMessage();
    }
  }

  @Test
  void shouldSayWhichRunsHaveJobs() {
    assertEquals("", checked(WITH_OTHERS));
    set("run.end", "jobs");
    assertTrue(checked(WITH_OTHERS).startsWith("run.end: is jobs, but"));
    values.remove("run.end");
    set(WorkloadKeys.KIND, "jobs");
    assertTrue(checked(WITH_OTHERS).startsWith("workload.kind: has no job"));
    job("a", "ring", 2);
    assertEquals("", checked(WITH_OTHERS));
    set(WorkloadKeys.KIND, "uniform");
    assertTrue(checked(WITH_OTHERS).startsWith("jobs.a.program: is set, but"));
    set(WorkloadKeys.KIND, "jobs").set("run.end", "packets");
    assertTrue(checked(WITH_OTHERS).startsWith("run.end: cannot end jobs"));
    set("run.end", "ticks").set("jobs.a.background", true);
    assertEquals("", checked(WITH_OTHERS));
    values.remove("run.end");
    assertTrue(checked(WITH_OTHERS).contains("run.end: is jobs, but all jobs are in"));
  }

  @Test
  void shouldSayWhichRunsOfJobsAloneThereAre() {
    final List<Parameter> alone =
        Stream.of(JobKeys.COMPONENT, RunPlan.OF_JOBS)
            .flatMap(component -> component.keys().stream())
            .<Parameter>map(Key::parameter)
            .toList();
    assertTrue(checked(alone).startsWith("jobs: has no job"));
    job("a", "ring", 2);
    assertEquals("", checked(alone));
    set("run.warmupTicks", "auto");
    assertTrue(checked(alone).startsWith("run.warmupTicks: `auto` works"));
    set("run.warmupTicks", 5L);
    assertEquals("", checked(alone));
  }

  @Test
  void shouldEndWhenInterrupted() {
    job("a", "halo-3d", 8).set("jobs.a.args.steps", "100_000");
    Thread.currentThread().interrupt();
    try {
      assertThrows(CancellationException.class, this::read);
    } finally {
      assertTrue(Thread.interrupted());
    }
  }
}
