package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;

/** Who sends what to whom: "Workloads of links" of {@code docs/models/extoll.md}. */
final class ExtollTraffic {
  static final long NEVER = Long.MAX_VALUE;

  private final ExtollParameters parameters;
  private final ReferenceDraws draws;

  /** {@code N}. */
  private final int nodes;

  /** {@code p}, packets of the largest size. */
  private final int mostPackets;

  /** The node after each on the random ring; null but for a permutation. */
  private final int[] next;

  /** Of the gaps of open-loop traffic. */
  private final long scale;

  ExtollTraffic(ExtollParameters parameters, int nodes, ReferenceDraws draws) {
    this.parameters = parameters;
    this.draws = draws;
    this.nodes = nodes;
    mostPackets = packets(parameters.messageBytes.most());
    next = parameters.kind == ExtollParameters.Kind.PERMUTATION ? draws.ring(nodes) : null;
    scale = isOpenLoop() ? ReferenceDraws.scale(birthProbability()) : 0;
  }

  ReferenceDraws draws() {
    return draws;
  }

  boolean isOpenLoop() {
    return !parameters.saturated && !parameters.kind.isAllToAll();
  }

  /** "((U·(496.0/(32·T)))/M)/u". */
  private double birthProbability() {
    final double bytesPerTick = 496.0 / (32 * parameters.cellTicks);
    return parameters.load * bytesPerTick / parameters.messageBytes.mean() / parameters.streams;
  }

  /** Whether a node has this message to send, however late it is born. */
  boolean hasMessage(int node, long message) {
    return switch (parameters.kind) {
      case ALL_TO_ALL, ALL_TO_ALL_RANDOM -> message < nodes - 1;
      case MANY_TO_ONE -> node != parameters.target;
      case UNIFORM, PERMUTATION -> true;
      case PING_PONG, STREAM, ENUMERATE, ACCESS, ASSIGN, JOBS -> false;
    };
  }

  /**
   * Birth of a message that does not wait for others, NEVER if it is not born.
   *
   * @param before birth of the one before it in its stream, −1 if it is the first
   */
  long birthTick(int node, long message, long before) {
    if (!hasMessage(node, message)) {
      return NEVER;
    }
    final long birth =
        parameters.kind.isAllToAll() ? 0 : before + draws.gap(node, 0, message, scale);
    return birth < parameters.bornBefore ? birth : NEVER;
  }

  /** Node that all packets of a message go to. */
  int destination(int node, long message) {
    return switch (parameters.kind) {
      case UNIFORM -> draws.uniformDestination(node, 0, message, nodes);
      case ALL_TO_ALL -> (int) ((node + 1 + message) % nodes);
      case ALL_TO_ALL_RANDOM ->
          ReferenceDraws.other(node, draws.permute(Purpose.ORDER, node, 0, message, nodes - 1));
      case PERMUTATION -> next[node];
      case MANY_TO_ONE -> parameters.target;
      case PING_PONG, STREAM, ENUMERATE, ACCESS, ASSIGN, JOBS ->
          throw new IllegalStateException("programs say where messages go");
    };
  }

  int messageBytes(int node, long message) {
    return parameters.messageBytes.drawn(draws, node, message, 0);
  }

  /** Packets of a message of so many bytes. */
  static int packets(int messageBytes) {
    return (messageBytes + ExtollParameters.PACKET_BYTES - 1) / ExtollParameters.PACKET_BYTES;
  }

  /** Bytes of packet {@code i} of a message: "packets of up to 496 B". */
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
