package io.hopwright.models.reference.cascade.routing;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.ReferencePatterns;
import java.util.Arrays;

/** Traffic of nodes (section "Workloads" of {@code docs/models/cascade.md}). */
public final class ReferenceCascadeTraffic {
  private static final int REQUEST_BYTES = 64;

  private final ReferenceCascadeConfig config;
  private final ReferencePatterns pattern;
  private final ReferenceDraws draws;
  private final int nodes;

  /** Requests of the largest message; 1 in rotations, where each may go somewhere else. */
  public final int requestsPerMessage;

  /** Scale of the gaps of each node in open-loop traffic. */
  private final long[] scales;

  public ReferenceCascadeTraffic(
      ReferenceCascadeConfig config, ReferenceDragonfly dragonfly, ReferenceDraws draws) {
    this.config = config;
    pattern = config.pattern(dragonfly);
    this.draws = draws;
    nodes = dragonfly.nodes();
    requestsPerMessage = config.kind.equals("rotations") ? 1 : requests(config.messageBytes.most());
    scales = new long[nodes];
    if (!config.saturated && !config.isAllToAll()) {
      Arrays.setAll(scales, node -> ReferenceDraws.scale(birthProbability(node)));
    }
  }

  private double birthProbability(int node) {
    return pattern.rate(config.birthProbability / config.ranks, node);
  }

  /** Returns the number of messages of a node, including those generated late. */
  public long messages(int node) {
    return switch (config.kind) {
      case "rotations" -> (long) config.streams * requestsInRotation() * (nodes - 1);
      case "stream" ->
          node == config.source || (config.bothWays && node == config.target) ? Long.MAX_VALUE : 0;
      default -> pattern.messages(node);
    };
  }

  /** Returns the destination of all requests of a message. */
  public int destination(int node, long message) {
    return switch (config.kind) {
      case "rotations" -> inRotation(node, message);
      case "stream" -> node == config.source ? config.target : config.source;
      default -> pattern.destination(node, message);
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
  public int requests(int node, long message) {
    return requests(messageBytes(node, message));
  }

  /** Bytes of a message. */
  public int messageBytes(int node, long message) {
    if (config.kind.equals("rotations")) {
      return bytesInRotation(message);
    }
    return config.messageBytes.drawn(draws, node, message, 0);
  }

  /** Returns the data of a request: 64 B, and for the last request the rest. */
  public int dataBytes(int node, long sequence) {
    final int bytes = messageBytes(node, sequence / requestsPerMessage);
    return isLast(node, sequence) ? bytes - REQUEST_BYTES * (requests(bytes) - 1) : REQUEST_BYTES;
  }

  private boolean isLast(int node, long sequence) {
    final int bytes = messageBytes(node, sequence / requestsPerMessage);
    return sequence % requestsPerMessage == requests(bytes) - 1;
  }

  /**
   * Returns the number of the request after another one; numbers that a smaller message does not
   * use are skipped.
   */
  public long next(int node, long sequence) {
    return isLast(node, sequence)
        ? (sequence / requestsPerMessage + 1) * requestsPerMessage
        : sequence + 1;
  }

  /** Returns the address at which a message begins in the array of its target. */
  public long address(int node, long message) {
    final int unit = config.aries.operation.isAtomic() ? 8 : REQUEST_BYTES;
    final long units = Math.max(1, config.aries.arrayBytes / unit);
    return unit * (((draws.draw(Purpose.ADDRESS, node, message, 0) >>> 32) * units) >>> 32);
  }

  /** Returns the ticks since the rank's message before was generated; only in open-loop traffic. */
  public long gapTicks(int node, long message) {
    return draws.gap(node, 0, message, scales[node]);
  }
}
