package io.hopwright.models.reference.messaging;

import io.hopwright.models.program.Operation;

/**
 * Envelope by which messages and receives are matched; in a receive it can contain {@link
 * Operation#ANY}. All are of one job.
 */
record ReferenceEnvelope(int context, int source, int tag, long bytes) {
  /**
   * Returns whether a receive matches a message: job and context are equal; rank and tag are equal,
   * or any in the receive.
   */
  boolean takes(ReferenceMessage message) {
    return context == message.context
        && (source == Operation.ANY || source == message.from.rank)
        && (tag == Operation.ANY || tag == message.tag);
  }
}
