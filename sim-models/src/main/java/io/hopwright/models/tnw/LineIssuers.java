package io.hopwright.models.tnw;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.random.Draws;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.switching.PacketPool;
import java.util.Arrays;

/**
 * Issuers of the lines of messages, one by one: a thread itself or its DMA engine, one issuer for
 * each thread.
 *
 * <p>A line can be swapped with its successor. At most two packets are incomplete then,
 * distinguished by the last bit of their numbers. Confined to its partition.
 */
final class LineIssuers {
  private static final long NEVER = Long.MIN_VALUE;

  private final TnwHost host;
  private final int[] nodes;
  private final int threads;
  private final int linesPerPacket;
  private final TimingWheel wheel;
  private final LinkModules links;
  private final TnwInterfaces interfaces;
  private final Draws flushes;

  /** Null if packets have no labels. */
  private final Labels labels;

  private final int[] output;
  private final int[] vc;
  private final long[] lines;
  private final long[] position;
  private final long[] firstPacket;
  private final long[] birth;
  private final long[] value;
  private final long[] notBefore;

  /** Lines on their way to the server, or at it. */
  private final int[] waiting;

  private final long[] lastIssue;
  private final long[] lastStart;
  private final boolean[] swapped;
  private final int[] packets;

  /** Packets so far, by channel of a source. */
  private final long[] numbers;

  LineIssuers(HostSite site, int threads, long[] numbers, Labels labels) {
    host = site.settings().host();
    this.labels = labels;
    nodes = site.nodes();
    this.threads = threads;
    this.numbers = numbers;
    wheel = site.wheel();
    links = site.links();
    interfaces = site.interfaces();
    linesPerPacket = host.way().linesPerPacket();
    flushes = Purpose.FLUSH.draws(site.settings().run().seed());
    final int issuers = nodes.length * threads;
    output = new int[issuers];
    vc = new int[issuers];
    lines = new long[issuers];
    position = new long[issuers];
    firstPacket = new long[issuers];
    birth = new long[issuers];
    value = new long[issuers];
    notBefore = new long[issuers];
    waiting = new int[issuers];
    lastIssue = new long[issuers];
    lastStart = new long[issuers];
    Arrays.fill(lastIssue, NEVER);
    swapped = new boolean[issuers];
    packets = new int[2 * issuers];
  }

  /** Writer of labels into packets; a label identifies the part of the message. */
  @FunctionalInterface
  interface Labels {
    /**
     * Phase 2: a packet has been made.
     *
     * @param value that its message was taken with
     * @param index among the packets of its message
     */
    void issued(int packet, long value, long index);
  }

  private int node(int issuer) {
    return issuer / threads;
  }

  /** Returns whether an issuer has lines of a message to issue. */
  boolean isBusy(int issuer) {
    return position[issuer] < lines[issuer];
  }

  /**
   * Gives an issuer a message.
   *
   * @param with the value that its packets are issued with
   * @param earliest tick of its first line
   */
  void take(int issuer, int end, int onVc, long count, long born, long with, long earliest) {
    final int channel = end * LinkModules.VCS + onVc;
    output[issuer] = end;
    vc[issuer] = onVc;
    lines[issuer] = count * linesPerPacket;
    position[issuer] = 0;
    firstPacket[issuer] = numbers[channel];
    numbers[channel] += count;
    birth[issuer] = born;
    value[issuer] = with;
    notBefore[issuer] = earliest;
    swapped[issuer] = false;
  }

  /** Returns the output of an issuer's last message. */
  int output(int issuer) {
    return output[issuer];
  }

  /** Records that a line has started towards the interface. */
  void started(int issuer, long tick) {
    waiting[issuer]--;
    lastStart[issuer] = tick;
    if (tick + 1 > lastIssue[issuer] + host.lineTicks()) {
      wake(issuer, tick + 1);
    }
  }

  private void wake(int issuer, long tick) {
    TnwEvents.scheduleHere(wheel, tick, TnwEvents.WAKE, node(issuer));
  }

  /**
   * Phase 2: issues the next line if it may be.
   *
   * @param behindOthers whether the first line of a message waits for those of the message before
   * @return whether it has been issued
   */
  boolean issue(int issuer, boolean behindOthers, long tick) {
    if (!isBusy(issuer) || tick < notBefore[issuer]) {
      return false;
    }
    final boolean follows = position[issuer] > 0 || (behindOthers && lastIssue[issuer] != NEVER);
    if (follows
        && (tick < lastIssue[issuer] + host.lineTicks()
            || waiting[issuer] > 0
            || lastStart[issuer] >= tick)) {
      return false;
    }
    final long at = position[issuer];
    final boolean second = swapped[issuer];
    final boolean first = !second && at < lines[issuer] - 1 && leavesEarly(issuer, at);
    final long line = second ? at - 1 : first ? at + 1 : at;
    final long packet = line / linesPerPacket;
    final boolean begins = first || (!second && line % linesPerPacket == 0);
    if (begins && links.slots(output[issuer]) == 0) {
      return false;
    }
    final int place = 2 * issuer + (int) (packet & 1);
    if (begins) {
      links.takeSlots(output[issuer], 1);
      packets[place] =
          links.packet(
              output[issuer],
              vc[issuer],
              firstPacket[issuer] + packet,
              birth[issuer],
              value[issuer],
              tick);
      if (labels != null) {
        labels.issued(packets[place], value[issuer], packet);
      }
    }
    final boolean completes = second || (!first && line % linesPerPacket == linesPerPacket - 1);
    interfaces.joinDown(
        output[issuer],
        TnwInterfaces.item(
            first ? TnwInterfaces.EARLY_LINE : TnwInterfaces.LINE,
            issuer,
            completes ? packets[place] : PacketPool.NONE));
    waiting[issuer]++;
    lastIssue[issuer] = tick;
    position[issuer]++;
    swapped[issuer] = first;
    wake(issuer, tick + host.lineTicks());
    return true;
  }

  private boolean leavesEarly(int issuer, long line) {
    return host.disordered() > 0
        && Draws.chance(
            flushes.draw(
                nodes[node(issuer)],
                firstPacket[issuer] * linesPerPacket + line,
                output[issuer] % LinkModules.PORTS * LinkModules.VCS + vc[issuer]),
            host.disordered());
  }

  /**
   * Ends the run if lines have to come in order.
   *
   * @throws SettingsException naming where and when one did not
   */
  void outOfOrder(int issuer, long tick) {
    if (!host.keys().reorders()) {
      throw new SettingsException(
          "nwp.reorder",
          "is false, but a line of node "
              + nodes[node(issuer)]
              + ", port "
              + TnwWorkload.PORT_NAMES.get(output[issuer] % LinkModules.PORTS)
              + ", VC "
              + vc[issuer]
              + ", came out of order at tick "
              + tick
              + "; set it to true, or pput.disorder to 0");
    }
  }
}
