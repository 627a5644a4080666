package io.hopwright.models.cascade.aries;

import io.hopwright.core.random.Draws;
import io.hopwright.models.cascade.network.CascadeCounter;
import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.host.HostBus;
import io.hopwright.models.host.LongQueues;
import io.hopwright.models.host.PeriodicServers;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import java.util.Arrays;

/**
 * Collective engines of a partition's NICs ({@code docs/models/aries-nic.md}, "Collective engine").
 * The completion time of an item is computed when it joins the line of a unit.
 *
 * <p>In phase 2 of a tick a NIC begins, receives the packets of collectives that reach it, and
 * ends; then it can issue. Confined to its partition; 60 B per engine and 80 B per NIC plus what
 * waits.
 */
final class CollectiveEngines {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int NONE = -1;

  /** Class of entries of the digest. */
  private static final int THROUGH = 4;

  private static final long SEQUENCE = (1L << 56) - 1;

  /** Layout of an item in a line: a packet by its handle, else an engine and its action. */
  private static final int ITEM_BITS = 32;

  private static final long PACKET = 0;
  private static final long POST = 1L << ITEM_BITS;
  private static final long COPY = 2L << ITEM_BITS;
  private static final int ENGINE_BITS = 2;
  private static final int ENGINE = (1 << ENGINE_BITS) - 1;

  private final AriesNics nics;
  private final AriesKeys.Collective design;
  private final CollectiveTrees trees;
  private final Draws words;
  private final HostBus bus;
  private final AriesCommands commands;
  private final Measures<Totals> measures;
  private final int[] nodes;
  private final int engines;
  private final PeriodicServers units;

  /** Posts in flight at each NIC, as tick and engine; line of the NIC's unit, as end and item. */
  private final LongQueues posts;

  private final LongQueues lines;

  /** Packets to be issued, as generation time, and engine and child, by NIC. */
  private final LongQueues packets;

  /** Packets issued, by NIC; the engine whose result is ready for the host in this tick. */
  private final int[] issued;

  private final int[] ready;

  /** Tick in which the post of each engine began to wait, NEVER without a post. */
  private final long[] waiting;

  /** Tick in which the node of each engine joined; number of completed collectives. */
  private final long[] joined;

  private final int[] generation;

  /** Combined word, the number of words combined and expected, and the last result, by engine. */
  private final long[] word;

  private final int[] location;
  private final int[] missing;
  private final long[] result;
  private final int[] resultLocation;

  /** The last collective whose result is known from all words, and the result, by communicator. */
  private final int[] known;

  private final long[] expected;
  private final int[] expectedLocation;

  /** Creates engines without joined nodes. */
  CollectiveEngines(
      AriesNics nics,
      AriesKeys.Collective design,
      CollectiveTrees trees,
      Draws words,
      HostBus bus,
      AriesCommands commands,
      Measures<Totals> measures,
      int... nodes) {
    this.nics = nics;
    this.design = design;
    this.trees = trees;
    this.words = words;
    this.bus = bus;
    this.commands = commands;
    this.measures = measures;
    this.nodes = nodes;
    engines = design.engines();
    units = new PeriodicServers(nodes.length, design.unitSixteenths());
    posts = new LongQueues(nodes.length);
    lines = new LongQueues(nodes.length);
    packets = new LongQueues(nodes.length);
    issued = new int[nodes.length];
    ready = new int[nodes.length];
    Arrays.fill(ready, NONE);
    final int all = engines * nodes.length;
    waiting = new long[all];
    Arrays.fill(waiting, NEVER);
    joined = new long[all];
    generation = new int[all];
    word = new long[all];
    location = new int[all];
    missing = new int[all];
    for (int nic = 0; nic < nodes.length; nic++) {
      for (int engine = 0; nodes[nic] >= 0 && engine < trees.engines(nodes[nic]); engine++) {
        missing[engines * nic + engine] = 1 + trees.children(nodes[nic], engine);
      }
    }
    result = new long[all];
    resultLocation = new int[all];
    known = new int[trees.communicators()];
    Arrays.fill(known, NONE);
    expected = new long[known.length];
    expectedLocation = new int[known.length];
  }

  // ---------------------------------------------------------------- what nodes join

  /** Phase 2: makes the node of a NIC join the communicator of an engine. */
  void join(int nic, int engine, long tick) {
    underWay(nic, 1);
    waiting[engines * nic + engine] = tick;
    joined[engines * nic + engine] = tick;
  }

  /** Phase 2: records that the result has come to the memory of a node. */
  void through(int nic, int engine, long tick) {
    underWay(nic, -1);
    final int at = engines * nic + engine;
    final int number = trees.number(nodes[nic], engine);
    count(CascadeCounter.COLLECTIVES, 1);
    count(CascadeCounter.COLLECTIVE_TICKS, tick - joined[at]);
    count(CascadeCounter.COLLECTIVES_WRONG, isRight(at, number) ? 0 : 1);
    measures
        .digest()
        .add(
            nodes[nic],
            number,
            (result[at] ^ result[at] >>> Byte.SIZE ^ resultLocation[at]) & SEQUENCE,
            THROUGH,
            tick);
    generation[at]++;
  }

