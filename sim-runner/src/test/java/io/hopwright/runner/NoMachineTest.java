package io.hopwright.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The runner knows no machine: neither its name and keys nor what its parts are called. */
class NoMachineTest {
  /** What only one kind of machine has: words, and names of ports. */
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

  /** The keys that one machine alone has, but for those whose names a study makes up. */
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
   * Names, units and members of numbers that fewer than three machines of four have, but for plain
   * words, and for those of jobs, which are the same wherever there are any.
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
      texts.addAll(List.of(machine.name(), machine.name().split("-", -1)[0]));
    }
    final String any =
        texts.stream()
            .map(text -> text.toLowerCase(Locale.ROOT))
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    return Pattern.compile("(?i)(?<![a-z0-9])(" + any + ")(?![a-z0-9])");
  }

  /** Returns the first forbidden word of a line, or of names in camel case there; null if none. */
  private static String offence(String line) {
    final Matcher words =
        FORBIDDEN.matcher(line + " " + line.replaceAll("([a-z])([A-Z])", "$1 $2"));
    return words.find() ? words.group() : null;
  }

  private static boolean offends(String line) {
    return offence(line) != null;
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
          final List<String> lines = Files.readAllLines(file);
          for (int i = 0; i < lines.size(); i++) {
            if (offends(lines.get(i))) {
              offences.add(
                  sources.relativize(file)
                      + ":"
                      + (i + 1)
                      + ": "
                      + offence(lines.get(i))
                      + " in "
                      + lines.get(i).strip());
            }
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
            "new TorusHeat()",
            "a midplane",
            "row.get(\"z+\")",
            "unit.equals(\"Gb/s\")",
            "find(\"packetsPerPort\")")) {
      assertTrue(offends(line), line);
    }
    for (String line : List.of("cascading", "\"run.ticks\"", "\"workload.kind\"", "z++")) {
      assertFalse(offends(line), line);
    }
  }
}
