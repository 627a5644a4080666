package io.hopwright.models.program.collectives;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Messages of the steps of a collective that a member has started but not yet waited for. */
public final class StepWindow {
  private final int most;
  private final boolean sliding;

  /** Open requests of each step, or of all steps together. */
  private final Deque<List<Integer>> open = new ArrayDeque<>();

  /** Creates an empty window of a collective. */
  public StepWindow(Algorithm algorithm, int members, long bytes) {
    most = algorithm.inFlight(members, bytes);
    sliding = algorithm.isSliding();
  }

  /** Returns the messages for which a member waits before it begins step {@code k}. */
  public List<Integer> before(int k) {
    final boolean full = sliding ? k >= most : k > 0 && k % most == 0;
    final List<Integer> awaited = full ? open.remove() : List.of();
    if (sliding || open.isEmpty()) {
      open.add(new ArrayList<>());
    }
    return awaited;
  }

  /** Adds a message of the step. */
  public void add(int operation) {
    open.getLast().add(operation);
  }

  /**
   * Returns the messages for which a member waits after the last step, one list after the other.
   */
  public List<List<Integer>> atLast() {
    return List.copyOf(open);
  }
}
