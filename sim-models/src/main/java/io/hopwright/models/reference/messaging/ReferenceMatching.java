package io.hopwright.models.reference.messaging;

import io.hopwright.models.program.ProgramException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Message matching at one rank (section "Matching" of the page). */
final class ReferenceMatching {
  /** "In the order in which they were handled". */
  private final List<ReferenceMessage> unexpected = new ArrayList<>();

  /** "In the order in which they were posted". */
  private final List<ReferenceRequest> waiting = new ArrayList<>();

  private long unexpectedMessages;
  private int mostUnexpected;
  private int mostWaiting;

  /** Returns the number of examined entries, including the one that matches. */
  long lookedAt(ReferenceEnvelope receive) {
    return lookedAt(unexpected, receive::takes);
  }

  /** The same of a message that is handled. */
  long lookedAt(ReferenceMessage message) {
    return lookedAt(waiting, receive -> receive.envelope.takes(message));
  }

  private static <T> long lookedAt(List<T> queue, Predicate<T> fits) {
    final long before = queue.stream().takeWhile(fits.negate()).count();
    return Math.min(before + 1, queue.size());
  }

  /** Returns whether the receive finds its message; if not, it joins those that wait. */
  boolean match(ReferenceRequest receive) {
    final Optional<ReferenceMessage> found = takeFirst(unexpected, receive.envelope::takes);
    if (found.isPresent()) {
      receive.unexpected = true;
      match(receive, found.get());
    } else {
      waiting.add(receive);
      mostWaiting = Math.max(mostWaiting, waiting.size());
    }
    return found.isPresent();
  }

  /** Returns whether the message finds its receive; if not, it is unexpected. */
  boolean match(ReferenceMessage message) {
    final Optional<ReferenceRequest> found =
        takeFirst(waiting, receive -> receive.envelope.takes(message));
    if (found.isPresent()) {
      match(found.get(), message);
    } else {
      unexpected.add(message);
      unexpectedMessages++;
      mostUnexpected = Math.max(mostUnexpected, unexpected.size());
    }
    return found.isPresent();
  }

  private static <T> Optional<T> takeFirst(List<T> queue, Predicate<T> fits) {
    final Optional<T> first = queue.stream().filter(fits).findFirst();
    first.ifPresent(queue::remove);
    return first;
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
