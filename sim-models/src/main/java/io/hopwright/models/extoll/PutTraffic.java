package io.hopwright.models.extoll;

import io.hopwright.models.host.Messages;
import io.hopwright.models.traffic.Births;

/**
 * A workload of links whose messages are puts: a thread of each accelerator sends one after the
 * other.
 *
 * @param messages that each sends
 * @param accelerators of the machine
 * @param outstanding messages of a thread that it has not been notified of
 * @param notified ends that are notified beside the requester
 */
record PutTraffic(Messages messages, int accelerators, int outstanding, int notified)
    implements UnitProgram {
  private static final int PER_MESSAGE = 3;

  @Override
  public int threads(int node) {
    return node < accelerators ? 1 : 0;
  }

  @Override
  public boolean endless() {
    return messages.saturated();
  }

  @Override
  public boolean timed() {
    return false;
  }

  @Override
  public void next(int node, int thread, Progress progress, Operation operation) {
    final long message = progress.step / PER_MESSAGE;
    final int turn = (int) (progress.step % PER_MESSAGE);
    progress.step++;
    if (turn == 0) {
      progress.memory = messages.birth(node, message, message == 0 ? -1 : progress.memory);
      if (progress.memory == Births.NEVER) {
        operation.set(Verb.END, 0);
      } else if (message >= outstanding) {
        operation.set(Verb.AWAIT_NOTIFICATION, Work.REQUESTER);
      } else {
        operation.set(Verb.COMPUTE, 0);
      }
    } else if (turn == 1) {
      operation.set(Verb.UNTIL, messages.saturated() ? 0 : progress.memory);
    } else {
      operation.send(
          Work.of(
              Work.PUT,
              messages.destination(node, message),
              thread,
              0,
              messages.bytes(node, message),
              notified | 1 << Work.REQUESTER,
              Work.MEMORY),
          0);
    }
  }
}
