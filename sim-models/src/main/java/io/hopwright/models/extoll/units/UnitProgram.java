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
    /** Ends the program. */
    END
  }

  /** Operation, filled in by the program. */
  final class Operation {
    private static final int INTERRUPT_BYTES = 4;

    Verb verb;
    long amount;

    /** Work request of a sent packet. */
    long work;

    /** Value of a register, or the address of a store or load. */
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

    /** Makes the operation an interrupt of the host with one of the vectors of an accelerator. */
    public void interrupt(int vector) {
      send(
          UnitWork.of(UnitWork.STORE, 0, 0, vector, INTERRUPT_BYTES, 0, UnitWork.INTERRUPTS),
          AcceleratorWindows.INTERRUPT);
    }
  }

  /** Progress of a thread. */
  final class Progress {
    /** Next step; the program counts it. */
    public long step;

    /** Memory of the program. */
    public long memory;

    /** Value of the last awaited notification or mail. */
    public long value;

    /** Script of a thread with more state, null at first. */
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
