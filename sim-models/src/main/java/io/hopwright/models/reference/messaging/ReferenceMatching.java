package io.hopwright.models.reference.messaging;

import io.hopwright.models.program.ProgramException;
import java.util.ArrayList;
import java.util.List;

/** Section "Matching" of the page, at one rank. */
final class ReferenceMatching {
  /** "In the order in which they were handled". */
  private final List<ReferenceMessage> unexpected = new ArrayList<>();

  /** "In the order in which they were posted". */
  private final List<ReferenceRequest> waiting = new ArrayList<>();

  private long unexpectedMessages;
  private int mostUnexpected;
  private int mostWaiting;

  /** "Looked at counts those looked at, the one that fits included". */
  long lookedAt(ReferenceEnvelope receive) {
    long looked = 0;
    for (final ReferenceMessage message : unexpected) {
      looked++;
      if (receive.takes(message)) {
        break;
      }
    }
    return looked;
  }

  /** The same of a message that is handled. */
  long lookedAt(ReferenceMessage message) {
    long looked = 0;
    for (final ReferenceRequest receive : waiting) {
      looked++;
      if (receive.envelope.takes(message)) {
        break;
      }
    }
    return looked;
  }

  /** Whether the receive finds its message; if not, it joins those that wait. */
  boolean match(ReferenceRequest receive) {
    for (final ReferenceMessage message : unexpected) {
      if (receive.envelope.takes(message)) {
        unexpected.remove(message);
        receive.unexpected = true;
        match(receive, message);
        return true;
      }
    }
    waiting.add(receive);
    mostWaiting = Math.max(mostWaiting, waiting.size());
    return false;
  }

  /** Whether the message finds its receive; if not, it is unexpected. */
  boolean match(ReferenceMessage message) {
    for (final ReferenceRequest receive : waiting) {
      if (receive.envelope.takes(message)) {
        waiting.remove(receive);
        match(receive, message);
        return true;
      }
    }
    unexpected.add(message);
    unexpectedMessages++;
    mostUnexpected = Math.max(mostUnexpected, unexpected.size());
    return false;
  }

  private static void match(ReferenceRequest receive, ReferenceMessage message) {
    final long room = receive.envelope.bytes();
    if (room >= 0 && message.bytes > room) {
      throw new ProgramException(message + " is longer than " + receive + "; receive as much");
    }
    receive.message = message;
    message.receive = receive;
  }

  long unexpectedMessages() {
    return unexpectedMessages;
  }

  /** Returns the most messages that were unexpected at a time. */
  int mostUnexpected() {
    return mostUnexpected;
  }

  /** Returns the most receives that waited at a time. */
  int mostWaiting() {
    return mostWaiting;
  }
}
