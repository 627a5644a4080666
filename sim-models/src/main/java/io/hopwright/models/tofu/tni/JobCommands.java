package io.hopwright.models.tofu.tni;

import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.RankQueues;
import io.hopwright.models.messaging.ranks.Transport;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.tofu.barriers.Barriers;
import io.hopwright.models.tofu.network.PathPolicy;
import io.hopwright.models.tofu.network.TofuPacketId;
import io.hopwright.models.tofu.network.TofuRouteWord;
import io.hopwright.models.tofu.network.TofuRouter;

/**
 * Puts, Gets and atomics of the ranks of jobs: the transfers of a node use its streams in turn, and
 * are sent packet by packet ({@code docs/models/tofu.md}, "Programs"). Packets carry {@link
 * MessageWords} behind the words of every packet.
 *
 * <p>Confined to its partition; 32 B per stream and 5 B per node plus the memory of ranks and
 * transfers.
 */
public final class JobCommands extends RankQueues
    implements TniCommands, Transport.Joining, Barriers.User {
  private final TofuPacketId ids;
  private final TniTraffic traffic;
  private final int streams;
  private final boolean usesAtomics;
  private final PacketPool pool;
  private final Wakes wakes;
  private final int unit;

  /** Null if ranks do nothing by hardware. */
  private Barriers barriers;

  private int touched;

  /**
   * Creates ranks that have sent nothing.
   *
   * @param usesAtomics whether programs have atomic operations
   * @param unit that wakes the ranks of a node
   */
  public JobCommands(
      Messaging messaging,
      TofuPacketId ids,
      TniTraffic traffic,
      boolean usesAtomics,
      Site site,
      int unit) {
    super(
        messaging,
        site.pool().messages(TofuRouter.WORDS),
        site.nodes(),
        1,
        traffic.streams(),
        traffic.segments().mostBytes());
    this.ids = ids;
    this.traffic = traffic;
    this.usesAtomics = usesAtomics;
    this.unit = unit;
    streams = traffic.streams();
    pool = site.pool();
    wakes = site.wakes();
  }

  // ---------------------------------------------------------------- what ranks post

  @Override
  public void wakeAt(long tick, int node) {
    wakes.at(tick, node, unit);
  }

  @Override
  public boolean overtakes() {
    return streams > 1 || traffic.paths().policy() == PathPolicy.RANDOM;
  }

  @Override
  public void post(int node, int slot, int transfer, long tick) {
    final int stream = queues.post(node, transfer) % streams;
    touched |= 1 << stream % traffic.tnis();
  }

  @Override
  public void use(Barriers hardware) {
    barriers = hardware;
    barriers.serve(this);
  }

  @Override
  public void join(int node, int communicator, long tick) {
    barriers.post(node, communicator, tick);
  }

  @Override
  public void completed(int node, int channel, long tick) {
    barriers.countCompletion(node, channel, tick);
    messaging().through(node, channel, tick);
    wake(node);
  }

  @Override
  public void underWay(int node, long change) {
    messaging().underWay(node, change);
  }

  @Override
  public boolean isThrough() {
    return true;
  }

  // ---------------------------------------------------------------- what interfaces send

  @Override
  public long sequence(int queue) {
    return queues.number(queue) & ids.maxSequence();
  }

  @Override
  public int moved(int queue) {
    return queues.primitive(queue) == Primitive.AMO ? TniOperation.ARMW_BYTES : queues.bytes(queue);
  }

  @Override
  public TniOperation operation(int queue) {
    final Primitive primitive = queues.primitive(queue);
    return primitive == null ? TniOperation.PUT : TniOperation.of(primitive);
  }

  @Override
  public TniOperation operationOf(int packet) {
    final Primitive primitive = primitiveOf(packet);
    return primitive == null ? TniOperation.PUT : TniOperation.of(primitive);
  }

  private Primitive primitiveOf(int packet) {
    return MessageWords.primitive(word(packet, 0));
  }

  @Override
  public boolean usesAtomics() {
    return usesAtomics;
  }

  @Override
  public boolean wantsAcknowledge(int queue) {
    return queues.primitive(queue) == Primitive.PUT;
  }

  @Override
  public boolean beginsMessage(int queue) {
    return queues.begins(queue);
  }

  @Override
  public boolean endsMessage(int queue) {
    return queues.ends(queue);
  }

  @Override
  public void issued(int queue, int packet, long birth, long tick) {
    queues.issue(queue, queue / streams, packet, tick);
  }

  // ---------------------------------------------------------------- what ranks do

  @Override
  public void delivered(int node, int packet, long tick) {
    if (primitiveOf(packet) == null) {
      final int source = ids.requester(pool.first(packet));
      deliver(node, source, packet, PacketTimes.birth(pool.second(packet), tick));
    }
  }

  /** Records the answer to a Put's last packet, which confirms that all packets have arrived. */
  @Override
  public void answered(int node, int packet, long tick) {
    final Primitive primitive = primitiveOf(packet);
    if (primitive != null) {
      final long bytes =
          primitive == Primitive.GET
              ? TofuRouteWord.moved(pool.third(packet))
              : MessageWords.bytes(word(packet, 1));
      complete(node, packet, bytes);
    }
  }

  @Override
  public int act(int node, long tick) {
    touched = 0;
    if (isAwake(node)) {
      actAwake(node, tick);
    }
    return touched;
  }
}
