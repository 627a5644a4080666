package io.hopwright.models.reference.cascade.routing;

import io.hopwright.models.declare.Settings;
import java.util.List;

/**
 * Routing mode of a packet: "Choice" of {@code docs/models/cascade.md} and "Routing modes" of
 * {@code docs/models/cascade-faults.md}.
 *
 * @param kind rule for the candidates and the costs of their loads
 * @param weight weight of the load of a non-minimal candidate, if used
 * @param bias additional cost of a non-minimal candidate, in flits
 */
public record ReferenceMode(Kind kind, int weight, int bias) {
  /** Kinds of routing modes. */
  public enum Kind {
    MINIMAL,
    VALIANT,
    ADAPTIVE,
    TUNED,
    DETERMINISTIC,
    DETERMINISTIC_VALIANT
  }

  /** Returns the mode of a name. */
  static ReferenceMode of(String word, Settings settings) {
    final int bias = (int) settings.integer("router.bias");
    final int weight = (int) settings.integer("router.nonMinimalWeight");
    return switch (word) {
      case "minimal", "min-hash" -> new ReferenceMode(Kind.MINIMAL, 0, 0);
      case "valiant", "non-min-hash" -> new ReferenceMode(Kind.VALIANT, 0, 0);
      case "deterministic", "in-order" -> new ReferenceMode(Kind.DETERMINISTIC, 0, 0);
      case "deterministic-valiant" -> new ReferenceMode(Kind.DETERMINISTIC_VALIANT, 0, 0);
      case "adaptive" -> new ReferenceMode(Kind.ADAPTIVE, weight, bias);
      case "tuned" -> new ReferenceMode(Kind.TUNED, 0, bias);
      case "adaptive-0" -> new ReferenceMode(Kind.ADAPTIVE, 1, 0);
      case "adaptive-1" -> new ReferenceMode(Kind.TUNED, 0, 300);
      case "adaptive-2" -> new ReferenceMode(Kind.ADAPTIVE, 2, 300);
      case "adaptive-3" -> new ReferenceMode(Kind.ADAPTIVE, 4, 1_200);
      default -> throw new IllegalArgumentException("no routing mode: " + word);
    };
  }

  /** Returns whether black link and processor tile are drawn. */
  boolean isInOrder() {
    return kind == Kind.DETERMINISTIC || kind == Kind.DETERMINISTIC_VALIANT;
  }

  /** The candidates that take part. */
  List<Integer> candidates() {
    return switch (kind) {
      case MINIMAL, DETERMINISTIC -> List.of(0);
      case VALIANT, DETERMINISTIC_VALIANT -> List.of(2);
      case ADAPTIVE, TUNED -> List.of(0, 1, 2, 3);
    };
  }

  /** The cost of a candidate with a load, of so many links. */
  long cost(boolean minimal, long load, long links) {
    return switch (kind) {
      case ADAPTIVE -> minimal ? load : weight * load + bias;
      case TUNED -> links * load + (minimal ? 0 : bias);
      default -> load;
    };
  }
}
