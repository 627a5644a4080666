package io.hopwright.models.reference.bluegene;

import static io.hopwright.models.reference.bluegene.ReferencePacket.NEVER;

import java.util.ArrayDeque;

/** "A VC FIFO or injection FIFO feeds one transmission at a time", that of its head. */
abstract sealed class ReferenceFifo {
  /**
   * Stay of a packet in one FIFO: the single tick of its bypass (or NEVER), and the tick from which
   * it may request.
   */
  record Stay(ReferencePacket packet, long bypassTick, long requestTick) {}

  /** Number of the input. */
  final int input;

  final ArrayDeque<Stay> stays = new ArrayDeque<>();

  /** Fullness in chunks. */
  int chunks;

  /** Tick in which the tail of the head leaves, or NEVER while it is not transmitted. */
  long tailLeavesTick = NEVER;

  ReferenceFifo(int input) {
    this.input = input;
  }

  /** The tail of the head has left: takes the head out. */
  final ReferencePacket leave() {
    tailLeavesTick = NEVER;
    return stays.remove().packet;
  }

  /** Returns the number of waiting packets, without the head while it is transmitted. */
  final int waiting() {
    return stays.size() - (tailLeavesTick == NEVER ? 0 : 1);
  }

  /** Returns whether all tails have left at {@code tick}, now or soon. */
  final boolean isEmptyAt(long tick) {
    return stays.isEmpty() || (stays.size() == 1 && leavesBy(tick));
  }

  private boolean leavesBy(long tick) {
    return tailLeavesTick != NEVER && tailLeavesTick <= tick;
  }

  /** The packet that may request for {@code tick}, now or soon, or null. */
  final Stay requester(long tick) {
    final Stay head = headAt(tick);
    return head != null && (tick == head.bypassTick || tick >= head.requestTick) ? head : null;
  }

  /** The head once the tail that leaves by {@code tick} has left; null while one leaves later. */
  private Stay headAt(long tick) {
    if (tailLeavesTick == NEVER) {
      return stays.peek();
    }
    return leavesBy(tick) ? stays.stream().skip(1).findFirst().orElse(null) : null;
  }

  /** "Ranges have 2 bits", of fullness. */
  abstract int fullnessRange();

  /** Virtual channel {@code number} of receiver {@code port}. */
  static final class Vc extends ReferenceFifo {
    final int number;
    private final int capacityChunks;

    /** While the head is transmitted: whether over a transfer bus, and over a reception bus. */
    boolean onTransferBus;

    boolean onReceptionBus;

    /** The sender's copy of the head while it is sent on; only with errors. */
    ReferenceRecovery.Numbered sent;

    /** Whether the head in transmission is void; {@code spoilt} is whether it is damaged. */
    boolean worthless;

    boolean spoilt;

    Vc(int port, int number, int capacityChunks) {
      super(8 * port + number);
      this.number = number;
      this.capacityChunks = capacityChunks;
    }

    @Override
    int fullnessRange() {
      return ReferenceVcs.range(chunks, capacityChunks);
    }

    @Override
    public String toString() {
      return "receiver " + ReferenceRest.portName(input / 8) + " VC " + number;
    }

    private boolean isUnderWay(ReferencePacket packet) {
      return tailLeavesTick != NEVER && stays.element().packet == packet;
    }

    boolean isOfNoWorth(ReferencePacket packet) {
      return isUnderWay(packet) && worthless;
    }

    boolean isSpoilt(ReferencePacket packet) {
      return isUnderWay(packet) && spoilt;
    }

    /** Removes a packet from the FIFO, in which it is the last. */
    ReferencePacket drop() {
      return stays.removeLast().packet;
    }

    boolean holdsTransferBusAt(long tick) {
      return onTransferBus && tailLeavesTick > tick;
    }

    /** Returns whether it holds the bus to the reception FIFO that {@code packet} goes to. */
    boolean holdsReceptionBusAt(long tick, ReferencePacket packet) {
      if (!onReceptionBus || tailLeavesTick <= tick) {
        return false;
      }
      final ReferencePacket head = stays.element().packet;
      return head.isHighPriority() == packet.isHighPriority()
          && head.destinationCore == packet.destinationCore;
    }
  }

  /** Injection FIFO {@code number}. */
  static final class Injection extends ReferenceFifo {
    private static final int FIRST_INPUT = 48;
    private static final int CHUNKS = 32;

    final int number;
    final boolean saturated;

    /** Position of the next packet of a saturated FIFO. */
    long nextPosition;

    Injection(int number, boolean saturated) {
      super(FIRST_INPUT + number);
      this.number = number;
      this.saturated = saturated;
    }

    /** "A saturated FIFO counts as full (range 3)". */
    @Override
    int fullnessRange() {
      return saturated ? 3 : ReferenceVcs.range(chunks, CHUNKS);
    }

    void join(Stay stay) {
      stays.add(stay);
      chunks += stay.packet.chunks;
    }

    @Override
    public String toString() {
      return "injection FIFO " + number;
    }
  }

  /** FIFO on the node's processor side, from which packets leave when they are drained. */
  static final class Reception {
    private final int capacityBytes;
    private final long drainPer1024Ticks;
    private final ArrayDeque<Draining> draining = new ArrayDeque<>();
    private int takenBytes;
    private long lastDrainedTick;

    private record Draining(int bytes, long drainedTick) {}

    /** "reception.bytes", 0 for infinite. */
    Reception(int capacityBytes, double drainBytesPerTick) {
      this.capacityBytes = capacityBytes;
      drainPer1024Ticks = Math.round(1024 * drainBytesPerTick);
    }

    boolean fits(int bytes) {
      return capacityBytes == 0 || takenBytes + bytes <= capacityBytes;
    }

    /** "A packet takes S bytes of its FIFO from its grant". */
    void reserve(ReferencePacket packet) {
      if (!fits(packet.bytes())) {
        throw new IllegalStateException("reception FIFO over capacity");
      }
      takenBytes += packet.bytes();
    }

    /** The last byte has entered. */
    void enter(ReferencePacket packet, long tick) {
      if (capacityBytes == 0) {
        drop(packet);
        return;
      }
      final long ticks = (1024L * packet.bytes() + drainPer1024Ticks - 1) / drainPer1024Ticks;
      lastDrainedTick = Math.max(tick, lastDrainedTick) + ticks;
      draining.add(new Draining(packet.bytes(), lastDrainedTick));
    }

    /** Drops a packet in place of its delivery: the room is free at once. */
    void drop(ReferencePacket packet) {
      takenBytes -= packet.bytes();
    }

    /** Frees the bytes of packets whose draining time has passed. */
    void drain(long tick) {
      while (!draining.isEmpty() && draining.element().drainedTick <= tick) {
        takenBytes -= draining.remove().bytes;
      }
    }

    boolean isEmpty() {
      return takenBytes == 0;
    }

    boolean isDraining() {
      return !draining.isEmpty();
    }
  }
}
