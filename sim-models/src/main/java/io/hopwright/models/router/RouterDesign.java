package io.hopwright.models.router;

import io.hopwright.core.random.Draws;

/**
 * What all routers of a machine have in common: buffers, busses, timing and policies. Immutable;
 * safe for any thread.
 *
 * <p>Virtual channels are numbered: dynamic ones first, then the bubble escape VC, then the
 * high-priority bubble VC.
 *
 * @param dynamicVcs number of dynamic VCs of a receiver, 0…4
 * @param dynamicVcChunks capacity of each, in chunks
 * @param escapeVcChunks capacity of each bubble VC, in chunks, at least two full packets
 * @param highPriority whether the high-priority VC is built; it costs memory
 * @param paths transfer busses of a receiver
 * @param bypass whether a packet may pass a receiver without entering its VC
 * @param timing delays of links and arbitration
 * @param policies what decides between several possibilities
 */
public record RouterDesign(
    int dynamicVcs,
    int dynamicVcChunks,
    int escapeVcChunks,
    boolean highPriority,
    int paths,
    boolean bypass,
    Timing timing,
    Policies policies) {
  /** Chunks of a full-size packet, which the VCs of a bubble are always charged. */
  public static final int FULL_PACKET_CHUNKS = 8;

  /** Bytes of a chunk, the unit of buffers and tokens. */
  public static final int CHUNK_BYTES = 32;

  /** Largest capacity of a VC in chunks. */
  public static final int MAX_VC_CHUNKS = Lanes.MAX - 1;

  /**
   * Delays in ticks; a tick is the time of one byte on a link.
   *
   * @param flightTicks first byte on the link to first byte in the next receiver
   * @param headerTicks until the header is complete after that
   * @param trailerTicks that a packet holds a link longer than its size
   * @param ackTicks that a token-ack holds a link
   * @param arbitrationTicks from header complete to the first request
   * @param vcEntryTicks for entering a VC
   * @param regrantTicks that a link stays dead after each use
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

    /** Returns the delay from a grant to the first reaction of the next router: the lookahead. */
    public int hopTicks() {
      return flightTicks + headerTicks;
    }
  }

  /**
   * Policies of the three phases of arbitration.
   *
   * @param selection preferred output of a packet
   * @param selectionTies draws between equally preferred ones
   * @param receivers winner among the VCs of a receiver
   * @param senders winner among the contenders for an output
   * @param networkCycles draws that make a cycle favour packets already in the network
   * @param networkThreshold of the fraction of such cycles
   */
  public record Policies(
      Selection selection,
      Draws selectionTies,
      Arbiter receivers,
      Arbiter senders,
      Draws networkCycles,
      long networkThreshold) {}

  /**
   * Returns the policies of Blumrich et al. 2003.
   *
   * @param seed of all draws
   * @param joinShortestQueue JSQ in the first phase, else any available output
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
    return dynamicVcs + (highPriority ? 2 : 1);
  }

  /** Returns the number of the bubble escape VC. */
  int escapeVc() {
    return dynamicVcs;
  }

  /** Returns the number of the high-priority VC, built or not. */
  int highPriorityVc() {
    return dynamicVcs + 1;
  }

  /** Returns the capacity of a VC in chunks. */
  int vcChunks(int vc) {
    return vc < dynamicVcs ? dynamicVcChunks : escapeVcChunks;
  }

  /** Returns what a packet of {@code chunks} chunks is charged on a VC. */
  int charge(int vc, int chunks) {
    return vc < dynamicVcs ? chunks : FULL_PACKET_CHUNKS;
  }

  /**
   * Returns the response time, birth to last byte, of a packet of {@code bytes} that meets nobody.
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
