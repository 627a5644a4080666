package io.hopwright.models.program;

import io.hopwright.models.program.collectives.Collective;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a machine's network interfaces do for ranks beside messages. Immutable.
 *
 * @param machine as messages call it: key and value that decide it
 * @param primitives that its programs may use
 * @param byHardware collectives that it has a unit for
 */
public record Capabilities(String machine, Set<Primitive> primitives, Set<Collective> byHardware) {
  /** Copies the sets. */
  public Capabilities {
    primitives = Set.copyOf(primitives);
    byHardware = Set.copyOf(byHardware);
  }

  /** Returns those of a machine with some primitives. */
  public static Capabilities of(String machine, Primitive... primitives) {
    return new Capabilities(machine, Set.copyOf(Arrays.asList(primitives)), Set.of());
  }

  /** Returns these and a unit for some collectives. */
  public Capabilities and(Set<Collective> collectives) {
    return new Capabilities(machine, primitives, collectives);
  }

  /** Returns whether programs may use a primitive. */
  public boolean offers(Primitive primitive) {
    return primitives.contains(primitive);
  }

  /** Returns whether there is something that a fence may wait for. */
  public boolean offersAny() {
    return !primitives.isEmpty();
  }

  /** Says that a statement is not among what there is. */
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
