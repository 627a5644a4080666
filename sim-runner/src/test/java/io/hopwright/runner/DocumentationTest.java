package io.hopwright.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.hopwright.models.Machines;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.app.Hopwright;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.recording.CheckpointPlan;
import io.hopwright.runner.study.StudyReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Every command and every configuration in a block of README and docs works as described. */
class DocumentationTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```");
  private static final Pattern CONFIG = Pattern.compile("(?s)(include|study|runs|checks) [{\"].*");
  private static final Pattern BEGINNING = Pattern.compile("(?s)(include|study) [{\"].*");
  private static final Pattern NAME = Pattern.compile("`(\\w+\\.(?:conf|csv|prog|goal|cm|txt))`");
  private static final Pattern COMMAND =
      Pattern.compile("(?:\\w+\\$\\s+)?(?:\\./)?hopwright\\s+(.*)");
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

  /**
   * Commands that simulate a study. Each is planned as it is, and simulated at a small size if its
   * value is true.
   */
  private static final Map<String, Boolean> SIMULATING =
      Map.of("run", true, "sweep", true, "reproduce", false);

  /** Commands about results, executed on results of small runs. */
  private static final Set<String> READING = Set.of("compare", "report");

  /** Commands about checkpoints, executed on checkpoints of small runs. */
  private static final Set<String> GOING_ON = Set.of("resume", "branch");

  /** Commands that end at once and are executed unchanged. */
  private static final Set<String> QUICK =
      Set.of("list", "explain", "plan", "slurm", "completion", "man", "trace", "topology");

  /** Commands of which only the command line is parsed, and the reasons. */
  private static final Map<String, String> READ_ONLY =
      Map.of(
          "bench", "measures this computer for minutes, in JVMs of its own",
          "worker", "waits for a seed on another computer",
          "serve", "waits for requests of another program",
          "new-study", "writes into the current directory; see NewFilesTest",
          "new-machine", "writes into the current directory; see NewFilesTest");

  /** Settings that make a run of any size small. */
  private static final Map<String, List<String>> SMALL =
      Map.of(
          "tofu",
          List.of(
              "machine.shape=3x2x1",
              "partition.shape=2x2x1",
              "run.warmupTicks=2000",
              "run.ticks=3000"),
          "tnw",
          List.of("machine.shape=2x2x1", "run.warmupTicks=2000", "run.ticks=3000"),
          "extoll",
          List.of(
              "machine.shape=2x2x1", "machine.hosts=1", "run.warmupTicks=2000", "run.ticks=20000"),
          "pcie",
          List.of("workload.messageBytes=512", "run.ticks=3000"),
          "ideal",
          List.of(),
          "network",
          List.of("run.warmupTicks=500", "run.ticks=2000"),
          "bluegene-l",
          List.of(
              "machine.shape=4x4x2",
              "partition.shape=4x4x2",
              "workload.hotBox=2x2x1",
              "run.warmupTicks=200",
              "run.ticks=500"),
          "cascade",
          List.of(
              "machine.groups=2",
              "machine.chassisPerGroup=1",
              "machine.bladesPerChassis=2",
              "run.warmupTicks=5000",
              "run.ticks=20000"));

  @TempDir private Path directory;

  /** Command lines about bundled studies that have been executed, without their output paths. */
  private final Set<List<String>> executed = new HashSet<>();

  /** Results to read, all of one kind. */
  private final List<Path> results = new ArrayList<>();

  /**
   * A block between fences.
   *
   * @param before the last line before it that is not empty
   */
  private record Block(String file, String before, String text) {
    boolean isTable() {
      return NAME.matcher(before).find() && text.matches("(?s)[\\w,]+\\n[\\d,\\s]+");
    }

    boolean isProgram() {
      return name().matches(".*\\.(prog|goal|cm|txt)") && commands().isEmpty();
    }

    boolean isConfig() {
      return CONFIG.matcher(text).matches();
    }

    /** Returns the name of the configuration: the first one in the line before. */
    String name() {
      final Matcher matcher = NAME.matcher(before);
      return matcher.find() ? matcher.group(1) : "mine.conf";
    }

    /** Writes a configuration into a file; a block that is not the beginning of one is appended. */
    void write(Path directory) {
      final Path config = directory.resolve(name());
      try {
        final boolean begins = BEGINNING.matcher(text).matches() || !Files.exists(config);
        Files.writeString(config, (begins ? "" : Files.readString(config)) + text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    List<String> commands() {
      return text.lines()
          .map(String::strip)
          .map(COMMAND::matcher)
          .filter(Matcher::matches)
          .map(line -> line.group(1))
          .toList();
    }
  }

  private static Path root() {
    Path path = Path.of("").toAbsolutePath();
    while (!Files.exists(path.resolve("README.md"))) {
      path = path.getParent();
    }
    return path;
  }

  private static List<Block> blocks() throws IOException {
    final List<Path> files = new ArrayList<>(List.of(root().resolve("README.md")));
    try (Stream<Path> docs = Files.walk(root().resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(files::add);
    }
    final List<Block> blocks = new ArrayList<>();
    for (Path file : files) {
      final String text = Files.readString(file);
      final Matcher matcher = BLOCK.matcher(text);
      while (matcher.find()) {
        final String before = text.substring(0, matcher.start()).stripTrailing();
        blocks.add(
            new Block(
                root().relativize(file).toString(),
                before.substring(before.lastIndexOf('\n') + 1),
                matcher.group(2)));
      }
    }
    return blocks;
  }

  /** Returns the words of a shell command, up to a comment or a redirection of its output. */
  private static List<String> words(String command) {
    final List<String> words = new ArrayList<>();
    final Matcher matcher = WORD.matcher(command);
    while (matcher.find()) {
      final String word = matcher.group();
      if (word.matches("#.*|>.*|\\||&&|;")) {
        break;
      }
      words.add(word.replaceAll("['\"]", ""));
    }
    return words;
  }

  /** Ending of a command. */
  private record Outcome(int exitCode, String err) {}

  private static Session session(ByteArrayOutputStream err, List<String> words) {
    return new Session(
        Machines.all(),
        new Library(),
        new ByteArrayOutputStream(),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        false,
        (end, endAtOnce) -> {},
        words);
  }

  private static Outcome execute(List<String> words) {
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final int exitCode = Main.execute(session(err, words));
    return new Outcome(exitCode, err.toString(StandardCharsets.UTF_8));
  }

  private static void executeWell(List<String> words) {
    final Outcome outcome = execute(words);
    final boolean tooLarge = words.get(0).equals("plan") && outcome.err().contains("of memory");
    assertTrue(outcome.exitCode() == ExitCode.DONE || tooLarge, () -> words + ": " + outcome.err());
  }

  /** Checks a command by the lists above; configurations are in a directory. */
  private void check(String command, Path configs) throws IOException {
    final List<String> words = new ArrayList<>(words(command));
    words.replaceAll(
        word ->
            word.matches(".*\\.(conf|csv|prog|goal|cm|bin)")
                ? configs.resolve(word).toString()
                : word);
    for (String page : words.stream().filter(word -> word.endsWith(".md")).toList()) {
      final Path copy = configs.resolve(page);
      Files.createDirectories(copy.getParent());
      if (Files.exists(root().resolve(page))) {
        Files.copy(root().resolve(page), copy);
      }
      Collections.replaceAll(words, page, copy.toString());
    }
    final ParseResult whole =
        Main.commands(session(new ByteArrayOutputStream(), words))
            .parseArgs(words.toArray(String[]::new));
    final ParseResult parsed = whole.subcommand();
    final String name = parsed.commandSpec().name();
    if (QUICK.contains(name)) {
      executeWell(words);
    } else if (SIMULATING.containsKey(name)) {
      simulate(name, study(parsed), parsed);
    } else if (READING.contains(name)) {
      read(name, parsed);
    } else if (GOING_ON.contains(name)) {
      goOn(words);
    } else if (!READ_ONLY.containsKey(name)) {
      fail("say in this test how the command " + name + " is to be checked");
    }
  }

  private static String study(ParseResult parsed) {
    return parsed.matchedPositionals().stream()
        .filter(positional -> positional.paramLabel().contains("STUDY"))
        .map(PositionalParamSpec::<String>getValue)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the options that select what to simulate; others do not change the plan. */
  private static List<String> what(ParseResult parsed) {
    final List<String> words = new ArrayList<>();
    final List<String> set = parsed.matchedOptionValue("--set", List.of());
    set.forEach(setting -> words.addAll(List.of("--set", setting)));
    for (String option : List.of("--seed", "--scale", "--jvms")) {
      if (parsed.hasMatchedOption(option)) {
        words.addAll(List.of(option, parsed.matchedOptionValue(option, null).toString()));
      }
    }
    return words;
  }

  /** Returns whether a command line must be executed; files with equal names may differ. */
  private boolean isNew(String study, List<String> words) {
    return study.endsWith(".conf") || executed.add(List.copyOf(words));
  }

  private void simulate(String command, String study, ParseResult parsed) throws IOException {
    final List<String> plan = new ArrayList<>(List.of("plan", study));
    plan.addAll(what(parsed));
    if (isNew(study, plan)) {
      executeWell(plan);
    }
    if (SIMULATING.get(command)) {
      final Library library = new Library();
      final String machine =
          new StudyReader(Machines.all(), library)
              .read(library.study(study), Map.of())
              .machine()
              .name();
      final List<String> run = new ArrayList<>(List.of(command, study, "--quiet"));
      final List<String> small = SMALL.get(machine);
      assertNotNull(small, () -> "SMALL lacks what makes runs of " + machine + " small");
      final Map<String, String> set = new LinkedHashMap<>();
      Stream.of(parsed.matchedOptionValue("--set", List.<String>of()), small)
          .flatMap(List::stream)
          .map(setting -> setting.split("=", 2))
          .forEach(setting -> set.put(setting[0], setting[1]));
      set.forEach((key, value) -> run.addAll(List.of("--set", key + "=" + value)));
      for (String option : List.of("--checkpoint-every", "--stop-after")) {
        if (parsed.hasMatchedOption(option)) {
          run.addAll(List.of(option, parsed.matchedOptionValue(option, "")));
        }
      }
      if (isNew(study, run)) {
        run.addAll(List.of("--out", Files.createTempDirectory(directory, "run").toString()));
        executeWell(run);
      }
    }
  }

  /** Resumes a run of this test that has stopped with a checkpoint. */
  private void goOn(List<String> words) throws IOException {
    final Path out = Files.createTempDirectory(directory, "resume");
    final CheckpointPlan plan = new CheckpointPlan(0, 0, 0);
    plan.stop();
    try (Hopwright hopwright = Hopwright.open()) {
      Experiment run =
          hopwright.study("bgl-uniform").set("run.gridTicks", 100).into(out).checkpoints(plan);
      for (String setting : SMALL.get("bluegene-l")) {
        run = run.set(setting.split("=", 2)[0], setting.split("=", 2)[1]);
      }
      run.run();
    }
    assertTrue(plan.stopped());
    final List<String> resumed = new ArrayList<>(words);
    resumed.set(1, out.toString());
    if (resumed.contains("--out")) {
      resumed.set(resumed.indexOf("--out") + 1, out + "-branch");
    }
    resumed.replaceAll(
        word ->
            word.replaceFirst("^run.ticks=.*", "run.ticks=1000")
                .replaceFirst("^run.warmupTicks=.*", "run.warmupTicks=150"));
    executeWell(resumed);
  }

  /** Executes a command on results of this test. */
  private void read(String command, ParseResult parsed) throws IOException {
    final List<String> words = new ArrayList<>(List.of(command));
    for (int i = 0; i < parsed.matchedPositionals().size(); i++) {
      if (i == results.size()) {
        final Path out = Files.createTempDirectory(directory, "read");
        final List<String> run =
            new ArrayList<>(List.of("run", "bgl-uniform", "--quiet", "--out", out.toString()));
        SMALL.get("bluegene-l").forEach(setting -> run.addAll(List.of("--set", setting)));
        executeWell(run);
        results.add(out);
      }
      words.add(results.get(i).toString());
    }
    if (parsed.hasMatchedOption("--out")) {
      words.addAll(List.of("--out", directory.resolve("report.html").toString()));
    }
    executeWell(words);
  }

  @TestFactory
  Stream<DynamicTest> shouldDoWhatTheDocumentsShow() throws IOException {
    final List<DynamicTest> tests = new ArrayList<>();
    for (Block block : blocks()) {
      final Path configs = directory.resolve(block.file().replace('/', '-'));
      Files.createDirectories(configs);
      if (block.isTable() || block.isProgram()) {
        Files.writeString(configs.resolve(block.name()), block.text());
      }
      if (block.isConfig()) {
        tests.add(
            DynamicTest.dynamicTest(
                block.file() + ": " + block.name(), () -> checkConfig(block, configs)));
      }
      for (String command : block.commands()) {
        tests.add(
            DynamicTest.dynamicTest(block.file() + ": " + command, () -> check(command, configs)));
      }
    }
    assertTrue(tests.size() > 30, "the documents show no commands any more: " + tests.size());
    return tests.stream();
  }

  private void checkConfig(Block block, Path configs) {
    block.write(configs);
    executeWell(List.of("plan", configs.resolve(block.name()).toString()));
  }

  @Test
  void shouldCallNoKeyByAFormerName() throws IOException {
    for (Machine machine : Machines.all()) {
      final Path page = root().resolve("docs/models/" + machine.name() + ".md");
      final String text = Files.readString(page);
      for (String former : machine.formerKeys().keySet()) {
        assertFalse(
            text.contains("`" + former + "`") || text.contains("`" + former + " ="),
            () -> page.getFileName() + " calls a key " + former);
      }
    }
  }

  @Test
  void shouldNoticeWhatIsWrong() {
    final Path none = directory.resolve("none");
    for (String command :
        List.of(
            "run bgl-uniform --set workload.laod=0.9",
            "run bgl-unifrm",
            "reproduce bgl-uniform --set router.jsq=maybe",
            "explain router.jsk",
            "plan bgl-all-to-all --set machine.shape=[0,0,0]")) {
      assertThrows(AssertionError.class, () -> check(command, none), command);
    }
    for (String command : List.of("run bgl-uniform --jsn", "bench --machnie all", "rnu x")) {
      assertThrows(CommandLine.ParameterException.class, () -> check(command, none), command);
    }
    final Block block = new Block("f", "", "include \"machines/bluegene-l\"\nruoter.jsq = true");
    assertThrows(AssertionError.class, () -> checkConfig(block, directory));
  }

  @Test
  void shouldReadCommandsAsAShellDoes() {
    assertEquals(
        List.of("run", "x", "--set", "a=[1, 2]", "--json"),
        words("run x --set 'a=[1, 2]' --json   # as JSON"));
    assertEquals(List.of("--set", "a=2 KiB"), words("--set a='2 KiB'"));
    assertEquals(List.of("slurm", "x"), words("slurm x > job.sh"));
    final Block block =
        new Block(
            "f", "", "./hopwright list  # all\nseed$   ./hopwright worker\nother hopwright x\n");
    assertEquals(List.of("list  # all", "worker"), block.commands());
  }
}
