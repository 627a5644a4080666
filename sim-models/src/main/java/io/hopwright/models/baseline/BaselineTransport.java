package io.hopwright.models.baseline;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.messaging.jobs.Communicators;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.Transfers;
import io.hopwright.models.messaging.ranks.Transport;
import java.util.Arrays;

/**
 * Transport in which each transfer arrives at the tick that {@link ZeroLoad} computes. Holds the
 * transfers in flight and the collectives by hardware that nodes have joined. Confined to one run.
 */
final class BaselineTransport implements Transport.Joining {
  /** Kind of an event, in its lowest bits; a node or an entry is above them. */
  private static final int KIND_BITS = 3;

  private static final int KIND = (1 << KIND_BITS) - 1;

  /** A node acts. */
  private static final int ACT = 0;

  /** The header packet of a transfer is delivered; the rest follows. */
  private static final int HEADER = 1;

  /** A transfer, or the rest of it, is delivered. */
  private static final int DELIVERED = 2;

  /** A transfer has entered the network. */
  private static final int ENTERED = 3;

  /** A one-sided operation is globally complete. */
  private static final int DONE = 4;

  /** The data that a GET requests are in memory. */
  private static final int FETCHED = 5;

  /** A node has completed a collective. */
  private static final int THROUGH = 6;

  // Words of an entry: three of a message, then these. In place of the first: a transfer.
  private static final int NODES = MessageWords.WORDS;
  private static final int POSTED = NODES + 1;
  private static final int BYTES = NODES + 2;
  private static final int WHOLE_AT = NODES + 3;
  private static final int WORDS = NODES + 4;

  /** Least number of bytes of a transfer in its header packet. */
  private static final long OF_HEADER = 1;

  private final Messaging messaging;
  private final ZeroLoad machine;
  private final TimingWheel wheel;
  private final TransferTimes times = new TransferTimes();
  private final Communicators communicators;

  /**
   * Ticks at which the nodes of each communicator joined, in their order, and number of nodes that
   * have joined.
   */
  private final long[][] joined;

  private final int[] joins;
  private long[] entries = new long[64 * WORDS];
  private int used;

  /** Free entries. */
  private int[] spare = new int[64];

  private int spares;

  /** The tick of the event that takes place, or took place last. */
  private long now = -1;

  BaselineTransport(
      Messaging messaging, ZeroLoad machine, Communicators communicators, TimingWheel wheel) {
    this.messaging = messaging;
    this.machine = machine;
    this.communicators = communicators;
    this.wheel = wheel;
    joined = new long[communicators.count()][];
    joins = new int[joined.length];
    for (int number = 0; number < joined.length; number++) {
      joined[number] = new long[communicators.nodes(number).length];
    }
  }

  // ---------------------------------------------------------------- what ranks post

  /**
   * Schedules an action of a node at a later tick; a node with an event in this tick acts in any
   * case.
   */
  @Override
  public void wakeAt(long tick, int node) {
    if (tick > now) {
      wheel.schedule(tick, node << KIND_BITS | ACT);
    }
  }

  /** Short transfers overtake long ones of other queues. */
  @Override
  public boolean overtakes() {
    return true;
  }

  @Override
  public boolean fetches() {
    return machine.fetches();
  }

  @Override
  public boolean carriesOneSided() {
    return machine.carriesOneSided();
  }

  @Override
  public void post(int node, int slot, int transfer, long tick) {
    final Transfers transfers = messaging.transfers();
    machine.post(transfers, transfer, node, slot, tick, times);
    final int entry = take(transfer, node, tick);
    final long first = transfers.word(transfer, 0);
    if (MessageWords.isOneSided(first) && !machine.carriesOneSided()) {
      schedule(times.done(), entry, DONE);
    } else if (MessageWords.isFetch(first) && machine.fetches()) {
      schedule(times.done(), entry, FETCHED);
    } else if (times.header() < times.whole()
        && transfers.moved(transfer) > OF_HEADER
        && !transfers.isData(transfer)
        && !transfers.isOneSided(transfer)) {
      set(entry, WHOLE_AT, times.whole());
      schedule(times.header(), entry, HEADER);
    } else {
      schedule(times.whole(), entry, DELIVERED);
    }
    if (transfers.isAwaited(transfer)) {
      schedule(times.entered(), ofTransfer(transfer, node), ENTERED);
    } else {
      messaging.sent(transfer);
    }
  }

  private void schedule(long tick, int entry, int kind) {
    wheel.schedule(tick, entry << KIND_BITS | kind);
  }

