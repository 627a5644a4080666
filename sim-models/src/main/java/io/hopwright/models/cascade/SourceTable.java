package io.hopwright.models.cascade;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.topology.Dragonfly;
import java.util.ArrayList;
import java.util.List;

/** How many requests of each node were answered. */
final class SourceTable {
  private SourceTable() {}

  /** A row. */
  record Source(long node, long group, long answered) {}

  static Metrics<Source> columns() {
    return new Metrics<Source>()
        .add("node", "", "Node", "node that sends", Source::node)
        .add("group", "", "Group", "its group", Source::group)
        .add(
            "answered",
            "requests",
            "Requests answered",
            "its requests that were answered",
            Source::answered);
  }

  static RunResult.Table of(Dragonfly topology, List<CascadeStatistics> parts) {
    final List<Source> rows = new ArrayList<>();
    for (CascadeStatistics part : parts) {
      final NicStatistics nics = part.nics();
      for (int nic = 0; nic < nics.nics(); nic++) {
        if (nics.node(nic) >= 0) {
          final int node = nics.node(nic);
          rows.add(new Source(node, topology.groupOf(topology.ariesOf(node)), nics.completed(nic)));
        }
      }
    }
    return RunResult.Table.of(columns(), rows);
  }
}
