package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceAriesParameters;
import io.hopwright.models.reference.cascade.routing.ReferenceCombining.Value;
import io.hopwright.models.reference.messaging.ReferenceCommunicator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Collective engines of a NIC and their unit (section "Collective engine" of {@code
 * docs/models/aries-nic.md}).
 */
final class ReferenceCollectiveEngine {
  private static final int EVENT = 4;

  /** Engine {@code k}: performs a node's part for one communicator. */
  private static final class Engine {
    private final int k;
    private final ReferenceTree tree;

    /** {@code g} of the collective that its node has joined last, and when. */
    private long g = -1;

    private long joinTick;

    /** Values of the collective that is being combined. */
    private final List<Value> values = new ArrayList<>();

    private Engine(int k, ReferenceTree tree) {
      this.k = k;
      this.tree = tree;
    }
  }

  /** Result that is ready for the host. */
  record Result(Engine engine, Value value) {}

  private final ReferenceAriesNic nic;
  private final ReferenceAriesParameters parameters;
  private final ReferenceCollectives collectives;
  private final List<Engine> engines = new ArrayList<>();
  private final ReferenceServer unit;

  /** Posts that wait, "with the lowest (t, k)" first. */
  private final PriorityQueue<Engine> posts =
      new PriorityQueue<>(
          Comparator.comparingLong((Engine engine) -> engine.joinTick)
              .thenComparingInt(engine -> engine.k));

  /** Packets that wait to be issued. */
  private final Deque<ReferenceCollectivePacket> queue = new ArrayDeque<>();

  /** {@code j} of the next one. */
  private long packets;

  /** Number of pieces of work in line. */
  private int line;

  // What happens in this tick.
  private Runnable ended;
  private final List<Runnable> copies = new ArrayList<>();
  private final List<Runnable> posted = new ArrayList<>();
  private final List<Runnable> reached = new ArrayList<>();

  ReferenceCollectiveEngine(ReferenceAriesNic nic, ReferenceCollectives collectives) {
    this.nic = nic;
    this.collectives = collectives;
    parameters = nic.cascade.config.aries;
    unit = new ReferenceServer(parameters.collectiveSixteenths);
    for (final ReferenceTree tree : collectives.of(nic.node)) {
      engines.add(new Engine(engines.size(), tree));
    }
  }

  private Engine of(ReferenceCommunicator communicator) {
    return engines.stream()
        .filter(engine -> engine.tree.communicator() == communicator)
        .findAny()
        .orElseThrow();
  }

  // ------------------------------------------------------------------------------------ posts

  /** The node joins. */
  void join(ReferenceCommunicator communicator, long tick) {
    final Engine engine = of(communicator);
    if (posts.contains(engine)) {
      throw new IllegalStateException(engine.tree + " is joined again before it was through");
    }
    engine.tree.joins(nic.node);
    engine.g++;
    engine.joinTick = tick;
    posts.add(engine);
  }

  boolean hasPost() {
    return !posts.isEmpty();
  }

  /** The first post that waits takes the way out. */
  void post(long tick) {
    final Engine engine = posts.remove();
    final Value own = engine.tree.contribution(nic.node, engine.g);
    nic.cascade.at(
        tick + parameters.busTicks,
        nic.aries,
        () -> posted.add(() -> combine(engine, nic.node, own)));
  }

  // ------------------------------------------------------------------------------------- unit

  /** A packet reaches the NIC. */
  void reach(ReferenceReached packet) {
    reached.add(() -> work(packet));
  }

  /** Lets what ends have its effect; then joins its line. */
  void act(long tick) {
    if (ended != null) {
      final Runnable effect = ended;
      ended = null;
      line--;
      effect.run();
    }
    join(copies, tick);
    join(posted, tick);
    join(reached, tick);
  }

  private void join(List<Runnable> things, long tick) {
    for (final Runnable thing : things) {
      line++;
      nic.cascade.at(unit.end(tick), nic.aries, () -> end(thing));
    }
    things.clear();
  }

  private void end(Runnable thing) {
    if (ended != null) {
      throw new IllegalStateException("node " + nic.node + ": two things end in a tick");
    }
    ended = thing;
  }

  private void work(ReferenceReached packet) {
    final ReferenceCollectivePacket request = (ReferenceCollectivePacket) packet.packet();
    final Engine engine = of(request.tree.communicator());
    nic.deliverInPhaseTwo(packet);
    if (request.isUp()) {
      combine(engine, request.requester, request.value);
    } else {
      result(engine, request.value);
    }
  }

  private void combine(Engine engine, int from, Value value) {
    final ReferenceTree tree = engine.tree;
    tree.combines(from, nic.node);
    engine.values.add(value);
    if (engine.values.size() <= tree.children(nic.node).size()) {
      return;
    }
    final Value all = tree.combined(engine.values);
    engine.values.clear();
    if (tree.isRoot(nic.node)) {
      result(engine, all);
    } else {
      send(engine, tree.parent(nic.node), all);
    }
  }

  private void result(Engine engine, Value value) {
    for (final int child : engine.tree.children(nic.node)) {
      copies.add(() -> send(engine, child, value));
    }
    copies.add(() -> nic.result(new Result(engine, value)));
  }

  private void send(Engine engine, int target, Value value) {
    final ReferenceCollectivePacket packet =
        new ReferenceCollectivePacket(
            engine.tree,
            value,
            nic.node,
            target,
            ReferenceCascadeJobs.NUMBERS - 1 - packets++,
            nic.cascade.now());
    queue.add(packet);
  }

  /** A result has been written into memory, where it is visible from a tick on. */
  void written(Result result, long tick) {
    nic.cascade.at(tick, nic.aries, () -> through(result, tick));
  }

  private void through(Result result, long tick) {
    final Engine engine = result.engine;
    final int number = engine.tree.number();
    engine.tree.through(nic.node);
    nic.cascade.enter(nic.node, number, 0, result.value.digested(), EVENT, tick);
    collectives.onThrough(engine.tree, engine.g, result.value, engine.joinTick, tick);
    nic.cascade.jobs.messaging().through(engine.tree.communicator(), nic.node, tick);
  }

  // ---------------------------------------------------------------------------------- packets

  /** The packet that is issued next, null if none is. */
  ReferenceCollectivePacket first() {
    return queue.peek();
  }

  /** Removes the packet that has been issued. */
  void issued() {
    queue.remove();
  }

  /** Removes packets of collectives and posts that have not been issued; they are never issued. */
  void discard() {
    posts.forEach(engine -> engine.tree.neverPosts(nic.node));
    posts.clear();
    queue.forEach(packet -> packet.tree.loses(packet.requester, packet.target));
    queue.clear();
  }

  boolean isSilent() {
    return posts.isEmpty() && queue.isEmpty() && line == 0;
  }
}
