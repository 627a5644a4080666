package io.hopwright.models.tnw;

import io.hopwright.models.measure.Supply;
import io.hopwright.models.tnw.programs.TnwPackets;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Sizes;
import java.util.function.LongUnaryOperator;

/**
 * Packets of the messages that nodes offer over several ports, one stream per port.
 *
 * @param nodes nodes of the partition
 * @param mostPackets packets of the largest message
 * @param sizes sizes of messages by stream
 * @param births generation times of messages by stream
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares them
record PortStreams(int[] nodes, int mostPackets, Sizes[] sizes, Births[] births) implements Supply {
  @Override
  public long bornIn(long from, long to) {
    long count = 0;
    for (int stream = 0; stream < births.length; stream++) {
      for (int node : nodes) {
        count += bornIn(node, stream, from, to);
      }
    }
    return count;
  }

  @Override
  public long bytesIn(long from, long to) {
    return bornIn(from, to) * TnwLinks.PACKET_BYTES;
  }

  private long bornIn(int node, int stream, long from, long to) {
    return sum(node, stream, to, birth -> birth < from ? 0 : 1);
  }

  @Override
  public long bornTicks(long from, long to) {
    long ticks = 0;
    for (int stream = 0; stream < births.length; stream++) {
      for (int node : nodes) {
        ticks += sum(node, stream, to, birth -> to - Math.max(birth, from));
      }
    }
    return ticks;
  }

  /**
   * Adds up a number over the packets of a stream generated before a tick, by the birth of each.
   */
  private long sum(int node, int stream, long to, LongUnaryOperator ofPacket) {
    long sum = 0;
    long message = 0;
    for (long birth = births[stream].birth(node, 0, -1);
        birth < to;
        birth = births[stream].birth(node, message, birth)) {
      sum += ofPacket.applyAsLong(birth) * TnwPackets.of(sizes[stream].bytes(node, message));
      message++;
    }
    return sum;
  }

  @Override
  public int mostAtOnce() {
    return mostPackets;
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