  /** Reports that the number of pending posts, packets, copies and results has changed. */
  private void underWay(int nic, long change) {
    commands.underWay(nodes[nic], change);
  }

  private void count(CascadeCounter total, long much) {
    measures.totals().count(total, much);
  }

  private boolean isRight(int at, int number) {
    if (known[number] != generation[at]) {
      known[number] = generation[at];
      expected[number] = operand(number, 0, generation[at]);
      expectedLocation[number] = design.operation().location(0);
      for (int member = 1; member < trees.size(number); member++) {
        final long its = operand(number, member, generation[at]);
        expectedLocation[number] =
            design
                .operation()
                .location(
                    expected[number],
                    expectedLocation[number],
                    its,
                    design.operation().location(member));
        expected[number] = design.operation().combine(expected[number], its);
      }
    }
    return expected[number] == result[at] && expectedLocation[number] == resultLocation[at];
  }

  private long operand(int number, int member, int collective) {
    return design.operation().operand(words.draw(number, member, collective));
  }

  // ---------------------------------------------------------------- the unit of a NIC

  /** Completes the items of a unit that end in a tick, and receives arrivals except packets. */
  void begin(int nic, long tick) {
    if (!lines.isEmpty(nic) && lines.first(nic) <= tick) {
      lines.remove(nic);
      end(nic, lines.remove(nic), tick);
    }
    if (!posts.isEmpty(nic) && posts.first(nic) <= tick) {
      posts.remove(nic);
      join(nic, POST | posts.remove(nic), tick);
    }
  }

  /** Receives a packet of a collective that reaches a NIC. */
  void reach(int nic, int packet, long tick) {
    join(nic, PACKET | packet, tick);
  }

  /** Puts something into the line of a unit. */
  private void join(int nic, long item, long tick) {
    units.start(nic, tick);
    lines.add(nic, units.endOf(nic));
    lines.add(nic, item);
  }

  private void end(int nic, long item, long tick) {
    final long kind = item >>> ITEM_BITS << ITEM_BITS;
    if (kind == PACKET) {
      endPacket(nic, (int) item, tick);
    } else if (kind == POST) {
      endPost(nic, (int) item, tick);
    } else {
      endCopy(nic, (int) item, tick);
    }
  }

  private void endPacket(int nic, int packet, long tick) {
    underWay(nic, -1);
    final PacketPool pool = nics.pool();
    final long whose = pool.word(packet, AriesNics.COLLECTIVE);
    final long its = pool.word(packet, AriesNics.COLLECTIVE + 1);
    final int itsLocation = (int) pool.word(packet, AriesNics.COLLECTIVE + 2);
    final int engine = trees.engine(nodes[nic], CollectiveWord.number(whose));
    nics.unitDone(nic, packet, tick);
    if (CollectiveWord.isDown(whose)) {
      pass(nic, engine, its, itsLocation, tick);
    } else {
      put(nic, engine, its, itsLocation, tick);
    }
  }

  /** Puts in what the members on the node bring. */
  private void endPost(int nic, int engine, long tick) {
    underWay(nic, -1);
    final int node = nodes[nic];
    final int number = trees.number(node, engine);
    final int collective = generation[engines * nic + engine];
    final AriesReduction operation = design.operation();
    int member = trees.member(node, engine, 0);
    long all = operand(number, member, collective);
    int where = operation.location(member);
    for (int i = 1; i < trees.members(node, engine); i++) {
      member = trees.member(node, engine, i);
      final long its = operand(number, member, collective);
      where = operation.location(all, where, its, operation.location(member));
      all = operation.combine(all, its);
    }
    put(nic, engine, all, where, tick);
  }

  /** Puts a word into an engine; the last one goes up, or is the result. */
  private void put(int nic, int engine, long its, int itsLocation, long tick) {
    final int at = engines * nic + engine;
    final int children = trees.children(nodes[nic], engine);
    final AriesReduction operation = design.operation();
    if (missing[at] == 1 + children) {
      word[at] = its;
      location[at] = itsLocation;
    } else {
      location[at] = operation.location(word[at], location[at], its, itsLocation);
      word[at] = operation.combine(word[at], its);
    }
    if (--missing[at] > 0) {
      return;
    }
    missing[at] = 1 + children;
    if (trees.parent(nodes[nic], engine) < 0) {
      pass(nic, engine, word[at], location[at], tick);
    } else {
      send(nic, engine, NONE, tick);
    }
  }

  /** Creates copies of a result: for all children, then for the node. */
  private void pass(int nic, int engine, long its, int itsLocation, long tick) {
    final int at = engines * nic + engine;
    result[at] = its;
    resultLocation[at] = itsLocation;
    final int children = trees.children(nodes[nic], engine);
    underWay(nic, children + 1L);
    for (int child = 0; child <= children; child++) {
      join(nic, COPY | (long) child << ENGINE_BITS | engine, tick);
    }
  }

