package io.hopwright.models.extoll.units;

import io.hopwright.models.extoll.network.ExtollCells;
import io.hopwright.models.extoll.network.ExtollPacketId;
import io.hopwright.models.extoll.network.ExtollPorts;
import io.hopwright.models.extoll.network.ExtollRouteWord;
import io.hopwright.models.extoll.smfu.AcceleratorWindows;
import io.hopwright.models.extoll.smfu.Accesses;
import io.hopwright.models.extoll.smfu.Registers;
import io.hopwright.models.host.AddressMap;
import io.hopwright.models.host.Buffers;
import io.hopwright.models.host.LongQueues;
import io.hopwright.models.host.NodeStatistics;
import io.hopwright.models.host.Servers;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.switching.crossbar.Site;
import java.util.Arrays;

/**
 * Functional units of the NICs of a partition, with hosts and accelerators ({@code
 * docs/models/extoll.md}, "Units, hosts and accelerators"). Confined to its partition.
 */
public final class NicUnits extends ExtollEndpoints {
  private static final int WORK = 3;
  private static final int BIRTH = 4;

  /**
   * Index of the word with the value of a packet, which is also the first message word for packets
   * of ranks.
   */
  static final int VALUE = 5;

  /** Words of a packet. */
  public static final int WORDS = 6;

  public static final int NOTIFICATION_BYTES = 16;
  private static final int QUEUE_ENTRY_BYTES = 64;
  private static final int MSI_BYTES = 4;
  private static final int CLASSES = ExtollPorts.CLASSES;

  private final UnitDesign units;
  private final DeviceDesign design;
  private final DeviceDesign.Keys keys;
  private final int cellTicks;

  /** The host of an accelerator, by node. */
  private final int[] hosts;

  private final Accesses accesses;
  private final StageQueues due;
  private final PcieBuses bus;

  /** Copies to and from memory that NICs cannot access, null if they can access all. */
  private final StagedCopies stages;

  private final DeviceUsers users;

  /** The users if these are ranks of jobs, else null. */
  private final UnitRanks ranks;

  private final Registers registers;
  private final Servers engines;
  private final Servers registerFiles;
  private final Servers ports;
  private final Buffers sendBuffers;
  private final Buffers receiveBuffers;

  /** Descriptors, then accesses that wait for their turn, by node; three words each. */
  private final LongQueues lists;

  /** Packets to be issued, by unit and class; three words each. */
  private final LongQueues queues;

  /** Part of each node's first descriptor that is in flight. */
  private final int[] begun;

  private final int[] places;
  private final int[] tags;

  /** Number of fragments at the head of the queue of RMA with complete data, by node. */
  private final int[] wholeFragments;

  /** Number of packets issued, by node and kind. */
  private final long[] numbers;

  private final long[] bytes;
  private int mostHops;

  /** Factory of the users of units. */
  @FunctionalInterface
  public interface UsersOf {
    /** Returns the users of units of one partition, of which these are parts. */
    DeviceUsers of(StageQueues due, PcieBuses bus, StagedCopies stages);
  }

  /**
   * Creates idle units.
   *
   * @param accesses map addresses of hosts to accelerators
   * @param hosts owners of accelerators, 0 without any
   * @param registers of all nodes
   * @param users of the units
   */
  public NicUnits(
      ExtollNodeDesign node,
      Accesses accesses,
      int[] hosts,
      Registers registers,
      UsersOf users,
      Site site) {
    super(site);
    units = node.units();
    design = node.devices();
    keys = design.keys();
    cellTicks = node.cellTicks();
    due = new StageQueues(nodes.length, StageQueues.STAGES, wakes);
    final HostPaths paths = node.paths();
    stages = paths.staging() == null ? null : new StagedCopies(paths.staging(), nodes, wakes);
    this.accesses = accesses;
    this.hosts = hosts.clone();
    bus = new PcieBuses(design, paths, isHost(nodes.length, accesses), due);
    this.users = users.of(due, bus, stages);
    ranks = this.users instanceof UnitRanks all ? all : null;
    this.registers = registers;
    final int all = nodes.length * ExtollPorts.UNITS;
    engines = new Servers(all);
    registerFiles = new Servers(nodes.length);
    ports = new Servers(all);
    sendBuffers = new Buffers(all * CLASSES, units.bufferCells());
    receiveBuffers = new Buffers(all * CLASSES, units.bufferCells());
    lists = new LongQueues(nodes.length * 2);
    queues = new LongQueues(all * CLASSES);
    begun = new int[nodes.length];
    places = new int[nodes.length];
    tags = new int[nodes.length];
    wholeFragments = new int[nodes.length];
    numbers = new long[nodes.length * UnitWork.KINDS];
    bytes = new long[nodes.length];
  }

