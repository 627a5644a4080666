package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.topology.Torus;
import java.util.Arrays;

/**
 * The reception FIFOs of a partition and the busses that lead to them. Infinite ones are drained at
 * once and cost nothing; of finite ones the bytes are counted, 12 B per FIFO.
 *
 * <p>FIFO {@code 7·core + receiver}, or {@code 7·core + 6} for high priority; busses as in {@link
 * RouterFlags}. Confined to its partition.
 */
final class ReceptionFifos {
  private static final int FIFOS_PER_CORE = 7;
  private static final int HIGH_PRIORITY = 6;
  private static final int GROUPS_PER_CORE = 2;
  private static final long RATE_UNIT = 1024;

  private final long[] state;
  private final PacketPool pool;
  private final TimingWheel wheel;
  private final Workload workload;
  private final int cores;
  private final int fifos;
  private final boolean limited;
  private final long drainRate;
  private final int[] free;
  private final long[] drainedUntil;
  private final byte[] receiving;
  private final int[] delivered;

  ReceptionFifos(
      RouterDesign.Reception design,
      Workload workload,
      int nodes,
      long[] state,
      PacketPool pool,
      TimingWheel wheel) {
    this.state = state;
    this.pool = pool;
    this.wheel = wheel;
    this.workload = workload;
    cores = design.cores();
    fifos = FIFOS_PER_CORE * cores;
    limited = design.bytes() > 0;
    drainRate = design.drainRate();
    free = new int[limited ? nodes * fifos : 0];
    Arrays.fill(free, design.bytes() / RouterDesign.CHUNK_BYTES);
    drainedUntil = new long[free.length];
    receiving = new byte[limited ? nodes * busses() : 0];
    delivered = new int[limited ? nodes : 0];
  }

  private int busses() {
    return Torus.PORTS * GROUPS_PER_CORE * cores;
  }

  /** Tells whether FIFOs have a limit. */
  boolean limited() {
    return limited;
  }

  /** Tells whether anything but the state of a bus decides who may enter. */
  boolean asksForPackets() {
    return limited || cores > 1;
  }

  /** Tells whether a receiver's bus to an infinite reception FIFO of the only core is free. */
  boolean isFree(int base, int receiver, boolean high) {
    final int bus = high ? Torus.PORTS + receiver : receiver;
    return (state[base + NodeLayout.FLAGS] & RouterFlags.reception(bus)) == 0;
  }

  /** Tells whether a packet in a receiver may enter its reception FIFO now. */
  boolean canTake(int node, int base, int receiver, int trafficClass, int packet) {
    final int bus = bus(receiver, trafficClass, packet);
    return (state[base + NodeLayout.FLAGS] & RouterFlags.reception(bus)) == 0
        && (!limited || fits(node, bus, packet));
  }

  /** Tells whether a packet in a receiver still fits beside those granted in this tick. */
  boolean hasRoom(int node, int receiver, int trafficClass, int packet) {
    return !limited || fits(node, bus(receiver, trafficClass, packet), packet);
  }

  private boolean fits(int node, int bus, int packet) {
    return free[node * fifos + fifo(bus)] >= PacketWords.chunks(pool.first(packet));
  }

  /** Begins to move a packet from a receiver into its reception FIFO. */
  void begin(int node, int base, int receiver, int trafficClass, int packet) {
    final int bus = bus(receiver, trafficClass, packet);
    state[base + NodeLayout.FLAGS] |= RouterFlags.reception(bus);
    if (limited) {
      final int chunks = PacketWords.chunks(pool.first(packet));
      free[node * fifos + fifo(bus)] -= chunks;
      receiving[node * busses() + bus] = (byte) chunks;
    }
  }

  /** Phase 1: the last byte of a packet has entered its FIFO, and the bus is free. */
  void end(int node, int base, int receiver, int trafficClass, int packet) {
    final int bus = bus(receiver, trafficClass, packet);
    state[base + NodeLayout.FLAGS] &= ~RouterFlags.reception(bus);
    if (limited) {
      delivered[node] |= 1 << bus;
    }
  }

  /** Phase 2: has the FIFOs drain what has entered them in this tick, in port order. */
  void drain(int node, long tick) {
    if (!limited) {
      return;
    }
    for (int rest = delivered[node]; rest != 0; rest &= rest - 1) {
      final int bus = Integer.numberOfTrailingZeros(rest);
      final int fifo = fifo(bus);
      final int at = node * fifos + fifo;
      final int chunks = receiving[node * busses() + bus];
      final long bytes = (long) chunks * RouterDesign.CHUNK_BYTES;
      final long ticks = (RATE_UNIT * bytes + drainRate - 1) / drainRate;
      drainedUntil[at] = Math.max(drainedUntil[at], tick) + ticks;
      wheel.schedule(drainedUntil[at], EventWord.drained(node, fifo, chunks));
    }
    delivered[node] = 0;
  }

  /** Phase 1: a FIFO has drained a packet. */
  void drained(int node, int fifo, int chunks) {
    free[node * fifos + fifo] += chunks;
  }

  private static int fifo(int bus) {
    final int group = bus / Torus.PORTS;
    final int inCore = group % GROUPS_PER_CORE == 0 ? bus % Torus.PORTS : HIGH_PRIORITY;
    return FIFOS_PER_CORE * (group / GROUPS_PER_CORE) + inCore;
  }

  private int bus(int receiver, int trafficClass, int packet) {
    final int high = trafficClass == TrafficClass.HIGH_PRIORITY ? 1 : 0;
    final int core = cores == 1 ? 0 : workload.core(pool.first(packet));
    return Torus.PORTS * (GROUPS_PER_CORE * core + high) + receiver;
  }
}
