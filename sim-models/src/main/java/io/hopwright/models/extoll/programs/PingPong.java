package io.hopwright.models.extoll.programs;

import io.hopwright.models.extoll.smfu.Registers;
import io.hopwright.models.extoll.units.UnitProgram;
import io.hopwright.models.extoll.units.UnitWork;

/**
 * Ping-pong of messages of one operation between two nodes, or repeated gets by one of them.
 *
 * @param kind kind of packets
 * @param source node that begins
 * @param target the other node
 * @param rounds number of rounds
 * @param bytes bytes of a message
 * @param notified ends that are notified in addition to the waiting one
 * @param address address of loads
 * @param vectors interrupt vectors, used in turn; the answer to an interrupt is an immediate put
 */
public record PingPong(
    int kind,
    int source,
    int target,
    int rounds,
    int bytes,
    int notified,
    long address,
    int vectors)
    implements UnitProgram {
  private static final int PER_ROUND = 2;

  private boolean interrupts() {
    return kind == UnitWork.STORE;
  }

  private boolean fetches() {
    return UnitWork.asks(kind);
  }

  @Override
  public int threads(int node) {
    return node == source || (node == target && !fetches()) ? 1 : 0;
  }

  @Override
  public boolean timed() {
    return true;
  }

  @Override
  public void next(int node, int thread, Progress progress, Operation operation) {
    final long step = progress.step++;
    final boolean begins = node == source;
    final int each = kind == UnitWork.LOAD ? 1 : PER_ROUND;
    if (step >= (long) each * rounds) {
      operation.set(Verb.END, 0);
    } else if (kind == UnitWork.LOAD || (step % PER_ROUND == 0) == begins) {
      send(node, step / PER_ROUND, operation);
    } else if (interrupts() && !begins) {
      operation.set(Verb.AWAIT_INTERRUPT, 0);
    } else if (kind == UnitWork.MAIL) {
      operation.set(Verb.AWAIT_MAIL, 0);
    } else {
      operation.set(Verb.AWAIT_NOTIFICATION, UnitWork.COMPLETER);
    }
  }

  private void send(int node, long round, Operation operation) {
    final int far = node == source ? target : source;
    if (kind == UnitWork.LOAD) {
      operation.send(UnitWork.of(kind, 0, 0, 0, bytes, 0, UnitWork.MEMORY), address);
    } else if (interrupts() && node == source) {
      operation.interrupt((int) (round % vectors));
    } else {
      final int sent = interrupts() ? UnitWork.IMMEDIATE : kind;
      final int size = interrupts() ? Long.BYTES : bytes;
      final int mark = kind == UnitWork.READ ? Registers.STATUS : UnitWork.MEMORY;
      operation.send(
          UnitWork.of(sent, far, 0, 0, size, notified | 1 << UnitWork.COMPLETER, mark), 0);
    }
  }
}
