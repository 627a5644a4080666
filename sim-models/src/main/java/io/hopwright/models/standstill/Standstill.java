package io.hopwright.models.standstill;

import io.hopwright.core.window.Progress;
import io.hopwright.models.measure.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Diagnosis of a run that stopped: a deadlock of its network, or ranks that are blocked. Equal for
 * every split over partitions, threads and JVMs. Immutable; safe for any thread.
 *
 * @param kind kind of the standstill
 * @param reason diagnosis in one line
 * @param cycle queues or ranks in a cycle, one line each: each waits for the next, the last for the
 *     first; empty if there is no cycle
 * @param lost lost ranks, one line each
 * @param waiting all waiting queues or ranks, one line each
 * @param document its entry in the summary
 */
public record Standstill(
    Kind kind,
    String reason,
    List<String> cycle,
    List<String> lost,
    List<String> waiting,
    Map<String, Object> document) {
  /** Name of its entry in the summary. */
  public static final String ENTRY = "stop";

  /** Numbers of its entry in the summary. */
  public static final List<Metric> METRICS =
      List.of(
          metric(
              "kind",
              "",
              "Kind of stop",
              "reason of the stop, deadlock or ranks blocked; only in results of runs that"
                  + " stopped"),
          metric(
              "packets",
              "packets",
              "Packets blocked",
              "packets that are blocked in the network when the run stops"),
          metric("ranks", "ranks", "Ranks blocked", "ranks that are blocked when the run stops"),
          metric(
              "cycle",
              "",
              "Cycle",
              "cycle of queues or ranks that wait for each other when the run stops, the last"
                  + " for the first; empty if there is no cycle"),
          metric("remedy", "", "Remedy", "the setting that avoids a deadlock, if there is one"),
          metric(
              "taken",
              "",
              "Messages taken",
              "receives that are blocked although a matching message arrived, with the"
                  + " wildcard receive that took it"));

  private static Metric metric(String name, String unit, String label, String meaning) {
    return new Metric(
        ENTRY + "." + name, unit, label, meaning, "", List.of(), Set.of(Metric.Role.IDENTITY));
  }

  /** Kind of a standstill. */
  public enum Kind {
    /** Packets wait in a cycle for room in the buffers of the network. */
    DEADLOCK,
    /** Ranks wait for each other, or for messages that no rank sends. */
    RANKS_BLOCKED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * Returns the reason why a run has stopped before its end.
   *
   * @param all waits of all partitions
   * @param channels of the network; null if it has none
   * @param byPrograms whether programs are the cause, unless packets are in deadlock
   * @param total counts of all partitions
   */
  public static Standstill stopped(
      Waiting all, Channels channels, boolean byPrograms, Progress total) {
    final DeadQueues queues = channels == null ? null : new DeadQueues(all.heads(), channels);
    final BlockedRanks ranks = new BlockedRanks(all.ranks());
    final boolean besideOthers = total.ranksBlocked();
    final List<String> waiting = new ArrayList<>();
    if (queues != null) {
      (besideOthers ? queues.dead() : all.heads())
          .forEach(head -> waiting.add(line(head, channels)));
    }
    waiting.addAll(besideOthers && !all.ranks().isEmpty() ? List.of() : all.lines());
    waiting.addAll(ranks.lines());
    if (queues != null && !queues.dead().isEmpty()) {
      return deadlock(queues, channels, ranks.waiting(), waiting);
    }
    return byPrograms
        ? blocked(ranks, besideOthers ? 0 : all.packets(), total.ranksRunning, waiting)
        : new Standstill(
            Kind.DEADLOCK,
            all.packets() + " packets wait and no event is pending",
            List.of(),
            List.of(),
            waiting,
            document(Kind.DEADLOCK, all.packets(), ranks.waiting(), List.of(), null, List.of()));
  }

  /**
   * Returns the deadlock in a run in which other packets or sources continue; null without one.
   *
   * @param all waits of all partitions
   */
  public static Standstill goingOn(Waiting all, Channels channels) {
    final DeadQueues queues = new DeadQueues(all.heads(), channels);
    final List<String> waiting = queues.dead().stream().map(head -> line(head, channels)).toList();
    return waiting.isEmpty() ? null : deadlock(queues, channels, 0, waiting);
  }

  private static Standstill blocked(
      BlockedRanks ranks, long packets, long running, List<String> waiting) {
    final boolean named = ranks.waiting() > 0;
    return new Standstill(
        Kind.RANKS_BLOCKED,
        named ? ranks.reason() : running > 0 ? running + " ranks wait" : packets + " packets wait",
        ranks.cycleLines(),
        ranks.lostLines(),
        waiting,
        document(
            Kind.RANKS_BLOCKED,
            packets,
            named ? ranks.waiting() : running,
            ranks.cycleDocument(),
            null,
            ranks.takenDocument()));
  }

  private static Standstill deadlock(
      DeadQueues queues, Channels channels, int ranks, List<String> waiting) {
    final List<QueueHead> cycle = queues.cycle();
    final long packets = queues.dead().stream().mapToLong(QueueHead::packets).sum();
    final String remedy = channels.remedy();
    return new Standstill(
        Kind.DEADLOCK,
        "%s queues of packets wait for each other in a cycle, and %s packets can never move; %s"
            .formatted(
                cycle.size(),
                packets,
                remedy.isEmpty()
                    ? "the rules of the machine exclude that: please report this error of Hopwright"
                    : remedy + " avoids it"),
        cycle.stream().map(head -> step(head, channels)).toList(),
        List.of(),
        waiting,
        document(
            Kind.DEADLOCK,
            packets,
            ranks,
            cycle.stream().map(head -> document(head, channels)).toList(),
            remedy.isEmpty() ? null : remedy,
            List.of()));
  }

  private static Map<String, Object> document(
      Kind kind,
      long packets,
      long ranks,
      List<Map<String, Object>> cycle,
      String remedy,
      List<Map<String, Object>> taken) {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("kind", kind.toString());
    document.put("packets", packets);
    document.put("ranks", ranks);
    document.put("cycle", cycle);
    if (remedy != null) {
      document.put("remedy", remedy);
    }
    document.put("taken", taken);
    return document;
  }

  // ---------------------------------------------------------------- queues

  private static String place(QueueHead head, Channels channels) {
    return "router %s (%s), %s"
        .formatted(
            head.router(),
            String.join(
                ", ",
                channels.topology().place(head.router()).stream().map(String::valueOf).toList()),
            channels.queue(head.router(), head.port(), head.vc()));
  }

  private static String want(QueueHead head, int index, Channels channels) {
    return "%s %s of %s, VC %s (has %s)"
        .formatted(
            head.needs(index),
            channels.unit(),
            channels.topology().portName(head.router(), head.wantedPort(index)),
            head.wantedVc(index),
            head.has(index));
  }

  private static String step(QueueHead head, Channels channels) {
    return "%s: a packet of %s B needs %s"
        .formatted(
            place(head, channels), head.size() * channels.unitBytes(), want(head, 0, channels));
  }

  private static String line(QueueHead head, Channels channels) {
    final StringBuilder line = new StringBuilder(place(head, channels));
    line.append(": ");
    if (head.packets() > 1) {
      line.append(head.packets()).append(" packets wait, the first of ");
    } else {
      line.append("a packet of ");
    }
    line.append(head.size() * channels.unitBytes()).append(" B");
    if (head.wanted() == 0) {
      return line.append(" is at its destination").toString();
    }
    for (int i = 0; i < head.wanted(); i++) {
      line.append(i == 0 ? " needs " : " or ").append(want(head, i, channels));
    }
    return line.toString();
  }

  private static Map<String, Object> document(QueueHead head, Channels channels) {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("router", (long) head.router());
    document.put("coordinates", channels.topology().place(head.router()));
    document.put("port", (long) head.port());
    document.put("vc", (long) head.vc());
    document.put("queue", channels.queue(head.router(), head.port(), head.vc()));
    document.put("packetBytes", (long) head.size() * channels.unitBytes());
    final Map<String, Object> wanted = new LinkedHashMap<>();
    wanted.put("port", (long) head.wantedPort(0));
    wanted.put("vc", (long) head.wantedVc(0));
    wanted.put("output", channels.topology().portName(head.router(), head.wantedPort(0)));
    wanted.put("unit", channels.unit());
    wanted.put("needs", (long) head.needs(0));
    wanted.put("has", (long) head.has(0));
    document.put("wants", wanted);
    return document;
  }

  /** Returns the diagnosis in one line. */
  public String headline() {
    return kind + ": " + reason;
  }

  /** Returns the full diagnosis as text: the reason, the cycle, and all waits. */
  public String text() {
    final StringBuilder text = new StringBuilder(headline()).append('\n');
    cycle.forEach(line -> text.append("cycle: ").append(line).append('\n'));
    waiting.forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }
}
