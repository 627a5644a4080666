package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.traffic.Stream;
import java.util.Arrays;

/**
 * The packets in the injection FIFOs of one stream, where what a FIFO holds cannot be computed.
 *
 * <p>Confined to its partition; 32 B per packet and 12 B per FIFO.
 */
abstract class Backlog {
  /** Where packets are kept, in FIFOs and before. */
  final PacketSlab slab = new PacketSlab();

  final Sources sources;
  final Stream stream;
  private final int[] first;
  private final int[] last;
  private final int[] chunks;
  private int active;

  Backlog(Sources sources, Stream stream, int nodes) {
    this.sources = sources;
    this.stream = stream;
    first = new int[nodes * stream.fifos()];
    last = new int[first.length];
    chunks = new int[first.length];
    Arrays.fill(first, PacketSlab.NONE);
  }

  /** Returns the number of packets here, and of those who will write more. */
  final int active() {
    return active;
  }

  /** Notes that somebody will write packets. */
  final void addWriter() {
    active++;
  }

  /** Notes that somebody has written the last of his packets. */
  final void removeWriter() {
    active--;
  }

  private int at(int node, int fifo) {
    return node * stream.fifos() + fifo;
  }

  /** Returns the chunks of the packets in a FIFO. */
  final int chunks(int node, int fifo) {
    return chunks[at(node, fifo)];
  }

  /** Returns the tick at which a FIFO's first packet has joined it. */
  final long joined(int node, int fifo) {
    return slab.tick(first[at(node, fifo)]);
  }

  /** Writes packets that are born and fit; returns the FIFOs that had none before. */
  abstract int write(int node, long tick);

  /** Puts a packet into a FIFO; returns the FIFO, as a set, if it had none before. */
  final int append(int node, int fifo, long packet, long second, long tick) {
    final int at = at(node, fifo);
    final int entry = slab.add(packet, second, tick);
    final boolean alone = first[at] == PacketSlab.NONE;
    if (alone) {
      first[at] = entry;
      sources.setHead(node, stream.firstFifo() + fifo, packet, second);
    } else {
      slab.putBehind(last[at], entry);
    }
    last[at] = entry;
    chunks[at] += PacketWords.chunks(packet);
    active++;
    return alone ? 1 << fifo : 0;
  }

  /** Removes the first packet of a FIFO, whose tail has left; tells whether there is another. */
  final boolean remove(int node, int fifo) {
    final int at = at(node, fifo);
    chunks[at] -= PacketWords.chunks(slab.first(first[at]));
    first[at] = slab.remove(first[at]);
    active--;
    if (first[at] == PacketSlab.NONE) {
      return false;
    }
    sources.setHead(node, stream.firstFifo() + fifo, slab.first(first[at]), slab.second(first[at]));
    return true;
  }
}
