package io.hopwright.models.tofu.tni;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.host.Alarms;
import io.hopwright.models.host.Buffers;
import io.hopwright.models.host.NodeStatistics;
import io.hopwright.models.host.Outstanding;
import io.hopwright.models.host.PacketQueues;
import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.host.Servers;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.switching.crossbar.NodeEndpoints;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.tofu.barriers.BarrierIterations;
import io.hopwright.models.tofu.barriers.BarrierPlan;
import io.hopwright.models.tofu.barriers.BarrierSettings;
import io.hopwright.models.tofu.barriers.Barriers;
import io.hopwright.models.tofu.network.TofuCounter;
import io.hopwright.models.tofu.network.TofuFrames;
import io.hopwright.models.tofu.network.TofuPacketId;
import io.hopwright.models.tofu.network.TofuRouteWord;
import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.traffic.Births;
import java.util.Arrays;

/**
 * Network interfaces (TNIs) of a partition's nodes, and their hosts ({@code docs/models/tofu.md},
 * "Network interfaces").
 *
 * <p>Units of wake-ups at a node: {@code i} for TNI {@code i}; {@code tnis + i} for an answer of
 * that TNI that becomes ready; then one unit for ranks and one for barriers. Confined to its
 * partition; 560 B per node with six TNIs of one queue each.
 */
public final class Tnis extends NodeEndpoints {
  private static final long NEVER = Long.MAX_VALUE;

  private final TniDesign design;
  private final int tnis;
  private final boolean hasBus;
  private final int hopTicks;
  private final TniTraffic traffic;
  private final int streamsPerNode;
  private final boolean saturated;
  private final Tofu6D machine;
  private final TofuPacketId ids;
  private final TofuRouteWord routes;
  private final TniCommands commands;

  /** Null without barriers. */
  private final Barriers barriers;

  private final int[] frameTicks;

  private final Servers engines;
  private final Servers out;
  private final Servers in;
  private final Servers atomics;
  private final boolean hasAtomics;
  private final Buffers sendBuffers;
  private final Buffers receiveBuffers;
  private final PacketQueues answers;
  private final Outstanding outstanding;
  private final Alarms alarms;

  /** Number of each TNI's ready answers, the first ones; the queue that is served first. */
  private final int[] readyAnswers;

  private final byte[] turn;

  /** TNIs to evaluate in this tick, by node; with a bus, the TNI that is served first. */
  private final byte[] touched;

  private final byte[] firstTni;
  private final long[] bytes;
  private int mostHops;

  /** Creates idle interfaces, and wakes each when its first message is ready. */
  public Tnis(TofuNodeDesign setup, TniTraffic traffic, TniCommands commands, Site site) {
    super(site);
    design = setup.tnis();
    hopTicks = setup.hopTicks();
    this.traffic = traffic;
    machine = setup.machine();
    ids = new TofuPacketId(machine);
    routes = new TofuRouteWord(machine);
    this.commands = commands;
    tnis = design.generation().tnis();
    hasBus = design.bus() != ProcessorBus.NONE;
    streamsPerNode = traffic.streams();
    saturated = traffic.saturated();
    frameTicks =
        TofuFrames.ticks(design.generation()).stream().mapToInt(Integer::intValue).toArray();
    final BarrierSettings iterated = setup.iterated();
    final BarrierPlan ofJobs = setup.barrierOfJobs();
    barriers =
        iterated == null && ofJobs == null
            ? null
            : new Barriers(
                iterated == null ? ofJobs : iterated.plan(),
                design.generation(),
                machine,
                traffic.paths(),
                measures.totals(),
                nodes,
                vcs,
                packetWords,
                pool,
                wakes,
                barriersUnit(tnis));
    if (iterated != null) {
      barriers.serve(new BarrierIterations(iterated, barriers, nodes, measures));
    } else if (ofJobs != null) {
      commands.use(barriers);
    }
    final int units = nodes.length * tnis;
    engines = new Servers(units);
    out = new Servers(nodes.length);
    in = new Servers(nodes.length);
    hasAtomics = commands.usesAtomics();
    atomics = new Servers(hasAtomics ? units : 0);
    sendBuffers =
        new Buffers(
            TofuPacketId.CLASSES * units, design.keys().sendBytes() / TofuFrames.UNIT_BYTES);
    receiveBuffers =
        new Buffers(
            TofuPacketId.CLASSES * units, design.keys().bufferBytes() / TofuFrames.UNIT_BYTES);
    answers = new PacketQueues(units, pool);
    outstanding = new Outstanding(nodes.length * streamsPerNode, design.keys().outstanding());
    alarms = new Alarms(nodes.length, tnis, wakes);
    readyAnswers = new int[units];
    turn = new byte[units];
    touched = new byte[nodes.length];
    firstTni = new byte[nodes.length];
    bytes = new long[nodes.length];
    for (int node = 0; node < nodes.length; node++) {
      for (int tni = 0; tni < traffic.tnis(); tni++) {
        alarms.set(tnis * node + tni, nextIssue(node, tni, -1));
      }
    }
  }

