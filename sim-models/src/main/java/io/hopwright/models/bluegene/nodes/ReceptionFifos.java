package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.host.Buffers;
import io.hopwright.models.host.Servers;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.topology.Torus;

/**
 * Reception FIFOs of a partition that have a limit, and the cores that drain them. Numbers: {@code
 * 7·core + receiver}, or {@code 7·core + 6} for high priority. Confined to its partition; 12 B per
 * FIFO and 24 B per node.
 */
final class ReceptionFifos {
  private static final int FIFOS_PER_CORE = 7;
  private static final int HIGH_PRIORITY = 6;
  private static final int GROUPS_PER_CORE = 2;
  private static final long RATE_UNIT = 1024;

  /** Unit that is woken when a chunk of FIFO 0 is drained; those of others follow. */
  private static final int FIRST_UNIT = 16;

  /** Units above name the chunks drained. */
  private static final int CHUNKS_SHIFT = 6;

  private final Wakes wakes;
  private final int fifos;
  private final int busses;
  private final boolean limited;
  private final long drainRate;
  private final Buffers room;
  private final Servers drains;
  private final byte[] receiving;
  private final int[] delivered;

  ReceptionFifos(RouterDesign.Reception design, int nodes, Wakes wakes) {
    this.wakes = wakes;
    fifos = FIFOS_PER_CORE * design.cores();
    busses = Torus.PORTS * GROUPS_PER_CORE * design.cores();
    limited = design.bytes() > 0;
    drainRate = design.drainRate();
    final int counted = limited ? nodes : 0;
    room = new Buffers(counted * fifos, design.bytes() / RouterDesign.CHUNK_BYTES);
    drains = new Servers(counted * fifos);
    receiving = new byte[counted * busses];
    delivered = new int[counted];
  }

  /** Returns whether FIFOs have a limit. */
  boolean limited() {
    return limited;
  }

  /** Returns whether the FIFO that a bus leads to has room. */
  boolean hasRoom(int node, int bus, int chunks) {
    return room.hasRoom(at(node, bus), chunks);
  }

  /** Begins to receive a packet. */
  void begin(int node, int bus, int chunks) {
    room.take(at(node, bus), chunks);
    receiving[node * busses + bus] = (byte) chunks;
  }

  /** Phase 1: frees the bus when the last byte of a packet has entered. */
  void end(int node, int bus) {
    if (limited) {
      delivered[node] |= 1 << bus;
    }
  }

  /** Phase 1: discards a worthless packet; its space is free at once. */
  void discard(int node, int bus, int chunks) {
    if (limited) {
      room.free(at(node, bus), chunks);
    }
  }

  /** Phase 2: drains the packets that have entered FIFOs in this tick, in port order. */
  void drain(int node, long tick) {
    if (!limited) {
      return;
    }
    for (int rest = delivered[node]; rest != 0; rest &= rest - 1) {
      final int bus = Integer.numberOfTrailingZeros(rest);
      final int chunks = receiving[node * busses + bus];
      final long bytes = (long) chunks * RouterDesign.CHUNK_BYTES;
      final long ticks = (RATE_UNIT * bytes + drainRate - 1) / drainRate;
      final int unit = chunks << CHUNKS_SHIFT | (FIRST_UNIT + fifo(bus));
      wakes.at(drains.serve(at(node, bus), tick, ticks), node, unit);
    }
    delivered[node] = 0;
  }

  /** Phase 1: records drained packets if a unit was woken for this. */
  boolean drained(int node, int unit) {
    final int chunks = unit >>> CHUNKS_SHIFT;
    if (chunks == 0) {
      return false;
    }
    final int fifo = (unit & ((1 << CHUNKS_SHIFT) - 1)) - FIRST_UNIT;
    room.free(node * fifos + fifo, chunks);
    return true;
  }

  private int at(int node, int bus) {
    return node * fifos + fifo(bus);
  }

  private static int fifo(int bus) {
    final int group = bus / Torus.PORTS;
    final int inCore = group % GROUPS_PER_CORE == 0 ? bus % Torus.PORTS : HIGH_PRIORITY;
    return FIFOS_PER_CORE * (group / GROUPS_PER_CORE) + inCore;
  }
}
