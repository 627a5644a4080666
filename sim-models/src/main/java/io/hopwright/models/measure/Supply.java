package io.hopwright.models.measure;

/** Offered load of the sources of a partition, as a pure function of time. */
public interface Supply {
  /**
   * Returns the number of packets generated at ticks in {@code [from, to)}, saturated sources
   * aside.
   */
  long bornIn(long from, long to);

  /**
   * Returns the bytes of the packets generated at ticks in {@code [from, to)}, except those of
   * saturated sources, as deliveries count them.
   */
  long bytesIn(long from, long to);

  /**
   * Returns the number of ticks of {@code [from, to)} from a packet's generation on, summed over
   * all packets except those of saturated sources.
   */
  long bornTicks(long from, long to);

  /** Returns how many deliveries the packets generated at ticks in {@code [from, to)} will be. */
  default long deliveriesOf(long from, long to) {
    return bornIn(from, to);
  }

  /** Returns the most deliveries that one birth brings. */
  default int mostAtOnce() {
    return 1;
  }

  /** Returns whether there are saturated sources, whose packets cannot all be followed. */
  boolean anyEndless();

  /** Returns whether there are no other sources than saturated ones. */
  boolean allEndless();

  /** Returns the supply of a run in which nothing happens. */
  static Supply none() {
    return new Supply() {
      @Override
      public long bornIn(long from, long to) {
        return 0;
      }

      @Override
      public long bytesIn(long from, long to) {
        return 0;
      }

      @Override
      public long bornTicks(long from, long to) {
        return 0;
      }

      @Override
      public boolean anyEndless() {
        return true;
      }

      @Override
      public boolean allEndless() {
        return true;
      }
    };
  }
}
