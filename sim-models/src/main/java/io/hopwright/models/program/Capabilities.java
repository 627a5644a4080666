package io.hopwright.models.program;

import io.hopwright.models.program.collectives.Collective;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Services of a machine's network interfaces for ranks besides messages. Immutable.
 *
 * @param machine key and value that determine them, for messages
 * @param primitives one-sided operations that programs may use
 * @param byHardware collectives that a hardware unit performs
 */
public record Capabilities(String machine, Set<Primitive> primitives, Set<Collective> byHardware) {
  /** Copies the sets. */
  public Capabilities {
    primitives = Set.copyOf(primitives);
    byHardware = Set.copyOf(byHardware);
  }

  /** Returns the capabilities of a machine with some primitives. */
  public static Capabilities of(String machine, Primitive... primitives) {
    return new Capabilities(machine, Set.copyOf(Arrays.asList(primitives)), Set.of());
  }

  /** Returns these capabilities with a unit for some collectives. */
  public Capabilities and(Set<Collective> collectives) {
    return new Capabilities(machine, primitives, collectives);
  }

  /** Returns whether programs may use a primitive. */
  public boolean offers(Primitive primitive) {
    return primitives.contains(primitive);
  }

  /** Returns whether there are operations that a fence may wait for. */
  public boolean offersAny() {
    return !primitives.isEmpty();
  }

  /** Returns the message that refuses an unavailable statement. */
  public String refusal(String word) {
    return machine + " has no " + word + "; besides messages it offers " + offered();
  }

  private String offered() {
    if (primitives.isEmpty()) {
      return "nothing; use sends and receives";
    }
    final List<Primitive> inOrder = List.copyOf(EnumSet.copyOf(primitives));
    return inOrder.stream().map(Primitive::word).collect(Collectors.joining(", "))
        + " and "
        + Primitive.FENCE;
  }
}
