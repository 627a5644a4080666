package io.hopwright.models.cascade.aries;

import io.hopwright.models.host.PeriodicServers;
import io.hopwright.models.host.Transactions;
import java.util.Arrays;

/**
 * Ranks of nodes, each of which performs one operation after the other through the FMA window of
 * its NIC ({@code docs/models/aries-nic.md}, "A rank"). Queue {@code ranks·nic + r} holds the
 * operations of rank r of the node at a NIC.
 *
 * <p>Confined to its partition; 64 B per rank and 36 B per NIC, and 8 B per core.
 */
final class FmaRanks {
  private static final long NEVER = Long.MAX_VALUE;

  /** Value of {@link #beginning} after a change: all ranks must be checked. */
  private static final long UNKNOWN = -1;

  /** Does nothing; has begun, and takes the launch server next; has packets to issue. */
  private static final byte IDLE = 0;

  private static final byte LAUNCHING = 1;
  private static final byte ISSUING = 2;

  private final AriesWorkload workload;
  private final int ranks;
  private final int cores;
  private final int mostDescriptors;
  private final boolean saturated;
  private final AriesCommands commands;
  private final Transactions transactions;
  private final PeriodicServers coreServers;
  private final PeriodicServers launchServers;

  private final byte[] states;

  /** The tick from which on the next step of a rank that is not idle may be made. */
  private final long[] from;

  /** Tick from which a rank may begin its next blocking operation. */
  private final long[] resume;

  private final long[] births;
  private final int[] transactionOf;
  private final int[] operationsLeft;
  private final boolean[] opened;

  /** Descriptors that have been written and are not finished: up to 255. */
  private final short[] descriptors;

  /** The rank that is served first, and the rank that begins first, by NIC. */
  private final int[] firstServed;

  private final int[] firstToBegin;

  /** The first tick in which a rank may begin or launch an operation, by NIC. */
  private final long[] beginning;

  /** Ranks that have packets to issue, by NIC. */
  private final int[] issuing;

  FmaRanks(
      AriesWorkload workload,
      AriesDesign design,
      boolean saturated,
      AriesCommands commands,
      Transactions transactions,
      int nics) {
    this.workload = workload;
    this.saturated = saturated;
    this.commands = commands;
    this.transactions = transactions;
    ranks = commands.ranks();
    mostDescriptors = design.keys().engine().descriptors();
    cores = commands.takesCores() ? Math.min(ranks, design.keys().cores()) : 0;
    coreServers = new PeriodicServers(nics * cores, design.keys().coreSixteenths());
    launchServers = new PeriodicServers(nics, design.keys().launchSixteenths());
    final int queues = nics * ranks;
    states = new byte[queues];
    from = new long[queues];
    resume = new long[queues];
    births = new long[queues];
    transactionOf = new int[queues];
    Arrays.fill(transactionOf, Transactions.NONE);
    operationsLeft = new int[queues];
    opened = new boolean[queues];
    descriptors = new short[queues];
    firstServed = new int[nics];
    firstToBegin = new int[nics];
    beginning = new long[nics];
    issuing = new int[nics];
    for (int nic = 0; nic < nics; nic++) {
      beginning[nic] = nextToBegin(nic);
    }
  }

  /** Records that ranks of a NIC have work to do. */
  void look(int nic) {
    beginning[nic] = UNKNOWN;
  }

  /** Lets the ranks of a NIC begin operations in a tick. */
  void begin(int nic, long tick) {
    if (beginning[nic] > tick) {
      return;
    }
    final int first = ranks * nic;
    if (workload.keys().launched()) {
      for (int queue = first; queue < first + ranks; queue++) {
        if (states[queue] == LAUNCHING && from[queue] <= tick) {
          launch(nic, queue, tick);
        }
      }
    }
    int rank = firstToBegin[nic];
    for (int i = 0; i < ranks; i++) {
      if (canBegin(nic, first + rank, tick)) {
        begin(nic, first + rank, tick);
        firstToBegin[nic] = after(rank);
      }
      rank = after(rank);
    }
    beginning[nic] = nextToBegin(nic);
  }

  private long nextToBegin(int nic) {
    final boolean room = transactions.hasRoom(nic);
    long next = NEVER;
    for (int queue = ranks * nic; queue < ranks * (nic + 1); queue++) {
      if (states[queue] == LAUNCHING) {
        next = Math.min(next, from[queue]);
      } else if (states[queue] == IDLE && (room || transactionOf[queue] != Transactions.NONE)) {
        final long may = Math.max(commands.birth(queue), resume[queue]);
        next = may < next && !isFull(queue) ? may : next;
      }
    }
    return next;
  }

  private int after(int rank) {
    return rank + 1 == ranks ? 0 : rank + 1;
  }

  private boolean canBegin(int nic, int queue, long tick) {
    return states[queue] == IDLE
        && Math.max(commands.birth(queue), resume[queue]) <= tick
        && (transactionOf[queue] != Transactions.NONE || transactions.hasRoom(nic))
        && !isFull(queue);
  }

