package io.hopwright.models.baseline;

/**
 * Ticks of the events of a transfer between two nodes. Confined to one run, and reused from
 * transfer to transfer.
 */
public final class TransferTimes {
  private long header;
  private long whole;
  private long entered;
  private long done;

  /**
   * Sets the times of a transfer that delivers a message, or a part of one, to a rank.
   *
   * @param headerTick in which its header packet counts at its destination
   * @param wholeTick in which all of it counts there, not before the header
   * @param enteredTick in which it has entered the network, later than its posting
   */
  public void message(long headerTick, long wholeTick, long enteredTick) {
    header = headerTick;
    whole = wholeTick;
    entered = enteredTick;
  }

  /**
   * Sets the times of a transfer whose completion is reported to the node that posts it.
   *
   * @param doneTick in which completion is reported
   * @param enteredTick in which the transfer has entered the network, later than its posting
   */
  public void operation(long doneTick, long enteredTick) {
    done = doneTick;
    entered = enteredTick;
  }

  long header() {
    return header;
  }

  long whole() {
    return whole;
  }

  long entered() {
    return entered;
  }

  long done() {
    return done;
  }
}
