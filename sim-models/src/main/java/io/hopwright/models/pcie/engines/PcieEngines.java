package io.hopwright.models.pcie.engines;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.statistics.Words;
import io.hopwright.models.host.Alarms;
import io.hopwright.models.host.Buffers;
import io.hopwright.models.host.LongQueues;
import io.hopwright.models.host.PcieLink;
import io.hopwright.models.host.Servers;
import io.hopwright.models.pcie.tree.PcieElements;
import io.hopwright.models.pcie.tree.PciePacketId;
import io.hopwright.models.pcie.tree.PciePorts;
import io.hopwright.models.pcie.tree.PcieTopology;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.switching.crossbar.NodeEndpoints;
import io.hopwright.models.switching.crossbar.Site;

/**
 * Memories, GPUs and cards: they write, read, answer reads, and receive everything that arrives
 * ({@code docs/models/pcie.md}, "Engines"). Confined to its partition; 220 B per element plus the
 * memory of {@link StageStreams}.
 */
public final class PcieEngines extends NodeEndpoints {
  private static final long NEVER = Long.MAX_VALUE;

  /** Words of a signal: to whom, cargo, birth of the message. */
  private static final int SIGNAL_WORDS = 3;

  /** Words of an answer: when it may begin, to whom, cargo of the request, birth. */
  private static final int ANSWER_WORDS = 4;

  private final PcieWorkload workload;
  private final EngineDesign design;
  private final int readBytes;
  private final PcieElements elements;
  private final EdgeTimes times;
  private final int local;

  private final StageStreams streams;
  private final Servers ports;
  private final Buffers buffers;
  private final Alarms alarms;
  private final LongQueues answers;
  private final LongQueues signals;

  /** Bytes that each element has sent for its first read request. */
  private final int[] answered;

  /** Streams of each element that write and read next, counted from its first. */
  private final int[] writePointers;

  private final int[] readPointers;

  /** Packets issued, by element and class. */
  private final long[] issued;

  private final TickHistogram messages = new TickHistogram();
  private final long[] flowBytes;
  private final long[] flowMessages;
  private final long[] flowTicks;
  private long requests;
  private long unsentSignals;
  private int mostHops;

  /** Creates engines that have not begun, and wakes those that begin at tick 0. */
  public PcieEngines(
      PcieWorkload workload,
      EngineDesign design,
      PcieTopology topology,
      EdgeTimes times,
      Site site) {
    super(site);
    this.workload = workload;
    this.design = design;
    readBytes = design.dma().readBytes();
    elements = topology.elements();
    this.times = times;
    local = PciePorts.local(topology.cards());
    streams = new StageStreams(workload, design, elements, nodes);
    ports = new Servers(nodes.length);
    buffers =
        new Buffers(
            nodes.length * PciePacketId.CLASSES, design.bufferBytes() / EdgeDesign.WORD_BYTES);
    alarms = new Alarms(nodes.length, 1, wakes);
    answers = new LongQueues(nodes.length);
    signals = new LongQueues(nodes.length);
    answered = new int[nodes.length];
    writePointers = new int[nodes.length];
    readPointers = new int[nodes.length];
    issued = new long[nodes.length * PciePacketId.CLASSES];
    flowBytes = new long[workload.flows().size()];
    flowMessages = new long[flowBytes.length];
    flowTicks = new long[flowBytes.length];
    for (int router = 0; router < nodes.length; router++) {
      alarms.set(router, next(router, -1));
    }
  }

  // ---------------------------------------------------------------- from the switch

  @Override
  public boolean hasRoom(int router, int port, int vc, int packet) {
    return true;
  }

  @Override
  public long receive(int router, int port, int packet, long tick) {
    pool.move(packet, vcs.of(router, port, 0));
    return tick + times.ticks(router, port, packet);
  }

  @Override
  public long deliver(int router, int packet, long tick) {
    final long id = pool.first(packet);
    final long birth = pool.second(packet);
    final long cargo = pool.third(packet);
    final int packetClass = PciePacketId.packetClass(id);
    final int hops = packetWords.hops(cargo);
    assert PciePacketId.destination(id) == nodes[router] : "packet astray at " + nodes[router];
    mostHops = Math.max(mostHops, hops);
    measures.deliver(packetClass == PciePacketId.READ ? 0 : CargoWord.moved(cargo), hops, tick);
    measures.complete();
    measures
        .digest()
        .add(PciePacketId.source(id), nodes[router], PciePacketId.number(id), packetClass, tick);
    pool.remove(packet);
    if (packetClass == PciePacketId.READ) {
      take(router, id, cargo, birth, tick);
    } else if (CargoWord.isSignal(cargo)) {
      takeSignal(cargo, birth);
    } else {
      move(router, packetClass, cargo, birth, tick);
    }
    return 0;
  }

