package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferencePatterns;
import java.util.Arrays;

/** Traffic of accelerators (section "Workloads of links" of {@code docs/models/extoll.md}). */
final class ExtollTraffic {
  static final long NEVER = Long.MAX_VALUE;

  private final ExtollParameters parameters;
  private final ReferenceDraws draws;

  private final ReferencePatterns pattern;

  /** {@code p}, packets of the largest size. */
  private final int mostPackets;

  /** Scale of the gaps of each node in open-loop traffic. */
  private final long[] scales;

  ExtollTraffic(ExtollParameters parameters, int nodes, ReferenceDraws draws) {
    this.parameters = parameters;
    this.draws = draws;
    pattern = parameters.pattern();
    mostPackets = packets(parameters.messageBytes.most());
    scales = new long[nodes];
    if (isOpenLoop()) {
      Arrays.setAll(scales, node -> ReferenceDraws.scale(birthProbability(node)));
    }
  }

  ReferenceDraws draws() {
    return draws;
  }

  boolean isOpenLoop() {
    return !parameters.saturated && !parameters.isAllToAll();
  }

  /** "((U·(496.0/(32·T)))/M)/u". */
  private double birthProbability(int node) {
    final double bytesPerTick = 496.0 / (32 * parameters.cellTicks);
    final double ofNode = parameters.load * bytesPerTick / parameters.messageBytes.mean();
    return pattern.rate(ofNode / parameters.streams, node);
  }

  /** Returns whether a node has this message to send, however late it is generated. */
  boolean hasMessage(int node, long message) {
    return message < pattern.messages(node);
  }

  /**
   * Returns the generation time of a message that does not wait for others, NEVER if it is not
   * generated.
   *
   * @param before generation time of the stream's message before, −1 for the first
   */
  long birthTick(int node, long message, long before) {
    if (!hasMessage(node, message)) {
      return NEVER;
    }
    final long birth =
        parameters.isAllToAll() ? 0 : before + draws.gap(node, 0, message, scales[node]);
    return birth < parameters.bornBefore ? birth : NEVER;
  }

  /** Node that all packets of a message go to. */
  int destination(int node, long message) {
    return pattern.destination(node, message);
  }

  int messageBytes(int node, long message) {
    return parameters.messageBytes.drawn(draws, node, message, 0);
  }

  /** Packets of a message of so many bytes. */
  static int packets(int messageBytes) {
    return (messageBytes + ExtollParameters.PACKET_BYTES - 1) / ExtollParameters.PACKET_BYTES;
  }

  /** Returns the bytes of packet {@code i} of a message: packets have up to 496 B. */
  static int dataBytes(int messageBytes, int i) {
    return Math.min(
        ExtollParameters.PACKET_BYTES, messageBytes - i * ExtollParameters.PACKET_BYTES);
  }

  /** {@code q = p·m + i}. */
  long number(long message, int i) {
    return mostPackets * message + i;
  }

  /** Message of a packet's number, and the packet's place in it. */
  long message(long number) {
    return number / mostPackets;
  }

  int place(long number) {
    return (int) (number % mostPackets);
  }
}
