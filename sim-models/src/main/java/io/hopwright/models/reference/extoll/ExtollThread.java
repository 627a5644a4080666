package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.extoll.ExtollMessage.End;
import io.hopwright.models.reference.extoll.ExtollOperation.News;
import io.hopwright.models.reference.extoll.ExtollOperation.Register;
import io.hopwright.models.reference.extoll.ExtollPacket.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Set;

/** Thread of a device (section "Threads" of the rules). Confined to the thread of its machine. */
final class ExtollThread {
  static final int LINE_BYTES = 64;
  static final int DESCRIPTOR_BYTES = 24;
  private static final int INTERRUPT_BYTES = 4;
  private static final long UNKNOWN = -1;

  final int number;
  private final ExtollNic nic;
  private final Iterator<ExtollOperation> program;

  /** Operations to perform before the program continues. */
  private final Deque<ExtollOperation> polling = new ArrayDeque<>();

  private ExtollOperation operation;

  /** {@code s}. */
  private long begin;

  /** End of an operation whose end is known. */
  private long end = UNKNOWN;

  /** Lines that have joined, and the first tick in which the next one may. */
  private int lines;

  private long nextLineTick;

  /** Message of the operation, from its first line on. */
  private ExtollMessage message;

  private boolean loaded;
  private ExtollMessage awaited;

  /** Interrupts that it has raised. */
  private int interrupts;

  /** Value of the register read last. */
  long valueRead;

  ExtollThread(ExtollNic nic, int number, Iterator<ExtollOperation> program) {
    this.nic = nic;
    this.number = number;
    this.program = program;
    begin(0);
  }

  private void begin(long tick) {
    begin = tick;
    end = UNKNOWN;
    lines = 0;
    message = null;
    loaded = false;
    operation = next();
  }

  private ExtollOperation next() {
    while (true) {
      final ExtollOperation next =
          polling.isEmpty() && program.hasNext() ? program.next() : polling.poll();
      if (!(next instanceof ExtollOperation.Poll poll)) {
        return next;
      }
      if (!poll.asked() || (valueRead == 0 && nic.rules().readsStatusAgain())) {
        polling.add(new ExtollOperation.Read(poll.node(), Register.STATUS, Set.of(End.COMPLETER)));
        polling.add(new ExtollOperation.Await(News.COMPLETER));
        polling.add(new ExtollOperation.Poll(poll.node(), true));
      }
    }
  }

  boolean hasEnded() {
    return operation == null;
  }

  /** Performs the operations that begin or end in this tick. */
  void step() {
    while (operation != null && isOver()) {
      begin(nic.now());
    }
  }

  private boolean isOver() {
    final ExtollParameters parameters = nic.parameters();
    if (operation instanceof ExtollOperation.Velo velo) {
      return isMailed(velo);
    } else if (operation instanceof ExtollOperation.Store store) {
      return isStored(store);
    } else if (operation instanceof ExtollOperation.Load load) {
      return isLoaded(load);
    } else if (operation instanceof ExtollOperation.Interrupt interrupt) {
      final boolean joins = isReached(begin + parameters.lineTicks);
      if (joins) {
        final ExtollMessage raised = message(interrupt.host(), 0, INTERRUPT_BYTES, Set.of());
        final int vector = interrupts % parameters.msiVectors;
        interrupts++;
        nic.pcie.post(INTERRUPT_BYTES, () -> nic.interrupt(raised, INTERRUPT_BYTES, vector));
      }
      return joins;
    } else if (operation instanceof ExtollOperation.Await await) {
      return isTold(await);
    } else if (operation instanceof ExtollOperation.Until until) {
      return isReached(until.tick());
    } else if (operation instanceof ExtollOperation.Compute compute) {
      return isReached(begin + compute.ticks());
    }
    final boolean joins = isReached(begin + parameters.sendTicks);
    if (joins && operation instanceof ExtollOperation.Put put) {
      nic.describePut(
          message(
              put.node(),
              put.thread(),
              put.bytes(),
              put.told(),
              put.birthTick() < 0 ? begin : put.birthTick()));
    } else if (joins) {
      final Runnable work = descriptor();
      nic.pcie.post(DESCRIPTOR_BYTES, work);
    }
    return joins;
  }

  private boolean isReached(long tick) {
    nic.wake(tick);
    return tick <= nic.now();
  }

