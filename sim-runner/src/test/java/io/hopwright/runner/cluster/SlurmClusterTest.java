package io.hopwright.runner.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.Machines;
import io.hopwright.runner.Main;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.config.Library;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of a Slurm cluster that has three nodes, all on this computer. */
@Tag("cluster")
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SlurmClusterTest {
  private static final Duration LIMIT = Duration.ofMinutes(12);
  private static final int FIRST_JOB = 1_000;
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 4;

  /** Largest number of jobs of this class, each with its own port. */
  private static final int JOBS = 10;

  private static final Set<String> ENDED =
      Set.of("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY");

  @TempDir private static Path top;
  private static Process cluster;

  private TestReporter reporter;
  private Path directory;
  private Path out;

  @BeforeAll
  static void startCluster() throws Exception {
    for (String program : List.of("munged", "slurmctld", "slurmd", "sbatch")) {
      assumeTrue(isInstalled(program), program + " of Debian's slurm-wlm and munge is missing");
    }
    final Path script = top.resolve("cluster");
    try (InputStream text = SlurmClusterTest.class.getResourceAsStream("/slurm/cluster")) {
      Files.copy(text, script);
    }
    final Path home = Files.createDirectory(top.resolve("slurm"));
    final int port = freePort(FIRST_PORT - 2_000, PORTS);
    final int job = freePort(FIRST_PORT + FIRST_JOB, JOBS) - FIRST_PORT;
    final Path said = top.resolve("cluster.out");
    final ProcessBuilder builder =
        new ProcessBuilder(
                "bash",
                script.toString(),
                home.toString(),
                Integer.toString(port),
                Integer.toString(job))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().put("PATH", path());
    cluster = builder.start();
    await(() -> text(said).contains("ready") || !cluster.isAlive(), Duration.ofMinutes(1));
    assumeTrue(cluster.isAlive(), () -> "Slurm does not run here: " + text(said));
  }

  @AfterAll
  static void endCluster() throws Exception {
    if (cluster != null) {
      cluster.getOutputStream().close();
      if (!cluster.waitFor(30, TimeUnit.SECONDS)) {
        cluster.descendants().forEach(ProcessHandle::destroyForcibly);
        cluster.destroyForcibly();
      }
    }
  }

  @BeforeEach
  void prepare(TestInfo test, TestReporter testReporter) throws IOException {
    reporter = testReporter;
    directory = Files.createDirectory(top.resolve(test.getTestMethod().orElseThrow().getName()));
    out = directory.resolve("result");
    tool("hostname", "echo 127.0.0.1\n");
    tool(
        "hopwright",
        "[[ $1 == --version ]] || echo $$ >'%s'/pid-$SLURM_PROCID\n".formatted(directory)
            + "exec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m -cp '%s' %s \"$@\"\n"
                .formatted(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    System.getProperty("java.class.path"),
                    Main.class.getName()));
  }

  /** Returns the path with the programs of Slurm, which are outside of a user's path on Debian. */
  private static String path() {
    return System.getenv("PATH") + ":/usr/sbin:/sbin";
  }

  private static boolean isInstalled(String program) {
    return Stream.of(path().split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** Returns the first of some free ports in a row. */
  private static int freePort(int from, int count) throws IOException {
    int free = 0;
    for (int port = from; port < from + 1_000; port++) {
      try (ServerSocket socket = new ServerSocket(port)) {
        free = socket.isBound() ? free + 1 : 0;
      } catch (IOException e) {
        free = 0;
      }
      if (free == count) {
        return port - count + 1;
      }
    }
    throw new IOException("no free ports");
  }

  private void tool(String name, String script) throws IOException {
    final Path tool = Files.writeString(directory.resolve(name), "#!/usr/bin/env bash\n" + script);
    assertTrue(tool.toFile().setExecutable(true));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  private static void await(BooleanSupplier condition, Duration limit) throws Exception {
    final long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - start < limit.toNanos(), "still waiting");
      Thread.sleep(100);
    }
  }

  private static List<String> study(long ticks) {
    return List.of(
        "bgl-uniform",
        "--set=machine.shape=4x4x4",
        "--set=partition.shape=2x2x4",
        "--set=run.warmupTicks=1000",
        "--set=run.ticks=" + ticks);
  }

  private Process slurm(String... command) throws IOException {
    final ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", directory + ":" + path());
    builder.environment().put("SLURM_CONF", top.resolve("slurm").resolve("slurm.conf").toString());
    return builder.start();
  }

  private String says(String... command) throws IOException {
    final Process process = slurm(command);
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  /**
   * Submits a job over three nodes with a checkpoint every other second, and returns its number.
   */
  private String submit(List<String> study, String... options) throws IOException {
    final List<String> arguments = new ArrayList<>(List.of("slurm"));
    arguments.addAll(study);
    arguments.addAll(List.of("--nodes=3", "--threads=1", "--out=" + out));
    arguments.addAll(List.of(options));
    final ByteArrayOutputStream script = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final int exitCode =
        Main.execute(
            new Session(
                Machines.all(),
                new Library(),
                script,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                (end, endAtOnce) -> {},
                arguments));
    assertEquals(ExitCode.DONE, exitCode, err::toString);
    Files.writeString(
        directory.resolve("job.sh"),
        script
            .toString(StandardCharsets.UTF_8)
            .replace("--checkpoint-every 10min", "--checkpoint-every 2s"));
    final String said = says("sbatch", "--parsable", "--output=job.out", "job.sh");
    assertTrue(said.matches("\\d+"), said);
    return said;
  }

  private String log() {
    return text(directory.resolve("job.out"));
  }

  private String field(String job, String name) throws IOException {
    final String all = says("scontrol", "--oneliner", "show", "job", job);
    return Stream.of(all.split(" "))
        .filter(word -> word.startsWith(name + "="))
        .map(word -> word.substring(name.length() + 1))
        .findFirst()
        .orElse("");
  }

  private void awaitEnd(String job) throws Exception {
    final long start = System.nanoTime();
    String state;
    do {
      assertTrue(System.nanoTime() - start < LIMIT.toNanos(), this::log);
      Thread.sleep(500);
      state = field(job, "JobState");
    } while (!ENDED.contains(state));
    assertEquals("COMPLETED", state, this::log);
    assertEquals("0:0", field(job, "ExitCode"), this::log);
    reporter.publishEntry("job", "%s s".formatted((System.nanoTime() - start) / 1_000_000_000L));
  }

  private void awaitWords(String words) throws Exception {
    await(() -> log().contains(words), LIMIT);
  }

  private void awaitCheckpoint() throws Exception {
    await(
        () -> {
          try (Stream<Path> all = Files.walk(directory)) {
            return all.anyMatch(file -> file.getFileName().toString().equals("COMPLETE"));
          } catch (IOException | java.io.UncheckedIOException e) {
            return false;
          }
        },
        LIMIT);
  }

  private void assertUndisturbed(List<String> study) throws IOException {
    final Path whole = directory.resolve("whole");
    final List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(study);
    arguments.addAll(List.of("--threads=1", "--out=" + whole));
    ResultFiles.make(arguments);
    assertEquals(ResultFiles.of(whole), ResultFiles.of(out), this::log);
  }

  private JsonNode manifest() throws IOException {
    return new ObjectMapper().readTree(out.resolve("manifest.json").toFile());
  }

  @Test
  void shouldSimulateWhatAPlainRunDoes() throws Exception {
    final List<String> study = study(20_000);
    final String job = submit(study);
    awaitEnd(job);
    assertEquals("n[1-3]", field(job, "NodeList"));
    assertEquals(
        3,
        new ObjectMapper()
            .readTree(out.resolve("summary.json").toFile())
            .at("/execution/jvms")
            .asInt());
    assertUndisturbed(study);
  }

  @Test
  void shouldSurviveTheKillOfATask() throws Exception {
    final List<String> study = study(400_000);
    final String job = submit(study);
    awaitCheckpoint();
    Jvm.run("kill", "-KILL", text(directory.resolve("pid-1")).strip());
    awaitEnd(job);
    assertEquals(1, manifest().path("losses").size());
    assertEquals("0", field(job, "Restarts"));
    assertUndisturbed(study);
  }

  /** All tasks are killed, the seed among them. */
  @Test
  void shouldGoOnInTheQueueAfterTheKillOfTheStep() throws Exception {
    final List<String> study = study(400_000);
    final String job = submit(study);
    awaitCheckpoint();
    says("scancel", "--signal=KILL", job + ".0");
    awaitEnd(job);
    assertEquals("1", field(job, "Restarts"));
    assertEquals(2, manifest().path("simulatedIn").size());
    assertUndisturbed(study);
  }

  /** Slurm signals two minutes before the limit, or up to a minute earlier. */
  @Test
  void shouldGoOnInTheQueueAfterTheTimeLimit() throws Exception {
    final List<String> study = study(3_000_000);
    final String job = submit(study, "--time=3");
    awaitWords("stopped with a checkpoint");
    awaitEnd(job);
    assertTrue(Integer.parseInt(field(job, "Restarts")) >= 1, this::log);
    assertTrue(manifest().path("simulatedIn").size() >= 2, this::log);
    assertUndisturbed(study);
  }
}
