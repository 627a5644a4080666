package io.hopwright.models.tnw.programs;

import io.hopwright.models.topology.Grid;

/**
 * Ping-pong between nodes with even x and their neighbours in + direction.
 *
 * @param grid the machine
 * @param rounds number of rounds
 * @param packets packets of a message
 * @param byEngine whether a thread waits for the descriptors that it has written
 */
public record PingPongProgram(Grid grid, int rounds, int packets, boolean byEngine)
    implements ThreadProgram {
  /** All credits have been given by then. */
  private static final long FIRST_TICK = 10_000;

  private static final int PER_ROUND = 3;

  private boolean begins(int node) {
    return (grid.coordinate(node, 0) & 1) == 0;
  }

  @Override
  public int threads() {
    return 1;
  }

  @Override
  public void operation(int node, int thread, long step, long previousBirth, Operation operation) {
    final int port = begins(node) ? 0 : 1;
    final long round = (step - rounds - 1) / PER_ROUND;
    if (step < rounds) {
      operation.set(Kind.CREDIT, port, 0, packets);
    } else if (step == rounds) {
      if (begins(node)) {
        operation.set(Kind.UNTIL, 0, 0, FIRST_TICK);
      } else {
        operation.set(Kind.NOTHING);
      }
    } else if (round >= rounds) {
      operation.set(Kind.END);
    } else {
      final int turn = (int) ((step - rounds - 1) % PER_ROUND);
      if (turn == PER_ROUND - 1) {
        operation.set(byEngine ? Kind.AWAIT_SENT : Kind.NOTHING, port, 0, 0);
      } else if ((turn == 0) == begins(node)) {
        operation.set(Kind.SEND, port, 0, packets);
      } else {
        operation.set(Kind.AWAIT, port, 0, 0);
      }
    }
  }

  @Override
  public boolean sends(int node, int thread, long step, long previousBirth) {
    final long done = Math.max(0, step - rounds - 1);
    final int sendsAt = begins(node) ? 0 : 1;
    return done / PER_ROUND < rounds - 1
        || (done / PER_ROUND == rounds - 1 && done % PER_ROUND <= sendsAt);
  }
}
