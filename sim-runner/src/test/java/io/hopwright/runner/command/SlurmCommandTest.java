package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Prints batch scripts, and runs them with an {@code srun} that starts all tasks on this computer.
 */
class SlurmCommandTest {
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 10_000;
  private static final List<String> SMALL =
      List.of(
          "--set",
          "machine.shape=[4,4,4]",
          "--set",
          "partition.shape=[2,4,4]",
          "--set",
          "run.warmupTicks=0",
          "--set",
          "run.ticks=500");

  @TempDir private Path directory;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int execute(ByteArrayOutputStream out, String... arguments) {
    return Main.execute(
        new Session(
            Machines.all(),
            new Library(),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            (end, endAtOnce) -> {},
            List.of(arguments)));
  }

  private String script(String... options) {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final List<String> arguments = new ArrayList<>(List.of("slurm", "bgl-uniform"));
    arguments.addAll(List.of(options));
    assertEquals(ExitCode.DONE, execute(out, arguments.toArray(String[]::new)), err::toString);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Runs a script as Slurm would, and returns its exit code. */
  private int run(String script, Map<String, String> variables) throws Exception {
    final String flags = " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '";
    tool("hopwright", "exec '" + java() + "'" + flags + classPath() + "' " + main() + " \"$@\"\n");
    tool("hostname", "echo 127.0.0.1\n");
    try (InputStream srun = SlurmCommandTest.class.getResourceAsStream("/slurm/srun")) {
      tool("srun", new String(srun.readAllBytes(), StandardCharsets.UTF_8));
    }
    final ProcessBuilder job = new ProcessBuilder("bash", file(script).toString());
    job.environment().put("PATH", directory + ":" + System.getenv("PATH"));
    job.environment().put("SLURM_CPUS_ON_NODE", "1");
    job.environment().put("SLURM_JOB_ID", Integer.toString(freePort() - FIRST_PORT));
    job.environment().putAll(variables);
    return end(job);
  }

  private int end(ProcessBuilder builder) throws Exception {
    final Path log = directory.resolve("log");
    final Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertTrue(process.waitFor(2, TimeUnit.MINUTES), () -> text(log));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    err.write(Files.readAllBytes(log));
    return process.exitValue();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private Path file(String script) throws IOException {
    return Files.writeString(directory.resolve("job.sh"), script);
  }

  private void tool(String name, String script) throws IOException {
    final Path tool = Files.writeString(directory.resolve(name), "#!/usr/bin/env bash\n" + script);
    assertTrue(tool.toFile().setExecutable(true));
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private static String main() {
    return Main.class.getName();
  }

  private static int freePort() throws IOException {
    for (int port = FIRST_PORT; port < FIRST_PORT + PORTS; port++) {
      try (ServerSocket socket = new ServerSocket(port)) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Somebody has it.
      }
    }
    throw new IOException("no free port");
  }

  private String digest(Path result) throws IOException {
    return new ObjectMapper()
        .readTree(result.resolve("summary.json").toFile())
        .get("digest")
        .asText();
  }

  @Tag("cluster")
  @Test
  void shouldSimulateWhatAPlainRunDoes() throws Exception {
    final Path plain = directory.resolve("plain");
    final List<String> run = new ArrayList<>(List.of("run", "bgl-uniform", "--out"));
    run.add(plain.toString());
    run.addAll(SMALL);
    execute(new ByteArrayOutputStream(), run.toArray(String[]::new));

    final Path out = directory.resolve("it's here");
    final List<String> options = new ArrayList<>(SMALL);
    options.addAll(List.of("--nodes", "2", "--out", out.toString()));
    final int exitCode = run(script(options.toArray(String[]::new)), Map.of("SLURM_NTASKS", "2"));
    assertEquals(ExitCode.DONE, exitCode, err::toString);
    assertEquals(digest(plain), digest(out));
    assertFalse(Files.exists(directory.resolve("runs")));
  }

  /** The seed lacks a folder and so does the worker; only the seed's exit code counts. */
  @Test
  void shouldEndWithTheExitCodeOfTheSeed() throws Exception {
    final String script = script("--nodes", "2", "--tls", directory.resolve("no").toString());
    assertEquals(ExitCode.WRONG_INPUT, run(script, Map.of("SLURM_NTASKS", "2")), err::toString);
  }

  @Test
  void shouldTellThatTheSeedDidNotComeToItsEnd() throws Exception {
    assertEquals(
        ExitCode.ENVIRONMENT_FAILED, run(script("--nodes", "2"), Map.of("SLURM_NTASKS", "0")));
  }

  @Test
  void shouldAskForWhatTheUserWants() {
    final String script =
        script(
            "--nodes=4",
            "--tasks-per-node=2",
            "--threads=3",
            "--time=1-12:30",
            "--set=partition.shape=[2,2,2]");
    assertTrue(script.contains("--nodes=4 --ntasks=8 --ntasks-per-node=2 --exclusive\n"), script);
    assertTrue(script.contains("#SBATCH --time=1-12:30\n#SBATCH --cpus-per-task=3\n"), script);
    assertTrue(script.contains("\nexport threads=3\n"), script);
    assertTrue(script.contains("run 'bgl-uniform' '--set' 'partition.shape=[2,2,2]' \\\n"), script);
    assertTrue(script.contains("export out=\"runs/bgl-uniform-$SLURM_JOB_ID\"\n"), script);
    assertTrue(script.contains("#SBATCH --signal=USR1@120 --requeue --open-mode=append\n"), script);
    assertTrue(script.contains("--checkpoint-every 10min"), script);
    assertFalse(script.contains("{{"), script);
  }

  @Test
  void shouldPassOnWhatToSimulate() {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final int exitCode =
        execute(
            out,
            "slurm",
            "bgl-hot-region",
            "--nodes=2",
            "--reproduce",
            "--scale=quick",
            "--seed=7",
            "--set",
            "router.jsq=true");
    assertEquals(ExitCode.DONE, exitCode, err::toString);
    final String words =
        "reproduce 'bgl-hot-region' '--set' 'router.jsq=true' '--seed' '7' '--scale' 'quick' \\";
    assertTrue(out.toString(StandardCharsets.UTF_8).contains(words), out::toString);
  }

  @Test
  void shouldSimulateAllRunsOfAStudy() {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final int exitCode = execute(out, "slurm", "bgl-hot-region", "--nodes=2");
    assertEquals(ExitCode.DONE, exitCode, err::toString);
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("sweep 'bgl-hot-region' \\"));
  }

  @ParameterizedTest
  @CsvSource({
    "--nodes=0, at least 1",
    "--nodes=2000, 1024",
    "--nodes=2 --tasks-per-node=0, at least 1",
    "--nodes=2 --threads=0, at least 1",
    "--nodes=2 --time=soon, limit of Slurm",
    "--nodes=2 --reproduce, nothing to reproduce",
    "--nodes=1000, partitions",
    "--nodes=2 --set=router.jsqq=true, router.jsqq"
  })
  void shouldRefuseBeforeTheJobWould(String options, String message) {
    final List<String> arguments = new ArrayList<>(List.of("slurm", "bgl-uniform"));
    arguments.addAll(List.of(options.split(" ")));
    final int exitCode = execute(new ByteArrayOutputStream(), arguments.toArray(String[]::new));
    assertEquals(ExitCode.WRONG_INPUT, exitCode);
    assertTrue(err.toString(StandardCharsets.UTF_8).contains(message), err::toString);
  }

  @Test
  void shouldPassShellcheck() throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "shellcheck"))),
        "shellcheck is not installed");
    final String file = file(script("--nodes", "2", "--time", "30")).toString();
    assertEquals(0, end(new ProcessBuilder("shellcheck", file)), err::toString);
  }
}
