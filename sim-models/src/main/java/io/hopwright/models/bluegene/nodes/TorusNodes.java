package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.torusrouter.FifoListener;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusEndpoints;
import io.hopwright.models.switching.torusrouter.TorusMeasures;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.switching.torusrouter.TrafficClass;

/**
 * Nodes of a partition: their injection and reception FIFOs, and the measurements of packets that
 * leave and enter them. Confined to its partition.
 */
public final class TorusNodes implements TorusEndpoints {
  private final InjectedTraffic workload;
  private final RouterDesign design;
  private final TorusMeasures measures;
  private final int[] globalIds;
  private final InjectionFifos injection;
  private final ReceptionFifos reception;
  private final PacketLegs legs;
  private final boolean twoLegs;
  private final boolean oneCore;
  private final boolean[] endless = new boolean[TrafficClass.CLASSES];

  public TorusNodes(
      InjectedTraffic workload,
      RouterDesign design,
      TorusMeasures measures,
      int[] globalIds,
      Wakes wakes) {
    this.workload = workload;
    this.design = design;
    this.measures = measures;
    this.globalIds = globalIds;
    injection = new InjectionFifos(workload, globalIds, wakes);
    reception = new ReceptionFifos(design.reception(), globalIds.length, wakes);
    legs = injection.legs();
    twoLegs = legs.any();
    oneCore = design.reception().cores() == 1;
    for (PacketStream stream : workload.streams()) {
      endless[stream.trafficClass()] = stream.messages().saturated();
      // Dynamic packets that are led around what is dead may have to be static.
      endless[TrafficClass.STATIC] |= endless[TrafficClass.DYNAMIC];
    }
  }

  // ---------------------------------------------------------------- from cores to the router

  @Override
  public boolean first(int node, int fifo) {
    return injection.first(node, fifo);
  }

  @Override
  public long head(int node, int fifo) {
    return injection.head(node, fifo);
  }

  @Override
  public long joined(int node, int fifo) {
    return injection.joined(node, fifo);
  }

  @Override
  public boolean writtenBeforehand(int fifo) {
    return injection.writtenBeforehand(fifo);
  }

  @Override
  public int fullnessRange(int node, int fifo, long tick) {
    return injection.fullnessRange(node, fifo, tick);
  }

  @Override
  public long inject(int node, int fifo, int hops, long tick) {
    final long first = injection.head(node, fifo);
    final long second = injection.birth(node, fifo);
    if (twoLegs && workload.hints().packets().source(first) != globalIds[node]) {
      measures.injectAgain(node, first, tick);
      return second;
    }
    final int trafficClass = TorusPacketWords.trafficClass(first);
    final int deliveries = trafficClass == TrafficClass.BROADCAST ? hops : 1;
    measures.inject(node, first, second, deliveries, tick);
    return TorusPacketWords.injectedAt(second, tick);
  }

  @Override
  public void fill(int node, int fifo, int packet, long tick) {
    throw new IllegalStateException("packets have no further words");
  }

  @Override
  public void update(FifoListener changed) {
    injection.update(changed);
  }

  @Override
  public boolean next(int node, int fifo, long tick) {
    return injection.next(node, fifo, tick);
  }

  // ---------------------------------------------------------------- from the router to cores

  @Override
  public int core(long first) {
    return workload.core(first);
  }

  @Override
  public boolean hasRoom(int node, int bus, int chunks) {
    return reception.hasRoom(node, bus, chunks);
  }

  @Override
  public void receive(int node, int bus, int chunks) {
    reception.begin(node, bus, chunks);
  }

  @Override
  public boolean deliver(int node, int bus, int packet, long first, long second, long tick) {
    final int here = globalIds[node];
    assert workload.sentTo(here, first) : "packet astray at node " + here;
    reception.end(node, bus);
    if (twoLegs && legs.goesOn(first)) {
      measures.forward(first, here, digestCore(first), tick);
      final long due = tick + workload.relay().delayTicks();
      return injection.sendOn(node, first, second, tick, due);
    }
    final int hops = workload.hopsTo(here, first);
    measures.deliver(
        first, second, here, hops, digestCore(first), zeroLoadTicks(first, hops), tick);
    if (!endless[TorusPacketWords.trafficClass(first)]) {
      measures.complete();
    }
    return false;
  }

  @Override
  public void discard(int node, int bus, int chunks) {
    reception.discard(node, bus, chunks);
  }

  private int digestCore(long first) {
    return oneCore ? 0 : workload.core(first);
  }

  /**
   * Returns the ticks from generation to delivery at zero load; on two legs, of both and the
   * forwarding between them.
   */
  private long zeroLoadTicks(long first, int hops) {
    final int bytes = TorusPacketWords.chunks(first) * RouterDesign.CHUNK_BYTES;
    final long atOnce = design.zeroLoadTicks(hops, bytes);
    return twoLegs && legs.sentOn(first)
        ? atOnce + design.zeroLoadTicks(0, bytes) + workload.relay().delayTicks()
        : atOnce;
  }

  // ---------------------------------------------------------------- moments of a tick

  @Override
  public boolean wake(int node, int unit) {
    return !reception.drained(node, unit);
  }

  @Override
  public boolean acts() {
    return injection.stores() || reception.limited();
  }

  @Override
  public int act(int node, boolean write, long tick) {
    reception.drain(node, tick);
    return write ? injection.write(node, tick) : 0;
  }

  @Override
  public long unsettled() {
    return injection.active();
  }

  @Override
  public Messaging ranks() {
    return null;
  }
}