  private static boolean[] isHost(int nodes, Accesses accesses) {
    final boolean[] isHost = new boolean[nodes];
    for (int node = 0; node < nodes; node++) {
      isHost[node] = accesses.isHost(node);
    }
    return isHost;
  }

  private static int unit(int node, int unit) {
    return ExtollPorts.UNITS * node + unit;
  }

  private static int queue(int node, int unit, int packetClass) {
    return CLASSES * unit(node, unit) + packetClass;
  }

  // ---------------------------------------------------------------- from the router

  @Override
  public boolean hasRoom(int node, int port, int packetClass, int packet) {
    return receiveBuffers.hasRoom(
        queue(node, port - ExtollPorts.LINKS, packetClass), packetWords.flits(pool.third(packet)));
  }

  @Override
  public long receive(int node, int port, int packet, long tick) {
    final int cells = packetWords.flits(pool.third(packet));
    final int packetClass = packetClass(pool.word(packet, WORK));
    receiveBuffers.take(queue(node, port - ExtollPorts.LINKS, packetClass), cells);
    pool.move(packet, vcs.of(node, port, packetClass));
    return tick + units.ejectionTicks() + ExtollCells.ticks(cells, cellTicks);
  }

  private static int packetClass(long work) {
    return UnitWork.isResponse(UnitWork.kind(work)) ? 1 : 0;
  }

  @Override
  public long deliver(int node, int packet, long tick) {
    final long id = pool.first(packet);
    final long word = pool.third(packet);
    final int hops = packetWords.hops(word);
    final int data = ExtollRouteWord.data(word);
    final int source = ExtollPacketId.source(id);
    assert ExtollPacketId.destination(id) == nodes[node] : "packet astray at node " + nodes[node];
    mostHops = Math.max(mostHops, hops);
    measures.deliver(data, hops, tick);
    measures.complete();
    measures
        .digest()
        .add(source, nodes[node], ExtollPacketId.number(id), ExtollPacketId.kind(id), tick);
    bytes[node] += measures.measures(tick) ? data : 0;
    final long work =
        UnitWork.withNode(UnitWork.as(UnitWork.PACKET, pool.word(packet, WORK)), source);
    final long birth = pool.word(packet, BIRTH);
    if (ranks == null) {
      joinEngine(node, ExtollRouteWord.unit(word), tick, work, birth, pool.word(packet, VALUE));
      pool.remove(packet);
    } else {
      joinEngine(node, ExtollRouteWord.unit(word), tick, work, birth, packet);
    }
    return 0;
  }

  private void joinEngine(int node, int unit, long tick, long work, long birth, long value) {
    final long begin = engines.serve(unit(node, unit), tick, design.gapTicks()) - design.gapTicks();
    due.add(node, StageQueues.ENGINES + unit, begin + design.engineTicks(), work, birth, value);
  }

  @Override
  public void credit(int node, int port, int vc, int cells) {
    sendBuffers.free(queue(node, port - ExtollPorts.LINKS, vc >>> 1), cells);
  }

  /** Releases room, which counts for the grants of this tick. */
  @Override
  public long wake(int node, int unit, long tick) {
    if (unit == UnitRanks.UNIT) {
      ranks.wake(node);
    }
    long room = 0;
    while (due.take(node, StageQueues.ROOM, tick)) {
      final int kind = UnitWork.kind(due.work());
      receiveBuffers.free(
          queue(node, UnitWork.unit(kind), packetClass(due.work())), UnitWork.cells(due.work()));
      room |= 1L << (ExtollPorts.LINKS + UnitWork.unit(kind));
    }
    return room;
  }

  // ---------------------------------------------------------------- phase 2

  @Override
  public void issue(int node, long tick) {
    fromDevice(node, tick);
    toDevice(node, tick);
    if (stages != null) {
      stages(node, tick);
    }
    engines(node, tick);
    registers(node, tick);
    while (due.take(node, StageQueues.MEMORY, tick)) {
      bus.remembered(node, tick, due.work());
    }
    workOnDescriptors(node, tick);
    workOnAccesses(node);
    users.act(node, tick);
    issuePackets(node, tick);
  }

