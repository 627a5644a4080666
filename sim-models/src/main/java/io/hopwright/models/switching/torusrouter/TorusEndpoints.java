package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.messaging.ranks.Messaging;

/**
 * Endpoints of the routers: nodes, with injection FIFOs from which packets enter the network, and
 * reception FIFOs that they reach over busses (numbered in {@link RouterFlags}). A packet is
 * identified by its {@link TorusPacketWords}, a node by its local number. Confined to its
 * partition.
 */
public interface TorusEndpoints {
  /** Before the first tick: prepares a FIFO's first packet; returns whether there is one. */
  boolean first(int node, int fifo);

  /** Returns the first word of a FIFO's first packet. */
  long head(int node, int fifo);

  /** Returns the tick at which a FIFO's first packet has joined it. */
  long joined(int node, int fifo);

  /** Returns whether a FIFO's next packet has been there all the time, its header complete. */
  boolean writtenBeforehand(int fifo);

  /**
   * Returns the fullness range of a FIFO, 0…3, including packets that have joined it by {@code
   * tick}.
   */
  int fullnessRange(int node, int fifo, long tick);

  /**
   * Phase 2: sends a FIFO's first packet into its first link.
   *
   * @param hops that it has to go in that direction
   * @return its second word
   */
  long inject(int node, int fifo, int hops, long tick);

  /**
   * Phase 2, after {@link #inject}: fills the further words of the packet, if packets have any.
   *
   * @param packet its handle
   */
  void fill(int node, int fifo, int packet, long tick);

  /** Phase 2: replaces a FIFO's first packet, whose tail has left; returns whether there is one. */
  boolean next(int node, int fifo, long tick);

  /**
   * After a state was restored: computes anew when first packets join their FIFOs if the
   * configuration now says otherwise than when the state was taken.
   *
   * @param changed receives each FIFO whose first packet joins at another tick, {@code
   *     Long.MAX_VALUE} if there is none any more
   */
  default void update(FifoListener changed) {}

  /** Returns the core that a packet is for. */
  int core(long first);

  /** Returns whether a reception FIFO with a limit has room. */
  boolean hasRoom(int node, int bus, int chunks);

  /** Phase 2: a packet begins to enter a reception FIFO. */
  void receive(int node, int bus, int chunks);

  /**
   * Phase 1: takes a packet whose last byte has entered its reception FIFO; returns whether the
   * node has to write packets in this tick because of that.
   *
   * @param packet its handle, about to be forgotten
   */
  boolean deliver(int node, int bus, int packet, long first, long second, long tick);

  /** Phase 1: a void packet has entered its reception FIFO, and leaves no trace there. */
  void discard(int node, int bus, int chunks);

  /**
   * Phase 1: wakes a unit of a node, 1 or above; returns whether the node has to write packets in
   * this tick, and else has got room in a reception FIFO.
   */
  boolean wake(int node, int unit);

  /** Returns whether nodes have to {@link #act} at all. */
  boolean acts();

  /**
   * Phase 2, after departures: lets reception FIFOs drain and cores write what fits.
   *
   * @param write whether there may be something to write, or room for it
   * @return the injection FIFOs that have a first packet now and had none before, as a set
   */
  int act(int node, boolean write, long tick);

  /** Returns how many FIFOs and senders hold packets or will. */
  long unsettled();

  /** Returns the ranks of the nodes, null without any. */
  Messaging ranks();
}