  /** Takes a signal: a buffer is free, or a chunk is available to a later stage. */
  private void takeSignal(long cargo, long birth) {
    final int stage = CargoWord.stage(cargo);
    if (stage == 0) {
      streams.free(CargoWord.flow(cargo));
    } else {
      final boolean last = CargoWord.isLast(cargo, CargoWord.LAST_OF_MESSAGE);
      streams.arrive(CargoWord.flow(cargo), stage, birth, last);
    }
  }

  /** Queues a signal to the stream of a stage. */
  private void signal(int router, int flow, int stage, boolean last, long birth) {
    unsentSignals++;
    signals.add(router, workload.flows().get(flow).stages().get(stage).engine());
    signals.add(
        router,
        CargoWord.of(flow, stage, CargoWord.SIGNAL_BYTES)
            | CargoWord.SIGNAL
            | (last ? CargoWord.LAST_OF_MESSAGE : 0));
    signals.add(router, birth);
  }

  /** Takes a read request. */
  private void take(int router, long id, long cargo, long birth, long tick) {
    requests++;
    answers.add(router, tick + design.readTicks(elements.kind(nodes[router])));
    answers.add(router, PciePacketId.source(id));
    answers.add(router, cargo);
    answers.add(router, birth);
  }

  /** Takes data. */
  private void move(int router, int packetClass, long cargo, long birth, long tick) {
    final int flow = CargoWord.flow(cargo);
    final int stage = CargoWord.stage(cargo);
    final int bytes = CargoWord.bytes(cargo);
    final MessageFlow of = workload.flows().get(flow);
    final boolean last = stage == of.stages().size() - 1;
    if (last && measures.measures(tick)) {
      flowBytes[flow] += bytes;
    }
    if (packetClass == PciePacketId.COMPLETION && CargoWord.isLast(cargo, CargoWord.LAST_OF_READ)) {
      streams.answered(flow, stage);
      measures.endRequest(tick);
    }
    if (!CargoWord.isLast(cargo, CargoWord.LAST_OF_CHUNK)) {
      return;
    }
    final boolean message = CargoWord.isLast(cargo, CargoWord.LAST_OF_MESSAGE);
    if (of.isSignalled(stage)) {
      signal(router, flow, stage + 1, message, birth);
    } else if (!last) {
      streams.arrive(flow, stage + 1, birth, message);
    } else if (message && measures.measures(tick)) {
      messages.record(tick - birth);
      flowMessages[flow]++;
      flowTicks[flow] += tick - birth;
    }
    if (last && of.isBuffered()) {
      signal(router, flow, 0, false, birth);
    }
  }

  @Override
  public void credit(int router, int port, int vc, int flits) {
    buffers.free(router * PciePacketId.CLASSES + vc / 2, flits);
  }

  @Override
  public long wake(int router, int unit, long tick) {
    alarms.rings(router, tick);
    return 0;
  }

  // ---------------------------------------------------------------- to the switch

  @Override
  public void issue(int router, long tick) {
    if (streams.first(router) == streams.first(router + 1)
        && answers.isEmpty(router)
        && signals.isEmpty(router)) {
      return;
    }
    for (int stream = streams.first(router); stream < streams.first(router + 1); stream++) {
      streams.advance(stream, tick);
    }
    if (ports.isFree(router, tick)) {
      issueNext(router, tick);
    }
    final long next = next(router, tick);
    if (next > tick) {
      alarms.set(router, next);
    }
  }

  private void issueNext(int router, long tick) {
    if (!answers.isEmpty(router) && answers.first(router) <= tick && answer(router, tick)) {
      return;
    }
    final int reader = turn(router, readPointers[router], true, tick);
    if (reader != StageStreams.NONE && read(router, reader, tick)) {
      readPointers[router] = behind(router, reader);
      return;
    }
    if (!signals.isEmpty(router)) {
      sendSignal(router, tick);
      return;
    }
    final int writer = turn(router, writePointers[router], false, tick);
    if (writer != StageStreams.NONE && write(router, writer, tick)) {
      writePointers[router] = behind(router, writer);
    }
  }

  /** Returns the next stream in turn that has a packet to issue. */
  private int turn(int router, int pointer, boolean pull, long tick) {
    final int first = streams.first(router);
    final int count = streams.first(router + 1) - first;
    for (int i = 0; i < count; i++) {
      final int stream = first + (pointer + i) % count;
      if (streams.isPull(stream) == pull && streams.isReady(stream, tick)) {
        return stream;
      }
    }
    return StageStreams.NONE;
  }

  private int behind(int router, int stream) {
    final int first = streams.first(router);
    return (stream - first + 1) % (streams.first(router + 1) - first);
  }

