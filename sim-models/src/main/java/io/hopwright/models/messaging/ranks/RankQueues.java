package io.hopwright.models.messaging.ranks;

/**
 * Network interface whose transfers wait in {@link SendQueues}, by node or by slot, until their
 * packets are issued one after the other. Confined to its partition.
 */
public abstract class RankQueues extends RankInterface {
  /** The transfers that wait. */
  protected final SendQueues queues;

  private final int[] nodes;

  /**
   * Creates an interface with empty queues.
   *
   * @param messaging the ranks above
   * @param packets the words of messages in packets
   * @param nodes of the partition, by their global numbers
   * @param groups of queues of each node
   * @param queuesPerGroup which the transfers of a group join in turn
   * @param mostBytes of a transfer in one packet
   */
  protected RankQueues(
      Messaging messaging,
      Words packets,
      int[] nodes,
      int groups,
      int queuesPerGroup,
      int mostBytes) {
    super(messaging, packets, nodes.length);
    this.nodes = nodes;
    queues = new SendQueues(nodes.length * groups, queuesPerGroup, mostBytes, packets);
    queues.serve(messaging);
  }

  /** Returns the posting tick of the transfer of a queue's next packet. */
  public final long birth(int queue) {
    return queues.posted(queue);
  }

  /** Returns the destination of a queue's next packet, by its global number. */
  public final int destination(int queue) {
    return queues.destination(queue);
  }

  /** Returns the number of queues with packets to send, now or later. */
  public int active() {
    return queues.active();
  }

  /** Drops the unsent transfers of a queue of a failing node. */
  protected final void close(SendQueues waiting, int queue, int node) {
    if (!waiting.isEmpty(queue)) {
      messaging().underWay(nodes[node], -waiting.close(queue));
    }
  }
}
