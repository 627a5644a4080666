package io.hopwright.runner;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.results.Declarations;
import io.hopwright.runner.text.NumberTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Code knows numbers of results by their declarations only. */
class ResultNumbersTest {
  /** Names of results of a machine that have another meaning in the runner, with that meaning. */
  private static final Map<String, String> OTHERWISE =
      Map.of("rate", "a property of links in files of topologies; a column of the flows of PCIe");

  private static final Pattern LITERAL = Pattern.compile("\"([^\"\\n]*)\"");

  private static Map<String, List<Metric>> declared(Machine machine) {
    return Declarations.of(machine.results(), Set.of()).metrics();
  }

  @Test
  void shouldBeKnownToTheRunnerByDeclarationAlone() throws IOException {
    final Set<String> own = new LinkedHashSet<>();
    for (Machine machine : Machines.all()) {
      own.add(machine.name());
      declared(machine).entrySet().stream()
          .filter(place -> NumberTable.SHARED_PLACES.contains(place.getKey()))
          .forEach(place -> place.getValue().forEach(metric -> own.add(metric.name())));
    }
    NumberTable.shared(Machines.all())
        .explanations()
        .forEach(number -> own.remove(number.metric().name()));
    own.removeAll(OTHERWISE.keySet());
    assertTrue(own.size() > 50, own::toString);
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
        final Matcher literals = LITERAL.matcher(Files.readString(file));
        while (literals.find()) {
          final String literal = literals.group(1);
          assertFalse(own.contains(literal), file + " knows " + literal);
        }
      }
    }
  }

  @Test
  void shouldHaveDifferentNamesAndAMeaning() {
    for (Machine machine : Machines.all()) {
      declared(machine)
          .forEach(
              (place, metrics) -> {
                final Set<String> paths = new LinkedHashSet<>();
                for (Metric metric : metrics) {
                  assertTrue(!metric.meaning().isBlank(), metric.name());
                  assertTrue(!metric.label().isBlank(), metric.name());
                  metric.paths().forEach(path -> assertTrue(paths.add(path), path));
                }
              });
    }
  }
}
