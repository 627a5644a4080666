package io.hopwright.models.extoll.programs;

import io.hopwright.models.extoll.units.UnitProgram;
import io.hopwright.models.extoll.units.UnitWork;

/**
 * Threads of a node that repeat the same operation without end.
 *
 * @param kind kind of packets
 * @param source the node
 * @param target the other node
 * @param threadsOfSource number of threads
 * @param bytes bytes of a message
 * @param outstanding largest number of a thread's messages without notification
 * @param address address of stores and loads
 * @param notified ends that are notified in addition to the waiting one
 */
public record StreamThreads(
    int kind,
    int source,
    int target,
    int threadsOfSource,
    int bytes,
    int outstanding,
    long address,
    int notified)
    implements UnitProgram {
  @Override
  public int threads(int node) {
    return node == source ? threadsOfSource : 0;
  }

  /** Returns the end whose notification the thread awaits; none for stores, loads and mail. */
  private int awaited() {
    return switch (kind) {
      case UnitWork.PUT -> UnitWork.REQUESTER;
      case UnitWork.GET -> UnitWork.COMPLETER;
      default -> -1;
    };
  }

  @Override
  public void next(int node, int thread, Progress progress, Operation operation) {
    final int end = awaited();
    if (end >= 0 && progress.step >= outstanding && progress.memory == 0) {
      progress.memory = 1;
      operation.set(Verb.AWAIT_NOTIFICATION, end);
      return;
    }
    progress.memory = 0;
    progress.step++;
    final int asked = end < 0 ? notified : notified | 1 << end;
    operation.send(UnitWork.of(kind, target, thread, 0, bytes, asked, UnitWork.MEMORY), address);
  }
}
