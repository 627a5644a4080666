package io.hopwright.models.tofu;

import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.messaging.JobBooks;
import io.hopwright.models.messaging.MessageWords;
import io.hopwright.models.messaging.Messaging;
import io.hopwright.models.messaging.Transfers;
import io.hopwright.models.messaging.Transport;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.traffic.Births;
import java.util.Arrays;

/**
 * Puts that the ranks of jobs make: the transfers of a node take turns at its streams, and go out
 * in packets one behind the other ({@code docs/models/tofu.md}, "Programs"). Packets carry {@link
 * MessageWords} behind the words of every packet.
 *
 * <p>Confined to its partition; 32 B per stream and 9 B per node beside ranks and transfers.
 */
final class JobCommands implements Commands, Transport {
  /** From the sequence number of a transfer's first packet to that of the next transfer. */
  static final int STRIDE = 4_099;

  /** Where the words of a message begin among those of a packet. */
  private static final int MESSAGE = TofuRouter.WORDS;

  private final Traffic traffic;
  private final int streams;
  private final int mtuBytes;
  private final PacketPool pool;
  private final int[] first;
  private final int[] last;
  private final int[] begun;
  private final int[] sent;
  private final long[] births;
  private final long[] left;

  /** By node: transfers posted, and whether its ranks are to act in this tick. */
  private final long[] posted;

  private final boolean[] acting;
  private Messaging messaging;
  private Transfers transfers;
  private int active;
  private int touched;

  private JobCommands(Traffic traffic, int nodes, PacketPool pool) {
    this.traffic = traffic;
    this.pool = pool;
    streams = traffic.streams();
    mtuBytes = traffic.segments().mostBytes();
    final int queues = nodes * streams;
    first = new int[queues];
    last = new int[queues];
    begun = new int[queues];
    sent = new int[queues];
    births = new long[queues];
    left = new long[queues];
    posted = new long[nodes];
    acting = new boolean[nodes];
    Arrays.fill(first, Transfers.NONE);
    Arrays.fill(births, Births.NEVER);
  }

  /**
   * Creates the ranks of a partition, which have sent nothing.
   *
   * @param nodes of the partition
   * @param wakes has the ranks of a node act: {@code unit}
   * @param books to be kept of jobs
   */
  static JobCommands of(
      Messaging.World world,
      Traffic traffic,
      int[] nodes,
      Wakes wakes,
      int unit,
      PacketPool pool,
      JobBooks books,
      Measures<?> measures) {
    final JobCommands commands = new JobCommands(traffic, nodes.length, pool);
    commands.messaging =
        new Messaging(
            world, nodes, commands, (tick, node) -> wakes.at(tick, node, unit), books, measures);
    commands.transfers = commands.messaging.transfers();
    return commands;
  }

  // ---------------------------------------------------------------- what ranks post

  @Override
  public boolean overtakes() {
    return streams > 1 || traffic.paths().policy() == PathPolicy.RANDOM;
  }

  @Override
  public void post(int node, int slot, int transfer, long tick) {
    final int stream = (int) (posted[node]++ % streams);
    final int queue = streams * node + stream;
    transfers.setNext(transfer, Transfers.NONE);
    if (first[queue] == Transfers.NONE) {
      active++;
      begin(queue, transfer);
    } else {
      transfers.setNext(last[queue], transfer);
    }
    last[queue] = transfer;
    touched |= 1 << stream % traffic.tnis();
  }

  private void begin(int queue, int transfer) {
    first[queue] = transfer;
    sent[queue] = 0;
    births[queue] = transfers.posted(transfer);
    left[queue] = transfers.length(transfer);
  }

  // ---------------------------------------------------------------- what interfaces send

  @Override
  public long birth(int queue) {
    return births[queue];
  }

  @Override
  public int destination(int queue) {
    return transfers.destination(first[queue]);
  }

  @Override
  public long sequence(int queue) {
    final long transfer = (long) begun[queue] * streams + queue % streams;
    return STRIDE * transfer + sent[queue] & PacketId.MAX_SEQUENCE;
  }

  @Override
  public int moved(int queue) {
    return (int) Math.min(left[queue], mtuBytes);
  }

  @Override
  public boolean beginsMessage(int queue) {
    return sent[queue] == 0;
  }

  @Override
  public boolean endsMessage(int queue) {
    return left[queue] <= mtuBytes;
  }

  @Override
  public void issued(int queue, int packet, long birth, long tick) {
    final int transfer = first[queue];
    final int moved = moved(queue);
    final long second = transfers.word(transfer, 1);
    pool.setWord(packet, MESSAGE, MessageWords.withPayload(transfers.word(transfer, 0), moved));
    pool.setWord(packet, MESSAGE + 1, sent[queue] == 0 ? MessageWords.ofHeader(second) : second);
    pool.setWord(packet, MESSAGE + 2, transfers.word(transfer, 2));
    left[queue] -= moved;
    sent[queue]++;
    if (left[queue] == 0) {
      goOn(queue, transfers.next(transfer));
      messaging.entered(queue / streams, transfer, tick);
    }
  }

  private void goOn(int queue, int transfer) {
    begun[queue]++;
    if (transfer == Transfers.NONE) {
      active--;
      first[queue] = Transfers.NONE;
      births[queue] = Births.NEVER;
    } else {
      begin(queue, transfer);
    }
  }

  @Override
  public int active() {
    return active;
  }

  // ---------------------------------------------------------------- what ranks do

  @Override
  public void delivered(int node, int packet, long tick) {
    messaging.delivered(
        node,
        PacketId.requester(pool.first(packet)),
        pool.word(packet, MESSAGE),
        pool.word(packet, MESSAGE + 1),
        pool.word(packet, MESSAGE + 2),
        PacketTimes.birth(pool.second(packet), tick));
    acting[node] = true;
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