  private int take(int transfer, int node, long tick) {
    final Transfers transfers = messaging.transfers();
    final int entry = take();
    for (int word = 0; word < MessageWords.WORDS; word++) {
      set(entry, word, transfers.word(transfer, word));
    }
    set(entry, NODES, (long) node << Integer.SIZE | transfers.destination(transfer));
    set(entry, POSTED, tick);
    set(entry, BYTES, transfers.moved(transfer));
    return entry;
  }

  private int ofTransfer(int transfer, int node) {
    final int entry = take();
    set(entry, 0, transfer);
    set(entry, NODES, (long) node << Integer.SIZE);
    return entry;
  }

  // ---------------------------------------------------------------- what happens to it

  /** Phase 1: applies an event; returns the node that acts in this tick. */
  int apply(int event, long tick) {
    now = tick;
    final int entry = event >>> KIND_BITS;
    return switch (event & KIND) {
      case ACT -> entry;
      case HEADER -> deliverHeader(entry);
      case DELIVERED -> deliver(entry, get(entry, BYTES));
      case ENTERED -> enter(entry, tick);
      case DONE -> complete(entry);
      case FETCHED -> fetch(entry);
      default -> goThrough(entry, tick);
    };
  }

  private int source(int entry) {
    return (int) (get(entry, NODES) >>> Integer.SIZE);
  }

  private int destination(int entry) {
    return (int) get(entry, NODES);
  }

  private int deliverHeader(int entry) {
    deliver(entry, OF_HEADER, MessageWords.ofHeader(get(entry, 1)));
    set(entry, BYTES, get(entry, BYTES) - OF_HEADER);
    schedule(get(entry, WHOLE_AT), entry, DELIVERED);
    return destination(entry);
  }

  private int deliver(int entry, long bytes) {
    deliver(entry, bytes, get(entry, 1));
    give(entry);
    return destination(entry);
  }

  private void deliver(int entry, long bytes, long second) {
    messaging.delivered(
        destination(entry),
        source(entry),
        get(entry, 0),
        second,
        get(entry, 2),
        get(entry, POSTED),
        bytes);
  }

  /** Reports that a transfer has entered the network as of the tick before. */
  private int enter(int entry, long tick) {
    messaging.entered(source(entry), (int) get(entry, 0), tick - 1);
    give(entry);
    return source(entry);
  }

  private int complete(int entry) {
    messaging.done(source(entry), get(entry, 2), MessageWords.bytes(get(entry, 1)));
    give(entry);
    return source(entry);
  }

  private int fetch(int entry) {
    messaging.fetched(
        source(entry), destination(entry), get(entry, 0), get(entry, 1), get(entry, POSTED));
    give(entry);
    return source(entry);
  }

  // ---------------------------------------------------------------- collectives by hardware

  @Override
  public void join(int node, int place, long tick) {
    final int number = communicators.number(node, place);
    final int[] nodes = communicators.nodes(number);
    final long[] ticks = joined[number];
    int member = 0;
    while (nodes[member] != node) {
      member++;
    }
    ticks[member] = tick;
    joins[number]++;
    if (joins[number] < nodes.length) {
      return;
    }
    joins[number] = 0;
    machine.join(number, ticks);
    for (int i = 0; i < nodes.length; i++) {
      final int entry = take();
      set(entry, 0, number);
      set(entry, NODES, (long) nodes[i] << Integer.SIZE);
      schedule(ticks[i], entry, THROUGH);
      messaging.underWay(nodes[i], 1);
    }
  }

  private int goThrough(int entry, long tick) {
    final int node = source(entry);
    messaging.underWay(node, -1);
    messaging.through(node, communicators.place(node, (int) get(entry, 0)), tick);
    give(entry);
    return node;
  }

  // ---------------------------------------------------------------- entries

  private long get(int entry, int word) {
    return entries[entry * WORDS + word];
  }

  private void set(int entry, int word, long value) {
    entries[entry * WORDS + word] = value;
  }

  private int take() {
    if (spares > 0) {
      return spare[--spares];
    }
    if ((used + 1) * WORDS > entries.length) {
      entries = Arrays.copyOf(entries, 2 * entries.length);
    }
    return used++;
  }

  /** Releases an entry; its words stay until it is used again. */
  private void give(int entry) {
    if (spares == spare.length) {
      spare = Arrays.copyOf(spare, 2 * spares);
    }
    spare[spares++] = entry;
  }
}
