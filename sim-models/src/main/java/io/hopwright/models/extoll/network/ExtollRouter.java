package io.hopwright.models.extoll.network;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Shared;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.topology.AttachedTorus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Routers of all nodes, and the error rate of links.
 *
 * @param design design of a router
 * @param tables routing tables
 * @param bitErrorRate probability of a bit error on links
 */
public record ExtollRouter(CrossbarDesign design, RoutingTables tables, double bitErrorRate) {
  /** Kinds of ports, in their order. */
  public static final List<String> KINDS =
      Stream.concat(ExtollTopology.AXES.stream(), Stream.of("g", "unit")).toList();

  /** Largest buffer that can be asked for. */
  public static final int MAX_BUFFER = 1 << 20;

  private static final int MOST_TICKS = 1_000_000;
  private static final double MOST_ERRORS = 1e-3;
  private static final int VCS = 2 * ExtollPorts.CLASSES;
  private static final String IF_NOT_SET = "; that of machine.nic if not set";

  private static final Key<Integer> VC_BYTES =
      Key.bytes("router.vcBytes", 4_096, ExtollCells.MOST_DATA, MAX_BUFFER, 1)
          .assumed("buffer of each VC behind a link");
  private static final Key<InputFile> TABLES =
      Key.file("router.tables")
          .meaning(
              "file of routing table entries that replace generated ones; each line is"
                  + " NODE INPUT DESTINATION OUTPUT D")
          .source(ExtollPaper.SECTION + "2.4.4: a table for each input; the format is our own");
  private static final Key<Integer> HOP_TICKS =
      Key.delay("link.hopTicks", null, 1, MOST_TICKS)
          .meaning("time from one router to the next" + IF_NOT_SET)
          .source("ASSUMED: 60 or 300 ns");
  private static final Key<Integer> CREDIT_TICKS =
      Key.delay("link.creditTicks", null, 1, MOST_TICKS)
          .meaning(
              "time from the departure of a packet's tail until its credits are available at"
                  + " the sender"
                  + IF_NOT_SET)
          .source("ASSUMED: the time of a hop");
  private static final Key<Double> ERRORS =
      Key.number("link.bitErrorRate", 0, 0, MOST_ERRORS)
          .assumed("bit error rate of a link; damaged packets are retransmitted");

  private static final Shared<Ways, RoutingTables> TABLES_OF = new Shared<>(Ways::tables);

  public static final Component SWITCH = Component.of("switch", VC_BYTES);
  public static final Component ROUTING = Component.of("routing", TABLES);
  public static final Component LINK = Component.of("link", HOP_TICKS, CREDIT_TICKS, ERRORS);

  /** Keys from which routing tables are built. */
  private record Ways(AttachedTorus torus, Optional<InputFile> entries) {
    RoutingTables tables() {
      final RoutingTables tables = RoutingTables.generated(torus);
      entries.ifPresent(file -> TableFile.read(file, TABLES.name(), torus, tables));
      final String problem = tables.problem();
      if (problem != null) {
        throw new SettingsException(TABLES.name(), problem + "; correct the entries on this route");
      }
      return tables;
    }
  }

  /**
   * Reads the settings.
   *
   * @param words of a packet
   * @throws SettingsException if tables have a missing entry or a cycle
   */
  public static ExtollRouter of(Settings settings, ExtollTopology topology, int words) {
    final RoutingTables tables = TABLES_OF.of(new Ways(topology.torus(), settings.find(TABLES)));
    return new ExtollRouter(
        design(settings, topology, tables.mostHops(), words), tables, settings.get(ERRORS));
  }

  private static CrossbarDesign design(
      Settings settings, ExtollTopology topology, int mostHops, int words) {
    final List<Integer> ticks = ExtollCells.ticks(topology.nic().cellTicks());
    final int hopTicks = hopTicks(settings);
    final List<PortKind> kinds = new ArrayList<>();
    for (int kind = 0; kind < KINDS.size() - 1; kind++) {
      kinds.add(
          new PortKind(
              KINDS.get(kind),
              kind < ExtollTopology.AXES.size() ? 2 : 1,
              true,
              settings.get(VC_BYTES) / ExtollCells.BYTES,
              ticks,
              hopTicks,
              settings.find(CREDIT_TICKS).orElse(settings.get(ExtollTopology.NIC).hopTicks())));
    }
    kinds.add(PortKind.endpoints("unit", ExtollPorts.UNITS, ticks));
    return new CrossbarDesign(
        kinds, VCS, new PacketFormat(ExtollCells.MOST, mostHops, ExtollRouteWord.BITS, words));
  }

  /** Returns the ticks from one router to the next. */
  public static int hopTicks(Settings settings) {
    return settings.find(HOP_TICKS).orElse(settings.get(ExtollTopology.NIC).hopTicks());
  }
}
