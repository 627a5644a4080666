package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.MessageWords;

/**
 * Network interface that carries the transfers of ranks in packets with {@link MessageWords}: keeps
 * the nodes whose ranks act in a tick, and passes on what packets carry for ranks. A machine adds
 * the rules by which transfers are cut, sent and acknowledged.
 *
 * <p>Confined to its partition; 1 B per node plus the memory of ranks and transfers.
 */
public abstract class RankInterface implements Transport {
  /** Message words of packets. */
  public interface Words extends SendQueues.Packets {
    /** Returns one of the {@link MessageWords} of a packet; 0 is the first. */
    long word(int packet, int index);
  }

  private final Messaging messaging;
  private final Words packets;

  /** Whether the ranks of each node act in this tick. */
  private final boolean[] acting;

  /**
   * Creates an interface that no rank has used.
   *
   * @param messaging the ranks above
   * @param packets the words of messages in packets
   * @param nodes of the partition
   */
  protected RankInterface(Messaging messaging, Words packets, int nodes) {
    this.messaging = messaging;
    this.packets = packets;
    acting = new boolean[nodes];
  }

  /** Returns the ranks above. */
  public final Messaging messaging() {
    return messaging;
  }

  /** Returns the transfers that are posted. */
  protected final Transfers transfers() {
    return messaging.transfers();
  }

  /** Returns one of the {@link MessageWords} of a packet; 0 is the first. */
  protected final long word(int packet, int index) {
    return packets.word(packet, index);
  }

  /** Phase 1: lets the ranks of a node act in this tick. */
  public final void wake(int node) {
    acting[node] = true;
  }

  /** Returns whether the ranks of a node act in this tick. */
  protected final boolean isAwake(int node) {
    return acting[node];
  }

  /** Phase 2: lets the ranks of a node that was woken act. */
  protected final void actAwake(int node, long tick) {
    acting[node] = false;
    messaging.act(node, tick);
  }

  /**
   * Phase 1: delivers the last byte of a packet to ranks.
   *
   * @param node it is delivered at, by its local number
   * @param source node it comes from, by its global number
   * @param birth of the packet
   */
  protected final void deliver(int node, int source, int packet, long birth) {
    messaging.delivered(
        node,
        source,
        packets.word(packet, 0),
        packets.word(packet, 1),
        packets.word(packet, 2),
        birth);
    acting[node] = true;
  }

  /**
   * Phase 1: records that data of a one-sided operation are in memory.
   *
   * @param packet one of those that were sent
   * @param bytes how many more
   */
  protected final void complete(int node, int packet, long bytes) {
    messaging.done(node, packets.word(packet, 2), bytes);
    acting[node] = true;
  }
}
