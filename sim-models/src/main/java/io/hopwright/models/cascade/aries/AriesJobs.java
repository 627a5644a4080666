package io.hopwright.models.cascade.aries;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.network.CascadeRouter;
import io.hopwright.models.cascade.nic.NicRanks;
import io.hopwright.models.host.LongQueues;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.SendQueues;
import io.hopwright.models.messaging.ranks.Transfers;
import io.hopwright.models.messaging.ranks.Transport;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.Site;
import java.util.Arrays;

/**
 * Operations that the ranks of jobs start on Aries NICs. A rank's transfers to other nodes are
 * operations and transactions, one after the other, except for block transfers, which wait in lines
 * of their own ({@code docs/models/aries-nic.md}, "Programs"). Requests carry {@link MessageWords}
 * behind their {@link OperationWord}; the transaction reports the result of an operation.
 *
 * <p>Confined to its partition; 36 B per slot of a NIC, 52 B per channel of one, 32 B per
 * transaction and 48 B per event that a rank waits for, plus the memory of ranks and transfers.
 */
public final class AriesJobs extends NicRanks implements AriesCommands, Transport.Joining {
  /** Index of the first message word among the words of a packet. */
  private static final int MESSAGE = CascadeRouter.CORE_WORDS + OperationWord.WORDS;

  /** Words kept of a transaction: those of its message, and when it was posted. */
  private static final int KEPT = 4;

  private final int[] nodes;
  private final long mostFmaBytes;
  private final boolean atomics;
  private final int slots;
  private final Lines lines;

  /** Message words of each transaction's transfer, and tick of its posting. */
  private long[] kept = new long[64 * KEPT];

  /** Tick of visibility, peer, and stored message words, by NIC, for events that ranks wait for. */
  private final LongQueues events;

  /** Results of collectives in flight to memory, as tick and engine, by NIC. */
  private final LongQueues results;

  /** Null if ranks do nothing by hardware. */
  private CollectiveEngines engines;

  /**
   * Creates ranks that have sent nothing; for the other parameters see {@link NicRanks}.
   *
   * @param slots of a node
   * @param atomics whether programs have atomic operations
   * @param keys of NICs
   */
  public AriesJobs(
      Messaging messaging,
      Site site,
      int slots,
      boolean atomics,
      AriesKeys keys,
      boolean overtaking,
      int firstUnit) {
    super(messaging, site, MESSAGE, slots, overtaking, firstUnit);
    nodes = site.nodes();
    mostFmaBytes = keys.mostFmaBytes();
    this.slots = slots;
    this.atomics = atomics;
    lines = new Lines(site.pool(), nodes.length * keys.engine().channelsOf(slots));
    events = new LongQueues(nodes.length);
    results = new LongQueues(nodes.length);
  }

  /** Block transfers of ranks, from the tick at which their descriptors are written. */
  private final class Lines implements DescriptorLines {
    private final SendQueues transfers;

    /** Number of the first packet of each transfer in a line, as in {@link #sequence}. */
    private final LongQueues sequences;

    private Lines(PacketPool pool, int channels) {
      transfers = new SendQueues(channels, 1, CascadePackets.MAX_DATA, pool.messages(MESSAGE));
      transfers.serve(messaging());
      sequences = new LongQueues(channels);
    }

    private void add(int channel, int queue) {
      sequences.add(channel, AriesJobs.this.sequence(queue));
      transfers.post(channel, queues.take(queue));
    }

    @Override
    public AriesOperation operation(int channel) {
      final long first = transfers().word(transfers.first(channel), 0);
      return MessageWords.isFetch(first) ? AriesOperation.BTE_GET : AriesOperation.BTE_PUT;
    }

    @Override
    public int destination(int channel) {
      return transfers.destination(channel);
    }

    @Override
    public long sequence(int channel) {
      final long behindFirst = (long) slots * transfers.packetsGone(channel);
      return sequences.first(channel) + behindFirst & CascadePacketId.MAX_SEQUENCE;
    }

    @Override
    public int data(int channel) {
      return transfers.bytes(channel);
    }

    @Override
    public long bytes(int channel) {
      return transfers.bytesLeft(channel);
    }

    @Override
    public boolean endsOperation(int channel) {
      return transfers.ends(channel);
    }

    @Override
    public void issued(int nic, int channel, int packet, int transaction, long tick) {
      if (transfers.ends(channel)) {
        keep(transaction, transfers.first(channel));
        sequences.remove(channel);
      }
      transfers.issue(channel, nic, packet, tick);
    }

    @Override
    public void close(int nic, int channel) {
      AriesJobs.this.close(transfers, channel, nic);
      sequences.clear(channel);
    }

    @Override
    public int active() {
      return transfers.active();
    }
  }

  /** Returns the slots that each node has for the ranks of jobs. */
  public static int slots(Iterable<PlacedJob> jobs) {
    int most = 1;
    for (PlacedJob job : jobs) {
      most = Math.max(most, job.ranksPerNode());
    }
    return most;
  }

  // ---------------------------------------------------------------- what ranks post

  @Override
  public boolean fetches() {
    return true;
  }

