package io.hopwright.models.draws;

import io.hopwright.core.random.Draws;

/**
 * Purposes of random draws. The numbers are part of every result and never change.
 *
 * <p>14 is used twice: first by a variant of BlueGene/L's reference model, for gaps in arbitration.
 * Both have published digests, and no run draws for both.
 */
public enum Purpose {
  /** Destination of a packet: (source, sequence, stream). */
  DESTINATION(0),
  /** Direction of a packet at half a ring's distance: (source, sequence, 4·stream + dimension). */
  TIE(1),
  /** Gap between births: (source, sequence, stream). */
  GAP(2),
  /** Size of a packet: (source, sequence, stream). */
  SIZE(3),
  /** Order of destinations in an all-to-all: (source, half word, 4·core + round). */
  ORDER(4),
  /** Choice between equally preferred outputs: (router, tick, input). */
  SELECT(5),
  /** Decision whether a receiver's cycle serves the longest queue: (router, tick, receiver). */
  RECEIVER_SLQ(6),
  /** Choice between a receiver's requests: (router, tick, receiver). */
  RECEIVER_PICK(7),
  /** Decision whether an output's cycle favours the network: (router, tick, output). */
  SENDER_NETWORK(8),
  /** Decision whether an output's cycle serves the longest queue: (router, tick, output). */
  SENDER_SLQ(9),
  /** Choice between an output's requests: (router, tick, output). */
  SENDER_PICK(10),
  /** Decision whether a packet goes to the hot region: (source, sequence, stream). */
  HOT(11),
  /** Core of the destination: (source, sequence, stream). */
  CORE(12),
  /** Injection FIFO of a packet: (source, sequence, stream). */
  FIFO(13),
  /** Route of a packet: (requester and class, sequence or other end, which part of the route). */
  ROUTE(14),
  /** Order of nodes on a random ring: (0, half word, round). */
  PERMUTATION(15),
  /** Phase of a paced core within the first of its even intervals: (source, core, 0). */
  PACE(16),
  /**
   * Decision whether a transmission over a link arrives damaged: (link, transmission, part of it).
   */
  ERROR(17),
  /** Path of a message's packets: (requester, message, 0). */
  PATH(18),
  /** Noise of a compute time: (2³²·job + rank, number of the operation, 0). */
  NOISE(21),
  /** A number that a program asks for: (2³²·job + rank, how many before, 0). */
  RAND(22),
  /** Order of nodes in which a job gets them: (job, half word, round). */
  PLACEMENT(23),
  /** Order of shifts in a rotation: (rotation, half word, round). */
  ROTATION(24),
  /**
   * Decision whether a line leaves before the one before it: (node, number of the line, channel).
   */
  FLUSH(25),
  /** Position of an operation in an array: (node, message, 0). */
  ADDRESS(40),
  /** A member's word in a collective by hardware: (communicator, member, how many before). */
  OPERAND(41);

  private final int number;

  Purpose(int number) {
    this.number = number;
  }

  /** Returns the draws for this purpose. */
  public Draws draws(long seed) {
    return Draws.of(seed, number);
  }
}
