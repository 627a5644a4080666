package io.hopwright.models.bluegene;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.torusrouter.PacketLog;
import io.hopwright.models.topology.Torus;
import java.util.List;
import java.util.Locale;

/** Packet log as a table. */
final class PacketTable {
  private static final List<String> CLASSES =
      List.of("dynamic", "static", "highPriority", "broadcast");

  private PacketTable() {}

  /** Returns the columns of a line per entry. */
  static Metrics<PacketLog.Entry> columns(List<String> vcs) {
    return new Metrics<PacketLog.Entry>()
        .add("tick", "ticks", "Tick", PacketLog.Entry::tick)
        .meaning("tick of the event")
        .add("event", "", "Event", entry -> entry.kind().name().toLowerCase(Locale.ROOT))
        .meaning("generated, injected, hop, forwarded or delivered")
        .add("node", "", "Node", entry -> (long) entry.node())
        .meaning("node of the event")
        .add("source", "", "Source", entry -> (long) entry.source())
        .meaning("node that sent it")
        .add("destination", "", "Destination", entry -> (long) entry.destination())
        .meaning("destination node of this leg")
        .add("sequence", "", "Sequence", PacketLog.Entry::sequence)
        .meaning("number of the packet at the source of this leg")
        .add("class", "", "Class", entry -> CLASSES.get(entry.trafficClass()))
        .meaning("routing of the packet")
        .add("port", "", "Port", entry -> entry.port() < 0 ? null : Torus.direction(entry.port()))
        .meaning("direction in which it leaves")
        .add("vc", "", "Virtual channel", entry -> entry.vc() < 0 ? null : vcs.get(entry.vc()))
        .meaning("virtual channel on which it leaves");
  }
}
