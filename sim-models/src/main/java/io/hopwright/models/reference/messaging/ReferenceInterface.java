package io.hopwright.models.reference.messaging;

/**
 * The network interfaces of all nodes of a machine, as messaging sees them; the rules of the
 * machine's page. It calls {@link ReferenceMessaging#deliver} and {@link
 * ReferenceMessaging#entered}.
 */
public interface ReferenceInterface {
  /** {@code P}: the most bytes of a transfer in a packet. */
  long payloadBytes();

  /** {@code P}, where it is not the same for all transfers. */
  default long payloadBytes(ReferenceTransfer transfer) {
    return payloadBytes();
  }

  /** Whether a piece of work that ends in the posting of a transfer to another node may begin. */
  default boolean canSend(int node, long tick) {
    return true;
  }

  /**
   * Whether the transfer is posted when the piece of work that sends it begins, not when it ends.
   */
  default boolean postsAtBeginning() {
    return false;
  }

  /** When a node fails, and all that ranks do on it ends; {@code Long.MAX_VALUE} if it does not. */
  default long failureTick(int node) {
    return Long.MAX_VALUE;
  }

  /** A transfer to another node is posted. */
  void post(ReferenceTransfer transfer, long tick);

  /** A piece of work that has sent a transfer to another node ends. */
  default void sent(ReferenceTransfer transfer, long tick) {}

  /** Answers a GET from another node that counts in this tick: posts DATA, now or later. */
  void answer(ReferenceTransfer data, long tick);

  /** A transfer of a one-sided operation counts in this tick at the node that it is for. */
  default void arrives(ReferenceTransfer transfer, long tick) {
    throw new IllegalStateException(transfer + " is no arrival here");
  }

  /**
   * Whether faults have taken packets of a transfer, or have them never issued, and none of its
   * others is under way.
   */
  default boolean hasLost(ReferenceTransfer transfer) {
    return false;
  }

  /** A node of two or more joins a collective by hardware. */
  default void joins(ReferenceCommunicator communicator, int node, long tick) {
    throw new IllegalStateException("no hardware joins " + communicator);
  }

  /** Whether something of a collective by hardware is under way that nodes have joined. */
  default boolean isUnderWay(ReferenceCommunicator communicator) {
    return false;
  }

  /** Whether an arrival from another node may be handled. */
  default boolean canTakeIn(int node, long tick) {
    return true;
  }

  /**
   * Ticks that the bytes of an arrival from another node take; {@code ticks} are the software's.
   */
  default long bytesTicks(ReferenceTransfer transfer, long ticks) {
    return ticks;
  }

  /** An arrival from another node begins to be handled. */
  default void takesIn(ReferenceTransfer transfer, long tick) {}

  /**
   * What an interface does in a tick after arrivals have been gone through and before processors
   * begin anything.
   */
  default void beforeProcessors(int node, long tick) {}
}