  /** Sends the next completion if there is room for it. */
  private boolean answer(int router, long tick) {
    final long cargo = answers.get(router, 2);
    final int rest = CargoWord.bytes(cargo) - answered[router];
    final int bytes = Math.min(PcieLink.MOST_DATA, rest);
    final int requester = (int) answers.get(router, 1);
    final boolean last = bytes == rest;
    final long what =
        CargoWord.of(CargoWord.flow(cargo), CargoWord.stage(cargo), bytes)
            | (last ? CargoWord.LAST_OF_READ | CargoWord.lasts(cargo) : 0);
    final long birth = answers.get(router, 3);
    if (!send(router, requester, PciePacketId.COMPLETION, what, bytes, birth, tick)) {
      return false;
    }
    answered[router] += bytes;
    if (last) {
      for (int word = 0; word < ANSWER_WORDS; word++) {
        answers.remove(router);
      }
      answered[router] = 0;
      requests--;
    }
    return true;
  }

  /** Sends the next signal if there is room for it. */
  private void sendSignal(int router, long tick) {
    final int to = (int) signals.first(router);
    final long cargo = signals.get(router, 1);
    final long birth = signals.get(router, 2);
    if (!send(router, to, PciePacketId.WRITE, cargo, CargoWord.SIGNAL_BYTES, birth, tick)) {
      return;
    }
    for (int word = 0; word < SIGNAL_WORDS; word++) {
      signals.remove(router);
    }
    unsentSignals--;
  }

  private boolean write(int router, int stream, long tick) {
    final int bytes = Math.min(PcieLink.MOST_DATA, streams.rest(stream));
    final long what = cargo(stream, bytes);
    if (!send(
        router,
        streams.peer(stream),
        PciePacketId.WRITE,
        what,
        bytes,
        streams.birth(stream),
        tick)) {
      return false;
    }
    streams.issued(stream, bytes, tick);
    return true;
  }

  private boolean read(int router, int stream, long tick) {
    final int bytes = Math.min(readBytes, streams.rest(stream));
    final long what = cargo(stream, bytes);
    if (!send(
        router, streams.peer(stream), PciePacketId.READ, what, 0, streams.birth(stream), tick)) {
      return false;
    }
    streams.issued(stream, bytes, tick);
    measures.request(tick);
    return true;
  }

  /** Returns what the next packet of a stream brings or asks for. */
  private long cargo(int stream, int bytes) {
    final boolean last = bytes == streams.rest(stream);
    return CargoWord.of(streams.flow(stream), streams.stage(stream), bytes)
        | (last ? CargoWord.LAST_OF_CHUNK : 0)
        | (last && streams.isLastOfMessage(stream) ? CargoWord.LAST_OF_MESSAGE : 0);
  }

  /** Issues a packet if there is room for it behind the port. */
  private boolean send(
      int router, int to, int packetClass, long cargo, int bytes, long birth, long tick) {
    final int words = EdgeDesign.words(bytes);
    final int buffer = router * PciePacketId.CLASSES + packetClass;
    if (!buffers.hasRoom(buffer, words)) {
      return false;
    }
    buffers.take(buffer, words);
    final int packet =
        pool.add(
            PciePacketId.of(nodes[router], to, packetClass, issued[buffer]++),
            birth,
            vcs.of(router, local, 2 * packetClass));
    pool.setThird(packet, packetWords.of(words) | cargo);
    measures.inject(CargoWord.isSignal(cargo) ? 0 : bytes, 1, tick);
    ports.serve(router, tick, times.localTicks(elements.kind(nodes[router]), packetClass, bytes));
    wheel.schedule(tick + 1, Wiring.arrival(packet));
    return true;
  }

  /** Returns the next tick at which something may be issued, or become available, by itself. */
  private long next(int router, long tick) {
    long next = NEVER;
    boolean waits = false;
    for (int stream = streams.first(router); stream < streams.first(router + 1); stream++) {
      next = Math.min(next, streams.next(stream, tick));
      waits |= streams.isReady(stream, tick);
    }
    if (!answers.isEmpty(router)) {
      waits |= answers.first(router) <= tick;
      next = answers.first(router) > tick ? Math.min(next, answers.first(router)) : next;
    }
    waits |= !signals.isEmpty(router);
    return waits && !ports.isFree(router, tick) ? Math.min(next, ports.freeAt(router)) : next;
  }

  @Override
  public long unsettled() {
    return streams.unsettled() + requests + unsentSignals;
  }

  @Override
  public boolean atRest() {
    return buffers.areEmpty() && answers.areEmpty() && signals.areEmpty() && streams.areAtRest();
  }

  /** Returns the measurements up to now. */
  public PcieStatistics statistics() {
    return new PcieStatistics(messages, flowBytes, flowMessages, flowTicks, mostHops);
  }

  @Override
  public void save(Words words) {
    statistics().save(words);
  }
}
