package io.hopwright.models.extoll.programs;

import io.hopwright.models.extoll.smfu.AcceleratorWindows;
import io.hopwright.models.extoll.units.UnitProgram;
import io.hopwright.models.extoll.units.UnitWork;
import io.hopwright.models.host.Messages;
import io.hopwright.models.traffic.Births;

/**
 * Workload of links whose messages are puts, or gets in the reverse direction. A thread of each
 * accelerator posts one after the other and optionally interrupts its host at the end.
 *
 * @param kind kind of packets
 * @param messages messages of each accelerator
 * @param accelerators accelerators of the machine
 * @param hosts hosts of the machine
 * @param outstanding largest number of a thread's messages without notification
 * @param notified ends that are notified in addition to the waiting one
 * @param interrupts whether each accelerator interrupts its host at the end
 */
public record RmaTraffic(
    int kind,
    Messages messages,
    int accelerators,
    int hosts,
    int outstanding,
    int notified,
    boolean interrupts)
    implements UnitProgram {
  private static final int PER_MESSAGE = 3;

  /** Steps behind the last message: before them notifications, then the interrupt, the end. */
  private static final long INTERRUPT = -2;

  private static final long END = -1;

  private int awaited() {
    return kind == UnitWork.PUT ? UnitWork.REQUESTER : UnitWork.COMPLETER;
  }

  @Override
  public int threads(int node) {
    return node < accelerators || interrupts ? 1 : 0;
  }

  @Override
  public void next(int node, int thread, Progress progress, Operation operation) {
    if (node >= accelerators) {
      final int own = AcceleratorWindows.accelerators(node, accelerators, hosts).size();
      operation.set(progress.step++ < own ? Verb.AWAIT_INTERRUPT : Verb.END, 0);
      return;
    }
    if (progress.step < 0) {
      end(progress, operation);
      return;
    }
    final long message = progress.step / PER_MESSAGE;
    final int turn = (int) (progress.step % PER_MESSAGE);
    progress.step++;
    if (turn == 0) {
      progress.memory = messages.birth(node, message, message == 0 ? -1 : progress.memory);
      if (progress.memory == Births.NEVER) {
        progress.step = interrupts ? INTERRUPT - Math.min(message, outstanding) : END;
        end(progress, operation);
      } else if (message >= outstanding) {
        operation.set(Verb.AWAIT_NOTIFICATION, awaited());
      } else {
        operation.set(Verb.COMPUTE, 0);
      }
    } else if (turn == 1) {
      operation.set(Verb.UNTIL, messages.saturated() ? 0 : progress.memory);
    } else {
      operation.send(
          UnitWork.of(
              kind,
              messages.destination(node, message),
              thread,
              0,
              messages.bytes(node, message),
              notified | 1 << awaited(),
              UnitWork.MEMORY),
          0);
    }
  }

  /** Fills in the rest of a list: notifications of messages that were not awaited. */
  private void end(Progress progress, Operation operation) {
    final long step = progress.step++;
    if (step < INTERRUPT) {
      operation.set(Verb.AWAIT_NOTIFICATION, awaited());
    } else if (step == INTERRUPT) {
      operation.interrupt(0);
    } else {
      operation.set(Verb.END, 0);
    }
  }
}