  /** Returns the unit by which ranks are woken, for nodes with the given number of interfaces. */
  public static int ranksUnit(int tnis) {
    return 2 * tnis;
  }

  /** Returns the unit by which barriers are woken, the one after that of ranks. */
  private static int barriersUnit(int tnis) {
    return ranksUnit(tnis) + 1;
  }

  // ---------------------------------------------------------------- from the router to the host

  @Override
  public boolean hasRoom(int router, int port, int queue, int packet) {
    final int units = packetWords.flits(pool.third(packet));
    return receiveBuffers.hasRoom(buffer(router, port - Tofu6D.PORTS, queue), units);
  }

  private int buffer(int node, int tni, int packetClass) {
    return TofuPacketId.CLASSES * (tnis * node + tni) + packetClass;
  }

  @Override
  public long receive(int router, int port, int packet, long tick) {
    final long word = pool.third(packet);
    final int units = packetWords.flits(word);
    final int packetClass = ids.packetClass(pool.first(packet));
    receiveBuffers.take(buffer(router, port - Tofu6D.PORTS, packetClass), units);
    pool.move(packet, vcs.of(router, port, packetClass));
    long end = tick + design.ejectionTicks() + frameTicks[units];
    if (hasBus) {
      end = in.serve(router, end, design.bus().ticks(data(packet, packetClass, word)));
    }
    if (isSignal(packetClass, word)) {
      return end;
    }
    return end
        + (completes(packetClass, commands.operationOf(packet))
            ? design.tailTicks()
            : design.receiveTicks());
  }

  /** Returns whether packets of a class bring the data that an operation is about. */
  private static boolean completes(int packetClass, TniOperation operation) {
    return (packetClass == TofuPacketId.REQUEST) == (operation == TniOperation.PUT);
  }

  /** Returns whether a packet is a barrier's: all others of class 0 move something. */
  private static boolean isSignal(int packetClass, long word) {
    return packetClass == TofuPacketId.REQUEST && TofuRouteWord.moved(word) == 0;
  }

  private int data(int packet, int packetClass, long word) {
    final int moved = TofuRouteWord.moved(word);
    if (isSignal(packetClass, word)) {
      return Barriers.SIGNAL_BYTES;
    }
    final TniOperation operation = commands.operationOf(packet);
    return packetClass == TofuPacketId.REQUEST
        ? operation.requestData(moved)
        : operation.answerData(moved);
  }

