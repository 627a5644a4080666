package io.hopwright.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.hopwright.models.Machines;
import io.hopwright.runner.command.ExitCode;
import io.hopwright.runner.command.Session;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.study.RunSpec;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.study.StudyReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** Every command and every configuration in a block of README and docs does what it says. */
class DocumentationTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```");
  private static final Pattern COMMAND =
      Pattern.compile("(?:\\w+\\$\\s+)?(?:\\./)?hopwright\\s+(.*)");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s'\"]+)");

  /** Commands that simulate a study: planned as they stand, and, if it is one run, run small. */
  private static final Set<String> SIMULATING = Set.of("run", "reproduce");

  /** Commands that end at once and are executed as they stand. */
  private static final Set<String> QUICK =
      Set.of("list", "explain", "plan", "slurm", "completion", "man");

  /** Commands of which only the command line is read, and why. */
  private static final Map<String, String> READ_ONLY =
      Map.of(
          "bench", "measures this computer for minutes, in JVMs of its own",
          "worker", "waits for a seed on another computer");

  /** What makes a run of any size small. */
  private static final Map<String, List<String>> SMALL =
      Map.of(
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

  /** A block between fences. */
  private record Block(String file, String language, String text) {
    boolean isConfig() {
      return language.equals("hocon") || text.startsWith("include \"");
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
      final Matcher matcher = BLOCK.matcher(Files.readString(file));
      while (matcher.find()) {
        blocks.add(
            new Block(root().relativize(file).toString(), matcher.group(1), matcher.group(2)));
      }
    }
    return blocks;
  }

  /** Returns the words of a shell command up to a comment or what is done with its output. */
  private static List<String> words(String command) {
    final List<String> words = new ArrayList<>();
    final Matcher matcher = WORD.matcher(command);
    while (matcher.find()) {
      final String word =
          Stream.of(matcher.group(1), matcher.group(2), matcher.group(3))
              .filter(part -> part != null)
              .findFirst()
              .orElseThrow();
      if (matcher.group(3) != null && word.matches("#.*|>.*|\\||&&|;")) {
        break;
      }
      words.add(word);
    }
    return words;
  }

  /** How a command ended. */
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
    final int exitCode = Hopwright.execute(session(err, words));
    return new Outcome(exitCode, err.toString(StandardCharsets.UTF_8));
  }

  private static void executeWell(List<String> words) {
    final Outcome outcome = execute(words);
    final boolean tooLarge = words.get(0).equals("plan") && outcome.err().contains("of memory");
    assertTrue(outcome.exitCode() == ExitCode.DONE || tooLarge, () -> words + ": " + outcome.err());
  }

  /** Checks a command as far as the lists above say. */
  private void check(String command, Path config) throws IOException {
    final List<String> words = new ArrayList<>(words(command));
    words.replaceAll(word -> word.equals("mine.conf") ? config.toString() : word);
    final ParseResult whole =
        Hopwright.commands(session(new ByteArrayOutputStream(), words))
            .parseArgs(words.toArray(String[]::new));
    final ParseResult parsed = whole.subcommand();
    final String name = parsed.commandSpec().name();
    if (QUICK.contains(name)) {
      executeWell(words);
    } else if (SIMULATING.contains(name)) {
      simulate(name, study(parsed), parsed);
    } else if (name.equals("compare")) {
      compare(parsed);
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

  /** Options that say what to simulate; how is not what the plan is about. */
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

  private void simulate(String command, String study, ParseResult parsed) throws IOException {
    final List<String> plan = new ArrayList<>(List.of("plan", study));
    plan.addAll(what(parsed));
    executeWell(plan);
    if (command.equals("run")) {
      final Library library = new Library();
      final String machine =
          new StudyReader(Machines.all(), library)
              .read(library.study(study), Map.of())
              .machine()
              .name();
      final List<String> run = new ArrayList<>(List.of("run", study, "--quiet"));
      final List<String> set = parsed.matchedOptionValue("--set", List.of());
      set.forEach(setting -> run.addAll(List.of("--set", setting)));
      SMALL.get(machine).forEach(setting -> run.addAll(List.of("--set", setting)));
      run.addAll(List.of("--out", Files.createTempDirectory(directory, "run").toString()));
      executeWell(run);
    }
  }

  /** The two results are runs of this test. */
  private void compare(ParseResult parsed) throws IOException {
    final List<String> words = new ArrayList<>(List.of("compare"));
    for (int i = 0; i < parsed.matchedPositionals().size(); i++) {
      final Path out = Files.createTempDirectory(directory, "compared");
      final List<String> run =
          new ArrayList<>(List.of("run", "bgl-uniform", "--quiet", "--out", out.toString()));
      SMALL.get("bluegene-l").forEach(setting -> run.addAll(List.of("--set", setting)));
      executeWell(run);
      words.add(out.toString());
    }
    executeWell(words);
  }

  @TestFactory
  Stream<DynamicTest> shouldDoWhatTheDocumentsShow() throws IOException {
    final List<DynamicTest> tests = new ArrayList<>();
    final Path config = directory.resolve("mine.conf");
    for (Block block : blocks()) {
      if (block.isConfig()) {
        tests.add(DynamicTest.dynamicTest(block.file() + " config", () -> read(block, config)));
      }
      for (String command : block.commands()) {
        tests.add(
            DynamicTest.dynamicTest(block.file() + ": " + command, () -> check(command, config)));
      }
    }
    assertTrue(tests.size() > 15, "the documents show no commands any more: " + tests.size());
    return tests.stream();
  }

  private static void read(Block block, Path config) {
    try {
      Files.writeString(config, block.text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    final Study study =
        new StudyReader(Machines.all(), new Library())
            .read(new Source(block.file(), block.text(), root()), Map.of());
    final Mistakes mistakes = new Mistakes();
    study.resolve(Scale.QUICK).network(mistakes);
    for (RunSpec run : study.runs()) {
      study.resolve(run, Scale.QUICK).network(mistakes);
    }
    mistakes.throwIfAny();
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
    final Block block =
        new Block("f", "hocon", "include \"machines/bluegene-l\"\nruoter.jsq = true");
    assertThrows(RuntimeException.class, () -> read(block, directory.resolve("wrong")));
  }

  @Test
  void shouldReadCommandsAsAShellDoes() {
    assertEquals(
        List.of("run", "x", "--set", "a=[1, 2]", "--json"),
        words("run x --set 'a=[1, 2]' --json   # as JSON"));
    assertEquals(List.of("slurm", "x"), words("slurm x > job.sh"));
    final Block block =
        new Block(
            "f", "", "./hopwright list  # all\nseed$   ./hopwright worker\nother hopwright x\n");
    assertEquals(List.of("list  # all", "worker"), block.commands());
  }
}
