package io.hopwright.models.bluegene;

import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.SpreadQueues;
import io.hopwright.models.messaging.ranks.Transport;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.torusrouter.PacketWords;

/**
 * The injection FIFOs of a partition that ranks fill with transfers. Those of a slot go to its
 * FIFOs in turn, or their packets do. A FIFO is a list of pieces of transfers; of its packets only
 * the first exists, made when it becomes the first. Confined to its partition; 32 B per FIFO.
 */
final class TransferFifos implements Transport {
  private static final int FULL_CHUNKS = JobTraffic.chunks(JobTraffic.PAYLOAD);

  /** Of a packet's number 22 bits are kept. */
  private static final long NUMBER_MASK = (1L << 22) - 1;

  private static final int NUMBER_SHIFT = 2;

  /** The words of a message follow those of the packet. */
  private static final int FIRST = PacketWords.WORDS;

  private static final int SECOND = FIRST + 1;
  private static final int THIRD = FIRST + 2;

  /** No packet: one to be injected has hops to go. */
  private static final long NOTHING = 0;

  private final JobTraffic traffic;
  private final MinimalWays ways;

  /** Null if nothing has failed. */
  private final WaysAround around;

  private final int[] globalIds;
  private final SpreadQueues queues;
  private final PacketPool pool;
  private Messaging messaging;

  /** By FIFO: first word of the first packet, until its tail has left. */
  private final long[] heads;

  private final long[] births;

  /** By FIFO: chunks of all packets whose tail has not left. */
  private final long[] chunks;

  private int newHeads;
  private int active;

  TransferFifos(JobTraffic traffic, int[] globalIds, PacketPool pool) {
    this.traffic = traffic;
    this.globalIds = globalIds;
    this.pool = pool;
    ways =
        new MinimalWays(
            new PacketWords(traffic.torus(), traffic.injection().broadcasts()),
            traffic.torus(),
            traffic.hints());
    around = traffic.hints().around();
    queues =
        new SpreadQueues(
            globalIds.length * traffic.slots(),
            JobTraffic.FIFOS / traffic.slots(),
            traffic.packetsInTurn(),
            JobTraffic.PAYLOAD,
            (handle, index, word) -> pool.setWord(handle, FIRST + index, word));
    final int fifos = globalIds.length * JobTraffic.FIFOS;
    heads = new long[fifos];
    births = new long[fifos];
    chunks = new long[fifos];
  }

  /** Has the FIFOs serve ranks. */
  void serve(Messaging ranks) {
    messaging = ranks;
    queues.serve(ranks);
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
    final int to = messaging.transfers().destination(transfer);
    if (!around.leads(globalIds[node], to)) {
      final long word = messaging.transfers().word(transfer, 0);
      throw JobPaths.unreachable(
          around,
          traffic.world().table(),
          globalIds[node],
          MessageWords.sourceSlot(word),
          to,
          MessageWords.slot(word));
    }
  }

  /** Returns the FIFOs that have a first packet and had none when this was asked before. */
  int takeNewHeads() {
    final int taken = newHeads;
    newHeads = 0;
    return taken;
  }

  private static int at(int node, int fifo) {
    return node * JobTraffic.FIFOS + fifo;
  }

  private void makeHead(int node, int at) {
    final int transfer = queues.first(at);
    final long word = messaging.transfers().word(transfer, 0);
    final long count = queues.number(at) & NUMBER_MASK;
    final long slots = 2L * MessageWords.sourceSlot(word) + MessageWords.slot(word);
    final int source = globalIds[node];
    final long first =
        PacketWords.of(
            source,
            count << NUMBER_SHIFT | slots,
            traffic.trafficClass(),
            JobTraffic.chunks(queues.bytes(at)));
    heads[at] = ways.routed(first, source, messaging.transfers().destination(transfer));
    births[at] = messaging.transfers().posted(transfer);
  }

  long head(int node, int fifo) {
    return heads[at(node, fifo)];
  }

  /** Returns the tick at which the first packet's transfer was posted. */
  long birth(int node, int fifo) {
    return births[at(node, fifo)];
  }

  /** Returns the tick from which the first packet is written: behind a header one tick later. */
  long joined(int node, int fifo) {
    final int at = at(node, fifo);
    return queues.begins(at) ? births[at] : births[at] + 1;
  }

  /** Returns the range of fullness of a FIFO. */
  int fullnessRange(int node, int fifo) {
    return InjectionFifos.range(chunks[at(node, fifo)]);
  }

  /** Phase 2: the first packet begins to leave; gives it the words of its message. */
  void leave(int node, int fifo, int handle, long tick) {
    queues.issue(at(node, fifo), node, handle, tick);
  }

  /** Phase 2: the first packet's tail has left; tells whether there is another. */
  boolean next(int node, int fifo) {
    final int at = at(node, fifo);
    chunks[at] -= PacketWords.chunks(heads[at]);
    if (queues.isEmpty(at)) {
      heads[at] = NOTHING;
      active--;
      return false;
    }
    makeHead(node, at);
    return true;
  }

  /** Phase 1: the last byte of a packet has arrived from a node. */
  void deliver(int node, int source, int handle, long birth) {
    messaging.delivered(
        node,
        source,
        pool.word(handle, FIRST),
        pool.word(handle, SECOND),
        pool.word(handle, THIRD),
        birth);
  }

  /** Returns how many FIFOs hold packets. */
  int active() {
    return active;
  }
}
