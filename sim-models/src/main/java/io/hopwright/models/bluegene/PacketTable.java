package io.hopwright.models.bluegene;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.torusrouter.PacketLog;
import io.hopwright.models.topology.Torus;
import java.util.List;
import java.util.Locale;

/** The packet log as a table. */
final class PacketTable {
  private static final List<String> CLASSES =
      List.of("dynamic", "static", "highPriority", "broadcast");

  private PacketTable() {}

  /** Returns the columns of a line per entry. */
  static Metrics<PacketLog.Entry> columns(List<String> vcs) {
    return new Metrics<PacketLog.Entry>()
        .add("tick", "ticks", "Tick", "when", PacketLog.Entry::tick)
        .add(
            "event",
            "",
            "Event",
            "generated, injected, hop, forwarded or delivered",
            entry -> entry.kind().name().toLowerCase(Locale.ROOT))
        .add("node", "", "Node", "where", entry -> (long) entry.node())
        .add("source", "", "Source", "node that sent it", entry -> (long) entry.source())
        .add(
            "destination",
            "",
            "Destination",
            "node it is for, of this leg",
            entry -> (long) entry.destination())
        .add(
            "sequence",
            "",
            "Sequence",
            "its number at its source, of this leg",
            PacketLog.Entry::sequence)
        .add("class", "", "Class", "how it is routed", entry -> CLASSES.get(entry.trafficClass()))
        .add(
            "port",
            "",
            "Port",
            "over which it leaves",
            entry -> entry.port() < 0 ? null : Torus.direction(entry.port()))
        .add(
            "vc",
            "",
            "Virtual channel",
            "on which it leaves",
            entry -> entry.vc() < 0 ? null : vcs.get(entry.vc()));
  }
}
