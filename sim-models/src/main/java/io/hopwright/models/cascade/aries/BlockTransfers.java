package io.hopwright.models.cascade.aries;

import io.hopwright.models.host.HostBus;
import io.hopwright.models.host.LongQueues;
import java.util.Arrays;

/**
 * Block transfer engines of a partition's NICs ({@code docs/models/aries-nic.md}, "Block transfer
 * engine"). A channel serves the descriptors of its ranks one after the other. So reads of memory,
 * their data and requests of Gets belong to the first descriptor in the line of a channel.
 *
 * <p>Confined to its partition; 60 B per channel and 60 B per NIC plus what waits, and 16 B per
 * descriptor in a line.
 */
final class BlockTransfers {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int NONE = -1;

  private final AriesKeys.Engine design;
  private final HostBus bus;
  private final AriesCommands commands;
  private final DescriptorLines lines;
  private final int ranks;
  private final int channels;

  /** Descriptors in flight, as the tick, and their two words in {@link #joined}, by NIC. */
  private final LongQueues descriptors;

  /**
   * Descriptors of each channel, beginning with the current one, as the generation time, and the
   * queue (32) and the transaction (32).
   */
  private final LongQueues joined;

  /** Tick from which each channel works on its first descriptor, NEVER if it has not started. */
  private final long[] ready;

  /** Number of bytes that each channel has not read, or not requested, yet. */
  private final long[] left;

  /** Number of transactions of each channel's descriptors that are not globally complete. */
  private final int[] incomplete;

  /**
   * Reads whose data have not arrived, as tick, channel and bytes, by NIC; reads whose data have
   * arrived.
   */
  private final LongQueues reads;

  private final LongQueues data;
  private final int[] inFlight;

  /** The channels that read and request next, and their remaining bytes, by NIC. */
  private final Turns reading;

  private final Turns asking;

  /** Turns of the channels of each NIC. */
  private final class Turns {
    private final boolean gets;
    private final int[] channel;
    private final long[] rest;

    private Turns(boolean gets, int nics) {
      this.gets = gets;
      channel = new int[nics];
      rest = new long[nics];
      Arrays.fill(channel, channels - 1);
    }

    /** Returns the channel of a NIC whose turn it is, {@link #NONE} if none has work. */
    private int next(int nic, long tick) {
      if (rest[nic] > 0 && hasWork(channels * nic + channel[nic], tick)) {
        return channel[nic];
      }
      for (int i = 1; i <= channels; i++) {
        final int other = (channel[nic] + i) % channels;
        if (hasWork(channels * nic + other, tick)) {
          return other;
        }
      }
      return NONE;
    }

    private boolean hasWork(int at, long tick) {
      return ready[at] <= tick
          && left[at] > 0
          && (lines.operation(at) == AriesOperation.BTE_GET) == gets;
    }

    /** Takes so many bytes of a channel that is the {@link #next}. */
    private void take(int nic, int taken, long bytes, long tick) {
      final boolean goesOn =
          rest[nic] > 0 && channel[nic] == taken && hasWork(channels * nic + taken, tick);
      rest[nic] = (goesOn ? rest[nic] : design.chunkBytes()) - bytes;
      channel[nic] = taken;
      left[channels * nic + taken] -= bytes;
    }
  }

  BlockTransfers(AriesDesign design, HostBus bus, AriesCommands commands, int nics) {
    this.design = design.keys().engine();
    this.bus = bus;
    this.commands = commands;
    lines = commands.lines();
    ranks = commands.ranks();
    channels = this.design.channelsOf(ranks);
    descriptors = new LongQueues(nics);
    joined = new LongQueues(nics * channels);
    ready = new long[nics * channels];
    Arrays.fill(ready, NEVER);
    left = new long[nics * channels];
    incomplete = new int[nics * channels];
    reads = new LongQueues(nics);
    data = new LongQueues(nics);
    inFlight = new int[nics];
    reading = new Turns(false, nics);
    asking = new Turns(true, nics);
  }

  private int channel(int nic, int queue) {
    return channels * nic + queue % ranks % design.channels();
  }

  /**
   * Takes the next operation of a queue, whose descriptor has taken the way out.
   *
   * @param birth of the operation
   * @param transaction that it is
   */
  void post(int nic, int queue, long birth, int transaction, long tick) {
    descriptors.add(nic, tick + bus.costs().latency());
    descriptors.add(nic, birth);
    descriptors.add(nic, (long) queue << Integer.SIZE | transaction);
    commands.write(queue, channel(nic, queue), tick);
  }

