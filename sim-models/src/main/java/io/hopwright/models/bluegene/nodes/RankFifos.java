package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.bluegene.faults.PathsAroundFailures;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.RankInterface;
import io.hopwright.models.messaging.ranks.SpreadQueues;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusEndpoints;
import io.hopwright.models.switching.torusrouter.TorusMeasures;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;

/**
 * Nodes of a partition that run ranks. Either the transfers of a slot or their packets go to its
 * injection FIFOs in turn. An injection FIFO is a list of pieces of transfers. Only its first
 * packet is stored; it is built when it becomes the first. Reception FIFOs are drained at once.
 * Confined to its partition; 32 B per injection FIFO.
 */
public final class RankFifos extends RankInterface implements TorusEndpoints {
  private static final int FULL_CHUNKS = JobTraffic.chunks(JobTraffic.PAYLOAD);

  /** Below its number a packet has its two slots; as many bits of it are kept as fit. */
  private static final int NUMBER_SHIFT = 2;

  /** The only unit that is woken: the ranks of a node. */
  private static final int RANKS = 1;

  /** No packet: one to be injected has hops to go. */
  private static final long NOTHING = 0;

  private final JobTraffic traffic;
  private final MinimalPaths ways;
  private final TorusPacketWords packets;

  /** Null if nothing has failed. */
  private final PathsAroundFailures around;

  private final int[] globalIds;
  private final RouterDesign design;
  private final TorusMeasures measures;
  private final Wakes wakes;
  private final SpreadQueues queues;

  /** First word of the first packet of each FIFO, until the packet's tail has left. */
  private final long[] heads;

  private final long[] births;

  /** Chunks of all packets whose tail has not left, by FIFO. */
  private final long[] chunks;

  /** FIFOs of the node that acts, a bit each, that have a first packet and had none before. */
  private int newHeads;

  private int active;

  /** Creates nodes whose ranks have sent nothing. */
  public RankFifos(
      Messaging messaging,
      JobTraffic traffic,
      RouterDesign design,
      TorusMeasures measures,
      int[] globalIds,
      Wakes wakes,
      PacketPool pool) {
    super(messaging, pool.messages(TorusPacketWords.WORDS), globalIds.length);
    this.traffic = traffic;
    this.design = design;
    this.measures = measures;
    this.globalIds = globalIds;
    this.wakes = wakes;
    ways = new MinimalPaths(traffic.torus(), traffic.hints());
    packets = traffic.hints().packets();
    around = traffic.hints().around();
    queues =
        new SpreadQueues(
            globalIds.length * traffic.slots(),
            JobTraffic.FIFOS / traffic.slots(),
            traffic.packetsInTurn(),
            JobTraffic.PAYLOAD,
            pool.messages(TorusPacketWords.WORDS));
    queues.serve(messaging);
    final int fifos = globalIds.length * JobTraffic.FIFOS;
    heads = new long[fifos];
    births = new long[fifos];
    chunks = new long[fifos];
  }

  // ---------------------------------------------------------------- what ranks post

  @Override
  public void wakeAt(long tick, int node) {
    wakes.at(tick, node, RANKS);
  }

  @Override
  public boolean overtakes() {
    return true;
  }

  @Override
  public void post(int node, int slot, int transfer, long tick) {
    if (around != null) {
      checkPath(node, transfer);
    }
    final int group = node * traffic.slots() + slot;
    for (int piece = 0; piece < queues.pieces(transfer); piece++) {
      chunks[queues.queue(group, piece)] +=
          queues.beforeLast(transfer, piece) * FULL_CHUNKS
              + JobTraffic.chunks(queues.lastBytes(transfer, piece));
    }
    queues.post(group, transfer);
    final int fifos = JobTraffic.FIFOS / traffic.slots();
    for (int at = group * fifos; at < (group + 1) * fifos; at++) {
      if (heads[at] == NOTHING && !queues.isEmpty(at)) {
        active++;
        newHeads |= 1 << at % JobTraffic.FIFOS;
        makeHead(node, at);
      }
    }
  }

