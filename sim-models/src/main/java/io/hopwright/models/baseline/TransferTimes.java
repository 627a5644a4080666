package io.hopwright.models.baseline;

/**
 * When what happens to a transfer between two nodes does, in ticks of the clock. Confined to one
 * run, and reused from transfer to transfer.
 */
public final class TransferTimes {
  private long header;
  private long whole;
  private long entered;
  private long done;

  /**
   * Sets the times of a transfer that brings a message, or a part of one, to a rank.
   *
   * @param headerTick in which its header packet counts at the node that it is for
   * @param wholeTick in which all of it does, at the earliest that of the header
   * @param enteredTick in which it has entered the network, later than its posting
   */
  public void message(long headerTick, long wholeTick, long enteredTick) {
    header = headerTick;
    whole = wholeTick;
    entered = enteredTick;
  }

  /**
   * Sets the times of a transfer of which the node that posts it learns that it is done.
   *
   * @param doneTick in which it does
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
