package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.host.Backlog;
import io.hopwright.models.host.PacketSlab;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;

/**
 * Cores that write the packets of one stream into injection FIFOs whose contents cannot be
 * computed. Confined to its partition.
 */
abstract class FifoWriters {
  /** Store of packets, in FIFOs and before. */
  final PacketSlab slab = new PacketSlab();

  final InjectionFifos fifos;
  final PacketStream stream;
  private final Backlog backlog;
  private int active;

  FifoWriters(InjectionFifos fifos, PacketStream stream, int nodes) {
    this.fifos = fifos;
    this.stream = stream;
    backlog = new Backlog(slab, nodes * stream.fifos());
  }

  /** Returns the number of packets in FIFOs, and of those who will write more. */
  final int active() {
    return active + backlog.packets();
  }

  /** Counts one more writer of packets. */
  final void addWriter() {
    active++;
  }

  /** Counts a writer that has written its last packet. */
  final void removeWriter() {
    active--;
  }

  private int at(int node, int fifo) {
    return node * stream.fifos() + fifo;
  }

  /** Returns the chunks of the packets in a FIFO. */
  final int chunks(int node, int fifo) {
    return backlog.size(at(node, fifo));
  }

  /** Returns the tick at which a FIFO's first packet has joined it. */
  final long joined(int node, int fifo) {
    return backlog.joined(at(node, fifo));
  }

  /** Writes packets that are generated and fit; returns the FIFOs that had none before. */
  abstract int write(int node, long tick);

  /** Puts a packet into a FIFO; returns the FIFO, as a set, if it had none before. */
  final int append(int node, int fifo, long packet, long second, long tick) {
    if (!backlog.append(at(node, fifo), packet, second, tick, TorusPacketWords.chunks(packet))) {
      return 0;
    }
    setHead(node, fifo);
    return 1 << fifo;
  }

  /** Removes the first packet of a FIFO, whose tail has left; returns whether there is another. */
  final boolean remove(int node, int fifo) {
    final int at = at(node, fifo);
    final boolean another = backlog.remove(at, TorusPacketWords.chunks(backlog.firstWord(at)));
    if (another) {
      setHead(node, fifo);
    }
    return another;
  }

  private void setHead(int node, int fifo) {
    final int at = at(node, fifo);
    fifos.setHead(node, stream.firstFifo() + fifo, backlog.firstWord(at), backlog.secondWord(at));
  }
}