  /** Checks what the check before the run has not seen, such as later rounds of a job. */
  private void checkPath(int node, int transfer) {
    final int to = transfers().destination(transfer);
    if (!around.leads(globalIds[node], to)) {
      final long word = transfers().word(transfer, 0);
      throw JobPaths.unreachable(
          around,
          traffic.world().table(),
          globalIds[node],
          MessageWords.sourceSlot(word),
          to,
          MessageWords.slot(word));
    }
  }

  private static int at(int node, int fifo) {
    return node * JobTraffic.FIFOS + fifo;
  }

  private void makeHead(int node, int at) {
    final int transfer = queues.first(at);
    final long word = transfers().word(transfer, 0);
    final long count = queues.number(at) & (packets.maxSequence() >>> NUMBER_SHIFT);
    final long slots = 2L * MessageWords.sourceSlot(word) + MessageWords.slot(word);
    final int source = globalIds[node];
    final long first =
        packets.of(
            source,
            count << NUMBER_SHIFT | slots,
            traffic.trafficClass(),
            JobTraffic.chunks(queues.bytes(at)));
    heads[at] = ways.routed(first, source, transfers().destination(transfer));
    births[at] = transfers().posted(transfer);
  }

  // ---------------------------------------------------------------- from ranks to the router

  @Override
  public boolean first(int node, int fifo) {
    return false;
  }

  @Override
  public long head(int node, int fifo) {
    return heads[at(node, fifo)];
  }

  /**
   * Returns the tick of a packet's writing: that of its transfer's posting, or one later behind a
   * header.
   */
  @Override
  public long joined(int node, int fifo) {
    final int at = at(node, fifo);
    return queues.begins(at) ? births[at] : births[at] + 1;
  }

  @Override
  public boolean writtenBeforehand(int fifo) {
    return false;
  }

  @Override
  public int fullnessRange(int node, int fifo, long tick) {
    return InjectionFifos.range(chunks[at(node, fifo)]);
  }

  @Override
  public long inject(int node, int fifo, int hops, long tick) {
    final long birth = births[at(node, fifo)];
    measures.inject(node, heads[at(node, fifo)], birth, 1, tick);
    return TorusPacketWords.injectedAt(birth, tick);
  }

  @Override
  public void fill(int node, int fifo, int packet, long tick) {
    queues.issue(at(node, fifo), node, packet, tick);
  }

  @Override
  public boolean next(int node, int fifo, long tick) {
    final int at = at(node, fifo);
    chunks[at] -= TorusPacketWords.chunks(heads[at]);
    if (queues.isEmpty(at)) {
      heads[at] = NOTHING;
      active--;
      return false;
    }
    makeHead(node, at);
    return true;
  }

  // ---------------------------------------------------------------- from the router to ranks

  /** Returns the slot that a packet is sent to, the lowest bit of its sequence number. */
  @Override
  public int core(long first) {
    return (int) packets.sequence(first) & 1;
  }

  @Override
  public boolean hasRoom(int node, int bus, int chunks) {
    return true;
  }

  @Override
  public void receive(int node, int bus, int chunks) {}

  @Override
  public boolean deliver(int node, int bus, int packet, long first, long second, long tick) {
    final int source = packets.source(first);
    final int here = globalIds[node];
    final int hops = traffic.hints().hops(traffic.torus(), first, source, here);
    final int bytes = TorusPacketWords.chunks(first) * RouterDesign.CHUNK_BYTES;
    measures.deliver(
        first, second, here, hops, core(first), design.zeroLoadTicks(hops, bytes), tick);
    deliver(node, source, packet, TorusPacketWords.birth(second, tick));
    return true;
  }

  @Override
  public void discard(int node, int bus, int chunks) {}

  // ---------------------------------------------------------------- moments of a tick

  @Override
  public boolean wake(int node, int unit) {
    wake(node);
    return true;
  }

  @Override
  public boolean acts() {
    return true;
  }

  @Override
  public int act(int node, boolean write, long tick) {
    newHeads = 0;
    if (isAwake(node)) {
      actAwake(node, tick);
    }
    return newHeads;
  }

  @Override
  public long unsettled() {
    return active;
  }

  @Override
  public Messaging ranks() {
    return messaging();
  }
}
