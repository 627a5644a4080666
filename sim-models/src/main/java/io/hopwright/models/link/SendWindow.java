package io.hopwright.models.link;

/**
 * Go-back-N window of senders: the numbers of unacknowledged packets, and the number to send next.
 * How losses are detected does not matter.
 *
 * <p>For the numbers 0, 1, … of a sender it holds the first unacknowledged one, the first one never
 * sent, and between them a cursor, the number to send next. The cursor is at the end unless the
 * sender has gone back. 24 B per sender. Confined to its partition.
 */
final class SendWindow {
  private final long[] sent;
  private final long[] acknowledged;
  private final long[] cursor;

  /** Creates so many senders that have sent nothing. */
  SendWindow(int senders) {
    sent = new long[senders];
    acknowledged = new long[senders];
    cursor = new long[senders];
  }

  /** Returns how many numbers are not acknowledged. */
  int unacknowledged(int sender) {
    return (int) (sent[sender] - acknowledged[sender]);
  }

  /** Returns the first number that is not acknowledged. */
  long first(int sender) {
    return acknowledged[sender];
  }

  /** Records that further packets have been acknowledged. */
  void acknowledge(int sender, int more) {
    assert more <= unacknowledged(sender) : "sender " + sender + ": acknowledged, but never sent";
    acknowledged[sender] += more;
    cursor[sender] = Math.max(cursor[sender], acknowledged[sender]);
  }

  /** Makes a sender send all unacknowledged packets again. */
  void goBack(int sender) {
    cursor[sender] = acknowledged[sender];
  }

  /** Returns whether the next number to send has been sent before. */
  boolean resends(int sender) {
    return cursor[sender] < sent[sender];
  }

  /** Returns the number to send next. */
  long next(int sender) {
    return cursor[sender];
  }

  /** Returns the number to send next, which is sent with this. */
  long send(int sender) {
    final long number = cursor[sender]++;
    sent[sender] = Math.max(sent[sender], number + 1);
    return number;
  }
}
