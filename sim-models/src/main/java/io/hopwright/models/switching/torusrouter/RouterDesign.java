package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.random.Draws;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.link.NumberedLinks;
import io.hopwright.models.link.PackedCounts;
import io.hopwright.models.switching.torusrouter.arbitration.AnyAvailable;
import io.hopwright.models.switching.torusrouter.arbitration.Arbiter;
import io.hopwright.models.switching.torusrouter.arbitration.EscapeOrder;
import io.hopwright.models.switching.torusrouter.arbitration.JoinShortestQueue;
import io.hopwright.models.switching.torusrouter.arbitration.LongestQueueArbiter;
import io.hopwright.models.switching.torusrouter.arbitration.OutputSelection;
import io.hopwright.models.topology.Torus;

/**
 * Common design of all routers of a machine: buffers, busses, timing and policies. Immutable; safe
 * for any thread.
 *
 * <p>Virtual channels are numbered: dynamic ones first, then the escape VC (bubble) or the two of
 * them (dateline, low before high), then the high-priority bubble VC.
 *
 * @param dynamicVcs number of dynamic VCs of a receiver, 0…4
 * @param dynamicVcChunks capacity of each, in chunks
 * @param escape how packets escape from deadlock
 * @param highPriority whether the high-priority VC is built; it costs memory
 * @param highPriorityVcChunks capacity of the high-priority VC, in chunks
 * @param bubbles charging of packets on bubble VCs
 * @param paths transfer busses of a receiver
 * @param bypass whether a packet may pass a receiver without entering its VC
 * @param mergedAcks whether a token-ack returns all tokens that wait for its link
 * @param reception reception FIFOs
 * @param timing delays of links and arbitration
 * @param policies choices in arbitration
 * @param errors errors of links
 */
