package io.hopwright.models.extoll.network;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Shared;
import io.hopwright.models.topology.AttachedTorus;
import io.hopwright.models.topology.Grid;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Accelerators and hosts, each with its NIC, and their links.
 *
 * @param nic NIC of all nodes
 * @param torus torus of the accelerators, with the hosts attached
 */
public record ExtollTopology(NicKind nic, AttachedTorus torus) {
  public static final List<String> AXES = List.of("x", "y", "z");

  /** Largest extent of the torus. */
  public static final int MOST_EXTENT = 32;

  private static final int MOST_HOSTS = 256;

  /** Accelerators of a chassis, which has one host. */
  private static final int CHASSIS = 16;

  public static final Key<NicKind> NIC =
      Key.choice("machine.nic", NicKind.TOURMALET, Choice.of(NicKind.values()))
          .meaning("network interface of all nodes")
          .source(ExtollPaper.SECTION + "2.4.4, 5.1");
  static final Key<int[]> SHAPE =
      Key.shape("machine.shape", AXES.size(), AXES.size(), List.of(4, 2, 4), MOST_EXTENT)
          .meaning("accelerators in x, y and z")
          .source(ExtollPaper.SECTION + "5.4.5");
  private static final Key<Boolean> SINGLE =
      Key.choice(
              "machine.pairLinks",
              true,
              new Choice<>(true, "single", "one link in each direction"),
              new Choice<>(false, "double", "two links in each direction"))
          .meaning("links between the two nodes of a dimension of 2")
          .source(ExtollPaper.SECTION + "5.4.5");
  public static final Key<Integer> HOSTS =
      Key.integer("machine.hosts", null, 0, MOST_HOSTS)
          .meaning(
              "number of hosts, numbered after the accelerators; one for 16 accelerators if"
                  + " not set")
          .source(ExtollPaper.SECTION + "5.3");
  private static final Key<Integer> FIRST_GATEWAY =
      Key.integer("machine.firstGateway", 0, 0, ExtollPacketId.MAX_NODES - 1)
          .assumed("accelerator to which the first host is attached");
  private static final Key<Integer> GATEWAY_STEP =
      Key.integer("machine.gatewayStep", CHASSIS, 1, ExtollPacketId.MAX_NODES - 1)
          .assumed("distance from the accelerator of a host to that of the next host");

  private static final Shared<Cabling, AttachedTorus> TORI = new Shared<>(Cabling::torus);

  public static final Component COMPONENT =
      Component.of("topology", NIC, SHAPE, SINGLE, HOSTS, FIRST_GATEWAY, GATEWAY_STEP);

  /** Cabling: the links that exist. */
  private record Cabling(List<Integer> shape, List<Integer> gateways, boolean singlePairs) {
    AttachedTorus torus() {
      final Grid.Axis[] axes = new Grid.Axis[AXES.size()];
      for (int axis = 0; axis < axes.length; axis++) {
        axes[axis] = Grid.Axis.ring(AXES.get(axis), shape.get(axis));
      }
      return new AttachedTorus(
          new Grid(axes), gateways.stream().mapToInt(i -> i).toArray(), "g", singlePairs);
    }
  }

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming the inconsistent settings
   */
  public static ExtollTopology of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final int[] shape = settings.get(SHAPE);
    final int accelerators = IntStream.of(shape).reduce(1, (a, b) -> a * b);
    final int hosts = settings.find(HOSTS).orElse((accelerators - 1) / CHASSIS + 1);
    problems.when(
        accelerators + hosts > ExtollPacketId.MAX_NODES,
        SHAPE,
        ("makes %s nodes with the %s of machine.hosts, above the limit of %s; use a"
                + " smaller shape")
            .formatted(accelerators + hosts, hosts, ExtollPacketId.MAX_NODES));
    final int step = settings.get(GATEWAY_STEP);
    final int[] gateways =
        IntStream.range(0, hosts).map(host -> settings.get(FIRST_GATEWAY) + host * step).toArray();
    final int last = hosts == 0 ? 0 : gateways[hosts - 1];
    problems.when(
        last >= accelerators,
        HOSTS,
        ("attaches host %s to accelerator %s, but machine.shape has %s accelerators; use"
                + " fewer hosts, or lower machine.gatewayStep or machine.firstGateway")
            .formatted(hosts - 1, last, accelerators));
    problems.throwIfAny();
    final Cabling cabling =
        new Cabling(
            IntStream.of(shape).boxed().toList(),
            IntStream.of(gateways).boxed().toList(),
            settings.get(SINGLE));
    return new ExtollTopology(settings.get(NIC), TORI.of(cabling));
  }

  /** Returns the number of accelerators. */
  public int accelerators() {
    return torus.grid().routers();
  }

  /** Returns the number of hosts. */
  public int hosts() {
    return torus.routers() - accelerators();
  }
}