  private void endCopy(int nic, int copy, long tick) {
    final int engine = copy & ENGINE;
    final int child = copy >>> ENGINE_BITS;
    if (child < trees.children(nodes[nic], engine)) {
      underWay(nic, -1);
      send(nic, engine, child, tick);
    } else {
      ready[nic] = engine;
    }
  }

  /** Puts the ready result on the bus; returns the tick of the next evaluation of the unit. */
  long end(int nic, long tick) {
    if (ready[nic] != NONE) {
      final int ticks = bus.costs().of(AriesDesign.COLLECTIVE_BYTES);
      final long visible = bus.takeIn(nic, tick, ticks) + bus.costs().latency();
      commands.collected(nic, ready[nic], visible);
      ready[nic] = NONE;
    }
    final long post = posts.isEmpty(nic) ? NEVER : posts.first(nic);
    return lines.isEmpty(nic) ? post : Math.min(post, lines.first(nic));
  }

  // ---------------------------------------------------------------- what NICs issue

  /** Forgets what a NIC that has failed has not issued, packets and posts. */
  void close(int nic) {
    for (; hasPacket(nic); packets.remove(nic)) {
      packets.remove(nic);
      underWay(nic, -1);
    }
    for (int engine = post(nic); engine != NONE; engine = post(nic)) {
      waiting[engines * nic + engine] = NEVER;
      underWay(nic, -1);
    }
  }

  /** Queues a packet: for a child, or {@link #NONE} for the parent. */
  private void send(int nic, int engine, int child, long tick) {
    underWay(nic, 1);
    packets.add(nic, tick);
    packets.add(nic, (long) (child + 1) << ENGINE_BITS | engine);
  }

  /** Returns whether a NIC has a packet to issue. */
  boolean hasPacket(int nic) {
    return !packets.isEmpty(nic);
  }

  /** Returns the birth of a NIC's first packet. */
  long birth(int nic) {
    return packets.first(nic);
  }

  private int engine(int nic) {
    return (int) packets.get(nic, 1) & ENGINE;
  }

  private int child(int nic) {
    return (int) (packets.get(nic, 1) >>> ENGINE_BITS) - 1;
  }

  /** Returns the node that a NIC's first packet is for. */
  int destination(int nic) {
    final int child = child(nic);
    return child == NONE
        ? trees.parent(nodes[nic], engine(nic))
        : trees.child(nodes[nic], engine(nic), child);
  }

  /** Returns the sequence number of a NIC's first packet. */
  long sequence(int nic) {
    return CascadePacketId.MAX_SEQUENCE - issued[nic];
  }

  /** Records that a NIC's first packet is issued, and fills in its words. */
  void issued(int nic, int packet) {
    final int engine = engine(nic);
    final int at = engines * nic + engine;
    final boolean down = child(nic) != NONE;
    final PacketPool pool = nics.pool();
    pool.setWord(
        packet, AriesNics.COLLECTIVE, CollectiveWord.of(trees.number(nodes[nic], engine), down));
    pool.setWord(packet, AriesNics.COLLECTIVE + 1, down ? result[at] : word[at]);
    pool.setWord(packet, AriesNics.COLLECTIVE + 2, down ? resultLocation[at] : location[at]);
    issued[nic]++;
    packets.remove(nic);
    packets.remove(nic);
  }

  /** Returns the engine of a NIC whose post has waited longest, negative if none waits. */
  int post(int nic) {
    int first = NONE;
    long since = NEVER;
    for (int engine = 0; engine < engines; engine++) {
      if (waiting[engines * nic + engine] < since) {
        first = engine;
        since = waiting[engines * nic + engine];
      }
    }
    return first;
  }

  /** Records that the post of an engine has used the bus, and arrives at a tick. */
  void posted(int nic, int engine, long there) {
    waiting[engines * nic + engine] = NEVER;
    posts.add(nic, there);
    posts.add(nic, engine);
  }

  /**
   * Returns the next tick after {@code tick} at which a NIC may issue something of this just
   * because time has passed.
   *
   * @param out tick at which the way out is free
   * @param quiet first tick, from this one on, at which requests may be issued
   * @param tile tick from which on a packet may be tried that was tried in this tick
   */
  long next(int nic, long tick, long out, long quiet, long tile) {
    final long packet = hasPacket(nic) ? quiet > tick ? quiet : tile : NEVER;
    return post(nic) == NONE ? packet : Math.min(packet, Math.max(out, quiet));
  }

  /** Returns whether nothing is in progress. */
  boolean isAtRest() {
    return posts.areEmpty()
        && lines.areEmpty()
        && packets.areEmpty()
        && Arrays.stream(waiting).allMatch(tick -> tick == NEVER);
  }
}