  /** Performs all actions of the engine of a NIC in a tick except offering packets. */
  void look(int nic, long tick) {
    while (!descriptors.isEmpty(nic) && descriptors.first(nic) <= tick) {
      descriptors.remove(nic);
      final long birth = descriptors.remove(nic);
      final long owner = descriptors.remove(nic);
      final int at = channel(nic, (int) (owner >>> Integer.SIZE));
      joined.add(at, birth);
      joined.add(at, owner);
    }
    while (!reads.isEmpty(nic) && reads.first(nic) <= tick) {
      reads.remove(nic);
      data.add(nic, reads.remove(nic));
      data.add(nic, reads.remove(nic));
    }
    for (int at = channels * nic; at < channels * (nic + 1); at++) {
      if (ready[at] == NEVER && !joined.isEmpty(at) && (!design.fence() || incomplete[at] == 0)) {
        ready[at] = tick + design.startTicks();
        left[at] = lines.bytes(at);
        incomplete[at]++;
      }
    }
    read(nic, tick);
  }

  private void read(int nic, long tick) {
    while (inFlight[nic] < design.reads()) {
      final int channel = reading.next(nic, tick);
      if (channel == NONE) {
        return;
      }
      final int at = channels * nic + channel;
      final long bytes = Math.min(design.readBytes(), left[at]);
      reading.take(nic, channel, bytes, tick);
      inFlight[nic]++;
      reads.add(nic, bus.takeIn(nic, tick, bus.costs().bare()) + bus.costs().latency());
      reads.add(nic, at);
      reads.add(nic, bytes);
    }
  }

  /** Returns the channel, among all, whose packet the engine of a NIC offers; negative for none. */
  int offered(int nic, long tick) {
    if (!data.isEmpty(nic)) {
      return (int) data.first(nic);
    }
    final int channel = asking.next(nic, tick);
    return channel == NONE ? NONE : channels * nic + channel;
  }

  /** Returns the tick at which the operation that a channel works on was generated. */
  long birth(int at) {
    return joined.first(at);
  }

  /** Returns the transaction of the operation that a channel works on. */
  int transaction(int at) {
    return (int) joined.get(at, 1);
  }

  /** Returns the queue that has posted the operation that a channel works on. */
  int queue(int at) {
    return (int) (joined.get(at, 1) >>> Integer.SIZE);
  }

  /**
   * Records that the offered packet of a channel is issued, before the next one takes its place.
   *
   * @param packet number in the pool
   * @param bytes of its data
   */
  void issued(int nic, int at, int packet, int bytes, long tick) {
    if (lines.operation(at) == AriesOperation.BTE_GET) {
      asking.take(nic, at - channels * nic, bytes, tick);
    } else if (data.get(nic, 1) > bytes) {
      // The first word stays, and the second is what is left of the read.
      data.set(nic, 1, data.get(nic, 1) - bytes);
    } else {
      data.remove(nic);
      data.remove(nic);
      inFlight[nic]--;
    }
    final int transaction = transaction(at);
    if (lines.endsOperation(at)) {
      joined.remove(at);
      joined.remove(at);
      ready[at] = NEVER;
    }
    lines.issued(nic, at, packet, transaction, tick);
  }

  /** Records that the transaction of an operation's queue is complete. */
  void completed(int nic, int queue) {
    incomplete[channel(nic, queue)]--;
  }

  /**
   * Returns the next tick after {@code tick} at which the engine of a NIC has to look although
   * nothing else happens.
   *
   * @param out tick at which the way out is free
   * @param quiet first tick, from this one on, at which requests may be issued
   * @param packets tick from which on a packet may be tried that was tried in this tick
   */
  long next(int nic, long tick, long out, long quiet, long packets) {
    long next = descriptors.isEmpty(nic) ? NEVER : descriptors.first(nic);
    if (!reads.isEmpty(nic)) {
      next = Math.min(next, reads.first(nic));
    }
    for (int at = channels * nic; at < channels * (nic + 1); at++) {
      if (ready[at] > tick) {
        next = Math.min(next, ready[at]);
      }
    }
    final boolean puts = !data.isEmpty(nic);
    if (!puts && asking.next(nic, tick) == NONE) {
      return next;
    }
    final long may = puts ? Math.max(out, quiet) : quiet;
    return Math.min(next, may > tick ? may : packets);
  }

  /** Empties the lines of a failing NIC. */
  void closeLines(int nic) {
    for (int at = channels * nic; at < channels * (nic + 1); at++) {
      lines.close(nic, at);
    }
  }

  /** Stops the engine of a failed NIC. */
  void close(int nic) {
    descriptors.clear(nic);
    reads.clear(nic);
    data.clear(nic);
    for (int at = channels * nic; at < channels * (nic + 1); at++) {
      joined.clear(at);
    }
  }

  /** Returns whether no engine has anything to do. */
  boolean isAtRest() {
    return descriptors.areEmpty() && joined.areEmpty() && reads.areEmpty() && data.areEmpty();
  }
}
