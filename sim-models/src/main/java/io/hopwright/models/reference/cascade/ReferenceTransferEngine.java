package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceAriesParameters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Block transfer engine (section "Block transfer engine" of {@code docs/models/aries-nic.md}). */
final class ReferenceTransferEngine {
  /** Operation of a rank that the engine performs. */
  private static final class Descriptor {
    private final ReferenceAriesRank rank;
    private final ReferenceTransaction transaction;
    private final boolean get;
    private final long bytes;

    /** Packets that have not been issued. */
    private final Deque<ReferenceNicPacket> packets;

    /** Bytes that have been read, of a put. */
    private long bytesRead;

    private long readyTick;

    private Descriptor(ReferenceAriesRank rank, Deque<ReferenceNicPacket> packets) {
      final ReferenceNicPacket first = packets.element();
      this.rank = rank;
      this.packets = packets;
      transaction = first.transaction;
      get = first.operation.isGet();
      bytes = packets.stream().mapToLong(packet -> packet.bytes).sum();
    }
  }

  /** Channel that serves the descriptors of some ranks one after the other. */
  private static final class Channel {
    private final Deque<Descriptor> line = new ArrayDeque<>();

    /** Current descriptor, null if there is none, and the previous one. */
    private Descriptor current;

    private final List<ReferenceTransaction> before = new ArrayList<>();
  }

  /** Data that have been read, and the number of their bytes that have not been issued. */
  private static final class Read {
    private final Descriptor descriptor;
    private long bytesLeft;

    private Read(Descriptor descriptor, long bytes) {
      this.descriptor = descriptor;
      bytesLeft = bytes;
    }
  }

  /** Turns of channels, each of a fixed number of bytes. */
  private final class Turn {
    private int channel = parameters.channels - 1;
    private long bytesTaken = parameters.chunkBytes;

    /** The channel whose turn it is among those that have something, −1 if none has. */
    private int next(Predicate<Channel> has) {
      if (bytesTaken < parameters.chunkBytes && has.test(channels.get(channel))) {
        return channel;
      }
      return IntStream.rangeClosed(1, parameters.channels)
          .map(i -> (channel + i) % parameters.channels)
          .filter(number -> has.test(channels.get(number)))
          .findFirst()
          .orElse(-1);
    }

    private void take(int number, boolean anew, long bytes) {
      channel = number;
      bytesTaken = anew ? bytes : bytesTaken + bytes;
    }

    private boolean isOver(Predicate<Channel> has) {
      return bytesTaken >= parameters.chunkBytes || !has.test(channels.get(channel));
    }
  }

  private final ReferenceAriesNic nic;
  private final ReferenceAriesParameters parameters;
  private final List<Channel> channels;
  private final Turn readTurn;
  private final Turn getTurn;
  private int readsInFlight;

  /** Data that are there: the packets of each read go one after the other. */
  private final Deque<Read> queue = new ArrayDeque<>();

  // What happens in this tick.
  private final List<Descriptor> written = new ArrayList<>();
  private final List<Read> there = new ArrayList<>();

  ReferenceTransferEngine(ReferenceAriesNic nic) {
    this.nic = nic;
    parameters = nic.cascade.config.aries;
    channels = IntStream.range(0, parameters.channels).mapToObj(i -> new Channel()).toList();
    readTurn = new Turn();
    getTurn = new Turn();
  }

  /** A rank writes a descriptor of an operation that has these packets. */
  void write(ReferenceAriesRank rank, Deque<ReferenceNicPacket> packets, long tick) {
    final Descriptor descriptor = new Descriptor(rank, packets);
    nic.cascade.at(tick + parameters.busTicks, nic.aries, () -> written.add(descriptor));
  }

  /** Lets descriptors join, data join the queue, channels start, and makes reads. */
  void look(long tick) {
    for (final Descriptor descriptor : written) {
      channels.get(descriptor.rank.number % parameters.channels).line.add(descriptor);
    }
    written.clear();
    queue.addAll(there);
    there.clear();
    channels.forEach(channel -> start(channel, tick));
    boolean made = true;
    while (made && readsInFlight < parameters.reads) {
      made = read(tick);
    }
  }

  private void start(Channel channel, long tick) {
    final boolean may =
        channel.current == null
            && !channel.line.isEmpty()
            && (!parameters.fence
                || channel.before.stream().allMatch(ReferenceTransaction::isGloballyComplete));
    if (may) {
      channel.current = channel.line.remove();
      channel.current.readyTick = tick + parameters.startTicks;
      nic.wake(channel.current.readyTick);
    }
  }

  private boolean isReady(Channel channel, boolean get, long tick) {
    return channel.current != null
        && channel.current.get == get
        && channel.current.readyTick <= tick;
  }

  /** Makes a read; returns whether there was one to make. */
  private boolean read(long tick) {
    final Predicate<Channel> has =
        channel ->
            isReady(channel, false, tick) && channel.current.bytesRead < channel.current.bytes;
    final int number = readTurn.next(has);
    if (number < 0) {
      return false;
    }
    final Descriptor descriptor = channels.get(number).current;
    final long bytes = Math.min(parameters.readBytes, descriptor.bytes - descriptor.bytesRead);
    readTurn.take(number, readTurn.isOver(has), bytes);
    descriptor.bytesRead += bytes;
    readsInFlight++;
    final Read read = new Read(descriptor, bytes);
    nic.cascade.at(nic.readOfEngine(tick), nic.aries, () -> there.add(read));
    return true;
  }

  /** Returns the first packet of the queue; if that is empty, the next request of a get. */
  ReferenceNicPacket offer(long tick) {
    if (!queue.isEmpty()) {
      return queue.element().descriptor.packets.element();
    }
    final int number = getTurn.next(channel -> isReady(channel, true, tick));
    return number < 0 ? null : channels.get(number).current.packets.element();
  }

  /** Handles the issue of the offered packet. */
  void issued(ReferenceNicPacket packet, long tick) {
    final Descriptor descriptor;
    if (packet.operation.isGet()) {
      final Predicate<Channel> has = channel -> isReady(channel, true, tick);
      final int number = getTurn.next(has);
      descriptor = channels.get(number).current;
      getTurn.take(number, getTurn.isOver(has), packet.bytes);
    } else {
      final Read read = queue.element();
      descriptor = read.descriptor;
      read.bytesLeft -= packet.bytes;
      if (read.bytesLeft == 0) {
        queue.remove();
        readsInFlight--;
      }
    }
    if (descriptor.packets.remove() != packet) {
      throw new IllegalStateException(descriptor.rank + " has another packet to issue");
    }
    packet.transaction.issued();
    if (descriptor.packets.isEmpty()) {
      packet.transaction.close(packet.message, packet.target, tick);
      final Channel channel = channels.get(descriptor.rank.number % parameters.channels);
      channel.current = null;
      channel.before.add(descriptor.transaction);
      descriptor.rank.descriptorFinished();
    }
  }
}
