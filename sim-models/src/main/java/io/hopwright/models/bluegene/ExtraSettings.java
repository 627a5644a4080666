package io.hopwright.models.bluegene;

import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.switching.torusrouter.Observation;
import io.hopwright.models.switching.torusrouter.PacketLog;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.Torus;
import java.util.List;
import java.util.stream.Stream;

/** What settings say about measurements that are made only when asked for. */
final class ExtraSettings {
  private static final int ANY = -1;

  private final Settings settings;
  private final Torus torus;

  ExtraSettings(Settings settings, Torus torus) {
    this.settings = settings;
    this.torus = torus;
  }

  /** Throws what does not fit together. */
  void check() {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        settings.has("statistics.box") && !TrafficSettings.fits(boxExtents(), torus),
        "statistics.box",
        "is " + boxExtents() + " on a machine of " + torus + "; use a box that fits");
    problems.when(
        linkTables().contains("region") && boxExtents() == null,
        "statistics.links",
        "asks for a region, but there is none; set statistics.box");
    problems.when(
        settings.has("packetLog.toTick")
            && settings.integer("packetLog.toTick") <= settings.integer("packetLog.fromTick", 0),
        "packetLog.toTick",
        "is not after packetLog.fromTick; make it later");
    for (String key : List.of("packetLog.source", "packetLog.destination")) {
      problems.when(
          settings.integer(key, 0) >= torus.nodes(),
          key,
          "is not a node; they are numbered 0 to " + (torus.nodes() - 1));
    }
    problems.throwIfAny();
  }

  /** Returns the ways in which links are to be added up. */
  List<String> linkTables() {
    return settings.words("statistics.links");
  }

  /** Returns the box whose traffic is counted apart, null if there is none. */
  HotBox region() {
    final List<Long> box = boxExtents();
    return box == null ? null : new HotBox(torus, box.stream().mapToInt(Long::intValue).toArray());
  }

  /** Tells whether each credit is to be judged by whether a packet waited for it. */
  boolean unblocking() {
    return settings.flag("statistics.unblocking");
  }

  private List<Long> boxExtents() {
    if (settings.has("statistics.box")) {
      return settings.integers("statistics.box");
    }
    return settings.word("workload.kind").equals("hot-region")
        ? settings.integers("workload.hotBox")
        : null;
  }

  /** Tells whether there is to be a map of all links. */
  boolean heat() {
    return settings.wantsHeat(torus.nodes());
  }

  /** Returns what to measure. */
  Observation.Extras extras() {
    return new Observation.Extras(heat(), !linkTables().isEmpty(), log(), region(), unblocking());
  }

  private PacketLog.Filter log() {
    final boolean wanted =
        Stream.of("fromTick", "toTick", "source", "destination")
            .anyMatch(key -> settings.has("packetLog." + key));
    return wanted
        ? new PacketLog.Filter(
            settings.integer("packetLog.fromTick", 0),
            settings.integer("packetLog.toTick", Long.MAX_VALUE),
            (int) settings.integer("packetLog.source", ANY),
            (int) settings.integer("packetLog.destination", ANY),
            settings.integer("packetLog.entries"))
        : null;
  }
}
