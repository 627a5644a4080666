package io.hopwright.models.reference;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Traffic matrix, by {@code docs/models/traffic-matrix.md}. Assumes that the machine has validated
 * the file. Immutable.
 */
public final class ReferenceMatrix {
  private final int nodes;

  /** Weights by source, then by destination. */
  private final Map<Integer, SortedMap<Integer, Long>> rows = new TreeMap<>();

  private ReferenceMatrix(int nodes) {
    this.nodes = nodes;
  }

  /** Reads the matrix in a file, for a machine of the given number of nodes. */
  public static ReferenceMatrix of(InputFile file, int nodes) {
    try {
      return of(new String(file.bytes(), StandardCharsets.UTF_8), nodes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a matrix from rows; a line that does not begin with a number is not a row. */
  static ReferenceMatrix of(String csv, int nodes) {
    final ReferenceMatrix matrix = new ReferenceMatrix(nodes);
    Stream.of(csv.replaceFirst("^\uFEFF", "").split("\n", -1))
        .map(String::strip)
        .filter(line -> !line.isEmpty() && Character.isDigit(line.charAt(0)))
        .map(line -> line.split(",", -1))
        .forEach(
            row ->
                matrix.add(
                    Integer.parseInt(row[0].strip()),
                    Integer.parseInt(row[1].strip()),
                    Long.parseLong(row[2].strip())));
    return matrix;
  }

  /** The matrix in which all of some pairs have the weight 1. */
  static ReferenceMatrix of(List<List<Integer>> pairs, int nodes) {
    final ReferenceMatrix matrix = new ReferenceMatrix(nodes);
    pairs.forEach(pair -> matrix.add(pair.get(0), pair.get(1), 1));
    return matrix;
  }

  /** Adds an entry; a weight of 0 counts as a missing row. */
  private void add(int source, int destination, long weight) {
    if (weight > 0) {
      rows.computeIfAbsent(source, key -> new TreeMap<>()).put(destination, weight);
    }
  }

  /** Returns whether a source sends: "a node without weights sends nothing". */
  public boolean sends(int source) {
    return rows.containsKey(source);
  }

  private SortedMap<Integer, Long> row(int source) {
    return rows.getOrDefault(source, new TreeMap<>());
  }

  /** {@code w_i}. */
  private long weight(int source) {
    return row(source).values().stream().mapToLong(Long::longValue).sum();
  }

  /** {@code W}. */
  public long weight() {
    return rows.keySet().stream().mapToLong(this::weight).sum();
  }

  /** Returns the rate of a source, {@code p·((N·w_i) / W)}, in doubles and in this order. */
  public double rate(double p, int source) {
    return p * ((double) nodes * weight(source) / weight());
  }

  /** Returns the destination of a packet or message. */
  public int destination(ReferenceDraws draws, int source, int stream, long sequence) {
    return ReferenceDraws.weighted(
        draws.draw(Purpose.DESTINATION, source, sequence, stream), row(source));
  }

  /** A number for each pair of nodes, such as their distance. */
  @FunctionalInterface
  public interface OfPair {
    /** Returns it. */
    long of(int source, int destination);
  }

  /** Returns the sum over all rows of weight times a number of the pair. */
  public long sum(OfPair number) {
    long sum = 0;
    for (final Map.Entry<Integer, SortedMap<Integer, Long>> row : rows.entrySet()) {
      for (final Map.Entry<Integer, Long> entry : row.getValue().entrySet()) {
        sum += entry.getValue() * number.of(row.getKey(), entry.getKey());
      }
    }
    return sum;
  }
}
