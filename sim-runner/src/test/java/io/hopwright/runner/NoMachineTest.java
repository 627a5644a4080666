package io.hopwright.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.results.Declarations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The runner does not depend on a machine: it imports none, and no literal of its code is the name
 * of a machine, one of its keys or a word for its parts. Class names and plain words are
 * unrestricted, so that a machine can have any name.
 */
class NoMachineTest {
  /** Words and names of ports that only one kind of machine has. */
  private static final List<String> WORDS =
      List.of(
          "bgl",
          "torus",
          "tori",
          "dragonfly",
          "aries",
          "midplane",
          "midplanes",
          "chassis",
          "blade",
          "blades",
          "jsq",
          "slq",
          "\"x+\"",
          "\"y+\"",
          "\"z+\"",
          "\"green\"",
          "\"black\"",
          "\"blue\"");

  private static final Pattern FORBIDDEN = forbidden();

  /** A comment, a text literal or a character, whichever begins first. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "/\\*[\\s\\S]*?\\*/|//[^\\n]*|\"\"\"[\\s\\S]*?\"\"\""
              + "|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'|`(?:\\\\.|[^`\\\\])*`");

  private static final Pattern IMPORT =
      Pattern.compile("import (?:static )?io\\.hopwright\\.models\\.([a-z]+)\\.[^;]*;");

  /** Returns the keys that only one machine has, except keys with names from a study. */
  private static Set<String> ownKeys() {
    final Set<String> own = new HashSet<>();
    final Set<String> several = new HashSet<>();
    for (Machine machine : Machines.all()) {
      for (Parameter parameter : machine.parameters()) {
        if (!parameter.key().contains("*") && !own.add(parameter.key())) {
          several.add(parameter.key());
        }
      }
    }
    own.removeAll(several);
    return own;
  }

  /**
   * Returns names, units and members of numbers that less than three quarters of the machines have.
   * Plain words are left out, and numbers of jobs, which are equal on all machines with jobs.
   */
  private static Set<String> ownNumbers() {
    final Map<String, Integer> machines = new HashMap<>();
    for (Machine machine : Machines.all()) {
      final Set<String> texts = new HashSet<>();
      Declarations.of(machine.results(), Set.of())
          .metrics()
          .forEach((place, metrics) -> metrics.forEach(metric -> texts.addAll(texts(metric))));
      texts.forEach(text -> machines.merge(text, 1, Integer::sum));
    }
    machines.values().removeIf(count -> 4 * count >= 3 * Machines.all().size());
    return machines.keySet();
  }

  private static Set<String> texts(Metric metric) {
    final Set<String> texts = new HashSet<>(metric.members());
    texts.addAll(List.of(metric.name(), metric.unit()));
    texts.removeIf(text -> text.matches("[a-z]*|.") || text.startsWith("jobs."));
    return texts;
  }

  private static Pattern forbidden() {
    final Set<String> texts = new HashSet<>(WORDS);
    texts.addAll(ownKeys());
    ownNumbers().forEach(text -> texts.add('"' + text + '"'));
    for (Machine machine : Machines.all()) {
      for (String name : List.of(machine.name(), machine.name().split("-", -1)[0])) {
        texts.add('"' + name + '"');
      }
    }
    final String any =
        texts.stream()
            .map(text -> text.toLowerCase(Locale.ROOT))
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    return Pattern.compile("(?i)(?<![a-z0-9])(" + any + ")(?![a-z0-9])");
  }

  /** Returns the packages of all machines, each with its reference model. */
  private static Set<String> packages() {
    return Machines.all().stream()
        .map(machine -> machine.getClass().getPackageName())
        .map(name -> name.substring(name.lastIndexOf('.') + 1))
        .collect(Collectors.toSet());
  }

  /** Returns the dependencies of a text on machines: imports of one, and literals about one. */
  private static List<String> offences(String text) {
    final List<String> offences = new ArrayList<>();
    IMPORT
        .matcher(text)
        .results()
        .filter(line -> packages().contains(line.group(1)))
        .forEach(line -> offences.add(line.group()));
    TOKEN
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .filter(token -> !token.startsWith("/"))
        .map(token -> token.replaceAll("^['`]|['`]$", "\""))
        .filter(literal -> FORBIDDEN.matcher(literal).find())
        .forEach(offences::add);
    return offences;
  }

  private static Path sources() {
    Path path = Path.of("").toAbsolutePath();
    while (!Files.exists(path.resolve("sim-runner/src/main"))) {
      path = path.getParent();
    }
    return path.resolve("sim-runner/src/main");
  }

  @Test
  void shouldKnowNoMachine() throws IOException {
    final Path sources = sources();
    final List<String> offences = new ArrayList<>();
    int files = 0;
    for (String folder : List.of("java", "resources/report", "resources/templates")) {
      try (Stream<Path> all = Files.walk(sources.resolve(folder))) {
        for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
          files++;
          for (String offence : offences(Files.readString(file))) {
            offences.add(sources.relativize(file) + ": " + offence);
          }
        }
      }
    }
    assertTrue(files > 100, "only " + files + " files in " + sources);
    assertEquals("", String.join("\n", offences));
  }

  @Test
  void shouldSeeNamesKeysAndWords() {
    for (String line :
        List.of(
            "\"Bluegene-L\"",
            "case \"cascade\" ->",
            "put(\"reception.bytes\", box)",
            "say(\"a midplane\")",
            "row.get(\"z+\")",
            "unit.equals(\"Gb/s\")",
            "find('packetsPerPort')",
            "import io.hopwright.models.tofu.network.Frames;",
            "import static io.hopwright.models.tnw.Tnw.NAME;")) {
      assertEquals(1, offences(line).size(), line);
    }
    for (String line :
        List.of(
            "\"cascading\"",
            "\"run.ticks\"",
            "\"workload.kind\"",
            "z++",
            "/** A \"cascade\". */",
            "ideal.cascade(new Torus())",
            "import io.hopwright.models.run.Machine;")) {
      assertEquals(List.of(), offences(line), line);
    }
  }
}
