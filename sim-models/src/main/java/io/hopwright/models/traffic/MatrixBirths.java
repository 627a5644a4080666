package io.hopwright.models.traffic;

import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * Generation times with rates in proportion to the row sums of a matrix. A node whose row is empty
 * generates nothing. Immutable; safe for any thread.
 */
public final class MatrixBirths implements Births {
  private static final Births SILENCE = (source, sequence, previousBirth) -> NEVER;

  private final Births[] ofNode;
  private final boolean saturated;
  private final long changesAt;

  /**
   * Creates the generation times of all nodes.
   *
   * @param atShare generation times of a node by its share, where 1 is the mean over all nodes
   */
  public MatrixBirths(TrafficMatrix matrix, DoubleFunction<Births> atShare) {
    ofNode = new Births[matrix.nodes()];
    final Map<Double, Births> known = new HashMap<>();
    boolean endless = false;
    long changes = -1;
    for (int node = 0; node < ofNode.length; node++) {
      ofNode[node] =
          matrix.sent(node) == 0
              ? SILENCE
              : known.computeIfAbsent(matrix.share(node), atShare::apply);
      endless |= ofNode[node].saturated();
      changes = Math.max(changes, ofNode[node].changesAt());
    }
    saturated = endless;
    changesAt = changes;
  }

  @Override
  public long birth(int source, long sequence, long previousBirth) {
    return ofNode[source].birth(source, sequence, previousBirth);
  }

  @Override
  public long changesAt() {
    return changesAt;
  }

  @Override
  public boolean saturated() {
    return saturated;
  }

  @Override
  public long bornIn(int source, long first, int step, long from, long to) {
    return ofNode[source].bornIn(source, first, step, from, to);
  }

  @Override
  public long bornTicks(int source, long first, int step, long from, long to) {
    return ofNode[source].bornTicks(source, first, step, from, to);
  }
}
