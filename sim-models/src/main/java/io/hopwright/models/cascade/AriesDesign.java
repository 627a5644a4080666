package io.hopwright.models.cascade;

import io.hopwright.models.host.HostBus;

/**
 * What an Aries NIC is beyond a {@link NicDesign} ({@code docs/models/aries-nic.md}). Immutable.
 *
 * @param bus between NIC and host
 * @param outTicks from the NIC to the input of the router
 * @param inTicks from the grant of a processor tile to the NIC
 * @param noticeTicks what the answer of a Put takes more at each end
 * @param transactions of a NIC that are not complete, at most
 * @param readsPending Get requests that a NIC serves at a time, at most
 * @param openTicks of the bus to open a transaction
 * @param launchSixteenths period of launched operations of a NIC, in sixteenths of a tick
 * @param coreSixteenths period of operations of a core, in sixteenths of a tick
 * @param cores of a node
 * @param engine for block transfers
 * @param buffers for those that are Sends
 * @param atomic unit
 * @param collective engine
 * @param translation of addresses, null if there is none
 */
record AriesDesign(
    HostBus.Costs bus,
    int outTicks,
    int inTicks,
    int noticeTicks,
    int transactions,
    int readsPending,
    int openTicks,
    int launchSixteenths,
    int coreSixteenths,
    int cores,
    Engine engine,
    Buffers buffers,
    Atomic atomic,
    Collective collective,
    Translation translation) {
  private static final int SIXTEENTHS = 16;

  /** Bytes of an event, of a fill, and of a write-back. */
  static final int EVENT_BYTES = 8;

  /** Bytes of a descriptor of the block transfer engine. */
  static final int DESCRIPTOR_BYTES = 64;

  /** Bytes of a post to the collective engine, and of its result. */
  static final int COLLECTIVE_BYTES = 32;

  /** Bytes of a launch. */
  static final int LAUNCH_BYTES = 16;

  /**
   * The block transfer engine.
   *
   * @param channels that take turns
   * @param descriptors of a rank that are not finished, at most
   * @param startTicks from the start of a descriptor to its first read or request
   * @param readBytes of a read, at most
   * @param reads in flight, at most
   * @param chunkBytes after which it is the next channel's turn
   * @param fence whether descriptors wait for all earlier ones of their channel
   * @param mostFmaBytes puts and gets of programs of more are for it
   */
  record Engine(
      int channels,
      int descriptors,
      int startTicks,
      int readBytes,
      int reads,
      int chunkBytes,
      boolean fence,
      long mostFmaBytes) {
    /** Returns how many channels the ranks of a node use. */
    int channelsOf(int ranks) {
      return Math.min(channels, ranks);
    }
  }

  /**
   * What hosts have posted for Sends.
   *
   * @param count buffers of each channel of a NIC
   * @param bytes of each
   * @param repostTicks until one that was used is posted again
   */
  record Buffers(int count, long bytes, int repostTicks) {}

  /**
   * The unit that does atomic operations.
   *
   * @param unitSixteenths its period, in sixteenths of a tick
   * @param cacheWords words in its cache
   * @param misses words under way to it, at most
   */
  record Atomic(int unitSixteenths, int cacheWords, int misses) {}

  /**
   * The engine that combines words of nodes.
   *
   * @param engines that a NIC has, one for each communicator
   * @param radix children of a node in a tree, at most
   * @param unitSixteenths period of what they share, in sixteenths of a tick
   * @param operation what is made of words
   */
  record Collective(int engines, int radix, int unitSixteenths, Reduction operation) {}

  /**
   * How addresses are translated.
   *
   * @param entries of the cache of the page table
   * @param pageShift bits of an address within a page
   * @param walks of the table under way, at most
   */
  record Translation(int entries, int pageShift, int walks) {
    private static final int SMALL_PAGE_SHIFT = 12;

    /** Returns the reads of a walk. */
    int levels() {
      return pageShift == SMALL_PAGE_SHIFT ? 2 : 1;
    }
  }

  /** Returns the ticks from an issue that takes the bus to the arrival at the router. */
  int toRouterTicks() {
    return bus.latency() + outTicks;
  }

  /** Returns the ticks of an issue that takes the bus until its packet is at a NIC. */
  long acrossTicks(long hopTicks) {
    return toRouterTicks() + hopTicks + inTicks;
  }

  /**
   * Returns the ticks from the birth of a request until its work is done, in an empty network and
   * without an opening.
   *
   * @param there ticks of the request on links
   * @param back ticks of its response on links
   */
  long zeroLoadTicks(AriesOperation operation, long there, long back, int data) {
    final long read = outTicks + back + inTicks + bus.of(data) + bus.latency();
    return acrossTicks(there)
        + switch (operation) {
          case PUT, SCATTER, BTE_PUT, BTE_SEND -> bus.of(data) + bus.latency();
          case GET -> bus.bare() + 2L * bus.latency() + read;
          case BTE_GET -> bus.bare() + bus.latency() + read;
          case AMO -> unitTicks();
          case FETCH_AMO -> unitTicks() + read;
          case COLLECTIVE -> ticks(collective.unitSixteenths) - bus.latency();
        };
  }

  /** Returns the ticks of the atomic unit for a word in its cache. */
  int unitTicks() {
    return ticks(atomic.unitSixteenths);
  }

  private static int ticks(int sixteenths) {
    return Packets.ceilDiv(sixteenths, SIXTEENTHS);
  }
}
