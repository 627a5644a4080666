package io.hopwright.models.extoll.units;

import io.hopwright.models.extoll.smfu.AcceleratorWindows;

/**
 * Program of the threads of nodes ({@code docs/models/extoll.md}, "Threads"). A pure function of
 * node, thread and its progress. Immutable; safe for any thread.
 */
public interface UnitProgram {
  /** Kinds of operations; those that send are kinds of {@link UnitWork}. */
  enum Verb {
    /** Sends what {@code work} says; to be found out by its kind how. */
    SEND,
    /** Waits for mail. */
    AWAIT_MAIL,
    /** Waits for a notification of the end in {@code amount}. */
    AWAIT_NOTIFICATION,
    /** Waits for an interrupt. */
    AWAIT_INTERRUPT,
    /** Waits for {@code amount} ticks. */
    COMPUTE,
    /** Waits until tick {@code amount}. */
    UNTIL,
    /** Is the last. */
    END
  }

  /** Operation, filled in by the program. */
  final class Operation {
    private static final int INTERRUPT_BYTES = 4;

    Verb verb;
    long amount;

    /** Of what is sent. */
    long work;

    /** Of a register, or the address of a store or load. */
    public long value;

    public void set(Verb of, long ofAmount) {
      verb = of;
      amount = ofAmount;
    }

    public void send(long ofWork, long ofValue) {
      verb = Verb.SEND;
      work = ofWork;
      value = ofValue;
    }

    /** Makes it an interrupt of the host, of one of the vectors of an accelerator. */
    public void interrupt(int vector) {
      send(
          UnitWork.of(UnitWork.STORE, 0, 0, vector, INTERRUPT_BYTES, 0, UnitWork.INTERRUPTS),
          AcceleratorWindows.INTERRUPT);
    }
  }

  /** Progress of a thread. */
  final class Progress {
    /** What comes next; the program counts it on. */
    public long step;

    /** What the program wants to remember. */
    public long memory;

    /** What the last notification or mail that was waited for has brought. */
    public long value;

    /** What goes on where a thread has more to remember, null at first. */
    public Script script;
  }

  /** Script of a thread whose state is more than its progress. Confined to its thread. */
  interface Script {
    /** Fills in the next operation. */
    void next(Progress progress, Operation operation);
  }

  /** Returns the number of threads of a node. */
  int threads(int node);

  /** Returns whether waits are for messages, whose latencies count. */
  default boolean timed() {
    return false;
  }

  /** Fills in the next operation of a thread. */
  void next(int node, int thread, Progress progress, Operation operation);
}
