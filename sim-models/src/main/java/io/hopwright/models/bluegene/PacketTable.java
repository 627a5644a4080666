package io.hopwright.models.bluegene;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.switching.torusrouter.PacketLog;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.topology.Torus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The packet log as a table. */
final class PacketTable {
  private static final List<String> CLASSES =
      List.of("dynamic", "static", "highPriority", "broadcast");

  private PacketTable() {}

  /** Returns the log of all partitions, a line per entry. */
  static RunResult.Table of(PacketLog.Merged log, Torus torus, RouterDesign design) {
    final List<String> vcs = VcNames.of(design);
    final List<RunResult.Column> columns =
        List.of(
            new RunResult.Column("tick", "ticks"),
            new RunResult.Column("event", ""),
            new RunResult.Column("node", ""),
            new RunResult.Column("source", ""),
            new RunResult.Column("destination", ""),
            new RunResult.Column("sequence", ""),
            new RunResult.Column("class", ""),
            new RunResult.Column("port", ""),
            new RunResult.Column("vc", ""));
    return new RunResult.Table(
        columns, log.entries().stream().map(entry -> row(entry, torus, vcs)).toList());
  }

  private static List<Object> row(PacketLog.Entry entry, Torus torus, List<String> vcs) {
    return Arrays.asList(
        entry.tick(),
        entry.kind().name().toLowerCase(Locale.ROOT),
        (long) entry.node(),
        (long) entry.source(),
        (long) entry.destination(),
        entry.sequence(),
        CLASSES.get(entry.trafficClass()),
        entry.port() < 0 ? null : torus.portName(entry.port()),
        entry.vc() < 0 ? null : vcs.get(entry.vc()));
  }
}