  private void fromDevice(int node, long tick) {
    while (due.take(node, StageQueues.FROM_DEVICE, tick)) {
      final long work = due.work();
      switch (UnitWork.role(work)) {
        case UnitWork.MESSAGE, UnitWork.DESCRIPTOR, UnitWork.ACCESS ->
            joinEngine(
                node, UnitWork.unit(UnitWork.kind(work)), tick, work, due.birth(), due.value());
        case UnitWork.COMPLETION -> whole(node);
        default -> {
          // A line with others behind it.
        }
      }
    }
  }

  /** Sends a fragment or a response once the data of a read are whole. */
  private void whole(int node) {
    final long work = bus.readWork(node);
    final long birth = bus.readBirth(node);
    final long value = bus.readValue(node);
    if (UnitWork.kind(work) == UnitWork.PUT) {
      wholeFragments[node]++;
    } else {
      respond(node, work, birth, value);
    }
  }

  /** Queues the response to a request; kinds of responses follow those of requests. */
  private void respond(int node, long work, long birth, long value) {
    final int kind = UnitWork.kind(work) + 1;
    enqueue(node, queue(node, UnitWork.unit(kind), 1), UnitWork.withKind(work, kind), birth, value);
  }

  private void enqueue(int node, int queue, long work, long birth, long value) {
    assert queue / CLASSES / ExtollPorts.UNITS == node : "queue " + queue;
    queues.add(queue, work);
    queues.add(queue, birth);
    queues.add(queue, value);
  }

  private void toDevice(int node, long tick) {
    while (due.take(node, StageQueues.TO_DEVICE, tick)) {
      final long work = due.work();
      switch (UnitWork.role(work)) {
        case UnitWork.REQUEST -> bus.requested(node, tick, work);
        case UnitWork.DATA -> {
          if (ranks != null && !isNotifiedOf(work)) {
            ranks.arrive(node, work, due.birth(), due.value());
          }
        }
        case UnitWork.QUEUE_ENTRY -> accesses.entry(node);
        case UnitWork.HANDLER -> {
          accesses.interrupt(node, UnitWork.node(work), UnitWork.farThread(work));
          users.arrive(node, work, due.birth(), due.value());
        }
        case UnitWork.CHUNK_HERE -> copyIn(node, tick, work);
        case UnitWork.IN_MAILBOX -> {
          if (stages != null && stages.hasMail(node)) {
            copyIn(node, tick, work);
          } else {
            users.arrive(node, work, due.birth(), due.value());
          }
        }
        default -> users.arrive(node, work, due.birth(), due.value());
      }
    }
  }

  /** Copies data that are in memory to their final place. */
  private void copyIn(int node, long tick, long work) {
    final long all = ranks == null ? due.value() : ranks.dataBytes((int) due.value());
    stages.arrive(node, all, tick, work, due.birth(), due.value());
  }

  /** Continues with copied data. */
  private void stages(int node, long tick) {
    while (stages.takeCopiedIn(node, tick)) {
      final long work = stages.work();
      if (ranks != null) {
        ranks.arrive(node, work, stages.birth(), stages.value());
      } else if (UnitWork.isTold(work)) {
        final long told = UnitWork.notification(work, UnitWork.COMPLETER, UnitWork.farThread(work));
        users.arrive(node, told, stages.birth(), 0);
      }
    }
    while (stages.takeCopiedOut(node, tick)) {
      if (UnitWork.kind(stages.work()) == UnitWork.MAIL) {
        ranks.sendMail(node, (int) stages.value(), tick);
      } else {
        stages.send(node, tick, stages.work(), stages.birth(), stages.value());
      }
    }
    while (stages.takeDescriptor(node, tick)) {
      final long descriptor = UnitWork.as(UnitWork.DESCRIPTOR, stages.work());
      bus.issue(
          node, DeviceDesign.DESCRIPTOR_BYTES, tick, descriptor, stages.birth(), stages.value());
    }
  }

  /** Returns whether a notification stands behind data, of which threads see nothing else. */
  private static boolean isNotifiedOf(long work) {
    return UnitWork.last(work) && UnitWork.notifies(work, UnitWork.COMPLETER);
  }

