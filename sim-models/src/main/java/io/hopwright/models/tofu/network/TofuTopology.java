package io.hopwright.models.tofu.network;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.topology.Tofu6D;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Nodes and links, and which links are optical.
 *
 * @param generation generation of the machine
 * @param machine nodes and links
 * @param packaging packaging units of the machine
 */
public record TofuTopology(Generation generation, Tofu6D machine, Packaging packaging) {
  public static final Key<Generation> GENERATION =
      Key.choice("machine.generation", Generation.TOFUD, Choice.of(Generation.values()))
          .meaning("generation of the machine")
          .source(TofuPaper.SECTION + "II");

  /** Largest extent of x, y and z. */
  public static final int MAX_EXTENT = CoordinateWord.MAX_EXTENT;

  static final Key<int[]> SHAPE =
      Key.shape("machine.shape", Tofu6D.OUTER_AXES, Tofu6D.OUTER_AXES, List.of(4, 4, 4), MAX_EXTENT)
          .meaning("extents of x, y and z; each point has 12 nodes, at most 1,048,576 in all")
          .source(
              "ASSUMED; header tof_icc.h of McKernel: coordinates of 5 bits, so 32 on a real machine");
  private static final Key<List<Integer>> RINGS =
      Key.choices(
              "machine.rings",
              null,
              IntStream.range(0, Tofu6D.OUTER_AXES)
                  .mapToObj(
                      axis ->
                          new Choice<>(
                              axis, Tofu6D.AXES.get(axis), Tofu6D.AXES.get(axis) + " is a ring"))
                  .toList())
          .meaning(
              "axes that are rings; the other axes are meshes. If not set, axes with an"
                  + " extent of 3 or more are rings")
          .source(TofuPaper.SECTION + "II.A; on Fugaku ASSUMED");
  private static final Key<int[]> UNIT =
      Key.shape("machine.unit", Tofu6D.AXES.size(), Tofu6D.AXES.size(), null, MAX_EXTENT)
          .meaning(
              "extents in x, y, z, a, b and c of the unit of packaging between which"
                  + " links are optical; if not set, half a rack on tofud and a chassis on"
                  + " tofu2. Only affects the numbers of optical links")
          .source(TofuPaper.SECTION + "IV.B");

  public static final Component COMPONENT =
      Component.of("topology", GENERATION, SHAPE, RINGS, UNIT);

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming the inconsistent settings
   */
  public static TofuTopology of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Generation generation = settings.get(GENERATION);
    final int[] shape = settings.get(SHAPE);
    final long nodes = IntStream.of(shape).asLongStream().reduce(Tofu6D.GROUP, (a, b) -> a * b);
    problems.when(
        nodes > TofuPacketId.MAX_NODES,
        SHAPE,
        "has %s nodes, above the limit of %s; use a smaller shape"
            .formatted(nodes, TofuPacketId.MAX_NODES));
    final List<Integer> rings =
        settings
            .find(RINGS)
            .orElseGet(
                () -> IntStream.range(0, shape.length).filter(i -> shape[i] > 2).boxed().toList());
    for (int axis : rings) {
      problems.when(
          shape[axis] < 3,
          RINGS,
          ("has %s, of which machine.shape has %s, but rings need at least 3; leave it"
                  + " out, or use a larger machine")
              .formatted(Tofu6D.AXES.get(axis), shape[axis]));
    }
    problems.when(
        generation == Generation.TOFU && settings.find(UNIT).isPresent(),
        UNIT,
        "is for optical links, but tofu has none; leave it out, or use another machine.generation");
    problems.throwIfAny();
    final boolean[] ring = new boolean[shape.length];
    rings.forEach(axis -> ring[axis] = true);
    final Tofu6D machine = new Tofu6D(shape, ring);
    final int[] unit =
        settings
            .find(UNIT)
            .orElseGet(() -> generation.unit().stream().mapToInt(Integer::intValue).toArray());
    return new TofuTopology(generation, machine, new Packaging(machine, unit));
  }
}
