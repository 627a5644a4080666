package io.hopwright.models.reference.extoll;

import io.hopwright.models.declare.InputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Next hops of packets (section "Routes" of {@code docs/models/extoll.md}). Assumes that the
 * machine has validated the file. Immutable.
 */
final class ExtollTables {
  /** Effect of a hop on the dateline bit d of a VC. */
  enum Dateline {
    ZERO,
    ONE,
    KEEP;

    static Dateline of(String word) {
      return switch (word) {
        case "0" -> ZERO;
        case "1" -> ONE;
        default -> valueOf(word.toUpperCase(Locale.ROOT));
      };
    }

    /** Returns d on the next link. */
    int after(int before) {
      return switch (this) {
        case ZERO -> 0;
        case ONE -> 1;
        case KEEP -> before;
      };
    }
  }

  /** Entry of a table. */
  record Step(int output, Dateline dateline) {}

  private record Place(int node, int input, int destination) {}

  private final ReferenceExtollTopology topology;
  private final ExtollRules rules;
  private final Map<Place, Step> replaced = new HashMap<>();

  ExtollTables(ReferenceExtollTopology topology, InputFile file) {
    this(topology, file, new ExtollRules());
  }

  /** Tables by other rules. */
  ExtollTables(ReferenceExtollTopology topology, InputFile file, ExtollRules rules) {
    this.topology = topology;
    this.rules = rules;
    if (file != null) {
      try {
        new String(file.bytes(), StandardCharsets.UTF_8).lines().forEach(this::replace);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** "A line is NODE INPUT DESTINATION OUTPUT D". */
  private void replace(String line) {
    final String entry = line.replaceFirst("#.*", "").strip();
    if (entry.isEmpty()) {
      return;
    }
    final String[] words = entry.split("\\s+", -1);
    final Step step =
        new Step(ReferenceExtollTopology.PORTS.indexOf(words[3]), Dateline.of(words[4]));
    for (final int input : inputs(words[1])) {
      replaced.put(new Place(Integer.parseInt(words[0]), input, Integer.parseInt(words[2])), step);
    }
  }

  /** Units have one table, that of the first of them. */
  private static List<Integer> inputs(String word) {
    return switch (word) {
      case "unit" -> List.of(ReferenceExtollTopology.FIRST_UNIT);
      case "*" -> IntStream.rangeClosed(0, ReferenceExtollTopology.FIRST_UNIT).boxed().toList();
      default -> List.of(ReferenceExtollTopology.PORTS.indexOf(word));
    };
  }

  /** The output for a packet that has come by an input and is for another node. */
  Step step(int node, int input, int destination) {
    final int table = Math.min(input, ReferenceExtollTopology.FIRST_UNIT);
    final Step other = replaced.get(new Place(node, table, destination));
    return other == null ? generated(node, input, destination) : other;
  }

  private Step generated(int node, int input, int destination) {
    final int gateway = topology.gateway(destination);
    if (topology.isHost(node) || node == gateway) {
      return new Step(ReferenceExtollTopology.GATEWAY, Dateline.ZERO);
    }
    int dimension = 0;
    while (topology.coordinate(node, dimension) == topology.coordinate(gateway, dimension)) {
      dimension++;
    }
    if (topology.isSingle(dimension)) {
      return new Step(2 * dimension, Dateline.ZERO);
    }
    final int own = topology.coordinate(node, dimension);
    final int extent = topology.shape.get(dimension);
    final boolean up = goesUp(node, gateway, dimension);
    final Dateline dateline;
    if (own == (up ? extent - 1 : 0)) {
      dateline = rules.crossed();
    } else {
      dateline = input / 2 == dimension ? Dateline.KEEP : rules.turned();
    }
    return new Step(2 * dimension + (up ? 0 : 1), dateline);
  }

  private boolean goesUp(int node, int gateway, int dimension) {
    final int extent = topology.shape.get(dimension);
    final int own = topology.coordinate(node, dimension);
    final int distance = Math.floorMod(topology.coordinate(gateway, dimension) - own, extent);
    if (2 * distance != extent) {
      return 2 * distance < extent;
    }
    int sum = own;
    for (int other = 0; other < 3; other++) {
      sum += other == dimension ? 0 : topology.coordinate(gateway, other);
    }
    return sum % 2 == 0;
  }
}
