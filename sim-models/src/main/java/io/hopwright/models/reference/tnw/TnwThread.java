package io.hopwright.models.reference.tnw;

import java.util.Deque;
import java.util.Iterator;

/**
 * Thread of a node and its program (section "Threads" of the rules). Confined to the machine's
 * thread.
 */
final class TnwThread {
  private static final long UNKNOWN = -1;

  private final ReferenceTnw machine;
  private final TnwNode node;
  private final Iterator<TnwOperation> program;
  private TnwOperation operation;

  /** {@code s} of the operation. */
  private long begin;

  /** End of an operation whose end is known. */
  private long end = UNKNOWN;

  private TnwMessage awaited;
  private TnwLines lines;

  /** The engine of flexio. */
  private final TnwEngine engine;

  private TnwMessage written;

  TnwThread(Iterator<TnwOperation> program, TnwNode node, ReferenceTnw machine) {
    this.program = program;
    this.node = node;
    this.machine = machine;
    engine = new TnwEngine(node, machine);
    next(0);
  }

  private void next(long tick) {
    begin = tick;
    end = UNKNOWN;
    operation = program.hasNext() ? program.next() : null;
    machine.wake(begin + 1);
  }

  boolean isAtBarrier() {
    return operation instanceof TnwOperation.Barrier;
  }

  boolean hasProgram() {
    return operation != null;
  }

  void passBarrier() {
    next(machine.now());
    step();
  }

  /** Does what begins or ends in this tick. */
  void step() {
    while (operation != null && isOver()) {
      next(machine.now());
    }
  }

  private boolean isOver() {
    if (operation instanceof TnwOperation.Send send) {
      return isSent(send);
    } else if (operation instanceof TnwOperation.Credit credit) {
      return isGiven(credit);
    } else if (operation instanceof TnwOperation.Await await) {
      return isNotified(node.received.get(8 * await.receiver() + await.vc()), true);
    } else if (operation instanceof TnwOperation.AwaitSent await) {
      return isNotified(node.sent.get(await.port()), false);
    } else if (operation instanceof TnwOperation.Until until) {
      return isReached(Math.max(begin, until.tick()));
    } else if (operation instanceof TnwOperation.Compute compute) {
      return isReached(begin + compute.ticks());
    }
    return false;
  }

  private boolean isReached(long tick) {
    machine.wake(tick);
    return machine.now() >= tick;
  }

  private boolean isGiven(TnwOperation.Credit credit) {
    if (!isReached(begin + machine.parameters.creditTicks)) {
      return false;
    }
    node.giveCredit(credit.receiver(), credit.vc(), credit.packets());
    return true;
  }

  private boolean isNotified(Deque<TnwMessage> notifies, boolean ofReceipt) {
    if (end == UNKNOWN) {
      if (notifies.isEmpty()) {
        return false;
      }
      awaited = notifies.remove();
      end = machine.now() + machine.parameters.pollTicks;
    }
    final boolean over = isReached(end);
    if (over && ofReceipt) {
      machine.endMessage(end - awaited.sendTick());
    }
    return over;
  }

  private boolean isSent(TnwOperation.Send send) {
    if (written == null) {
      written = node.message(send, begin);
    }
    final TnwParameters parameters = machine.parameters;
    final boolean ready = isReached(begin + parameters.sendTicks);
    if (parameters.send.isBehindTheThread()) {
      if (ready) {
        handOver(written);
        written = null;
      }
      return ready;
    }
    if (lines == null) {
      lines = new TnwLines(written, begin + parameters.sendTicks, null, node, machine);
    }
    if (lines.isDone() && isReached(lines.nextTick())) {
      lines = null;
      written = null;
      return true;
    }
    lines.step();
    return false;
  }

  private void handOver(TnwMessage message) {
    if (machine.parameters.send == TnwParameters.Send.FLEXIO) {
      engine.add(message);
    } else {
      node.sendDescriptor(message);
    }
  }

  /** Evaluates the engine of flexio. */
  void stepEngine() {
    engine.step();
  }

  /** Returns whether nothing is left to be sent, now or later. */
  boolean isSilent() {
    return !(operation instanceof TnwOperation.Send)
        && engine.isDone()
        && !(program instanceof TnwPrograms.Sends sends && sends.hasSend());
  }

  /** Returns a description of what the thread waits for. */
  @Override
  public String toString() {
    return operation == null ? "ended" : operation + " since tick " + begin;
  }
}
