package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.ReferenceMatrix;
import io.hopwright.models.reference.cascade.ReferenceCascadeConfig.Kind;
import java.util.Arrays;

/** Who sends what to whom: section "Workloads" of {@code docs/models/cascade.md}. */
final class ReferenceCascadeTraffic {
  private static final int REQUEST_BYTES = 64;

  private final ReferenceCascadeConfig config;
  private final ReferenceDragonfly dragonfly;
  private final ReferenceDraws draws;
  private final int nodes;

  /** Requests of the largest message; 1 in rotations, where each may go somewhere else. */
  final int requestsPerMessage;

  /** The node after each on the random ring; null but for a permutation. */
  private final int[] next;

  /** Null but for the kind that follows it. */
  private final ReferenceMatrix matrix;

  /** Of the gaps of each node in open-loop traffic. */
  private final long[] scales;

  ReferenceCascadeTraffic(
      ReferenceCascadeConfig config, ReferenceDragonfly dragonfly, ReferenceDraws draws) {
    this.config = config;
    this.dragonfly = dragonfly;
    this.draws = draws;
    nodes = dragonfly.nodes();
    requestsPerMessage = config.kind == Kind.ROTATIONS ? 1 : requests(config.messageBytes.most());
    next = config.kind == Kind.PERMUTATION ? draws.ring(nodes) : null;
    matrix = config.kind == Kind.MATRIX ? ReferenceMatrix.of(config.matrix, nodes) : null;
    scales = new long[nodes];
    if (!config.saturated && !config.kind.isAllToAll()) {
      Arrays.setAll(scales, node -> ReferenceDraws.scale(birthProbability(node)));
    }
  }

  private double birthProbability(int node) {
    final double ofRank = config.birthProbability / config.ranks;
    return matrix == null ? ofRank : matrix.rate(ofRank, node);
  }

  /** Messages that a node has to send, however late they are born. */
  long messages(int node) {
    return switch (config.kind) {
      case ALL_TO_ALL, ALL_TO_ALL_RANDOM -> nodes - 1;
      case ROTATIONS -> (long) config.streams * requestsInRotation() * (nodes - 1);
      case MANY_TO_ONE -> node == config.target ? 0 : Long.MAX_VALUE;
      case MATRIX -> matrix.sends(node) ? Long.MAX_VALUE : 0;
      case STREAM ->
          node == config.source || (config.bothWays && node == config.target) ? Long.MAX_VALUE : 0;
      case UNIFORM, GROUP_SHIFT, PERMUTATION -> Long.MAX_VALUE;
      case JOBS -> 0;
    };
  }

  /** Node that all requests of a message go to. */
  int destination(int node, long message) {
    return switch (config.kind) {
      case UNIFORM -> draws.uniformDestination(node, 0, message, nodes);
      case ALL_TO_ALL -> (int) ((node + 1 + message) % nodes);
      case ALL_TO_ALL_RANDOM ->
          ReferenceDraws.other(node, draws.permute(Purpose.ORDER, node, 0, message, nodes - 1));
      case ROTATIONS -> inRotation(node, message);
      case GROUP_SHIFT -> {
        final int g = dragonfly.groupOfNode(node);
        final int h = Math.floorMod(g + config.shiftGroups, config.groups);
        yield dragonfly.firstNode(h) + (node - dragonfly.firstNode(g)) % dragonfly.nodesOf(h);
      }
      case MANY_TO_ONE -> config.target;
      case STREAM -> node == config.source ? config.target : config.source;
      case MATRIX -> matrix.destination(draws, node, 0, message);
      case PERMUTATION -> next[node];
      case JOBS -> throw new IllegalStateException("programs say where messages go");
    };
  }

  /** Requests of a message of a rotation, {@code p}. */
  private int requestsInRotation() {
    return requests(config.messageBytes.single());
  }

  private int inRotation(int node, long request) {
    final int rotation = (int) (request % config.streams);
    final long m = request / config.streams / requestsInRotation();
    return (node + 1 + draws.permute(Purpose.ROTATION, rotation, 0, m, nodes - 1)) % nodes;
  }

  private int bytesInRotation(long request) {
    final int p = requestsInRotation();
    final boolean last = request / config.streams % p == p - 1;
    return last ? config.messageBytes.single() - REQUEST_BYTES * (p - 1) : REQUEST_BYTES;
  }

  private static int requests(int bytes) {
    return ReferenceCascadePacket.ceilDiv(bytes, REQUEST_BYTES);
  }

  /** Requests of a message. */
  int requests(int node, long message) {
    return requests(messageBytes(node, message));
  }

  /** Bytes of a message. */
  int messageBytes(int node, long message) {
    if (config.kind == Kind.ROTATIONS) {
      return bytesInRotation(message);
    }
    return config.messageBytes.drawn(draws, node, message, 0);
  }

  /** "64 B, the last one of what remains". */
  int dataBytes(int node, long sequence) {
    final int bytes = messageBytes(node, sequence / requestsPerMessage);
    return isLast(node, sequence) ? bytes - REQUEST_BYTES * (requests(bytes) - 1) : REQUEST_BYTES;
  }

  private boolean isLast(int node, long sequence) {
    final int bytes = messageBytes(node, sequence / requestsPerMessage);
    return sequence % requestsPerMessage == requests(bytes) - 1;
  }

  /** Number of the request after another one; "numbers that a smaller message leaves over". */
  long next(int node, long sequence) {
    return isLast(node, sequence)
        ? (sequence / requestsPerMessage + 1) * requestsPerMessage
        : sequence + 1;
  }

  /** Where a message begins in the array of its target. */
  long address(int node, long message) {
    final int unit = config.aries.operation.isAtomic() ? 8 : REQUEST_BYTES;
    final long units = Math.max(1, config.aries.arrayBytes / unit);
    return unit * (((draws.draw(Purpose.ADDRESS, node, message, 0) >>> 32) * units) >>> 32);
  }

  /** Ticks from the birth of the rank's message before; only in open-loop traffic. */
  long gapTicks(int node, long message) {
    return draws.gap(node, 0, message, scales[node]);
  }
}