public record RouterDesign(
    int dynamicVcs,
    int dynamicVcChunks,
    Escape escape,
    boolean highPriority,
    int highPriorityVcChunks,
    BubbleRule bubbles,
    int paths,
    boolean bypass,
    boolean mergedAcks,
    Reception reception,
    Timing timing,
    Policies policies,
    Errors errors) {
  /** Chunks of a full-size packet, which the VCs of a bubble are always charged. */
  public static final int FULL_PACKET_CHUNKS = 8;

  /** Bytes of a chunk, the unit of buffers and tokens. */
  public static final int CHUNK_BYTES = 32;

  /** Largest capacity of a VC in chunks. */
  public static final int MAX_VC_CHUNKS = PackedCounts.MAX - 1;

  /** Charging of packets on bubble VCs. */
  public enum BubbleRule {
    /** Every packet as if it were of full size. */
    FULL,
    /**
     * The charge is the size of the packet: the rule as first published, which deadlocks when sizes
     * differ, because the space for one full packet gets fragmented.
     */
    ORIGINAL
  }

  /**
   * Escape VCs, on which packets take their directions in a fixed order.
   *
   * @param dateline whether there is a pair of VCs: packets use the low one before a dimension's
   *     dateline and the high one behind it; otherwise there is one bubble VC
   * @param order order of the directions
   * @param chunks capacity of each VC, at least one full packet, two for a bubble VC
   */
  public record Escape(boolean dateline, EscapeOrder order, int chunks) {
    int vcs() {
      return dateline ? 2 : 1;
    }
  }

  /**
   * Reception FIFOs of a node: one per receiver and one of high priority, for each core.
   *
   * @param cores cores with their own reception FIFOs, 1 or 2
   * @param bytes capacity of each FIFO; 0 for infinite and drained at once
   * @param drainRate bytes drained from each FIFO per 1,024 ticks
   */
  public record Reception(int cores, int bytes, long drainRate) {
    /** Reception FIFOs of the paper's simulator. */
    public static final Reception UNLIMITED = new Reception(1, 0, 1);
  }

  /**
   * Errors of links, and the recovery from them.
   *
   * @param bitErrorRate probability of a bit error; 0 for links without errors and without recovery
   * @param draws draws that decide whether a transmission is damaged, keyed by link and number of
   *     the transmission
   * @param timeoutTicks ticks from the start of a transmission until it is sent again if there is
   *     no acknowledgement
   * @param ackDelayTicks ticks for which an acknowledgement may wait for a packet that carries it
   * @param retransmissionBytes capacity of a retransmission FIFO
   */
  public record Errors(
      double bitErrorRate,
      Draws draws,
      int timeoutTicks,
      int ackDelayTicks,
      int retransmissionBytes) {
    /** Links without errors. */
    public static final Errors NONE = new Errors(0, null, 0, 0, 0);

    private static final int BITS_OF_A_BYTE = 8;

    /** Returns whether errors are possible on links. */
    public boolean present() {
      return bitErrorRate > 0;
    }

    /** Returns the memory per node for links with errors, 0 without errors. */
    public long bytesPerNode() {
      return present() ? Torus.PORTS * NumberedLinks.bytesPerEnd(retransmissionBytes) : 0;
    }

    /** Returns the threshold of the probability that so many bytes are damaged. */
    long threshold(int bytes) {
      return Draws.threshold(share(bytes));
    }

    /** Returns the probability that any of the given bytes is damaged. */
    public double share(int bytes) {
      return -StrictMath.expm1((double) BITS_OF_A_BYTE * bytes * StrictMath.log1p(-bitErrorRate));
    }
  }

  /**
   * Delays in ticks; a tick is the time of one byte on a link.
   *
   * @param flightTicks ticks from the first byte on the link to the first byte in the next receiver
   * @param headerTicks ticks from then until the header is complete
   * @param trailerTicks additional ticks for which a packet holds a link beyond its size
   * @param ackTicks ticks for which a token-ack holds a link; 0 returns tokens without using a link
   * @param arbitrationTicks ticks from header complete to the first request
   * @param vcEntryTicks ticks for entering a VC
   * @param regrantTicks ticks for which a link is unusable after each transmission
   */
  public record Timing(
      int flightTicks,
      int headerTicks,
      int trailerTicks,
      int ackTicks,
      int arbitrationTicks,
      int vcEntryTicks,
      int regrantTicks) {
    /** Returns the longest delay between two events that are not births. */
    int longestDelay() {
      final int longestPacket = FULL_PACKET_CHUNKS * CHUNK_BYTES + trailerTicks;
      return Math.max(longestPacket + regrantTicks, flightTicks + ackTicks + hopTicks())
          + arbitrationTicks
          + vcEntryTicks;
    }

    /** Returns the delay from a grant to the first reaction of the next router. */
    int hopTicks() {
      return flightTicks + headerTicks;
    }

    /** Returns whether a packet may have to wait for more than its header before it requests. */
    boolean delaysRequests() {
      return arbitrationTicks > 0 || vcEntryTicks > 0;
    }

    /** Returns the delay from the start of a token-ack until its tokens can be used. */
    int creditTicks() {
      return flightTicks + ackTicks;
    }

    /** Returns the smallest delay from a decision to an effect on another router. */
    public int lookaheadTicks() {
      return Math.min(hopTicks(), creditTicks());
    }
  }

  /**
   * Policies of the three phases of arbitration.
   *
   * @param selection preferred output of a packet
   * @param selectionTies draws between equally preferred outputs
   * @param receivers winner among the VCs of a receiver
   * @param senders winner among the contenders for an output
   * @param networkCycles draws of the cycles that favour packets already in the network
   * @param networkThreshold threshold for the fraction of such cycles
   */
  public record Policies(
      OutputSelection selection,
      Draws selectionTies,
      Arbiter receivers,
      Arbiter senders,
      Draws networkCycles,
      long networkThreshold) {}

  /**
   * Returns the policies of Blumrich et al. 2003.
   *
   * @param seed of all draws
   * @param joinShortestQueue whether the first phase uses JSQ, or any available output
   * @param dynamicVcChunks capacity of a dynamic VC
   * @param longestQueueFraction of cycles in which the second and third phase serve the longest
   *     queue
   * @param inNetworkFraction of cycles in which the third phase favours packets in the network
   */
  public static Policies policies(
      long seed,
      boolean joinShortestQueue,
      int dynamicVcChunks,
      double longestQueueFraction,
      double inNetworkFraction) {
    final long threshold = Draws.threshold(longestQueueFraction);
    return new Policies(
        joinShortestQueue ? new JoinShortestQueue(dynamicVcChunks) : new AnyAvailable(),
        Purpose.SELECT.draws(seed),
        new LongestQueueArbiter(
            Purpose.RECEIVER_SLQ.draws(seed), Purpose.RECEIVER_PICK.draws(seed), threshold),
        new LongestQueueArbiter(
            Purpose.SENDER_SLQ.draws(seed), Purpose.SENDER_PICK.draws(seed), threshold),
        Purpose.SENDER_NETWORK.draws(seed),
        Draws.threshold(inNetworkFraction));
  }

  /** Returns the number of VCs built per receiver. */
  int vcs() {
    return highPriorityVc() + (highPriority ? 1 : 0);
  }

  /** Returns the number of the escape VC, the low one of a pair. */
  public int escapeVc() {
    return dynamicVcs;
  }

  /** Returns the number of the high-priority VC, built or not. */
  public int highPriorityVc() {
    return dynamicVcs + escape.vcs();
  }

  /** Returns the capacity of a VC in chunks. */
  public int vcChunks(int vc) {
    if (vc < dynamicVcs) {
      return dynamicVcChunks;
    }
    return vc < highPriorityVc() ? escape.chunks() : highPriorityVcChunks;
  }

  /** Returns whether packets on a VC are charged as if they had full size. */
  private boolean chargesFull(int vc) {
    return bubbles == BubbleRule.FULL && vc >= (escape.dateline() ? highPriorityVc() : dynamicVcs);
  }

  /** Returns what a packet of {@code chunks} chunks is charged on a VC. */
  int charge(int vc, int chunks) {
    return chargesFull(vc) ? FULL_PACKET_CHUNKS : chunks;
  }

  /**
   * Returns the response time, from generation to the last byte, of an undisturbed packet of {@code
   * bytes}.
   */
  public long zeroLoadTicks(int hops, int bytes) {
    final int perRequest = timing.arbitrationTicks();
    final int perVc = bypass ? 0 : timing.vcEntryTicks();
    return timing.headerTicks()
        + perRequest
        + (long) hops * (timing.hopTicks() + perRequest + perVc)
        + bytes
        + timing.trailerTicks();
  }
}
