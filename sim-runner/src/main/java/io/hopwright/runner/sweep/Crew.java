package io.hopwright.runner.sweep;

import io.hopwright.runner.execution.Cluster;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.recording.Recoveries;
import java.util.List;

/**
 * JVMs that simulate the points of a sweep one after the other. After the loss of a JVM the crew is
 * gathered again. Confined to one thread.
 */
public final class Crew implements AutoCloseable {
  /** Connection to the JVMs. */
  @FunctionalInterface
  public interface Gathering {
    /**
     * Returns the JVMs when all have joined; null if there is only this one.
     *
     * @param again whether one of them was lost
     */
    Cluster gather(boolean again);
  }

  private final Gathering gathering;
  private final int most;
  private final boolean local;
  private Cluster cluster;
  private boolean again;

  /**
   * Gathers the JVMs.
   *
   * @param most number of consecutive losses, without a new checkpoint in between, that a point
   *     survives
   * @param local whether this JVM starts all others
   */
  public Crew(Gathering gathering, int most, boolean local) {
    this.gathering = gathering;
    this.most = most;
    this.local = local;
    cluster = gathering.gather(false);
  }

  /** Returns the record of the losses that a point survives; none without checkpoints. */
  Recoveries recoveries(boolean checkpoints, Interruption ofPoint) {
    return new Recoveries(checkpoints && cluster != null ? most : 0, local, ofPoint, List.of());
  }

  /** Returns the JVMs, null if there is only this one; after a loss those that have joined anew. */
  Cluster cluster() {
    if (again && cluster == null) {
      cluster = gathering.gather(true);
    }
    return cluster;
  }

  /** Ends the JVMs that are left after a loss. */
  void leave() {
    close();
    cluster = null;
    again = true;
  }

  @Override
  public void close() {
    if (cluster != null) {
      cluster.close();
    }
  }
}
