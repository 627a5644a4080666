package io.hopwright.models.tofu;

import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.SendQueues;
import io.hopwright.models.messaging.ranks.Transport;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.crossbar.Site;

/**
 * Puts, Gets and atomics that the ranks of jobs make: the transfers of a node take turns at its
 * streams, and go out in packets one behind the other ({@code docs/models/tofu.md}, "Programs").
 * Packets carry {@link MessageWords} behind the words of every packet.
 *
 * <p>Confined to its partition; 32 B per stream and 5 B per node beside ranks and transfers.
 */
final class JobCommands implements Commands, Transport.Joining, Barriers.User {
  /** Where the words of a message begin among those of a packet. */
  private static final int MESSAGE = TofuRouter.WORDS;

  private final Traffic traffic;
  private final int streams;
  private final boolean usesAtomics;
  private final PacketPool pool;
  private final SendQueues queues;

  /** By node: whether its ranks are to act in this tick. */
  private final boolean[] acting;

  private Messaging messaging;

  /** Null if ranks do nothing by hardware. */
  private Barriers barriers;

  private int touched;

  private JobCommands(Traffic traffic, int nodes, boolean usesAtomics, PacketPool pool) {
    this.traffic = traffic;
    this.usesAtomics = usesAtomics;
    this.pool = pool;
    streams = traffic.streams();
    queues =
        new SendQueues(
            nodes,
            streams,
            traffic.segments().mostBytes(),
            (packet, index, word) -> pool.setWord(packet, MESSAGE + index, word));
    acting = new boolean[nodes];
  }

  /**
   * Creates the ranks of a partition, which have sent nothing.
   *
   * @param unit that has the ranks of a node act
   * @param statistics to be kept of jobs
   */
  static JobCommands of(
      Messaging.World world, Traffic traffic, Site site, int unit, JobStatistics statistics) {
    final boolean atomics =
        world.table().jobs().stream().anyMatch(job -> job.program().program().uses(Primitive.AMO));
    final int[] nodes = site.nodes();
    final Wakes wakes = site.wakes();
    final JobCommands commands = new JobCommands(traffic, nodes.length, atomics, site.pool());
    commands.messaging =
        new Messaging(
            world,
            nodes,
            commands,
            (tick, node) -> wakes.at(tick, node, unit),
            statistics,
            site.measures());
    commands.queues.serve(commands.messaging);
    return commands;
  }

  // ---------------------------------------------------------------- what ranks post

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
    messaging.through(node, channel, tick);
    acting[node] = true;
  }

  @Override
  public void underWay(int node, long change) {
    messaging.underWay(node, change);
  }

  @Override
  public boolean isThrough() {
    return true;
  }

  // ---------------------------------------------------------------- what interfaces send

  @Override
  public long birth(int queue) {
    return queues.posted(queue);
  }

  @Override
  public int destination(int queue) {
    return queues.destination(queue);
  }

  @Override
  public long sequence(int queue) {
    return queues.number(queue) & PacketId.MAX_SEQUENCE;
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
    return MessageWords.primitive(pool.word(packet, MESSAGE));
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

  @Override
  public int active() {
    return queues.active();
  }

  // ---------------------------------------------------------------- what ranks do

  @Override
  public void delivered(int node, int packet, long tick) {
    if (primitiveOf(packet) != null) {
      return;
    }
    messaging.delivered(
        node,
        PacketId.requester(pool.first(packet)),
        pool.word(packet, MESSAGE),
        pool.word(packet, MESSAGE + 1),
        pool.word(packet, MESSAGE + 2),
        PacketTimes.birth(pool.second(packet), tick));
    acting[node] = true;
  }

  /** The answer to a Put's last packet says that all are there. */
  @Override
  public void answered(int node, int packet, long tick) {
    final Primitive primitive = primitiveOf(packet);
    if (primitive != null) {
      final long bytes =
          primitive == Primitive.GET
              ? RouteWord.moved(pool.third(packet))
              : MessageWords.bytes(pool.word(packet, MESSAGE + 1));
      messaging.done(node, pool.word(packet, MESSAGE + 2), bytes);
      acting[node] = true;
    }
  }

  @Override
  public void wake(int node) {
    acting[node] = true;
  }

  @Override
  public int act(int node, long tick) {
    if (!acting[node]) {
      return 0;
    }
    acting[node] = false;
    touched = 0;
    messaging.act(node, tick);
    return touched;
  }

  @Override
  public Messaging ranks() {
    return messaging;
  }
}
