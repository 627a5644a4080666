package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.link.TokenAcks;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.topology.Torus;

/**
 * Layout of a node's state in the array of its partition.
 *
 * <pre>
 * node: | WANTS (6) HOME FLAGS | HEADERS TAILS … HIGH_ESCAPE | port 0 | … | port 5 | injection |
 * port: | FIFO words (a VC each) | link: words of TokenAcks |
 * </pre>
 *
 * <p>Words used by the same event are adjacent: first the words of arbitration, then all words of
 * each port, receiver and sender. Packets are in the {@link PacketPool}. A node with two dynamic
 * VCs takes 65 words, 520 B. Immutable; safe for any thread.
 */
final class NodeLayout {
  /** Waiting heads that an output brings nearer, as a set of inputs; one word per output. */
  static final int WANTS = 0;

  /** Waiting heads that are at their destination, as a set of inputs. */
  static final int HOME = 6;

  /** Small fields, {@link RouterFlags}. */
  static final int FLAGS = 7;

  /**
   * Marked in phase 1: inputs with a new header (injection FIFOs: whose head may request), and
   * {@link #LOOK}.
   */
  static final int HEADERS = 8;

  /** Bit in {@link #HEADERS}: arbitration must evaluate some other change. */
  static final long LOOK = 1L << 63;

  /** Marked in phase 1: inputs whose first packet's tail has left. */
  static final int TAILS = 9;

  /** Output VCs ({@code 8·port + vc}) with tokens for at least one full packet, as a set. */
  static final int ONE_FITS = 10;

  /** Escape and high-priority output VCs with tokens for two full packets at least, as a set. */
  static final int TWO_FIT = 11;

  /** Global number of the node. */
  static final int ID = 12;

  /** Waiting heads that take their directions in a fixed order: of any class but dynamic. */
  static final int ORDERED = 13;

  /** Marked in phase 1: inputs of receivers one more of whose packets may request. */
  static final int READY = 14;

  /** Inputs whose first packet will request on the bypass once it may request. */
  static final int BYPASSING = 15;

  /** Waiting heads whose next hop on an escape VC is on the high one of a dateline pair. */
  static final int HIGH_ESCAPE = 16;

  private static final int FIRST_PORT = 17;

  /** Injection FIFOs follow the receivers as if they were the VCs of one more port. */
  static final int INJECTION_PORT = Torus.PORTS;

  /** Input number of the first injection FIFO. */
  static final int FIRST_INJECTION = 8 * INJECTION_PORT;

  /** All inputs that belong to receivers. */
  static final long RECEIVER_INPUTS = (1L << FIRST_INJECTION) - 1;

  /** All inputs that are injection FIFOs. */
  static final long INJECTION_INPUTS = 0xFFL << FIRST_INJECTION;

  private static final long FIRST_VC_OF_RECEIVERS = 0x010101010101L;
  private static final long HIGH_PRIORITY_FIFOS = 0xC0L << FIRST_INJECTION;

  /** Bit in {@link #HEADERS}: a generated packet waits for a core to write it. */
  static final long BORN = 1L << 62;

  private final int vcs;
  private final int ackRing;
  private final int portWords;
  private final int maxPackets;
  private final int stride;

  NodeLayout(RouterDesign design, Injection injection) {
    vcs = design.vcs();
    int packets = 0;
    for (int vc = 0; vc < vcs; vc++) {
      packets += design.vcChunks(vc) / design.charge(vc, injection.smallestChunks());
    }
    maxPackets = Torus.PORTS * packets;
    ackRing = TokenAcks.ring(packets);
    portWords = vcs + TokenAcks.words(ackRing);
    stride = FIRST_PORT + Torus.PORTS * portWords + injection.fifos();
  }

  /** Returns the inputs that hold packets of high priority, and no others, as a set. */
  static long highPriorityInputs(int highPriorityVc) {
    return FIRST_VC_OF_RECEIVERS << highPriorityVc | HIGH_PRIORITY_FIFOS;
  }

  /** Returns the length of the array for a number of nodes. */
  int words(int nodes) {
    return Math.multiplyExact(nodes, stride);
  }

  /** Returns the address of a node's first word. */
  int base(int node) {
    return node * stride;
  }

  /** Returns the largest number of packets that the buffers of a node can hold. */
  int maxPackets() {
    return maxPackets;
  }

  /**
   * Returns the largest number of token-acks a port can have queued; a power of two above any
   * count.
   */
  int ackRing() {
    return ackRing;
  }

  /** Returns the address of the {@link FifoWord} of an input. */
  int fifo(int base, int input) {
    return base + FIRST_PORT + (input >>> 3) * portWords + (input & 7);
  }

  /** Returns the address of a port's words of {@link TokenAcks}; the counts are the first. */
  int link(int base, int port) {
    return base + FIRST_PORT + port * portWords + vcs;
  }

  /** Returns the distance of the words of one port from those of the next. */
  int portWords() {
    return portWords;
  }
}
