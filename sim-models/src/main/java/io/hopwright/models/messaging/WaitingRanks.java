package io.hopwright.models.messaging;

import io.hopwright.models.program.Communicator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which ranks wait in a run that has come to a halt, a line each: partitions write the lines, and
 * whoever has all of them puts them in order, the same for every split, and looks for ranks that
 * wait for each other.
 */
public final class WaitingRanks {
  /** What the line about ranks begins with that wait for each other. */
  public static final String CYCLE = "wait for each other: ";

  /**
   * What a rank waits for begins with that if it waits until something that it sends is received.
   */
  public static final String SEND = "send of ";

  /**
   * What a rank waits for begins with that, and goes on with {@link Communicator#words}, if it has
   * joined a communicator; which of the members have not is seen once all ranks are together.
   */
  static final String JOIN = "join of ";

  /** Waits for no rank in particular. */
  public static final int NOBODY = -1;

  private static final String ARROW = " → ";
  private static final Pattern LINE =
      Pattern.compile("(\\S+) rank (\\d+): .*?(?:" + ARROW + "rank (\\d+))?");

  private static final Pattern JOINED = Pattern.compile(": " + JOIN + Communicator.WORDS);

  private WaitingRanks() {}

  /** What a line says of a rank. */
  private record Waiting(String job, int rank, int peer, String line) {
    String name() {
      return job + " rank " + rank;
    }

    String nameOfPeer() {
      return job + " rank " + peer;
    }

    Waiting waitingFor(BitSet ranks) {
      final int others = ranks.cardinality() - 1;
      final int lowest = ranks.nextSetBit(0);
      final String who = others < 0 ? "" : ARROW + "rank " + lowest;
      final String more =
          others < 1 ? "" : others == 1 ? " and 1 other" : " and " + others + " others";
      return new Waiting(job, rank, lowest, line + who + more);
    }
  }

  /**
   * Returns the line of a rank.
   *
   * @param what it waits for, since when, and what lies unexpected beside it
   * @param peer the rank of its job that it waits for, {@link #NOBODY} if that may be any
   */
  public static String line(String job, int rank, String what, int peer) {
    return job + " rank " + rank + ": " + what + (peer == NOBODY ? "" : ARROW + "rank " + peer);
  }

  /**
   * Returns the lines of a report in the order of jobs and ranks, those of others before, and at
   * the end one that begins with {@link #CYCLE} if ranks wait for each other.
   *
   * @param alone whether to leave out the lines of others
   */
  public static List<String> inOrder(String report, boolean alone) {
    final List<String> lines = new ArrayList<>();
    final List<Waiting> ranks = new ArrayList<>();
    for (String line : (Iterable<String>) report.lines()::iterator) {
      final Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        final String peer = matcher.group(3);
        ranks.add(
            new Waiting(
                matcher.group(1),
                Integer.parseInt(matcher.group(2)),
                peer == null ? NOBODY : Integer.parseInt(peer),
                line));
      } else if (!alone) {
        lines.add(line);
      }
    }
    nameMissing(ranks);
    ranks.sort(Comparator.comparing(Waiting::job).thenComparingInt(Waiting::rank));
    ranks.forEach(rank -> lines.add(rank.line));
    final String cycle = cycle(ranks);
    if (!cycle.isEmpty()) {
      lines.add(CYCLE + cycle);
    }
    return lines;
  }

  /** Has those that have joined a communicator wait for the lowest rank that has not. */
  private static void nameMissing(List<Waiting> ranks) {
    final Map<String, BitSet> joined = new HashMap<>();
    for (Waiting rank : ranks) {
      final Matcher join = JOINED.matcher(rank.line);
      if (join.find()) {
        joined.computeIfAbsent(rank.job + join.group(), key -> new BitSet()).set(rank.rank);
      }
    }
    final Map<String, BitSet> missing = new HashMap<>();
    ranks.replaceAll(
        rank -> {
          final Matcher join = JOINED.matcher(rank.line);
          return join.find()
              ? rank.waitingFor(
                  missing.computeIfAbsent(
                      rank.job + join.group(),
                      key -> missing(Communicator.of(join), joined.get(key))))
              : rank;
        });
  }

  private static BitSet missing(Communicator communicator, BitSet joined) {
    final BitSet missing = new BitSet();
    for (int index = 0; index < communicator.members(); index++) {
      missing.set(communicator.rank(index));
    }
    missing.andNot(joined);
    return missing;
  }

  /** Returns the first cycle, empty if there is none; takes a step for each rank. */
  private static String cycle(List<Waiting> ranks) {
    final Map<String, Waiting> byName = new HashMap<>();
    ranks.forEach(rank -> byName.put(rank.name(), rank));
    final Set<String> seen = new LinkedHashSet<>();
    for (Waiting first : ranks) {
      final Set<String> path = new LinkedHashSet<>();
      Waiting rank = first;
      while (rank != null && seen.add(rank.name())) {
        path.add(rank.name());
        rank = byName.get(rank.nameOfPeer());
      }
      if (rank != null && path.contains(rank.name())) {
        return from(rank, path);
      }
    }
    return "";
  }

  private static String from(Waiting first, Set<String> path) {
    final List<String> all = new ArrayList<>(path);
    final List<String> cycle = new ArrayList<>(all.subList(all.indexOf(first.name()), all.size()));
    cycle.add(first.name());
    return cycle.get(0)
        + ARROW
        + String.join(
            ARROW,
            cycle.subList(1, cycle.size()).stream()
                .map(name -> name.substring(first.job.length() + 1))
                .toList());
  }
}