  private void engines(int node, long tick) {
    for (int unit = 0; unit < ExtollPorts.UNITS; unit++) {
      while (due.take(node, StageQueues.ENGINES + unit, tick)) {
        final long work = due.work();
        switch (UnitWork.role(work)) {
          case UnitWork.MESSAGE ->
              enqueue(node, queue(node, ExtollPorts.VELO, 0), work, due.birth(), due.value());
          case UnitWork.DESCRIPTOR -> list(2 * node, work, due.birth(), due.value());
          case UnitWork.ACCESS -> listAccess(node, work, due.birth(), due.value(), tick);
          default -> take(node, work, due.birth(), due.value(), tick);
        }
      }
    }
  }

  private void list(int list, long work, long birth, long value) {
    lists.add(list, work);
    lists.add(list, birth);
    lists.add(list, value);
  }

  /** Lists an access for the node, and the address there, that its address leads to. */
  private void listAccess(int node, long work, long birth, long address, long tick) {
    if (!accesses.isHost(node)) {
      if (UnitWork.mark(work) != UnitWork.INTERRUPTS) {
        accesses.forward(address);
      }
      list(2 * node + 1, UnitWork.withNode(work, hosts[node]), birth, address);
      return;
    }
    final int interval = accesses.interval(node, address);
    if (interval == AddressMap.NONE) {
      dropAccess(node, work, birth, tick);
      return;
    }
    final long carried = accesses.forward(node, interval, address);
    list(2 * node + 1, UnitWork.withNode(work, accesses.target(node, interval)), birth, carried);
  }

  /** Drops an access to an unmapped address: a store is lost, a load has an answer without data. */
  private void dropAccess(int node, long work, long birth, long tick) {
    if (UnitWork.kind(work) == UnitWork.LOAD) {
      bus.answer(node, tick, UnitWork.piece(work, 0, true), birth);
    } else {
      users.posted(node);
    }
  }

  /** Takes a packet in that is through the engine. */
  private void take(int node, long work, long birth, long value, long tick) {
    final int bytesOfPacket = UnitWork.bytes(work);
    final long started =
        switch (UnitWork.kind(work)) {
          case UnitWork.MAIL -> {
            final long mail = UnitWork.as(UnitWork.IN_MAILBOX, forThread(work));
            yield bus.write(
                node, DeviceDesign.MAIL_HEADER_BYTES + bytesOfPacket, tick, mail, birth, value);
          }
          case UnitWork.PUT -> takeData(node, work, UnitWork.farThread(work), birth, value, tick);
          case UnitWork.IMMEDIATE ->
              UnitWork.mark(work) == UnitWork.MEMORY
                  ? takeData(node, work, UnitWork.farThread(work), birth, 0, tick)
                  : joinRegisters(node, work, birth, value, tick);
          case UnitWork.GET -> bus.read(node, tick, work, birth, value);
          case UnitWork.LOAD -> takeLoad(node, work, birth, value, tick);
          case UnitWork.READ -> joinRegisters(node, work, birth, value, tick);
          case UnitWork.GET_RESPONSE, UnitWork.READ_RESPONSE -> {
            places[node]--;
            measures.endRequest(tick);
            yield takeData(node, work, UnitWork.thread(work), birth, value, tick);
          }
          case UnitWork.STORE -> takeStore(node, work, birth, value, tick);
          default -> {
            tags[node]--;
            measures.endRequest(tick);
            yield bus.answer(node, tick, work, birth);
          }
        };
    due.add(node, StageQueues.ROOM, Math.max(started, tick + 1), work, 0, 0);
  }

  /** Returns work whose thread is the one at this end. */
  private static long forThread(long work) {
    return UnitWork.of(
        UnitWork.kind(work),
        UnitWork.node(work),
        UnitWork.farThread(work),
        0,
        UnitWork.bytes(work),
        0,
        0);
  }

  /**
   * Adds data, and the notification behind the last; returns the tick at which the last item
   * starts.
   */
  private long takeData(int node, long work, int thread, long birth, long value, long tick) {
    final long started =
        bus.write(node, UnitWork.bytes(work), tick, UnitWork.as(UnitWork.DATA, work), birth, value);
    if (!isNotifiedOf(work)) {
      return started;
    }
    return UnitWork.isChunk(work) && stages.isStaged(node)
        ? bus.write(
            node, NOTIFICATION_BYTES, tick, UnitWork.as(UnitWork.CHUNK_HERE, work), birth, value)
        : notifyEnd(node, work, UnitWork.COMPLETER, thread, birth, value, tick);
  }

