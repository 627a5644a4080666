package io.hopwright.models.tnw;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.host.LongQueues;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;

/**
 * Engines that read messages from memory, one for each output. They serve descriptors in order of
 * arrival, with up to four packets a read and one read at a time. Confined to its partition.
 */
final class ReadEngines {
  /** Packets of a read. */
  static final int MOST_PACKETS = 4;

  private static final int VC_SHIFT = 60;
  private static final long PACKETS_MASK = (1L << VC_SHIFT) - 1;

  private final TnwHost host;
  private final TimingWheel wheel;
  private final LinkModules links;
  private final TnwInterfaces interfaces;
  private final Measures<Totals> measures;
  private final long[] numbers;

  /** Null if packets have no labels. */
  private final LineIssuers.Labels labels;

  /** VC and packets left of messages described; their births; what packets are issued with. */
  private final LongQueues messages;

  private final LongQueues births;
  private final LongQueues values;

  /** Packets of the first message that are read or in flight. */
  private final long[] issued;

  /** Descriptors that have come down, of those above. */
  private final int[] arrived;

  /** Packets of the read in progress that have not come yet, 0 if there is none. */
  private final int[] reading;

  /** Its packets. */
  private final int[] taken;

  private final boolean[] inMemory;
  private final long[] notBefore;

  ReadEngines(HostSite site, long[] numbers, LineIssuers.Labels labels) {
    host = site.settings().host();
    this.labels = labels;
    this.numbers = numbers;
    wheel = site.wheel();
    links = site.links();
    interfaces = site.interfaces();
    measures = site.measures();
    final int outputs = site.nodes().length * LinkModules.PORTS;
    messages = new LongQueues(outputs);
    births = new LongQueues(outputs);
    values = new LongQueues(outputs);
    issued = new long[outputs];
    arrived = new int[outputs];
    reading = new int[outputs];
    taken = new int[outputs * MOST_PACKETS];
    inMemory = new boolean[outputs];
    notBefore = new long[outputs];
  }

  /** Phase 2: adds the description of a message. */
  void describe(int output, int vc, long packets, long birth, long value) {
    messages.add(output, (long) vc << VC_SHIFT | packets);
    births.add(output, birth);
    values.add(output, value);
    interfaces.joinDown(output, TnwInterfaces.item(TnwInterfaces.DESCRIPTOR, output, 0));
  }

  /** Phase 1: takes a descriptor that has come down. */
  void described(int output) {
    arrived[output]++;
  }

  /** Phase 1: records that a read request is in memory. */
  int read(int output) {
    inMemory[output] = true;
    return output / LinkModules.PORTS;
  }

  /**
   * Phase 1: takes the first read packet, which has come down.
   *
   * @return whether an engine has done a message
   */
  boolean completed(int output, long tick) {
    reading[output]--;
    if (reading[output] > 0) {
      return false;
    }
    measures.endRequest(tick);
    notBefore[output] = tick + host.keys().gapTicks();
    TnwEvents.scheduleHere(wheel, notBefore[output], TnwEvents.WAKE, output / LinkModules.PORTS);
    if ((messages.first(output) & PACKETS_MASK) > 0) {
      return false;
    }
    messages.remove(output);
    births.remove(output);
    values.remove(output);
    issued[output] = 0;
    arrived[output]--;
    interfaces.joinSentNotify(output);
    return true;
  }

  /** Phase 2: sends down the data that have been read. */
  void send(int node) {
    for (int output = node * LinkModules.PORTS; output < (node + 1) * LinkModules.PORTS; output++) {
      if (inMemory[output]) {
        inMemory[output] = false;
        sendRead(output);
      }
    }
  }

  private void sendRead(int output) {
    for (int i = 0; i < reading[output]; i++) {
      interfaces.joinDown(
          output,
          TnwInterfaces.item(TnwInterfaces.COMPLETION, output, taken[output * MOST_PACKETS + i]));
    }
  }

  /** Phase 2: lets engines read that may. */
  void read(int node, long tick) {
    for (int output = node * LinkModules.PORTS; output < (node + 1) * LinkModules.PORTS; output++) {
      if (arrived[output] > 0 && reading[output] == 0 && tick >= notBefore[output]) {
        readNext(output, tick);
      }
    }
  }

  private void readNext(int output, long tick) {
    final long message = messages.first(output);
    final int vc = (int) (message >>> VC_SHIFT);
    final int packets = (int) Math.min(MOST_PACKETS, message & PACKETS_MASK);
    if (links.slots(output) < packets) {
      return;
    }
    links.takeSlots(output, packets);
    final int channel = output * LinkModules.VCS + vc;
    final long value = values.first(output);
    for (int i = 0; i < packets; i++) {
      final int packet =
          links.packet(output, vc, numbers[channel]++, births.first(output), value, tick);
      if (labels != null) {
        labels.issued(packet, value, issued[output]);
      }
      issued[output]++;
      taken[output * MOST_PACKETS + i] = packet;
    }
    messages.setFirst(output, message - packets);
    reading[output] = packets;
    measures.request(tick);
    interfaces.joinReads(output);
  }
}
