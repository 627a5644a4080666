package io.hopwright.models.tnw.programs;

import io.hopwright.models.topology.Grid;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Sizes;

/**
 * Program of messages to neighbours in several streams, one message after the other: thread 2i of a
 * node sends those of stream i, thread 2i + 1 gives credits for arriving ones.
 *
 * @param grid the machine
 * @param ports ports by stream
 * @param vcs by stream: VCs of its messages, used in turn
 * @param sizes sizes of messages by stream
 * @param ahead by stream: credits given ahead of its messages
 * @param byEngine whether a thread waits for its descriptors
 * @param births generation times of messages by stream; null if they are sent at once
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares them
public record NeighbourProgram(
    Grid grid,
    int[] ports,
    int[][] vcs,
    Sizes[] sizes,
    CreditsAhead[] ahead,
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
    } else {
      receive(node, thread, step, operation);
    }
  }

  /** Gives credits ahead, one for a step; then each message takes two steps. */
  private void receive(int node, int thread, long step, Operation operation) {
    final CreditsAhead credits = ahead[thread >>> 1];
    final long further = step - credits.mostMessages();
    if (credits.mostMessages() == 0) {
      operation.set(Kind.END);
    } else if (further >= 0) {
      replaceCredit(node, thread, further, operation);
    } else if (step < credits.messages(step)) {
      credit(node, thread, step, operation);
    } else {
      operation.set(Kind.NOTHING);
    }
  }

  private void replaceCredit(int node, int thread, long step, Operation operation) {
    final long message = step >>> 1;
    final int messagesAhead = ahead[thread >>> 1].messages(message);
    if (messagesAhead == 0) {
      operation.set(Kind.NOTHING);
    } else if ((step & 1) == 0) {
      operation.set(Kind.AWAIT, receiver(thread), vc(thread, message), 0);
    } else {
      credit(node, thread, message + messagesAhead, operation);
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
    return TnwPackets.of(sizes[thread >>> 1].bytes(sender, message));
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