  /** Returns whether the next operation of a queue needs a descriptor that it cannot have. */
  private boolean isFull(int queue) {
    return descriptors[queue] == mostDescriptors && commands.operation(queue).inBlocks();
  }

  private void begin(int nic, int queue, long tick) {
    final boolean first = transactionOf[queue] == Transactions.NONE;
    births[queue] =
        saturated ? Math.max(commands.birth(queue), resume[queue]) : commands.birth(queue);
    if (first) {
      transactionOf[queue] = transactions.begin(nic, queue, births[queue]);
      operationsLeft[queue] = workload.keys().operationsPerTransaction();
      opened[queue] = workload.keys().launched();
    }
    final boolean works = cores > 0 && (first || workload.operation() != AriesOperation.SCATTER);
    from[queue] = works ? coreServers.start(cores * nic + queue % ranks % cores, tick) : tick;
    if (!workload.keys().launched()) {
      states[queue] = ISSUING;
      issuing[nic]++;
    } else if (from[queue] == tick) {
      launch(nic, queue, tick);
    } else {
      states[queue] = LAUNCHING;
    }
  }

  private void launch(int nic, int queue, long tick) {
    from[queue] = launchServers.start(nic, tick);
    states[queue] = ISSUING;
    issuing[nic]++;
  }

  /** Returns how many ranks of a NIC may issue packets, now or later. */
  int issuing(int nic) {
    return issuing[nic];
  }

  /** Returns the queue of a NIC that is asked after {@code before} others whether it is served. */
  int inTurn(int nic, int before) {
    final int rank = firstServed[nic] + before;
    return ranks * nic + (rank < ranks ? rank : rank - ranks);
  }

  /** Returns whether what a queue does has got as far as the network. */
  boolean mayIssue(int queue, long tick) {
    return states[queue] == ISSUING && from[queue] <= tick;
  }

  /** Returns whether the transaction of a queue that issues is opened. */
  boolean isOpened(int queue) {
    return opened[queue];
  }

  /** Records that a queue has been served by an opening. */
  void opened(int nic, int queue) {
    opened[queue] = true;
    served(nic, queue);
  }

  /** Records that a queue has been served. */
  void served(int nic, int queue) {
    firstServed[nic] = after(queue % ranks);
  }

  /**
   * Records that a queue has been served by its descriptor: the block transfer engine has the
   * operation and its transaction. The transaction counts from here on, as a rank has at most one
   * operation in progress.
   */
  void posted(int nic, int queue) {
    issuing[nic]--;
    descriptors[queue]++;
    pass(nic, queue);
    served(nic, queue);
  }

  /** Records that the last packet of a descriptor of a queue has been issued. */
  void finished(int nic, int queue) {
    descriptors[queue]--;
    beginning[nic] = UNKNOWN;
  }

  /** Makes a queue go on after the last operation of its transaction. */
  private void pass(int nic, int queue) {
    states[queue] = IDLE;
    beginning[nic] = UNKNOWN;
    transactionOf[queue] = Transactions.NONE;
    resume[queue] = workload.keys().blocking() ? NEVER : 0;
  }

  /** Returns the tick at which the operation of a queue was generated. */
  long birth(int queue) {
    return births[queue];
  }

  /** Returns the transaction of the operation of a queue. */
  int transaction(int queue) {
    return transactionOf[queue];
  }

  /**
   * Records that a queue's next packet has been issued.
   *
   * @param packet number in the pool
   */
  void issued(int nic, int queue, int packet, long tick) {
    final int transaction = transactionOf[queue];
    transactions.issued(transaction);
    if (commands.endsOperation(queue)) {
      issuing[nic]--;
      if (--operationsLeft[queue] == 0) {
        final long number = commands.number(commands.sequence(queue));
        transactions.close(transaction, Math.toIntExact(number), commands.destination(queue), tick);
        pass(nic, queue);
      } else {
        states[queue] = IDLE;
        beginning[nic] = UNKNOWN;
      }
    }
    commands.issued(nic, queue, packet, transaction, tick);
  }

  /** Records the tick in which the event of a transaction of a NIC's queue is visible. */
  void completed(int nic, int queue, long tick) {
    if (workload.keys().blocking()) {
      resume[queue] = tick;
    }
    beginning[nic] = UNKNOWN;
  }

  /**
   * Returns the next tick after {@code tick} at which a NIC's ranks have to be looked at although
   * nothing else happens.
   *
   * @param packetsFrom tick from which on a packet may be tried that was tried in this tick
   * @param outFree tick at which the way out is free
   */
  long next(int nic, long tick, long outFree, long packetsFrom) {
    long next = beginning[nic];
    for (int queue = ranks * nic, left = issuing[nic]; left > 0; queue++) {
      if (states[queue] == ISSUING) {
        final long ready = Math.max(from[queue], outFree);
        final long opening = opened[queue] ? packetsFrom : tick + 1;
        next = Math.min(next, ready > tick ? ready : opening);
        left--;
      }
    }
    return next;
  }
}
