package io.hopwright.models.bluegene;

import io.hopwright.models.messaging.MessageWords;
import io.hopwright.models.messaging.Messaging;
import io.hopwright.models.messaging.Transfers;
import io.hopwright.models.messaging.Transport;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.torusrouter.PacketWords;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import java.util.Arrays;

/**
 * The injection FIFOs of a partition that ranks fill with transfers. A FIFO is a list of transfers;
 * of its packets only the first exists, made when it becomes the first. Confined to its partition;
 * 52 B per FIFO.
 *
 * <p>The transfers of a slot go to its FIFOs in turn, so that the number of the one in front
 * follows from how many have left the FIFO.
 */
final class TransferFifos implements Transport {
  /** What a packet has beside the bytes of its transfer. */
  private static final int HEADER_BYTES = TrafficBounds.HEADER_BYTES;

  private static final int FULL_CHUNKS = chunks(JobTraffic.PAYLOAD);

  /** Numbers of transfers and packets become one of 22 bits. */
  private static final long TRANSFER_FACTOR = 4_099;

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
  private final int[] globalIds;
  private final int fifosOfSlot;
  private final PacketPool pool;
  private Messaging messaging;

  /** By FIFO: first word of the first packet, until its tail has left. */
  private final long[] heads;

  private final long[] births;

  /** By FIFO: the transfer whose packets have not all begun to leave, and the last behind it. */
  private final int[] front;

  private final int[] last;

  /** By FIFO: number of the transfer in front, and of its next packet. */
  private final long[] number;

  private final long[] packet;

  /** By FIFO: chunks of all packets whose tail has not left. */
  private final long[] chunks;

  /** By slot: which of its FIFOs the next transfer joins. */
  private final byte[] turn;

  private int newHeads;
  private int active;

  TransferFifos(JobTraffic traffic, int[] globalIds, PacketPool pool) {
    this.traffic = traffic;
    this.globalIds = globalIds;
    this.pool = pool;
    ways =
        new MinimalWays(new PacketWords(traffic.torus(), false), traffic.torus(), traffic.hints());
    fifosOfSlot = JobTraffic.FIFOS / traffic.slots();
    final int fifos = globalIds.length * JobTraffic.FIFOS;
    heads = new long[fifos];
    births = new long[fifos];
    front = new int[fifos];
    last = new int[fifos];
    number = new long[fifos];
    packet = new long[fifos];
    chunks = new long[fifos];
    turn = new byte[globalIds.length * traffic.slots()];
    Arrays.fill(front, Transfers.NONE);
    Arrays.setAll(number, fifo -> fifo % JobTraffic.FIFOS % fifosOfSlot);
  }

  /** Has the FIFOs serve ranks. */
  void serve(Messaging ranks) {
    messaging = ranks;
  }

  @Override
  public boolean overtakes() {
    return true;
  }

  @Override
  public void post(int node, int slot, int transfer, long tick) {
    final int core = node * traffic.slots() + slot;
    final int fifo = slot * fifosOfSlot + turn[core];
    turn[core] = (byte) ((turn[core] + 1) % fifosOfSlot);
    final int at = at(node, fifo);
    final Transfers transfers = messaging.transfers();
    transfers.setNext(transfer, Transfers.NONE);
    if (front[at] == Transfers.NONE) {
      front[at] = transfer;
    } else {
      transfers.setNext(last[at], transfer);
    }
    last[at] = transfer;
    final long length = transfers.length(transfer);
    final long before = lastPacket(length);
    chunks[at] += before * FULL_CHUNKS + chunks(length - before * JobTraffic.PAYLOAD);
    if (heads[at] == NOTHING) {
      active++;
      newHeads |= 1 << fifo;
      makeHead(node, at);
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

  /** Returns the number of the last packet of a transfer. */
  private static long lastPacket(long length) {
    return Math.max(0, length - 1) / JobTraffic.PAYLOAD;
  }

  /** Returns the bytes of a transfer in its packet with a number. */
  private static int payload(long length, long packet) {
    return (int) Math.min(JobTraffic.PAYLOAD, length - packet * JobTraffic.PAYLOAD);
  }

  /** Returns the size of a packet. */
  private static int chunks(long payload) {
    final int rounding = RouterDesign.CHUNK_BYTES - 1;
    return ((int) payload + HEADER_BYTES + rounding) / RouterDesign.CHUNK_BYTES;
  }

  private void makeHead(int node, int at) {
    final Transfers transfers = messaging.transfers();
    final int transfer = front[at];
    final long word = transfers.word(transfer, 0);
    final long count = (TRANSFER_FACTOR * number[at] + packet[at]) & NUMBER_MASK;
    final long slots = 2L * MessageWords.sourceSlot(word) + MessageWords.slot(word);
    final int source = globalIds[node];
    final int size = chunks(payload(transfers.length(transfer), packet[at]));
    final long first =
        PacketWords.of(source, count << NUMBER_SHIFT | slots, traffic.trafficClass(), size);
    heads[at] = ways.routed(first, source, transfers.destination(transfer));
    births[at] = transfers.posted(transfer);
  }

  long head(int node, int fifo) {
    return heads[at(node, fifo)];
  }

  /** Returns the tick at which the first packet's transfer was posted. */
  long birth(int node, int fifo) {
    return births[at(node, fifo)];
  }

  /** Returns the range of fullness of a FIFO. */
  int fullnessRange(int node, int fifo) {
    return InjectionFifos.range(chunks[at(node, fifo)]);
  }

  /** Phase 2: the first packet begins to leave; gives it the words of its message. */
  void leave(int node, int fifo, int handle, long tick) {
    final int at = at(node, fifo);
    final Transfers transfers = messaging.transfers();
    final int transfer = front[at];
    final long length = transfers.length(transfer);
    final long word = transfers.word(transfer, 0);
    final long second = transfers.word(transfer, 1);
    pool.setWord(handle, FIRST, MessageWords.withPayload(word, payload(length, packet[at])));
    pool.setWord(handle, SECOND, packet[at] == 0 ? MessageWords.ofHeader(second) : second);
    pool.setWord(handle, THIRD, transfers.word(transfer, 2));
    if (packet[at] < lastPacket(length)) {
      packet[at]++;
      return;
    }
    front[at] = transfers.next(transfer);
    packet[at] = 0;
    number[at] += fifosOfSlot;
    messaging.entered(node, transfer, tick);
  }

  /** Phase 2: the first packet's tail has left; tells whether there is another. */
  boolean next(int node, int fifo) {
    final int at = at(node, fifo);
    chunks[at] -= PacketWords.chunks(heads[at]);
    if (front[at] == Transfers.NONE) {
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