  @Override
  public long deliver(int router, int packet, long tick) {
    final int port = vcs.port(pool.place(packet));
    final int tni = port - Tofu6D.PORTS;
    final long id = pool.first(packet);
    final long word = pool.third(packet);
    final int packetClass = ids.packetClass(id);
    assert ids.destination(id) == nodes[router] : "packet astray at node " + nodes[router];
    receiveBuffers.free(buffer(router, tni, packetClass), packetWords.flits(word));
    if (isSignal(packetClass, word)) {
      barriers.deliver(router, packet, tick);
      return 1L << port;
    }
    final TniOperation operation = commands.operationOf(packet);
    noteDelivery(router, id, word, data(packet, packetClass, word), tick);
    if (packetClass == TofuPacketId.REQUEST) {
      commands.delivered(router, packet, tick);
    }
    if (completes(packetClass, operation)) {
      noteCompletion(operation, id, word, pool.second(packet), tick);
    }
    if (packetClass == TofuPacketId.ANSWER) {
      outstanding.complete(streamsPerNode * router + TofuRouteWord.stream(word));
      measures.endRequest(tick);
      touch(router, TofuRouteWord.stream(word) % traffic.tnis());
      commands.answered(router, packet, tick);
      pool.remove(packet);
    } else if (TofuRouteWord.answered(word)) {
      answer(router, tni, packet, operation, tick);
    } else {
      pool.remove(packet);
    }
    return 1L << port;
  }

  private void noteDelivery(int router, long id, long word, int data, long tick) {
    final int hops = packetWords.hops(word);
    mostHops = Math.max(mostHops, hops);
    measures.deliver(data, hops, tick);
    measures
        .digest()
        .add(ids.source(id), nodes[router], ids.sequence(id), ids.packetClass(id), tick);
    if (measures.measures(tick)) {
      bytes[router] += data;
    }
  }

  private void noteCompletion(TniOperation operation, long id, long word, long times, long tick) {
    final int hops = packetWords.hops(word);
    measures.complete();
    measures.totals().count(TofuCounter.COMPLETED, 1);
    measures.totals().count(TofuCounter.COMPLETED_HOPS, hops);
    measures.follow(
        ids.requester(id),
        ids.target(id),
        PacketTimes.birth(times, tick),
        tick,
        PacketTimes.sinceIssue(times, tick),
        design.zeroLoadTicks(operation, hops, hopTicks, TofuRouteWord.moved(word)));
  }

  /**
   * Turns a request into its answer. Answers join their queue in phase 1, yet in no order of
   * events: a TNI accepts one packet at a time, so that two requests are never delivered in a tick.
   * They get ready in that order, too.
   */
  private void answer(int router, int tni, int packet, TniOperation operation, long tick) {
    final int unit = tnis * router + tni;
    pool.move(packet, vcs.of(router, Tofu6D.PORTS + tni, 2 * TofuPacketId.ANSWER));
    long created = tick;
    if (operation == TniOperation.ARMW) {
      created = atomics.serve(unit, tick, design.keys().atomicTicks());
      answers.add(unit, packet);
    } else {
      answers.addBeforeLast(unit, packet, inAtomicUnit(unit, tick));
    }
    wakes.at(created + design.sendTicks(), router, tnis + tni);
  }

  /** Returns how many answers, the last ones of a TNI, its atomic unit has still to create. */
  private long inAtomicUnit(int unit, long tick) {
    return hasAtomics
        ? Math.max(0, -Math.floorDiv(tick - atomics.freeAt(unit), design.keys().atomicTicks()))
        : 0;
  }

  // ---------------------------------------------------------------- from the host to the router

  @Override
  public void credit(int router, int port, int vc, int flits) {
    final int tni = port - Tofu6D.PORTS;
    sendBuffers.free(buffer(router, tni, vc >>> 1), flits);
    touch(router, tni);
  }

  @Override
  public long wake(int router, int unit, long tick) {
    if (unit == ranksUnit(tnis)) {
      commands.wake(router);
    } else if (unit == barriersUnit(tnis)) {
      touched[router] |= (byte) barriers.wake(router, tick);
    } else if (unit >= tnis) {
      readyAnswers[tnis * router + unit - tnis]++;
      touch(router, unit - tnis);
    } else if (alarms.rings(tnis * router + unit, tick)) {
      touch(router, unit);
    }
    return 0;
  }

  private void touch(int router, int tni) {
    touched[router] |= (byte) (1 << tni);
  }

  @Override
  public boolean looks(int router) {
    return touched[router] != 0 || barriers != null || commands.messaging() != null;
  }