  private ExtollMessage message(int target, int targetThread, int bytes, Set<End> told) {
    return message(target, targetThread, bytes, told, begin);
  }

  private ExtollMessage message(
      int target, int targetThread, int bytes, Set<End> told, long birthTick) {
    final ExtollMessage.Note note =
        operation instanceof ExtollOperation.Velo velo ? velo.note() : null;
    return new ExtollMessage(
        nic.number(), number, target, targetThread, bytes, told, birthTick, begin, note, null);
  }

  /** Returns the action for the moment at which the operation's descriptor is at the NIC. */
  private Runnable descriptor() {
    if (operation instanceof ExtollOperation.Get get) {
      final ExtollMessage sent = message(get.node(), get.thread(), get.bytes(), get.told());
      return () -> nic.get(sent);
    } else if (operation instanceof ExtollOperation.Immediate immediate) {
      final ExtollMessage sent = message(immediate.node(), immediate.thread(), 8, immediate.told());
      return () -> nic.immediate(sent);
    } else if (operation instanceof ExtollOperation.Write write) {
      final ExtollMessage sent = message(write.node(), 0, 8, Set.of());
      return () -> nic.access(Kind.WRITE, write.register(), sent);
    } else if (operation instanceof ExtollOperation.Read read) {
      final ExtollMessage sent = message(read.node(), 0, 8, read.told());
      return () -> nic.access(Kind.REGISTER_REQUEST, read.register(), sent);
    }
    throw new IllegalStateException(operation + " has no descriptor");
  }

  /** Lines of so many bytes: "⌈(8 + n)/64⌉". */
  static int mailLines(int bytes) {
    return (bytes + LINE_BYTES - 1) / LINE_BYTES;
  }

  private boolean isMailed(ExtollOperation.Velo velo) {
    if (!isReached(lines == 0 ? begin + nic.parameters().sendTicks : nextLineTick)) {
      return false;
    }
    if (lines == 0) {
      if (nic.posts >= nic.parameters().posted) {
        return false;
      }
      nic.posts++;
      message = message(velo.node(), velo.thread(), velo.bytes(), Set.of());
    }
    lines++;
    final ExtollMessage whole = message;
    final boolean last = lines == mailLines(nic.rules().mailBytes(velo.bytes()));
    nic.pcie.post(LINE_BYTES, last ? () -> nic.sendMail(whole) : () -> {});
    nextLineTick = nic.now() + nic.parameters().lineTicks;
    return last || isMailed(velo);
  }

  private boolean isStored(ExtollOperation.Store store) {
    final long from = lines == 0 ? begin + nic.parameters().lineTicks : nextLineTick;
    if (!isReached(from) || nic.posts >= nic.parameters().posted) {
      return false;
    }
    nic.posts++;
    if (lines == 0) {
      message = message(store.node(), 0, store.bytes(), Set.of());
    }
    final ExtollMessage stored = message;
    final int bytes = Math.min(LINE_BYTES, store.bytes() - LINE_BYTES * lines);
    final long address = store.address() + (long) LINE_BYTES * lines;
    nic.pcie.post(bytes, () -> nic.store(stored, bytes, address));
    lines++;
    nextLineTick = nic.now() + nic.parameters().lineTicks;
    return LINE_BYTES * lines >= store.bytes() || isStored(store);
  }

  private boolean isLoaded(ExtollOperation.Load load) {
    if (lines == 0 && isReached(begin + nic.parameters().lineTicks)) {
      lines++;
      message = message(load.node(), 0, load.bytes(), Set.of());
      final ExtollMessage asked = message;
      nic.pcie.request(() -> nic.load(asked, load.address(), () -> loaded = true));
    }
    if (loaded) {
      nic.onMessage(message, false);
    }
    return loaded;
  }

  private boolean isTold(ExtollOperation.Await await) {
    final News what = await.news();
    if (end == UNKNOWN) {
      final Deque<ExtollMessage> news = nic.news(number, what);
      if (news.isEmpty()) {
        return false;
      }
      awaited = news.remove();
      end = nic.now() + nic.parameters().pollTicks;
      end += what == News.INTERRUPT ? nic.parameters().interruptTicks : 0;
    }
    final boolean over = isReached(end);
    if (over) {
      await.told().accept(awaited);
      nic.onMessage(awaited, what == News.INTERRUPT);
    }
    return over;
  }

  @Override
  public String toString() {
    return operation == null ? "ended" : operation + " since tick " + begin;
  }
}
