package io.hopwright.models.tnw.programs;

/**
 * Program of the threads of a node: a pure function of node, thread and step. Immutable; safe for
 * any thread.
 */
public interface ThreadProgram {
  /** Kinds of operations. */
  enum Kind {
    /** Sends {@code amount} packets over {@code port} on a VC, once it is generated. */
    SEND,
    /** Gives a credit of {@code amount} packets for a VC of {@code port}. */
    CREDIT,
    /** Waits until the next credit of {@code port} and a VC is used up. */
    AWAIT,
    /** Waits until the next message has left that an engine sends over {@code port}. */
    AWAIT_SENT,
    /** Waits until tick {@code amount}. */
    UNTIL,
    /** Computes for {@code amount} ticks. */
    COMPUTE,
    /** Waits until all threads of the node are here. */
    BARRIER,
    /** Takes no time. */
    NOTHING,
    /** Ends the program. */
    END
  }

  /** Generation time of a message that is generated when it is sent. */
  long AT_ONCE = -1;

  /** Operation, filled in by the program. */
  final class Operation {
    public Kind kind;
    public int port;
    public int vc;
    public long amount;

    /** Generation time of a message, or {@link #AT_ONCE}. */
    public long birth;

    void set(Kind of, int overPort, int onVc, long ofAmount) {
      kind = of;
      port = overPort;
      vc = onVc;
      amount = ofAmount;
      birth = AT_ONCE;
    }

    void set(Kind of) {
      set(of, 0, 0, 0);
    }
  }

  /** Returns the number of threads of each node. */
  int threads();

  /**
   * Fills in an operation of a thread.
   *
   * @param previousBirth of the message that the thread has sent last, −1 if none
   */
  void operation(int node, int thread, long step, long previousBirth, Operation operation);

  /** Returns whether a thread has a message to send from a step on. */
  boolean sends(int node, int thread, long step, long previousBirth);
}