  @Override
  public void post(int nic, int slot, int transfer, long tick) {
    queues.post(slots * nic + slot, transfer);
    post(nic);
  }

  @Override
  public void use(CollectiveEngines hardware) {
    engines = hardware;
  }

  @Override
  public void join(int nic, int communicator, long tick) {
    engines.join(nic, communicator, tick);
    post(nic);
  }

  // ---------------------------------------------------------------- what NICs send

  @Override
  public int ranks() {
    return slots;
  }

  @Override
  public boolean uses(AriesOperation operation) {
    return switch (operation) {
      case PUT, GET, BTE_PUT, BTE_GET -> true;
      case FETCH_AMO -> atomics;
      case AMO, SCATTER, BTE_SEND, COLLECTIVE -> false;
    };
  }

  @Override
  public boolean takesCores() {
    return false;
  }

  @Override
  public AriesOperation operation(int queue) {
    return operation(transfers(), queues.first(queue), mostFmaBytes);
  }

  /**
   * Returns the operation of a transfer for a NIC.
   *
   * @param mostFmaBytes larger puts and gets are for block transfer engines
   */
  public static AriesOperation operation(Transfers transfers, int transfer, long mostFmaBytes) {
    final long first = transfers.word(transfer, 0);
    if (MessageWords.primitive(first) == Primitive.AMO) {
      return AriesOperation.FETCH_AMO;
    }
    final boolean inBlocks = MessageWords.isBulk(first) && transfers.moved(transfer) > mostFmaBytes;
    if (MessageWords.isFetch(first)) {
      return inBlocks ? AriesOperation.BTE_GET : AriesOperation.GET;
    }
    return inBlocks ? AriesOperation.BTE_PUT : AriesOperation.PUT;
  }

  @Override
  public long sequence(int queue) {
    return slots * queues.number(queue) + queue % slots & CascadePacketId.MAX_SEQUENCE;
  }

  @Override
  public boolean endsOperation(int queue) {
    return queues.ends(queue);
  }

  @Override
  public long number(long lastSequence) {
    return lastSequence;
  }

  @Override
  public int operationBytes(int node, long number) {
    throw new IllegalStateException("programs have no Sends");
  }

  /** Returns the address of the word of a rank that its atomic operations use. */
  @Override
  public long address(long id, int packet) {
    return (long) AriesOperation.WORD * MessageWords.slot(word(packet, 0));
  }

  @Override
  public void issued(int nic, int queue, int packet, int transaction, long tick) {
    if (queues.ends(queue)) {
      keep(transaction, queues.first(queue));
    }
    queues.issue(queue, nic, packet, tick);
  }

  @Override
  public void write(int queue, int channel, long tick) {
    lines.add(channel, queue);
  }

  @Override
  public DescriptorLines lines() {
    return lines;
  }

  private void keep(int transaction, int transfer) {
    final int at = KEPT * transaction;
    if (at >= kept.length) {
      kept = Arrays.copyOf(kept, Math.max(at + KEPT, kept.length / KEPT * 3 / 2 * KEPT));
    }
    for (int index = 0; index < MessageWords.WORDS; index++) {
      kept[at + index] = transfers().word(transfer, index);
    }
    kept[at + MessageWords.WORDS] = transfers().posted(transfer);
  }

  @Override
  public void close(int queue) {
    close(queues, queue, queue / slots);
  }

  @Override
  public int active() {
    return queues.active() + lines.active();
  }

  // ---------------------------------------------------------------- what arrives

  @Override
  protected boolean isAnswered(long first) {
    return MessageWords.isOneSided(first) || MessageWords.isFetch(first);
  }

  @Override
  public void underWay(int node, long change) {
    messaging().underWay(node, change);
  }

  @Override
  public void completed(int nic, int transaction, int peer, long visible) {
    final long first = kept[KEPT * transaction];
    if (!isAnswered(first)) {
      return;
    }
    messaging().underWay(nodes[nic], 1);
    events.add(nic, visible);
    events.add(nic, peer);
    for (int index = 0; index < KEPT; index++) {
      events.add(nic, kept[KEPT * transaction + index]);
    }
    wakeAt(visible, nic);
  }

  @Override
  public void collected(int nic, int engine, long visible) {
    results.add(nic, visible);
    results.add(nic, engine);
    wakeAt(visible, nic);
  }

  @Override
  protected void see(int nic, long tick) {
    while (!results.isEmpty(nic) && results.first(nic) <= tick) {
      results.remove(nic);
      final int engine = (int) results.remove(nic);
      engines.through(nic, engine, tick);
      messaging().through(nic, engine, tick);
    }
    while (!events.isEmpty(nic) && events.first(nic) <= tick) {
      events.remove(nic);
      messaging().underWay(nodes[nic], -1);
      final int peer = (int) events.remove(nic);
      final long first = events.remove(nic);
      final long second = events.remove(nic);
      final long third = events.remove(nic);
      final long birth = events.remove(nic);
      if (MessageWords.isOneSided(first)) {
        messaging().done(nic, third, MessageWords.bytes(second));
      } else {
        messaging().fetched(nic, peer, first, second, birth);
      }
    }
  }
}
