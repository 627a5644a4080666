package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceAriesParameters;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeTraffic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Receive buffers that a node has posted (section "Sends" of {@code docs/models/aries-nic.md}). */
final class ReferenceSendBuffers {
  private static final long IN_USE = Long.MAX_VALUE;

  /** Send whose first packet has arrived. */
  private static final class Send {
    /** Its buffer among those of the channel; −1 if it was refused. */
    private int buffer = -1;

    private long packetsLeft;
  }

  private final ReferenceCascade cascade;
  private final ReferenceAriesParameters parameters;

  /** Tick from which each buffer of a channel is free. */
  private final List<List<Long>> freeFrom = new ArrayList<>();

  /** Partly received Sends by requester and message. */
  private final Map<List<Long>, Send> sends = new HashMap<>();

  ReferenceSendBuffers(ReferenceCascade cascade) {
    this.cascade = cascade;
    parameters = cascade.config.aries;
    for (int channel = 0; channel < parameters.channels; channel++) {
      final List<Long> ofChannel = new ArrayList<>();
      for (int buffer = 0; buffer < parameters.buffers; buffer++) {
        ofChannel.add(0L);
      }
      freeFrom.add(ofChannel);
    }
  }

  private static List<Long> key(ReferenceNicPacket packet) {
    return List.of((long) packet.requester, packet.message);
  }

  private List<Long> channel(ReferenceNicPacket packet) {
    final long rank = packet.message % cascade.config.ranks;
    return freeFrom.get((int) (rank % parameters.channels));
  }

  /** A packet reaches the NIC; returns whether its Send has a buffer. */
  boolean admits(ReferenceNicPacket packet, long tick) {
    final Send known = sends.get(key(packet));
    if (known != null) {
      return known.buffer >= 0;
    }
    final Send send = new Send();
    sends.put(key(packet), send);
    final ReferenceCascadeTraffic traffic = cascade.traffic;
    send.packetsLeft = traffic.requests(packet.requester, packet.message);
    long bytes = 0;
    for (long i = 0; i < send.packetsLeft; i++) {
      final long sequence = packet.message * traffic.requestsPerMessage + i;
      bytes += traffic.dataBytes(packet.requester, sequence);
    }
    final List<Long> buffers = channel(packet);
    for (int buffer = 0; buffer < buffers.size() && send.buffer < 0; buffer++) {
      if (buffers.get(buffer) <= tick && bytes <= parameters.bufferBytes) {
        send.buffer = buffer;
        buffers.set(buffer, IN_USE);
      }
    }
    if (send.buffer < 0) {
      cascade.add("sendsRefused", 1);
    }
    return send.buffer >= 0;
  }

  /** A packet of a Send with a buffer is delivered. */
  void delivered(ReferenceNicPacket packet, long tick) {
    final Send send = sends.get(key(packet));
    send.packetsLeft--;
    if (send.packetsLeft == 0) {
      channel(packet).set(send.buffer, tick + parameters.repostTicks);
    }
  }
}
