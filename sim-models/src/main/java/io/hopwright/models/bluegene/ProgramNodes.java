package io.hopwright.models.bluegene;

import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.torusrouter.Endpoints;
import io.hopwright.models.switching.torusrouter.PacketWords;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusMeasures;

/**
 * The nodes of a partition with ranks on them: injection FIFOs of transfers, and reception FIFOs
 * that are drained at once. Confined to its partition.
 */
final class ProgramNodes implements Endpoints {
  /** The only unit that is woken: the ranks of a node. */
  private static final int RANKS = 1;

  private final JobTraffic traffic;
  private final RouterDesign design;
  private final TorusMeasures measures;
  private final int[] globalIds;
  private final TransferFifos injection;
  private final Messaging messaging;

  /** By node: whether its ranks have something to do in this tick. */
  private final boolean[] due;

  ProgramNodes(
      JobTraffic traffic,
      RouterDesign design,
      TorusMeasures measures,
      int[] globalIds,
      Wakes wakes,
      PacketPool pool) {
    this.traffic = traffic;
    this.design = design;
    this.measures = measures;
    this.globalIds = globalIds;
    injection = new TransferFifos(traffic, globalIds, pool);
    messaging =
        new Messaging(
            traffic.world(),
            globalIds,
            injection,
            (tick, node) -> wakes.at(tick, node, RANKS),
            traffic.jobs().statistics(),
            measures);
    injection.serve(messaging);
    due = new boolean[globalIds.length];
  }

  // ---------------------------------------------------------------- from ranks to the router

  @Override
  public boolean first(int node, int fifo) {
    return false;
  }

  @Override
  public long head(int node, int fifo) {
    return injection.head(node, fifo);
  }

  @Override
  public long joined(int node, int fifo) {
    return injection.joined(node, fifo);
  }

  @Override
  public boolean writtenBeforehand(int fifo) {
    return false;
  }

  @Override
  public int fullnessRange(int node, int fifo, long tick) {
    return injection.fullnessRange(node, fifo);
  }

  @Override
  public long inject(int node, int fifo, int hops, long tick) {
    final long birth = injection.birth(node, fifo);
    measures.inject(node, injection.head(node, fifo), birth, 1, tick);
    return PacketWords.injectedAt(birth, tick);
  }

  @Override
  public void fill(int node, int fifo, int packet, long tick) {
    injection.leave(node, fifo, packet, tick);
  }

  @Override
  public boolean next(int node, int fifo, long tick) {
    return injection.next(node, fifo);
  }

  // ---------------------------------------------------------------- from the router to ranks

  /** The slot that a packet is for, the lowest bit of its sequence number. */
  @Override
  public int core(long first) {
    return (int) PacketWords.sequence(first) & 1;
  }

  @Override
  public boolean hasRoom(int node, int bus, int chunks) {
    return true;
  }

  @Override
  public void receive(int node, int bus, int chunks) {}

  @Override
  public boolean deliver(int node, int bus, int packet, long first, long second, long tick) {
    final int source = PacketWords.source(first);
    final int here = globalIds[node];
    final int hops = traffic.hints().hops(traffic.torus(), first, source, here);
    final int bytes = PacketWords.chunks(first) * RouterDesign.CHUNK_BYTES;
    measures.deliver(
        first, second, here, hops, core(first), design.zeroLoadTicks(hops, bytes), tick);
    injection.deliver(node, source, packet, PacketWords.birth(second, tick));
    due[node] = true;
    return true;
  }

  @Override
  public void discard(int node, int bus, int chunks) {}

  // ---------------------------------------------------------------- moments of a tick

  @Override
  public boolean wake(int node, int unit) {
    due[node] = true;
    return true;
  }

  @Override
  public boolean acts() {
    return true;
  }

  @Override
  public int act(int node, boolean write, long tick) {
    if (!due[node]) {
      return 0;
    }
    due[node] = false;
    messaging.act(node, tick);
    return injection.takeNewHeads();
  }

  @Override
  public long unsettled() {
    return injection.active();
  }

  @Override
  public Messaging ranks() {
    return messaging;
  }
}
