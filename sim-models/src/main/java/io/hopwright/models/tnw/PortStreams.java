package io.hopwright.models.tnw;

import io.hopwright.models.measure.Supply;
import io.hopwright.models.traffic.Births;

/** The packets of the messages that nodes offer over some ports, a stream for each. */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares them
record PortStreams(int[] nodes, int packets, Births... ports) implements Supply {
  @Override
  public long bornIn(long from, long to) {
    long count = 0;
    for (Births births : ports) {
      for (int node : nodes) {
        count += births.bornIn(node, 0, 1, from, to) * packets;
      }
    }
    return count;
  }

  @Override
  public int mostAtOnce() {
    return packets;
  }

  @Override
  public boolean anyEndless() {
    return false;
  }

  @Override
  public boolean allEndless() {
    return false;
  }
}
