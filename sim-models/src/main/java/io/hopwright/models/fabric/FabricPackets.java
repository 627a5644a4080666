package io.hopwright.models.fabric;

import io.hopwright.models.messaging.ranks.Messaging;

/**
 * Source and sink of packets at the nodes of a partition: supplies the packets to send and receives
 * delivered ones. Nodes have their local numbers. Confined to its partition.
 */
interface FabricPackets {
  /** Returns the birth of a node's next packet, {@code Long.MAX_VALUE} if there is none. */
  long birth(int node);

  /** Returns the node that a node's next packet is for, by its global number. */
  int destination(int node);

  /** Returns the number of a node's next packet. */
  long number(int node);

  /** Returns the bytes of data of a node's next packet. */
  int bytes(int node);

  /** Returns the flits of a node's next packet. */
  int flits(int node);

  /** Phase 2: records that a node's next packet is issued. */
  void issued(int node, int packet, long tick);

  /** Returns the bytes of data of a packet that is delivered. */
  int bytesOf(int packet);

  /**
   * Phase 1: records that a packet is delivered.
   *
   * @param source node that sent it, by its global number
   * @return whether the node must act in this tick
   */
  boolean delivered(int node, int source, int packet);

  /** Phase 1: an event of a node is due; returns whether the node has to act in this tick. */
  boolean onWake(int node);

  /** Phase 2: lets a node act, if it has to, before packets are issued. */
  void act(int node, long tick);

  /** Returns the number of nodes that have packets to send, now or later. */
  int active();

  /** Returns the ranks of the nodes; null if there are none. */
  Messaging ranks();
}
