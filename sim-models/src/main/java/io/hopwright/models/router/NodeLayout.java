package io.hopwright.models.router;

import io.hopwright.models.topology.Torus;

/**
 * Where the state of a node lies in the one array of its partition.
 *
 * <p>All words of a node lie together, what nearly every event needs first, so that an event touches
 * few cache lines and pages. With full-size packets and two dynamic VCs a node takes 210 words, 1.7
 * KB, two thirds of it slots for packets. Immutable; safe for any thread.
 */
final class NodeLayout {
  /** Waiting heads that an output brings nearer, as a set of inputs; one word per output. */
  static final int WANTS = 0;

  /** Waiting heads that are at their destination, as a set of inputs. */
  static final int HOME = 6;

  /**
   * Marked in phase 1: inputs with a new header (injection FIFOs: whose head may request), and {@link
   * #LOOK}.
   */
  static final int HEADERS = 7;

  /** In {@link #HEADERS}: something else has changed that arbitration looks at. */
  static final long LOOK = 1L << 63;

  /** Tokens of an output's VCs, as {@link Lanes}; one word per output. */
  static final int TOKENS = 8;

  /** Marked in phase 1: inputs whose first packet's tail has left. */
  static final int TAILS = 14;

  /** Small fields, {@link Small}. */
  static final int SMALL = 15;

  /** Global number of the node. */
  static final int ID = 16;

  /** {@link Wiring} of the outputs, two to a word. */
  static final int LINKS = 17;

  /** Marked in phase 1: inputs of receivers one more of whose packets may request. */
  static final int READY = 20;

  /** Inputs whose first packet is to request on the bypass once it may request. */
  static final int BYPASSING = 21;

  /** Next free slot at the far end of each output VC, a byte each. */
  static final int NEXT_SLOTS = 22;

  /** Injection FIFOs follow the receivers as if they were the VCs of one more port. */
  static final int INJECTION_PORT = Torus.PORTS;

  /** Input number of the first injection FIFO. */
  static final int FIRST_INJECTION = 8 * INJECTION_PORT;

  /** All inputs that belong to receivers. */
  static final long RECEIVER_INPUTS = (1L << FIRST_INJECTION) - 1;

  /** All inputs that are injection FIFOs. */
  static final long INJECTION_INPUTS = 0xFFL << FIRST_INJECTION;

  private static final int BYTES_PER_WORD = 8;

  private final int vcs;
  private final int ackRing;
  private final int acks;
  private final int fifos;
  private final int slots;
  private final int slotsPerReceiver;
  private final int stride;
  private final int[] slotBase;
  private final int[] slotCount;

  NodeLayout(RouterDesign design, Workload workload) {
    vcs = design.vcs();
    slotBase = new int[vcs];
    slotCount = new int[vcs];
    int receiverSlots = 0;
    for (int vc = 0; vc < vcs; vc++) {
      slotBase[vc] = receiverSlots;
      slotCount[vc] = design.vcChunks(vc) / design.charge(vc, workload.smallestChunks());
      receiverSlots += slotCount[vc];
    }
    slotsPerReceiver = receiverSlots;
    ackRing = Math.max(BYTES_PER_WORD, Integer.highestOneBit(2 * receiverSlots - 1));
    acks = NEXT_SLOTS + words(Torus.PORTS * vcs);
    fifos = acks + Torus.PORTS * (1 + ackRing / BYTES_PER_WORD);
    slots = fifos + Torus.PORTS * vcs + workload.fifos();
    stride = slots + 2 * Torus.PORTS * receiverSlots;
  }

  private static int words(int bytes) {
    return (bytes + BYTES_PER_WORD - 1) / BYTES_PER_WORD;
  }

  /** Returns the words per node. */
  int stride() {
    return stride;
  }

  /** Returns the number of packets that a VC can hold. */
  int slotCount(int vc) {
    return slotCount[vc];
  }

  /** Returns the largest number of token-acks a port can have queued; a power of two. */
  int ackRing() {
    return ackRing;
  }

  /** Returns the address of a port's queue of token-acks: its state, then its ring of bytes. */
  int acks(int base, int port) {
    return base + acks + port * (1 + ackRing / BYTES_PER_WORD);
  }

  /** Returns the address of the {@link FifoWord} of an input. */
  int fifo(int base, int input) {
    return base + fifos + (input >>> 3) * vcs + (input & 7);
  }

  /** Returns the address of the two {@link PacketWords} in a slot of a receiver's input. */
  int slot(int base, int input, int slot) {
    return base + slots + 2 * ((input >>> 3) * slotsPerReceiver + slotBase[input & 7] + slot);
  }

  /** Returns the number, among the bytes from {@link #NEXT_SLOTS}, of an output VC. */
  int nextSlot(int output, int vc) {
    return output * vcs + vc;
  }
}
