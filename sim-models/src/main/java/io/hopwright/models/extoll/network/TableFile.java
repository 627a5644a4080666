package io.hopwright.models.extoll.network;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.topology.AttachedTorus;
import io.hopwright.models.topology.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

/** File of routing table entries, one a line ({@code docs/models/extoll.md}, "Routes"). */
final class TableFile {
  private static final int FIELDS = 5;
  private static final String FORM =
      "NODE INPUT DESTINATION OUTPUT D, such as \"0 unit 5 x- 0\"; correct the line";

  private final AttachedTorus torus;
  private final String key;
  private int number;

  private TableFile(AttachedTorus torus, String key) {
    this.torus = torus;
    this.key = key;
  }

  /**
   * Replaces entries of tables by those of a file.
   *
   * @param key that names the file
   * @throws SettingsException naming file, line and error
   */
  static void read(InputFile file, String key, AttachedTorus torus, RoutingTables tables) {
    final TableFile reader = new TableFile(torus, key);
    try {
      for (String line : new String(file.bytes(), StandardCharsets.UTF_8).split("\n", -1)) {
        reader.number++;
        final String text = line.replaceFirst("#.*", "").strip();
        if (!text.isEmpty()) {
          reader.entry(text.split("\\s+", -1), tables);
        }
      }
    } catch (IOException e) {
      throw new SettingsException(key, file.path() + " cannot be read: " + e.getMessage());
    }
  }

  private void entry(String[] fields, RoutingTables tables) {
    if (fields.length != FIELDS) {
      throw mistake("has " + fields.length + " fields, not " + FIELDS + ": " + FORM);
    }
    final int node = node(fields[0]);
    final int destination = node(fields[2]);
    final int output = port(fields[3]);
    if (node == destination) {
      throw mistake("leads from node " + node + " to itself; leave the line out");
    }
    if (torus.neighbour(node, output) == Topology.NONE) {
      throw mistake("node " + node + " has no link " + fields[3] + "; name a port with a link");
    }
    final int dateline =
        switch (fields[4]) {
          case "0" -> 0;
          case "1" -> 1;
          case "keep" -> RoutingTables.KEEP;
          default -> throw mistake("\"" + fields[4] + "\" is not one of 0, 1, keep: " + FORM);
        };
    inputs(fields[1]).forEach(input -> tables.put(node, input, destination, output, dateline));
  }

  private IntStream inputs(String word) {
    return switch (word) {
      case "*" -> IntStream.rangeClosed(0, RoutingTables.FROM_UNITS);
      case "unit" -> IntStream.of(RoutingTables.FROM_UNITS);
      default -> IntStream.of(port(word));
    };
  }

  private int port(String name) {
    return IntStream.range(0, ExtollPorts.LINKS)
        .filter(port -> torus.portName(port).equals(name))
        .findFirst()
        .orElseThrow(() -> mistake("\"" + name + "\" is not a port: " + FORM));
  }

  private int node(String word) {
    final int node = word.matches("\\d{1,9}") ? Integer.parseInt(word) : torus.routers();
    if (node >= torus.routers()) {
      throw mistake("\"" + word + "\" is not a node below " + torus.routers() + ": " + FORM);
    }
    return node;
  }

  private SettingsException mistake(String problem) {
    return new SettingsException(key, "line " + number + ": " + problem);
  }
}
