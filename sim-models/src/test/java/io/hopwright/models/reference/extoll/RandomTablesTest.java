package io.hopwright.models.reference.extoll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.extoll.ExtollTables.Step;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables with random lines from a file. The machine refuses exactly the tables with a missing entry
 * or a cycle. With all others both models deliver the same.
 */
class RandomTablesTest {
  private static final int UNIT = ReferenceExtollTopology.FIRST_UNIT;

  private final Random random = new Random(RandomCases.first(7));

  @Test
  void shouldRefuseTablesThatLeadNowhereOrInACycle(@TempDir Path folder) throws IOException {
    final Map<String, Integer> seen = new HashMap<>();
    for (int i = 0; i < RandomCases.count(40); i++) {
      final List<Integer> shape =
          Case.oneOf(
              random, List.of(4, 1, 1), List.of(5, 1, 1), List.of(3, 2, 1), List.of(2, 2, 2));
      final String pairs = Case.oneOf(random, "single", "double");
      final ExtollTestMachine machine =
          ExtollTestMachine.of(1, 1, 1).with("machine.shape", shape, "machine.pairLinks", pairs);
      final String lines = lines(machine.topology());
      final Path file = folder.resolve("tables" + i);
      Files.writeString(file, lines);
      final Case fast =
          Case.of(new Extoll())
              .with("machine.shape", shape, "machine.pairLinks", pairs)
              .with("router.tables", InputFile.of(file))
              .set("workload.load=saturated run.ticks=20000 run.gridTicks=1000");
      final String verdict = verdict(machine.with("router.tables", InputFile.of(file)));
      seen.merge(verdict, 1, Integer::sum);
      if (verdict.equals("right")) {
        assertEquals(digest(fast), digest(fast.set("machine.implementation=reference")), lines);
      } else {
        final SettingsException refused =
            assertThrows(SettingsException.class, fast::network, () -> verdict + "\n" + lines);
        assertEquals("router.tables", refused.problems().get(0).key());
      }
    }
    assertTrue(seen.size() == 3, seen::toString);
  }

  private static Object digest(Case model) {
    return model.result().summary().get("digest");
  }

  private String lines(ReferenceExtollTopology topology) {
    final StringBuilder lines = new StringBuilder();
    if (topology.accelerators() == 5) {
      // without these, no packet crosses the dateline of a ring of 5 upwards
      lines.append(random.nextBoolean() ? "" : "4 unit 1 x+ 0\n");
      lines.append(random.nextBoolean() ? "" : "4 x- 0 x+ keep\n");
    }
    for (int line = random.nextInt(3); line > 0; line--) {
      final int node = random.nextInt(topology.accelerators());
      final List<String> outputs = new ArrayList<>();
      final List<String> inputs = new ArrayList<>(List.of("unit", "*"));
      for (int port = 0; port < UNIT; port++) {
        if (topology.farEnd(node, port) != null) {
          outputs.add(ReferenceExtollTopology.PORTS.get(port));
          inputs.add(ReferenceExtollTopology.PORTS.get(port));
        }
      }
      final int destination = random.nextInt(topology.nodes());
      if (destination != node) {
        lines.append(
            String.join(
                " ",
                String.valueOf(node),
                inputs.get(random.nextInt(inputs.size())),
                String.valueOf(destination),
                outputs.get(random.nextInt(outputs.size())),
                Case.oneOf(random, "0", "1", "keep")));
        lines.append("\n");
      }
    }
    return lines.toString();
  }

  /**
   * Returns the verdict on tables by the rules of the page: {@code nowhere}, {@code cycle} or
   * {@code right}.
   */
  private static String verdict(ExtollTestMachine machine) {
    final ReferenceExtollTopology topology = machine.topology();
    final ExtollTables tables = new ExtollTables(topology, machine.parameters().tables);
    final Map<List<Integer>, Set<List<Integer>>> waits = new HashMap<>();
    for (int from = 0; from < topology.nodes(); from++) {
      for (int to = 0; to < topology.nodes(); to++) {
        List<Integer> before = null;
        int node = from;
        int input = UNIT;
        int d = 0;
        for (int links = 0; node != to; links++) {
          final Step step = tables.step(node, input, to);
          final End end = topology.farEnd(node, step.output());
          if (links == topology.mostLinks()) {
            return "nowhere";
          }
          d = step.dateline().after(d);
          final List<Integer> held = List.of(node, step.output(), d);
          waits.computeIfAbsent(held, key -> new LinkedHashSet<>());
          if (before != null) {
            waits.get(before).add(held);
          }
          before = held;
          node = end.router();
          input = end.port();
        }
      }
    }
    while (waits
        .keySet()
        .removeIf(held -> waits.get(held).stream().noneMatch(waits::containsKey))) {
      // a hop that waits for no remaining hop is removed
    }
    return waits.isEmpty() ? "right" : "cycle";
  }
}
