package io.hopwright.models.tnw;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.standstill.Waiting;

/**
 * Senders and receivers at the nodes of a partition, and the issuers or engines that transfer their
 * data to network processors. Confined to its partition.
 */
abstract class HostUsers implements TnwInterfaces.Listener, LineIssuers.Labels {
  protected final TnwHost host;
  protected final int[] nodes;
  protected final TimingWheel wheel;
  protected final LinkModules links;
  protected final TnwInterfaces interfaces;

  /** Null with Nget. */
  protected final LineIssuers issuers;

  /** Null without. */
  protected final ReadEngines reads;

  /**
   * Creates users whose issuers are idle.
   *
   * @param issuersPerNode issuers of lines per node
   * @param labelled whether packets get labels when {@link #issued}
   */
  protected HostUsers(HostSite site, int issuersPerNode, boolean labelled) {
    host = site.settings().host();
    nodes = site.nodes();
    wheel = site.wheel();
    links = site.links();
    interfaces = site.interfaces();
    final LineIssuers.Labels labels = labelled ? this : null;
    final long[] numbers = new long[nodes.length * LinkModules.CHANNELS];
    final boolean reading = host.way() == TnwHost.Way.NGET;
    issuers = reading ? null : new LineIssuers(site, issuersPerNode, numbers, labels);
    reads = reading ? new ReadEngines(site, numbers, labels) : null;
  }

  @Override
  public final void lineStarted(int issuer, long tick) {
    issuers.started(issuer, tick);
  }

  @Override
  public final void lineOutOfOrder(int issuer, long tick) {
    issuers.outOfOrder(issuer, tick);
  }

  @Override
  public final void described(int output, long tick) {
    reads.described(output);
  }

  /** Default for users without labels. */
  @Override
  public void issued(int packet, long value, long index) {}

  /** Phase 1: a read request is in memory. */
  final int read(int output) {
    return reads.read(output);
  }

  /** Phase 2, before all else of users: lets engines read memory. */
  final void readMemory(int node, long tick) {
    if (reads != null) {
      reads.send(node);
      reads.read(node, tick);
    }
  }

  /** Phase 1: takes a notify that the first credit of a channel is used up; returns the node. */
  abstract int notified(int channel, long tick);

  /** Phase 1: a notify that a message has left over an output is in memory; returns the node. */
  abstract int sentNotify(int output);

  /** Phase 2: lets the users of a node act, then what issues lines for them. */
  abstract void act(int node, long tick);

  /** Returns how many have something to send, now or later. */
  abstract int unsettled();

  /** Adds the users that wait, unless they are ranks. */
  void addTo(Waiting waiting) {}
}
