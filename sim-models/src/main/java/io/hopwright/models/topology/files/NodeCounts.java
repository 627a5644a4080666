package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Numbers of nodes of routers: one for each, or one by router name.
 *
 * @param each number of nodes of each router, if there are no others
 * @param byName number of nodes by router name; null if all have as many
 */
record NodeCounts(int each, Map<String, Integer> byName) {
  private static final String FORM = "; write router,nodes in each line, as in 5,4";

  /** Returns what an option says: null for no nodes, a number, or a CSV file. */
  static NodeCounts of(String option) throws IOException {
    if (option == null) {
      return new NodeCounts(0, null);
    }
    if (Quantities.isInteger(option)) {
      return new NodeCounts(
          Quantities.integer("--nodes", option, 0, NetworkDescription.MOST_NODES), null);
    }
    final Path file;
    try {
      file = Path.of(option);
    } catch (InvalidPathException e) {
      throw new DescriptionException(
          "--nodes is " + Shown.of(option) + "; use a number, or name a CSV file");
    }
    NetworkFile.require(file);
    return new NodeCounts(0, NetworkFile.text(file, NodeCounts::read));
  }

  private static Map<String, Integer> read(TextLines lines) throws IOException {
    final Map<String, Integer> counts = new HashMap<>();
    boolean first = true;
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (!line.startsWith("#")) {
        final List<String> fields = Words.csv(line);
        if (fields.size() != 2) {
          throw new DescriptionException("the line has " + fields.size() + " fields" + FORM);
        }
        if (!first || !fields.equals(List.of("router", "nodes"))) {
          take(counts, fields);
        }
        first = false;
      }
    }
    return counts;
  }

  private static void take(Map<String, Integer> counts, List<String> fields) {
    final int count =
        Quantities.integer("the number of nodes", fields.get(1), 0, NetworkDescription.MOST_NODES);
    if (counts.put(fields.get(0), count) != null) {
      throw new DescriptionException(
          "the router " + Shown.of(fields.get(0)) + " has two lines; remove one of them");
    }
  }

  /** Returns whether any router has nodes, or a file was given. */
  boolean areGiven() {
    return each > 0 || byName != null;
  }

  /** Attaches the nodes to the routers of a network that is otherwise complete. */
  void attach(NetworkBuilder builder, List<String> names) {
    if (byName == null) {
      builder.nodesAtEach(each);
      return;
    }
    int used = 0;
    for (int router = 0; router < names.size(); router++) {
      final Integer count = byName.get(names.get(router));
      if (count != null) {
        builder.nodes(router, count, LinkClass.PLAIN);
        used++;
      }
    }
    if (used < byName.size()) {
      final Set<String> known = new HashSet<>(names);
      final String unknown =
          byName.keySet().stream()
              .filter(name -> !known.contains(name))
              .sorted()
              .findFirst()
              .orElseThrow();
      throw new DescriptionException(
          "--nodes names the router "
              + Shown.of(unknown)
              + ", which the file does not have, or which has no link; use the names of the file");
    }
  }
}
