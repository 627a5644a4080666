package io.hopwright.models.reference.extoll;

import java.util.Set;

/**
 * What an operation of a thread sends or asks for.
 *
 * @param thread that posted, at {@code source}
 * @param targetThread that is told, at {@code target}
 * @param told which ends are told
 * @param beginTick begin of the operation
 * @param note what it says; null if nothing that matters
 * @param cargo who is told of it in place of threads; null if these are
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
   * What mail about an accelerator says: that it is granted, or given back.
   *
   * @param first whether nobody has had it before
   */
  record Note(int accelerator, boolean first) {}

  /** Ends of an operation of RMA that may be told of it. */
  enum End {
    REQUESTER,
    RESPONDER,
    COMPLETER
  }
}
