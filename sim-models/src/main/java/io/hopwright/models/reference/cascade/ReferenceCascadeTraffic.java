package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.cascade.ReferenceCascadeConfig.Kind;

/** Who sends what to whom: section "Workloads" of {@code docs/models/cascade.md}. */
final class ReferenceCascadeTraffic {
  private static final int REQUEST_BYTES = 64;

  private final ReferenceCascadeConfig config;
  private final ReferenceDragonfly dragonfly;
  private final ReferenceDraws draws;
  private final int nodes;

  /** Requests per message, {@code p}. */
  final int requestsPerMessage;

  /** The node after each on the random ring; null but for a permutation. */
  private final int[] next;

  private final long scale;

  ReferenceCascadeTraffic(
      ReferenceCascadeConfig config, ReferenceDragonfly dragonfly, ReferenceDraws draws) {
    this.config = config;
    this.dragonfly = dragonfly;
    this.draws = draws;
    nodes = dragonfly.nodes();
    requestsPerMessage = ReferenceCascadePacket.ceilDiv(config.messageBytes, REQUEST_BYTES);
    next = config.kind == Kind.PERMUTATION ? ring() : null;
    scale =
        config.saturated || config.kind.isAllToAll()
            ? 0
            : ReferenceDraws.scale(config.birthProbability);
  }

  private int[] ring() {
    final int[] after = new int[nodes];
    for (int r = 0; r < nodes; r++) {
      after[permuted(Purpose.PERMUTATION, 0, r, nodes)] =
          permuted(Purpose.PERMUTATION, 0, (r + 1) % nodes, nodes);
    }
    return after;
  }

  /** Messages that a node has to send, however late they are born. */
  long messages(int node) {
    return switch (config.kind) {
      case ALL_TO_ALL, ALL_TO_ALL_RANDOM -> nodes - 1;
      case MANY_TO_ONE -> node == config.target ? 0 : Long.MAX_VALUE;
      case UNIFORM, GROUP_SHIFT, PERMUTATION -> Long.MAX_VALUE;
    };
  }

  /** Node that all requests of a message go to. */
  int destination(int node, long message) {
    return switch (config.kind) {
      case UNIFORM -> draws.uniformDestination(node, 0, message, nodes);
      case ALL_TO_ALL -> (int) ((node + 1 + message) % nodes);
      case ALL_TO_ALL_RANDOM ->
          ReferenceDraws.other(node, permuted(Purpose.ORDER, node, message, nodes - 1));
      case GROUP_SHIFT -> {
        final int g = dragonfly.groupOfNode(node);
        final int h = Math.floorMod(g + config.shiftGroups, config.groups);
        yield dragonfly.firstNode(h) + (node - dragonfly.firstNode(g)) % dragonfly.nodesOf(h);
      }
      case MANY_TO_ONE -> config.target;
      case PERMUTATION -> next[node];
    };
  }

  /** "64 B, the last one of what remains". */
  int dataBytes(long sequence) {
    final boolean last = sequence % requestsPerMessage == requestsPerMessage - 1;
    return last ? config.messageBytes - REQUEST_BYTES * (requestsPerMessage - 1) : REQUEST_BYTES;
  }

  /** Ticks from the birth of the message before; only in open-loop traffic. */
  long gapTicks(int node, long message) {
    return draws.gap(node, 0, message, scale);
  }

  private int permuted(Purpose purpose, int node, long x, int n) {
    return draws.permute(purpose, node, 0, x, n);
  }
}