  private long notifyEnd(
      int node, long work, int end, int thread, long birth, long value, long tick) {
    return bus.write(
        node, NOTIFICATION_BYTES, tick, UnitWork.notification(work, end, thread), birth, value);
  }

  private long takeStore(int node, long work, long birth, long address, long tick) {
    if (accesses.isHost(node) && AcceleratorWindows.interrupts(address)) {
      return interrupt(node, work, birth, tick);
    }
    return accesses.admits(node, address)
        ? bus.write(node, UnitWork.bytes(work), tick, UnitWork.as(UnitWork.DATA, work), birth, 0)
        : tick;
  }

  /** Returns when the read starts, now if there is none: the answer has no data. */
  private long takeLoad(int node, long work, long birth, long address, long tick) {
    if (accesses.admits(node, address)) {
      return bus.read(node, tick, work, birth, address);
    }
    respond(node, UnitWork.piece(work, 0, true), birth, address);
    return tick;
  }

  private long interrupt(int node, long work, long birth, long tick) {
    bus.write(node, QUEUE_ENTRY_BYTES, tick, UnitWork.as(UnitWork.QUEUE_ENTRY, work), birth, 0);
    return bus.write(node, MSI_BYTES, tick, UnitWork.as(UnitWork.HANDLER, work), birth, 0);
  }

  /** Returns the tick at which the access is done. */
  private long joinRegisters(int node, long work, long birth, long value, long tick) {
    final long done = registerFiles.serve(node, tick, keys.registerTicks());
    due.add(node, StageQueues.REGISTERS, done, work, birth, value);
    return done;
  }

  private void registers(int node, long tick) {
    while (due.take(node, StageQueues.BACKDOOR, tick)) {
      registers.access(node);
    }
    while (due.take(node, StageQueues.REGISTERS, tick)) {
      final long work = due.work();
      if (UnitWork.kind(work) == UnitWork.READ) {
        respond(node, work, due.birth(), registers.read(node, UnitWork.mark(work)));
      } else if (registers.write(node, UnitWork.mark(work), due.value())) {
        due.add(node, StageQueues.BACKDOOR, tick + keys.configAccessTicks(), 0, 0, 0);
      }
    }
  }

  /** Takes the next descriptors of RMA while there are places for packets. */
  private void workOnDescriptors(int node, long tick) {
    final int list = 2 * node;
    while (!lists.isEmpty(list) && places[node] < keys.rmaPackets()) {
      final long work = lists.first(list);
      final long birth = lists.get(list, 1);
      final int rest = UnitWork.bytes(work) - begun[node];
      final int data = Math.min(ExtollCells.MOST_DATA, rest);
      final long piece = UnitWork.piece(work, data, data == rest && UnitWork.last(work));
      places[node]++;
      enqueue(node, queue(node, ExtollPorts.RMA, 0), piece, birth, lists.get(list, 2));
      if (UnitWork.kind(work) == UnitWork.PUT) {
        bus.read(node, tick, piece, birth, 0);
      }
      begun[node] += data;
      if (data == rest) {
        begun[node] = 0;
        remove(lists, list);
      }
    }
  }

  private static void remove(LongQueues from, int queue) {
    from.remove(queue);
    from.remove(queue);
    from.remove(queue);
  }

  /** Takes the next accesses of SMFU while there are tags for loads. */
  private void workOnAccesses(int node) {
    final int list = 2 * node + 1;
    while (!lists.isEmpty(list)) {
      final long work = lists.first(list);
      final boolean load = UnitWork.kind(work) == UnitWork.LOAD;
      if (load && tags[node] >= keys.smfuTags()) {
        return;
      }
      tags[node] += load ? 1 : 0;
      enqueue(node, queue(node, ExtollPorts.SMFU, 0), work, lists.get(list, 1), lists.get(list, 2));
      remove(lists, list);
    }
  }

  private void issuePackets(int node, long tick) {
    boolean freed = false;
    for (int unit = 0; unit < ExtollPorts.UNITS; unit++) {
      final int at = unit(node, unit);
      if (!ports.isFree(at, tick)) {
        continue;
      }
      if (mayIssue(node, unit, 1)) {
        send(node, unit, 1, tick);
      } else if (mayIssue(node, unit, 0)) {
        send(node, unit, 0, tick);
        freed = true;
      }
      if (!ports.isFree(at, tick)) {
        due.wake(node, ports.freeAt(at));
      }
    }
    if (freed && (!lists.isEmpty(2 * node) || users.isHeldBack(node, tick))) {
      due.wakeNext(node, tick);
    }
  }