  @Override
  public void issue(int router, long tick) {
    issuePackets(router, tick);
    if (barriers != null) {
      barriers.begin(router, tick);
    }
  }

  private void issuePackets(int router, long tick) {
    final int looking = touched[router] | commands.act(router, tick);
    if (looking == 0) {
      return;
    }
    touched[router] = 0;
    final int first = firstTni[router];
    for (int i = 0; i < tnis; i++) {
      final int tni = first + i < tnis ? first + i : first + i - tnis;
      if ((looking >>> tni & 1) != 0) {
        issueOne(router, tni, tick);
      }
    }
    for (int rest = looking; rest != 0; rest &= rest - 1) {
      final int tni = Integer.numberOfTrailingZeros(rest);
      alarms.set(tnis * router + tni, nextIssue(router, tni, tick));
    }
  }

  private void issueOne(int router, int tni, long tick) {
    if (freeAt(router, tni) <= tick
        && !issueAnswer(router, tni, tick)
        && !issueSignal(router, tni, tick)) {
      issueRequest(router, tni, tick);
    }
  }

  /** Returns the first tick at which engine and bus are free. */
  private long freeAt(int router, int tni) {
    final long engine = engines.freeAt(tnis * router + tni);
    return hasBus ? Math.max(engine, out.freeAt(router)) : engine;
  }

  private boolean issueAnswer(int router, int tni, long tick) {
    final int unit = tnis * router + tni;
    if (readyAnswers[unit] == 0) {
      return false;
    }
    final int packet = answers.first(unit);
    final long id = pool.first(packet);
    final long word = pool.third(packet);
    final int data = commands.operationOf(packet).answerData(TofuRouteWord.moved(word));
    final int units = TofuFrames.units(data);
    if (!sendBuffers.hasRoom(buffer(router, tni, TofuPacketId.ANSWER), units)) {
      return false;
    }
    answers.remove(unit);
    measures.injectAnswer(tick);
    readyAnswers[unit]--;
    final int stream = TofuRouteWord.stream(word);
    pool.move(packet, vcs.of(router, Tofu6D.PORTS + tni, 2 * TofuPacketId.ANSWER));
    pool.setFirst(packet, ids.answerTo(id));
    pool.setThird(
        packet,
        packetWords.of(units)
            | routes.of(
                ids.requester(id),
                TofuRouteWord.path(word),
                stream % traffic.tnis(),
                TofuRouteWord.moved(word),
                false,
                stream));
    enter(router, tni, TofuPacketId.ANSWER, packet, data, tick);
    return true;
  }

  private boolean issueSignal(int router, int tni, long tick) {
    if (!hasSignal(router, tni)) {
      return false;
    }
    final int data = Barriers.SIGNAL_BYTES;
    if (!sendBuffers.hasRoom(buffer(router, tni, TofuPacketId.REQUEST), TofuFrames.units(data))) {
      return false;
    }
    final int packet = barriers.firstSignal(router, tni);
    barriers.removeSignal(router, tni);
    pool.move(packet, vcs.of(router, Tofu6D.PORTS + tni, 2 * TofuPacketId.REQUEST));
    enter(router, tni, TofuPacketId.REQUEST, packet, data, tick);
    return true;
  }

  private boolean hasSignal(int router, int tni) {
    return barriers != null && barriers.firstSignal(router, tni) != PacketPool.NONE;
  }

  private void issueRequest(int router, int tni, long tick) {
    if (tni >= traffic.tnis()) {
      return;
    }
    final int unit = tnis * router + tni;
    for (int i = 0; i < traffic.queues(); i++) {
      final int queue = (turn[unit] + i) % traffic.queues();
      final int stream = queue * traffic.tnis() + tni;
      if (canIssue(router, tni, stream, tick)) {
        turn[unit] = (byte) (queue + 1);
        issueRequest(router, tni, stream, tick);
        return;
      }
    }
  }

