package io.hopwright.models.cascade.aries;

import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.host.LongQueues;
import io.hopwright.models.host.Segmenter;

/**
 * Messages of a workload that are block transfers, by channel. Confined to its partition; 16 B per
 * message in a line, and 16 B per channel.
 */
public final class MessageLines implements DescriptorLines {
  private static final long LOW = 0xFFFFFFFFL;

  private final AriesOperation operation;
  private final Segmenter segments;

  /** Next segment of each message; its destination (32), and the remaining bytes (32). */
  private final LongQueues lines;

  private int active;

  public MessageLines(AriesOperation operation, Segmenter segments, int channels) {
    this.operation = operation;
    this.segments = segments;
    lines = new LongQueues(channels);
  }

  /** Puts the message whose first segment is next in a queue at the end of a line. */
  void add(int channel, CommandQueues commands, int queue) {
    active += lines.isEmpty(channel) ? 1 : 0;
    lines.add(channel, commands.segment(queue));
    lines.add(channel, word(commands.destination(queue), commands.bytesLeft(queue)));
  }

  private static long word(int destination, int bytesLeft) {
    return (long) destination << Integer.SIZE | (bytesLeft & LOW);
  }

  private int bytesLeft(int channel) {
    return (int) lines.get(channel, 1);
  }

  @Override
  public AriesOperation operation(int channel) {
    return operation;
  }

  @Override
  public int destination(int channel) {
    return (int) (lines.get(channel, 1) >>> Integer.SIZE);
  }

  @Override
  public long sequence(int channel) {
    return lines.first(channel);
  }

  @Override
  public int data(int channel) {
    return segments.data(bytesLeft(channel));
  }

  @Override
  public long bytes(int channel) {
    return bytesLeft(channel);
  }

  @Override
  public boolean endsOperation(int channel) {
    return bytesLeft(channel) <= segments.mostBytes();
  }

  @Override
  public void issued(int nic, int channel, int packet, int transaction, long tick) {
    if (endsOperation(channel)) {
      lines.remove(channel);
      lines.remove(channel);
      active -= lines.isEmpty(channel) ? 1 : 0;
    } else {
      final int rest = bytesLeft(channel) - data(channel);
      lines.setFirst(channel, sequence(channel) + 1);
      lines.set(channel, 1, word(destination(channel), rest));
    }
  }

  @Override
  public void close(int nic, int channel) {
    active -= lines.isEmpty(channel) ? 0 : 1;
    lines.clear(channel);
  }

  @Override
  public int active() {
    return active;
  }
}