  private boolean mayIssue(int node, int unit, int packetClass) {
    final int queue = queue(node, unit, packetClass);
    if (queues.isEmpty(queue)) {
      return false;
    }
    final long work = queues.first(queue);
    final boolean whole = UnitWork.kind(work) != UnitWork.PUT || wholeFragments[node] > 0;
    return whole && sendBuffers.hasRoom(queue, UnitWork.cells(work));
  }

  private void send(int node, int unit, int packetClass, long tick) {
    final int queue = queue(node, unit, packetClass);
    final long work = queues.remove(queue);
    final long birth = queues.remove(queue);
    final long value = queues.remove(queue);
    final int kind = UnitWork.kind(work);
    final int cells = UnitWork.cells(work);
    final int moved = UnitWork.moved(work);
    final int packet =
        pool.add(
            ExtollPacketId.of(
                nodes[node], UnitWork.node(work), kind, numbers[UnitWork.KINDS * node + kind]++),
            tick,
            vcs.of(node, ExtollPorts.LINKS + unit, 2 * packetClass));
    pool.setThird(packet, packetWords.of(cells) | ExtollRouteWord.of(unit, moved));
    pool.setWord(packet, WORK, work);
    pool.setWord(packet, BIRTH, birth);
    if (ranks == null) {
      pool.setWord(packet, VALUE, value);
    } else {
      ranks.issued(node, packet, work, value, tick);
    }
    measures.inject(moved, 1, tick);
    ports.serve(unit(node, unit), tick, ExtollCells.ticks(cells, cellTicks));
    sendBuffers.take(queue, cells);
    wheel.schedule(tick + units.injectionTicks(), Wiring.arrival(packet));
    sent(node, work, birth, tick);
  }

  /** Frees resources on the issue of a packet, and notifies its user. */
  private void sent(int node, long work, long birth, long tick) {
    final int kind = UnitWork.kind(work);
    switch (kind) {
      case UnitWork.MAIL -> users.posted(node);
      case UnitWork.STORE -> {
        if (UnitWork.mark(work) != UnitWork.INTERRUPTS) {
          users.posted(node);
        }
      }
      case UnitWork.PUT, UnitWork.IMMEDIATE -> {
        places[node]--;
        wholeFragments[node] -= kind == UnitWork.PUT ? 1 : 0;
        if (UnitWork.last(work) && UnitWork.notifies(work, UnitWork.REQUESTER)) {
          notifyEnd(node, work, UnitWork.REQUESTER, UnitWork.thread(work), birth, 0, tick);
        }
        if (UnitWork.last(work) && UnitWork.isChunk(work)) {
          stages.issued(node, tick);
        }
      }
      case UnitWork.GET_RESPONSE -> {
        if (UnitWork.last(work) && UnitWork.notifies(work, UnitWork.RESPONDER)) {
          notifyEnd(node, work, UnitWork.RESPONDER, UnitWork.farThread(work), birth, 0, tick);
        }
      }
      // Requests keep their places and tags until they are answered.
      case UnitWork.GET, UnitWork.READ, UnitWork.LOAD -> measures.request(tick);
      default -> {
        // Other responses free nothing, and nothing is told.
      }
    }
  }

  // ---------------------------------------------------------------- what is reported

  /** Returns the unfinished work; threads without an end count as long as they run. */
  @Override
  public long unsettled() {
    return (long) users.running()
        + due.entries()
        + (stages == null ? 0 : stages.entries())
        + (queues.areEmpty() && lists.areEmpty() ? 0 : 1);
  }

  @Override
  public boolean atRest() {
    return sendBuffers.areEmpty()
        && receiveBuffers.areEmpty()
        && users.atRest()
        && (stages == null || stages.atRest())
        && Arrays.stream(places).allMatch(each -> each == 0)
        && Arrays.stream(tags).allMatch(each -> each == 0)
        && Arrays.stream(wholeFragments).allMatch(each -> each == 0);
  }

  /** Returns the registers of the nodes, by their numbers in the partition. */
  public Registers registers() {
    return registers;
  }

  @Override
  public Messaging ranks() {
    return ranks == null ? null : ranks.messaging();
  }

  @Override
  public ExtollStatistics statistics() {
    return new ExtollStatistics(
        new NodeStatistics(bytes, mostHops), users.latencies(), registers.ready());
  }
}