  private boolean canIssue(int router, int tni, int stream, long tick) {
    final int queue = streamsPerNode * router + stream;
    if (readyAt(queue) > tick || (isAnswered(queue) && !outstanding.hasRoom(queue))) {
      return false;
    }
    final int units =
        TofuFrames.units(commands.operation(queue).requestData(commands.moved(queue)));
    return sendBuffers.hasRoom(buffer(router, tni, TofuPacketId.REQUEST), units);
  }

  private long readyAt(int queue) {
    final long birth = commands.birth(queue);
    if (birth == Births.NEVER) {
      return NEVER;
    }
    return design.leadTicks() + (saturated ? 0 : birth);
  }

  private boolean isAnswered(int queue) {
    return commands.operation(queue) != TniOperation.PUT
        || ((design.keys().acknowledge() || commands.wantsAcknowledge(queue))
            && commands.endsMessage(queue));
  }

  private void issueRequest(int router, int tni, int stream, long tick) {
    final int queue = streamsPerNode * router + stream;
    final int node = nodes[router];
    final int target = commands.destination(queue);
    final long sequence = commands.sequence(queue);
    final int moved = commands.moved(queue);
    final int data = commands.operation(queue).requestData(moved);
    final boolean answered = isAnswered(queue);
    final long birth =
        saturated && commands.beginsMessage(queue)
            ? tick - design.leadTicks()
            : commands.birth(queue);
    final int packet =
        pool.add(
            ids.request(node, target, sequence),
            PacketTimes.of(birth, tick),
            vcs.of(router, Tofu6D.PORTS + tni, 2 * TofuPacketId.REQUEST));
    pool.setThird(
        packet,
        packetWords.of(TofuFrames.units(data))
            | routes.of(
                target,
                traffic.path(node, target, sequence),
                traffic.targetTni(tni),
                moved,
                answered,
                stream));
    measures.inject(moved, 1, tick);
    if (answered) {
      measures.expectAnswer();
      measures.request(tick);
      outstanding.add(queue);
    }
    commands.issued(queue, packet, birth, tick);
    enter(router, tni, TofuPacketId.REQUEST, packet, data, tick);
  }

  private void enter(int router, int tni, int packetClass, int packet, int data, long tick) {
    final int units = packetWords.flits(pool.third(packet));
    engines.serve(tnis * router + tni, tick, frameTicks[units]);
    if (hasBus) {
      out.serve(router, tick, design.bus().ticks(data));
      firstTni[router] = (byte) ((tni + 1) % tnis);
    }
    sendBuffers.take(buffer(router, tni, packetClass), units);
    wheel.schedule(tick + design.injectionTicks(), Wiring.arrival(packet));
  }

  /**
   * Returns the next tick at which a TNI may issue something just because time has passed; credits
   * and deliveries have it look again anyway.
   */
  private long nextIssue(int router, int tni, long tick) {
    final long free = freeAt(router, tni);
    long next = NEVER;
    if (free > tick && (readyAnswers[tnis * router + tni] > 0 || hasSignal(router, tni))) {
      next = free;
    }
    if (tni < traffic.tnis()) {
      for (int stream = tni; stream < streamsPerNode; stream += traffic.tnis()) {
        final long issue = Math.max(free, readyAt(streamsPerNode * router + stream));
        next = issue > tick ? Math.min(next, issue) : next;
      }
    }
    return next;
  }

  @Override
  public long unsettled() {
    return commands.active();
  }

  @Override
  public boolean atRest() {
    return outstanding.isNone()
        && sendBuffers.areEmpty()
        && receiveBuffers.areEmpty()
        && answers.areEmpty()
        && (barriers == null || barriers.areAtRest())
        && Arrays.stream(readyAnswers).allMatch(ready -> ready == 0);
  }

  // ---------------------------------------------------------------- what is reported

  @Override
  public Messaging ranks() {
    return commands.messaging();
  }

  /** Returns the measurements up to now. */
  public NodeStatistics statistics() {
    return new NodeStatistics(bytes, mostHops);
  }

  @Override
  public void save(Words words) {
    statistics().save(words);
  }
}
