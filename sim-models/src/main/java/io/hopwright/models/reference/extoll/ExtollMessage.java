package io.hopwright.models.reference.extoll;

import java.util.Set;

/**
 * What an operation of a thread sends or asks for.
 *
 * @param thread that posted, at {@code source}
 * @param targetThread that is told, at {@code target}
 * @param told which ends are told
 * @param beginTick begin of the operation
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
    ExtollCargo cargo) {
  /** Ends of an operation of RMA that may be told of it. */
  enum End {
    REQUESTER,
    RESPONDER,
    COMPLETER
  }
}
