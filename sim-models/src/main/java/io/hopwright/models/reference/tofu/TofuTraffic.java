package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferencePatterns;
import io.hopwright.models.reference.tofu.TofuParameters.Operation;
import java.util.Arrays;

/** Traffic of nodes (section "Workloads" of {@code docs/models/tofu.md}). */
final class TofuTraffic {
  private final TofuParameters parameters;
  private final ReferenceTofuTopology topology;
  private final ReferenceDraws draws;
  private final ReferencePatterns pattern;

  /** {@code p}, the most packets that any size makes. */
  private final int mostPackets;

  /** Scale of the gaps of each node in open-loop traffic. */
  private final long[] scales;

  TofuTraffic(TofuParameters parameters, ReferenceTofuTopology topology, ReferenceDraws draws) {
    this.parameters = parameters;
    this.topology = topology;
    this.draws = draws;
    pattern = parameters.pattern(topology.axes);
    mostPackets = packets(parameters.messageBytes.most());
    scales = new long[topology.nodes()];
    if (isOpenLoop()) {
      Arrays.setAll(scales, node -> ReferenceDraws.scale(birthProbability(node)));
    }
  }

  // ---------------------------------------------------------------------------------- births

  private boolean isOpenLoop() {
    return !parameters.saturated
        && !parameters.isAllToAll()
        && !parameters.kind.equals("barrier")
        && !parameters.kind.equals("jobs");
  }

  /** "((U·(t·β)) / M) / (k·c)", of each stream of a node. */
  private double birthProbability(int node) {
    final double bytesPerTick = parameters.tnis * parameters.linkBytesPerTick;
    final double p = parameters.load * bytesPerTick / parameters.messageBytes.mean() / streams();
    return pattern.rate(p, node);
  }

  /** {@code k·c}, streams of a node. */
  int streams() {
    return parameters.sendingTnis * parameters.queues;
  }

  /** Returns whether a node has this message to send, however late it is generated. */
  boolean hasMessage(int node, long message) {
    return message < pattern.messages(node);
  }

  /**
   * Returns the generation time of a message, {@code TofuStream.NEVER} if it is never generated, or
   * not before it is issued.
   *
   * @param before generation time of the stream's message before, −1 for the first
   */
  long birthTick(int node, long message, long before) {
    if (!hasMessage(node, message) || parameters.saturated || before == TofuStream.NEVER) {
      return TofuStream.NEVER;
    }
    final long birth =
        parameters.isAllToAll() ? 0 : before + draws.gap(node, 0, message, scales[node]);
    return birth < parameters.bornBefore ? birth : TofuStream.NEVER;
  }

  // -------------------------------------------------------------------------------- messages

  /** Node that all packets of a message go to. */
  int destination(int node, long message) {
    if (parameters.halo) {
      return topology.virtualNeighbour(node, (int) (message % 6));
    }
    if (parameters.kind.equals("neighbours")) {
      final int port = parameters.ports.get((int) (message % parameters.ports.size()));
      return topology.farEnd(node, port).router();
    }
    return pattern.destination(node, message);
  }

  /** TNI that accepts what a TNI sends. */
  int targetTni(int tni) {
    return parameters.halo ? tni ^ 1 : tni;
  }

  /** Bytes of a message. */
  int messageBytes(int node, long message) {
    return parameters.messageBytes.drawn(draws, node, message, 0);
  }

  /** Packets of class 0 of a message of so many bytes. */
  int packets(int messageBytes) {
    return TofuParameters.ceilDiv(messageBytes, parameters.mtuBytes);
  }

  /** Returns the bytes that a packet moves: mtu bytes, and for the last packet the rest. */
  int movedBytes(int messageBytes, int i) {
    return i < packets(messageBytes) - 1
        ? parameters.mtuBytes
        : messageBytes - i * parameters.mtuBytes;
  }

  /**
   * Returns whether packet {@code i} of a message has an answer; of a PUT the last may have one.
   */
  boolean isAnswered(int messageBytes, int i) {
    return parameters.operation != Operation.PUT
        || (parameters.acknowledge && i == packets(messageBytes) - 1);
  }

  /** {@code q = p·m + i}. */
  long sequence(long message, int i) {
    return mostPackets * message + i;
  }

  /** Message of a sequence number. */
  long message(long sequence) {
    return sequence / mostPackets;
  }

  /** Position of a packet in its message. */
  int position(long sequence) {
    return (int) (sequence % mostPackets);
  }
}
