package io.hopwright.models.cascade.aries;

import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.declare.Meaning;
import java.util.Arrays;

/** Operation of a message of a workload ({@code docs/models/aries-nic.md}, "Operations"). */
public enum AriesOperation {
  @Meaning("writes the bytes of the message into the memory of the other node")
  PUT,
  @Meaning(
      "like put, but with 64, 128 or 256 B; the core issues all messages of a transaction at once")
  SCATTER,
  @Meaning("reads the bytes of the message from the memory of the other node")
  GET,
  @Meaning("changes a word of 8 B in the memory of the other node atomically")
  AMO,
  @Meaning("like amo, but also returns the old value of the word")
  FETCH_AMO,
  @Meaning("like put, but done by the block transfer engine")
  BTE_PUT,
  @Meaning("like get, but done by the block transfer engine")
  BTE_GET,
  @Meaning("like bte-put, but into a buffer that the other node has posted")
  BTE_SEND,
  @Meaning("combines words, done by the collective engine for programs")
  COLLECTIVE;

  /** Flits of a request of a collective: a word and a location. */
  private static final int COLLECTIVE_FLITS = CascadePackets.requestFlits(16);

  /** Bytes of the word of an atomic operation. */
  public static final int WORD = 8;

  /** All, to look up by number. */
  @SuppressWarnings("ImmutableEnumChecker")
  private static final AriesOperation[] ALL = values();

  private static final int GET_FLITS = 6;
  private static final int RESPONSE_HEADER_BYTES = 8;

  /** Returns its place among them. */
  @SuppressWarnings("EnumOrdinal")
  int number() {
    return ordinal();
  }

  static AriesOperation of(int number) {
    return ALL[number];
  }

  /** Returns those that messages of a workload may be: all but the last. */
  static AriesOperation[] ofWorkloads() {
    return Arrays.copyOf(ALL, COLLECTIVE.number());
  }

  /** Returns whether the atomic unit performs it. */
  public boolean atomic() {
    return this == AMO || this == FETCH_AMO;
  }

  /** Returns whether responses are made, and taken, by the NIC alone. */
  boolean answersWithoutHost() {
    return atomic() || this == COLLECTIVE;
  }

  /** Returns whether it writes what its requests bring. */
  boolean writes() {
    return this == PUT || this == SCATTER || this == BTE_PUT || this == BTE_SEND;
  }

  /** Returns whether it reads bytes of the other node's memory. */
  public boolean reads() {
    return this == GET || this == BTE_GET;
  }

  /** Returns whether the block transfer engine performs it. */
  public boolean inBlocks() {
    return this == BTE_PUT || this == BTE_GET || this == BTE_SEND;
  }

  /** Returns whether data come with the response. */
  boolean fetches() {
    return reads() || this == FETCH_AMO;
  }

  /** Returns the flits of a request with the given bytes of data. */
  public int requestFlits(int data) {
    return reads()
        ? GET_FLITS
        : this == COLLECTIVE ? COLLECTIVE_FLITS : CascadePackets.requestFlits(data);
  }

  /** Returns the flits of the response. */
  public int responseFlits(int data) {
    return fetches()
        ? CascadePackets.ceilDiv(RESPONSE_HEADER_BYTES + data, CascadePackets.FLIT_BYTES)
        : CascadePackets.RESPONSE_FLITS;
  }

  /** Returns the bytes that a request takes on the way out of its host. */
  int requestBytes(int data) {
    return writes() ? data : WORD;
  }
}
