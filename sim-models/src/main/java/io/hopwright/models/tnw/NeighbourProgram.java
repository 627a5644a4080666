package io.hopwright.models.tnw;

import io.hopwright.models.topology.Grid;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Sizes;

/**
 * Messages to neighbours, one behind the other in each of some streams: thread 2i of a node sends
 * those of stream i, thread 2i + 1 gives credits for those that come.
 *
 * @param grid the machine
 * @param ports by stream
 * @param vcs by stream: on which its messages are, in turn
 * @param sizes of messages by stream
 * @param ahead credits that are given before the first message has come
 * @param byEngine whether a thread has to wait for what it has described
 * @param births of messages by stream; null if they are sent at once
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares them
record NeighbourProgram(
    Grid grid,
    int[] ports,
    int[][] vcs,
    Sizes[] sizes,
    int ahead,
    boolean byEngine,
    Births[] births)
    implements ThreadProgram {
  /** Messages that an engine may have. */
  private static final int DESCRIBED = 4;

  @Override
  public int threads() {
    return 2 * ports.length;
  }

  @Override
  public void operation(int node, int thread, long step, long previousBirth, Operation operation) {
    if ((thread & 1) == 0) {
      send(node, thread, step, previousBirth, operation);
    } else if (step < ahead) {
      credit(node, thread, step, operation);
    } else if (ahead == 0) {
      operation.set(Kind.END);
    } else {
      final long awaited = (step - ahead) >>> 1;
      if (((step - ahead) & 1) == 0) {
        operation.set(Kind.AWAIT, receiver(thread), vc(thread, awaited), 0);
      } else {
        credit(node, thread, awaited + ahead, operation);
      }
    }
  }

  /** Gives the credit for a message, which the neighbour over the receiver's link sends. */
  private void credit(int node, int thread, long message, Operation operation) {
    final int receiver = receiver(thread);
    final int packets = packets(grid.neighbour(node, receiver), thread, message);
    operation.set(Kind.CREDIT, receiver, vc(thread, message), packets);
  }

  private int receiver(int thread) {
    return ports[thread >>> 1] ^ 1;
  }

  private int packets(int sender, int thread, long message) {
    return TnwWorkload.packets(sizes[thread >>> 1].bytes(sender, message));
  }

  private void send(int node, int thread, long step, long previousBirth, Operation operation) {
    final int port = ports[thread >>> 1];
    final long message = step >>> 1;
    if ((step & 1) == 0) {
      if (byEngine
          && message >= DESCRIBED
          && birth(node, thread, message, previousBirth) != Births.NEVER) {
        operation.set(Kind.AWAIT_SENT, port, 0, 0);
      } else {
        operation.set(Kind.NOTHING);
      }
      return;
    }
    final long birth = birth(node, thread, message, previousBirth);
    if (birth == Births.NEVER) {
      operation.set(Kind.END);
    } else {
      operation.set(Kind.SEND, port, vc(thread, message), packets(node, thread, message));
      operation.birth = births == null ? AT_ONCE : birth;
    }
  }

  private long birth(int node, int thread, long message, long previousBirth) {
    return births == null ? 0 : births[thread >>> 1].birth(node, message, previousBirth);
  }

  private int vc(int thread, long message) {
    final int[] inTurn = vcs[thread >>> 1];
    return inTurn[(int) (message % inTurn.length)];
  }

  @Override
  public boolean sends(int node, int thread, long step, long previousBirth) {
    return (thread & 1) == 0 && birth(node, thread, step >>> 1, previousBirth) != Births.NEVER;
  }
}
