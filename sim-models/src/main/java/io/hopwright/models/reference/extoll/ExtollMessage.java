package io.hopwright.models.reference.extoll;

import java.util.Set;

/**
 * Message of a thread's operation: data that it sends or requests.
 *
 * @param thread thread that posted, at {@code source}
 * @param targetThread thread to notify, at {@code target}
 * @param told ends to notify
 * @param beginTick start of the operation
 * @param note contents; null if they do not matter
 * @param cargo receiver of the results in place of threads; null for threads
 */
record ExtollMessage(
    int source,
    int thread,
    int target,
    int targetThread,
    int bytes,
    Set<End> told,
    long birthTick,
    long beginTick,
    Note note,
    ExtollCargo cargo) {
  /**
   * Contents of a mail about an accelerator: granted, or returned.
   *
   * @param first whether this is its first use
   */
  record Note(int accelerator, boolean first) {}

  /** Ends of an RMA operation that can be notified. */
  enum End {
    REQUESTER,
    RESPONDER,
    COMPLETER
  }
}
