package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.Machines;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.Main;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.fake.FakeMachine;
import io.hopwright.runner.recording.Signature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
  private static final String SMALL =
      "machine.model = fake\nrun { warmupTicks = 0, ticks = 2000 }\n";
  private static final String CLAIM =
      "run = a, quantity = linkUtilization, expected = \"75 %\", tolerance = none, section = \"1\"";

  @TempDir private Path directory;
  private Path study;
  private Path out;

  /** Ending of a command. */
  private record Outcome(int exitCode, String out, String err) {
    JsonNode json() throws IOException {
      return new ObjectMapper().readTree(out);
    }
  }

  @BeforeEach
  void writeStudy() throws IOException {
    out = directory.resolve("out");
    study("");
  }

  private void study(String more) throws IOException {
    study = Files.writeString(directory.resolve("s.conf"), SMALL + more);
  }

  private static Outcome execute(
      OutputStream out, Session.SignalSource signals, Machine machine, String... arguments) {
    return execute(out, signals, List.of(machine), arguments);
  }

  private static Outcome execute(
      OutputStream out, Session.SignalSource signals, List<Machine> machines, String... arguments) {
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final int exitCode =
        Main.execute(
            new Session(
                machines,
                new Library(),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                signals,
                List.of(arguments)));
    return new Outcome(exitCode, out.toString(), err.toString(StandardCharsets.UTF_8));
  }

  private static Outcome execute(String... arguments) {
    return execute(new FakeMachine(), arguments);
  }

  private static Outcome execute(Machine machine, String... arguments) {
    return execute(new ByteArrayOutputStream(), (end, endAtOnce) -> {}, machine, arguments);
  }

  /** Executes a command with the machines that come with the program. */
  private static Outcome executeForReal(String... arguments) {
    return execute(new ByteArrayOutputStream(), (end, endAtOnce) -> {}, Machines.all(), arguments);
  }

  /**
   * Executes a command that the user interrupts when it builds or when it simulates, as {@code
   * atBuilding} selects.
   */
  private Outcome interrupted(boolean atBuilding, String command, String... options) {
    final AtomicReference<Runnable> signal = new AtomicReference<>();
    final Runnable press = () -> signal.get().run();
    final Runnable nothing = () -> {};
    return execute(
        new ByteArrayOutputStream(),
        (end, endAtOnce) -> signal.set(end),
        new FakeMachine(atBuilding ? press : nothing, atBuilding ? nothing : press),
        arguments(command, options));
  }

  private Outcome onStudy(String command, String... options) {
    return execute(arguments(command, options));
  }

  private String[] arguments(String command, String... options) {
    final List<String> arguments =
        new ArrayList<>(List.of(command, study.toString(), "--out", out.toString()));
    arguments.addAll(List.of(options));
    return arguments.toArray(String[]::new);
  }

  private JsonNode file(String name) throws IOException {
    return new ObjectMapper().readTree(out.resolve(name).toFile());
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void shouldLeaveACompleteResult() throws IOException {
    final Outcome outcome = onStudy("run", "--seed", "9");
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertEquals(9, file("summary.json").get("seed").asLong());
    final JsonNode manifest = file("manifest.json");
    for (String name :
        List.of(
            "version",
            "configSha256",
            "seed",
            "digest",
            "jdk",
            "jvmFlags",
            "host",
            "cores",
            "partitions",
            "timings",
            "commandLine",
            "config")) {
      assertTrue(manifest.has(name), name);
    }
    assertFalse(manifest.has("interrupted"));
    assertEquals(
        List.of("from [ticks],to [ticks],share", "0,1000,0.25", "1000,2000,"),
        Files.readAllLines(out.resolve("series.csv")));
    assertTrue(
        Files.readString(out.resolve("histograms/responseTicks.hlog"))
            .contains("Histogram log format version"));
    assertEquals(List.of("out", "s.conf"), names());
  }

  @Test
  void shouldPrintTheSummaryAsJson() throws IOException {
    final Outcome outcome = onStudy("run", "--json", "--quiet");
    assertEquals("", outcome.err());
    final JsonNode json = outcome.json();
    assertEquals(file("summary.json"), json);
    final List<String> names = new ArrayList<>();
    json.fieldNames().forEachRemaining(names::add);
    assertEquals(
        List.of(
            "study",
            "machine",
            "nodes",
            "seed",
            "ticks",
            "digest",
            "linkUtilization",
            "responseTicks",
            "undefined",
            "execution"),
        names);
    assertTrue(json.get("undefined").isNull());
    assertTrue(json.get("responseTicks").get("p99").isNull());
    final List<String> execution = new ArrayList<>();
    json.get("execution").fieldNames().forEachRemaining(execution::add);
    assertTrue(
        execution.containsAll(
            List.of(
                "threads",
                "partitions",
                "jvms",
                "executor",
                "windows",
                "lookaheadTicks",
                "windowTicks",
                "wallSeconds",
                "cpuSeconds",
                "packetHopsPerSecond",
                "packetHopsPerCpuSecond",
                "events",
                "eventsPerHop",
                "barrierShare",
                "slowestPartition",
                "peakHeapBytes")),
        execution.toString());
    assertEquals(3, json.get("execution").get("eventsPerHop").asDouble());
  }

  @Test
  void shouldGetTheSameDigestFromAResolvedConfig() throws IOException {
    onStudy("run", "--seed", "4");
    final JsonNode before = file("manifest.json");
    study = out.resolve("resolved.conf");
    out = directory.resolve("again");
    assertEquals(ExitCode.DONE, onStudy("run").exitCode());
    assertEquals(before.get("digest"), file("manifest.json").get("digest"));
    assertEquals(before.get("configSha256"), file("manifest.json").get("configSha256"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sequential", "actors"})
  void shouldKeepWhatWasMeasuredBeforeCtrlC(String executor) throws IOException {
    final Outcome outcome = interrupted(false, "run", "--executor", executor, "--json");
    assertEquals(ExitCode.INTERRUPTED, outcome.exitCode(), outcome.err());
    assertTrue(outcome.json().get("interrupted").asBoolean());
    assertTrue(file("manifest.json").get("interrupted").asBoolean());
    assertTrue(file("summary.json").get("interrupted").asBoolean());
  }

  @ParameterizedTest
  @ValueSource(strings = {"machine.model = bluegene-l", "machine.model = cascade"})
  void shouldRefuseARunThatEndsForWantOfPackets(String machine) throws IOException {
    Files.writeString(
        study,
        machine
            + "\nworkload.kind = all-to-all, run.end = packets, run.packets = 100000000\n"
            + (machine.contains("cascade")
                ? "machine { groups = 2, chassisPerGroup = 1, bladesPerChassis = 2 }"
                : "machine.shape = [4, 2, 2]"));
    final Outcome outcome =
        execute(
            new ByteArrayOutputStream(),
            (end, endAtOnce) -> {},
            Machines.all(),
            arguments("run", "--quiet"));
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(
        outcome.err().contains("run.packets = 100000000: no packets are left after"),
        outcome.err());
    assertEquals(List.of("s.conf"), names());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sequential", "actors"})
  void shouldNotBuildAfterCtrlC(String executor) throws IOException {
    final Outcome outcome =
        interrupted(true, "run", "--executor", executor, "--set", "workload.kind=fail");
    assertEquals(ExitCode.INTERRUPTED, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("before anything was simulated"), outcome.err());
    assertEquals("", outcome.out());
    assertEquals(List.of("s.conf"), names());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sequential", "actors"})
  void shouldLeaveNothingWhenAPilotIsInterrupted(String executor) throws IOException {
    final Outcome outcome =
        interrupted(false, "run", "--executor", executor, "--set", "run.warmupTicks=auto");
    assertEquals(ExitCode.INTERRUPTED, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("in the pilot; there is no result"), outcome.err());
    assertEquals("", outcome.out());
    assertEquals(List.of("s.conf"), names());
  }

  @Test
  void shouldSayWhereAnInterruptedResultLies() throws IOException {
    onStudy("run");
    final Outcome outcome = interrupted(false, "run", "--json", "--quiet");
    assertTrue(outcome.err().contains(out + "-interrupted, marked as such"), outcome.err());
    assertFalse(file("manifest.json").has("interrupted"));
    assertEquals(List.of("out", "out-interrupted", "s.conf"), names());
  }

  private static OutputStream failing(String reason) {
    return new OutputStream() {
      @Override
      public void write(int letter) throws IOException {
        throw new IOException(reason);
      }
    };
  }

  @Test
  void shouldFailIfStandardOutputDoes() {
    for (String[] line :
        List.of(arguments("run"), arguments("run", "--json"), new String[] {"--help"})) {
      final Outcome outcome =
          execute(failing("No space left on device"), (a, b) -> {}, new FakeMachine(), line);
      assertEquals(ExitCode.ENVIRONMENT_FAILED, outcome.exitCode(), outcome.err());
      assertTrue(outcome.err().contains("cannot write to standard output: No space left"));
      assertEquals(line.length > 1, outcome.err().contains("; the result is in " + out));
    }
  }

  @Test
  void shouldNotMindAReaderThatHasSeenEnough() throws IOException {
    final Outcome outcome =
        execute(failing("Broken pipe"), (a, b) -> {}, new FakeMachine(), arguments("run"));
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertTrue(file("summary.json").has("digest"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "reproduce"})
  void shouldPrintTheSummaryIfItCannotBeWritten(String command) throws IOException {
    study("runs.a {}\n");
    // A file in place of the directory that is being written simulates a full disk.
    final Machine machine = new FakeMachine(() -> {}, this::removeGrowing);
    final Outcome outcome =
        execute(machine, arguments(command, "--executor", "sequential", "--json"));
    assertEquals(ExitCode.ENVIRONMENT_FAILED, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("cannot write "), outcome.err());
    assertTrue(outcome.json().has("digest"));
  }

  /** A directory in place of the page stands for any reason why a report fails. */
  @Test
  void shouldNotLoseAResultWhoseReportFails() throws IOException {
    study("runs.a {}\n");
    final Machine machine = new FakeMachine(() -> {}, this::blockReport);
    final Outcome outcome = execute(machine, arguments("run", "--executor", "sequential"));
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("hopwright: no report.html was written ("), outcome.err());
    assertTrue(file("manifest.json").has("study"));
  }

  private void blockReport() {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path path : files.filter(file -> file.toString().contains(".partial-")).toList()) {
        Files.createDirectories(path.resolve("report.html"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldMakeTheSameReportAgainFromWhatLiesThere() throws IOException {
    assertEquals(ExitCode.DONE, onStudy("run").exitCode());
    final String made = Files.readString(out.resolve("report.html"));
    Files.delete(out.resolve("report.html"));
    final Outcome outcome = execute("report", out.toString());
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertEquals(out.resolve("report.html") + "\n", outcome.out());
    assertEquals(made, Files.readString(out.resolve("report.html")));
    assertEquals(List.of("out", "s.conf"), names());
  }

  @Test
  void shouldRefuseToReportOnADamagedResultAndKeepTheOldPage() throws IOException {
    assertEquals(ExitCode.DONE, onStudy("run").exitCode());
    Files.writeString(out.resolve("series.csv"), "from [ticks],to [ticks],share\n0,2000,zero\n");
    Signature.renew(out);
    final String made = Files.readString(out.resolve("report.html"));
    final Outcome outcome = execute("report", out.toString());
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("series.csv: line 2, column share: 'zero'"), outcome.err());
    assertEquals(made, Files.readString(out.resolve("report.html")));
  }

  private void removeGrowing() {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path path : files.filter(file -> file.toString().contains(".partial-")).toList()) {
        if (Files.isDirectory(path)) {
          Files.delete(path);
          Files.createFile(path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldEndAsAMistakeOfTheUsersWhenRanksWaitForEver() throws IOException {
    final Outcome outcome = onStudy("run", "--set", "workload.kind=ranks");
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(file("summary.json").get("stalled").asBoolean());
    assertTrue(file("manifest.json").get("stalled").asBoolean());
    final List<String> said = outcome.err().lines().toList();
    final String reason = "ranks blocked: 60 ranks wait, 2 of them for each other in a cycle";
    assertTrue(
        said.get(0).startsWith("hopwright: " + reason + "; the result is in "), outcome.err());
    assertTrue(said.get(0).endsWith(", marked as stalled"), outcome.err());
    assertEquals("  halo rank 2940 waits for rank 2941: recv from its partner", said.get(1));
    assertEquals("  halo rank 2941 waits for rank 2940: recv from its partner", said.get(2));
    assertTrue(said.get(3).contains("all blocked packets and ranks are listed in "), outcome.err());
    assertEquals(4, said.size());
    final List<String> waiting = Files.readAllLines(out.resolve("waiting.txt"));
    assertEquals(63, waiting.size());
    assertEquals(reason, waiting.get(0));
    assertEquals("halo rank 2940: recv from its partner → rank 2941", waiting.get(3));
    assertEquals("halo rank 2999: recv from its partner → rank 2998", waiting.get(62));
    final JsonNode stop = file("summary.json").get("stop");
    assertEquals("ranks blocked", stop.get("kind").asText());
    assertEquals(2, stop.get("cycle").size());
  }

  @Test
  void shouldKeepAndMarkWhatAStalledRunMeasured() throws IOException {
    final Outcome outcome = onStudy("run", "--set", "workload.kind=stall");
    assertEquals(ExitCode.BROKEN, outcome.exitCode());
    assertTrue(outcome.err().contains("node 7 waits for x+"), outcome.err());
    assertTrue(file("summary.json").get("stalled").asBoolean());
    assertEquals("deadlock", file("summary.json").get("stop").get("kind").asText());
    assertTrue(
        Files.readString(out.resolve("waiting.txt")).startsWith("deadlock: 2 packets wait and no"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sequential", "actors"})
  void shouldReportABrokenInvariantWithItsPlace(String executor) throws IOException {
    final Outcome outcome = onStudy("run", "--set", "workload.kind=fail", "--executor", executor);
    assertEquals(ExitCode.BROKEN, outcome.exitCode());
    assertTrue(outcome.err().contains("router 3 port x+ VC 1 at tick 0"), outcome.err());
    assertEquals(List.of("s.conf"), names());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sequential", "actors"})
  void shouldSayWhatToDoWithoutMemory(String executor) throws IOException {
    final Outcome outcome = onStudy("run", "--set", "workload.kind=memory", "--executor", executor);
    assertEquals(ExitCode.ENVIRONMENT_FAILED, outcome.exitCode());
    assertTrue(outcome.err().contains("HOPWRIGHT_JAVA_OPTS=-Xmx"), outcome.err());
    assertEquals(List.of("s.conf"), names());
  }

  @Test
  void shouldTellAllMistakesOneOnEachLine() throws IOException {
    study("sed = 1\nrouter.vcBytes = 1 KB\n");
    final Outcome outcome = onStudy("run", "--set", "router.jsq=maybe");
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertEquals(3, outcome.err().lines().count(), outcome.err());
    assertFalse(outcome.err().contains("Exception"), outcome.err());
    assertEquals("", outcome.out());
    assertEquals(List.of("s.conf"), names());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fly",
        "run",
        "run nothing",
        "run STUDY --threads 0",
        "run STUDY --threads many",
        "run STUDY --seed 1.5",
        "run .",
        "run STUDY --threads 2 --executor sequential",
        "run STUDY --executor magic",
        "run STUDY --scale huge",
        "run STUDY --scale paper",
        "run STUDY --set seed",
        "run STUDY --wings",
        "reproduce STUDY",
        "explain nothing",
        "report",
        "report . elsewhere",
        "report .",
        "report nowhere",
        "run STUDY --jvms 0",
        "run STUDY --members 0",
        "plan",
        "plan STUDY --jvms 0",
        "plan STUDY --jvms 3",
        "plan STUDY --threads 0",
        "plan STUDY --set router.vcBytes=1",
        "bench --threads none",
        "bench --jvms 0",
        "bench --repetitions 0",
        "bench --machine none",
        "bench elephant",
        "bench STUDY --threads 9999",
        "bench STUDY --machine cascade",
        "bench scaling STUDY",
        "bench scaling --processors 2x1",
        "bench scaling --processors 1x1,two"
      })
  void shouldRefuseAWrongCommandLine(String line) {
    final String[] arguments =
        Stream.of(line.split(" "))
            .filter(word -> !word.isEmpty())
            .map(word -> word.equals("STUDY") ? study.toString() : word)
            .toArray(String[]::new);
    final Outcome outcome = execute(arguments);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().startsWith("hopwright: "), outcome.err());
    assertEquals("", outcome.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "run STUDY --threads many | 'many' is not an integer up to 2147483647",
        "run STUDY --seed 1.5 | '1.5' is not an integer up to 9223372036854775807",
        "bench --machine cascad | did you mean bench-cascade?",
        "bench STUDY --machine cascade | names its machine itself; leave the option out",
        "bench STUDY --threads 9999 | s: every point has fewer partitions",
        "bench scaling STUDY | s: the study has 0 points with hardly any traffic, but must have one",
        "bench --repetitions q | 'q' is not an integer up to 2147483647",
        "run . | .: is a directory; name a file",
        "plan STUDY --jvms 1025 | --jvms 1025: use 1 to 1024",
        "plan STUDY --jvms 3 | s: the machine consists of 2 partitions, fewer than the 3 JVMs",
        "report a b | --out: required for a page over several results",
        "report a a --out x | a: the result is named twice; leave one out",
        "report nowhere | nowhere: does not exist; name the directory of a result",
        "report . | manifest.json: the file is missing, so this is not a result",
        "plan elephant | no study of this name; see hopwright list",
        "run elephant | no study of this name; see hopwright list",
        "run bgl-unifrom | did you mean bgl-uniform?",
        "run STUDY --out= | --out '': is empty; name a directory",
        "run --tread 2 STUDY | Unknown option: '--tread'; did you mean --threads?",
        "run STUDY more --tread=2 | Unknown option: '--tread=2'; did you mean --threads?",
        "run STUDY more | Unmatched argument at index 2: 'more'",
        "simulate STUDY | no command simulate; did you mean run?",
        "plann STUDY | no command plann; did you mean plan?",
        "elephant STUDY | no command elephant; there are list, explain, plan, run,",
        "compare a | B is missing (Directory of the second result); write hopwright compare A B",
        "report | RUN is missing (Result directory that run, sweep, reproduce or bench scaling wrote)",
        "run STUDY --seed 3 --set seed=4 | --seed 3: seed is set to 4 by an earlier"
            + " --set; give one value",
        "plan STUDY --set seed=3 --set seed=4 | --set seed=4: seed is set to 3 by an earlier",
        "run STUDY --wait 9 | --wait 9: this option needs several JVMs; add --jvms N or"
            + " --members N",
        "run STUDY --address a | --address a: this option needs several JVMs",
        "run STUDY --members 2 --address ::1 | --address ::1: use the name of the host",
        "run STUDY --members 2 --address a.invalid:5 | there is no host of the name 'a.invalid'",
        "run STUDY --members 2 --address 0.0.0.0:5 | other JVMs cannot connect to this address",
        "run STUDY --members 2 --address 0.0.0.0 | --bind 0.0.0.0 to listen on all",
        "worker --seed a:5 --address 0.0.0.0 | other JVMs cannot connect to this address",
        "run STUDY --members 2 --bind a.invalid | --bind a.invalid: there is no host",
        "run STUDY --members 2 --tls nowhere | --tls nowhere: has no readable tls.crt",
        "worker --seed a:0 | --seed a:0: is not HOST:PORT with a port of 1 to 65535",
      })
  void shouldSayWhatIsWrongWithACommandLine(String line, String reason) {
    final String[] arguments =
        Stream.of(line.split(" "))
            .map(word -> word.equals("STUDY") ? study.toString() : word)
            .toArray(String[]::new);
    final Outcome outcome = execute(arguments);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains(reason), outcome.err());
  }

  @Test
  void shouldRefuseFilesThatAreNoCertificates() throws IOException {
    for (String name : List.of("tls.key", "tls.crt", "ca.crt")) {
      Files.writeString(directory.resolve(name), "-----BEGIN NOTHING-----");
    }
    final Outcome outcome = onStudy("run", "--members", "2", "--tls", directory.toString());
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("tls.crt is not a certificate in PEM"), outcome.err());
  }

  @Test
  void shouldRefuseATokenThatIsNone() throws IOException {
    final Path file = Files.writeString(directory.resolve("token"), " too short\n");
    Outcome outcome = onStudy("run", "--members", "2", "--token", file.toString());
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(
        outcome.err().contains("the token has 9 characters, but must have 16 to 1024"),
        outcome.err());
    outcome = onStudy("run", "--members", "2", "--token", directory.toString());
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("cannot be read"), outcome.err());
    outcome = onStudy("run", "--members", "2", "--quiet");
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("the generated token would not be printed"), outcome.err());
  }

  @Test
  void shouldRefuseAnOutputBelowAFileBeforeSimulating() throws IOException {
    out = Files.writeString(directory.resolve("file"), "x").resolve("a");
    final Outcome outcome = onStudy("run", "--set", "workload.kind=fail");
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
  }

  @Test
  void shouldJudgeEveryRun() throws IOException {
    study(
        "study.id = s\nrouter.slqFraction = 0\nruns { a {}, b { set.router.slqFraction = 1 } }\n"
            + "checks {\n"
            + " A { "
            + CLAIM
            + ", atLeast = 0.7, atMost = 0.8, paperShape = [2, 2, 2] }\n"
            + " B { "
            + CLAIM
            + ", atLeast = 0.2, paperShape = [4, 4, 4] } }\n");
    final Outcome outcome = onStudy("reproduce");
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertTrue(outcome.out().contains("PASS"), outcome.out());
    assertEquals(0.25, file("b/summary.json").get("linkUtilization").asDouble());
    assertEquals("s.b", file("b/manifest.json").get("study").asText());
    final JsonNode verdicts = file("verdicts.json").get("verdicts");
    assertTrue(verdicts.get(0).get("countsForThePaper").asBoolean());
    assertTrue(verdicts.get(1).get("scaled").asBoolean());
    assertFalse(verdicts.get(1).get("countsForThePaper").asBoolean());
    assertEquals(2, file("manifest.json").get("points").size());
  }

  @Test
  void shouldRefuseAClaimAboutWhatNobodyMeasuresBeforeSimulating() throws IOException {
    study(
        "runs.a { set.workload.kind = fail }\n"
            + "checks.A { "
            + CLAIM.replace("linkUtilization", "linkUtilisation")
            + ", atLeast = 0.8, sizeIndependent = true }\n");
    final Outcome outcome = onStudy("reproduce");
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("checks.A.quantity"), outcome.err());
    assertTrue(outcome.err().contains("did you mean linkUtilization?"), outcome.err());
  }

  @Test
  void shouldJudgeSeveralRunsTogether() throws IOException {
    study(
        "router.slqFraction = 0\nruns { a {}, b { set.router.slqFraction = 1 } }\n"
            + "checks.A { "
            + CLAIM.replace("run = a", "runs = [a, b], combine = difference")
            + ", atLeast = 0.5, atMost = 0.5, sizeIndependent = true }\n");
    final Outcome outcome = onStudy("reproduce", "--json");
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertEquals(0.5, outcome.json().get("verdicts").get(0).get("measured").asDouble());
  }

  @Test
  void shouldEndWithOneIfAVerdictFails() throws IOException {
    study("runs.a {}\nchecks.A { " + CLAIM + ", atLeast = 0.8, sizeIndependent = true }\n");
    final Outcome outcome = onStudy("reproduce", "--json");
    assertEquals(ExitCode.VERDICT_FAILED, outcome.exitCode());
    assertEquals("fail", outcome.json().get("verdicts").get(0).get("verdict").asText());
    assertEquals(0.75, outcome.json().get("verdicts").get(0).get("measured").asDouble());
    assertEquals(outcome.json(), file("verdicts.json"));
  }

  @Test
  void shouldMarkVerdictsOnAModifiedStudy() throws IOException {
    study("runs.a {}\nchecks.A { " + CLAIM + ", atLeast = 0.7, sizeIndependent = true }\n");
    final Outcome outcome = onStudy("reproduce", "--set", "router.jsq=true");
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertTrue(outcome.out().contains("modified by --set router.jsq"), outcome.out());
    final JsonNode verdict = file("verdicts.json").get("verdicts").get(0);
    assertTrue(verdict.get("modified").asBoolean());
    assertFalse(verdict.get("countsForThePaper").asBoolean());
  }

  @Test
  void shouldNotJudgeAnInterruptedReproduction() throws IOException {
    study(
        "runs { a {}, b {} }\nchecks.A { "
            + CLAIM
            + ", atMost = bounds.load, sizeIndependent = true }\n");
    final Outcome outcome = interrupted(false, "reproduce", "--at-once", "1");
    assertEquals(ExitCode.INTERRUPTED, outcome.exitCode(), outcome.err());
    assertTrue(outcome.out().contains("<= bounds.load"), outcome.out());
    assertFalse(outcome.out().contains("paper"), outcome.out());
    assertEquals(1, file("verdicts.json").get("notJudged").asInt());
    assertTrue(file("verdicts.json").get("interrupted").asBoolean());
    assertFalse(Files.exists(out.resolve("b")));
  }

  @Test
  void shouldExplainKeysMachinesAndStudies() throws IOException {
    final Outcome key = execute("explain", "router.vcBytes", "--json");
    assertEquals(1024, key.json().get(0).get("default").asLong());
    assertEquals(
        new FakeMachine().parameters().size(), execute("explain", "fake", "--json").json().size());
    assertTrue(execute("explain", "fake").out().contains("256 to 4032 B in steps of 32 B"));
    final Outcome resolved = execute("explain", study.toString(), "--set", "seed=3", "--json");
    assertEquals("--set", resolved.json().get("settings").get("seed").get("origin").asText());
    assertTrue(execute("explain", study.toString()).out().contains("s.conf:2"));
    assertTrue(execute("explain", study.toString()).out().startsWith("s\n"), "it has no title");
  }

  @Test
  void shouldExplainAllKeysWithoutAName() throws IOException {
    assertTrue(executeForReal("explain").out().contains("\nmachine.cablesPerPair\n"));
    final int cascade = executeForReal("explain", "cascade", "--json").json().size();
    assertTrue(executeForReal("explain", "--json").json().size() > cascade);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "machine.groups",
        "machine.cablesPerPair",
        "machine.chassisPerGroup",
        "router.routing",
        "router.bias",
        "workload.kind",
        "workload.load",
        "workload.messageBytes"
      })
  void shouldExplainTheKeysOfACascade(String key) {
    assertTrue(executeForReal("explain", "cascade").out().contains("\n" + key + "\n"), key);
    assertEquals(ExitCode.DONE, executeForReal("explain", key).exitCode());
  }

  /** Every Cascade study runs at toy size; its verdicts differ from those of the paper. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cascade-topology",
        "cascade-uniform",
        "cascade-shift",
        "cascade-scale",
        "cascade-fig10",
        "cascade-fig13"
      })
  void shouldReproduceACascadeStudyAtToySize(String name) throws IOException {
    final Outcome outcome =
        executeForReal(
            "reproduce",
            name,
            "--json",
            "--quiet",
            "--out",
            out.toString(),
            "--set",
            "machine.groups=3",
            "--set",
            "machine.cablesPerPair=2",
            "--set",
            "machine.chassisPerGroup=2",
            "--set",
            "machine.bladesPerChassis=4",
            "--set",
            "workload.shiftGroups=1",
            "--set",
            "run.warmupTicks=131250",
            "--set",
            "run.ticks=21875");
    assertTrue(
        outcome.exitCode() == ExitCode.DONE || outcome.exitCode() == ExitCode.VERDICT_FAILED);
    for (JsonNode verdict : outcome.json().get("verdicts")) {
      assertEquals("", verdict.get("note").asText(), verdict.get("id").asText());
      assertTrue(verdict.get("modified").asBoolean());
      assertTrue(verdict.get("measured").isNumber(), verdict.get("id").asText());
    }
  }

  @Test
  void shouldListWhatThereIs() throws IOException {
    final Outcome outcome = executeForReal("list", "--json");
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertEquals(Machines.all().size(), outcome.json().get("machines").size());
    assertEquals(new Library().studies().size(), outcome.json().get("studies").size());
    final JsonNode files = outcome.json().get("machineFiles");
    for (String file : new Library().includable()) {
      assertEquals(file.startsWith("machines/"), !files.path(file).asText().isEmpty(), file);
    }
    final String text = executeForReal("list").out();
    assertTrue(text.matches("(?s).*\nmachines/fugaku +Fugaku: TofuD, .*"), text);
  }

  @Test
  void shouldTellItsVersion() {
    final Outcome outcome = execute("--version");
    assertEquals(ExitCode.DONE, outcome.exitCode());
    assertTrue(outcome.out().startsWith("hopwright "), outcome.out());
    assertEquals(ExitCode.DONE, execute("run", "--help").exitCode());
  }
}
