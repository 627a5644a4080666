package io.hopwright.models.standstill;

import io.hopwright.models.program.Communicator;
import io.hopwright.models.standstill.RankWait.Request;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Analysis of ranks that wait: the cycle in which they wait for each other ({@code
 * docs/results.md}, "Ranks that are blocked"). Confined to one thread.
 */
public final class BlockedRanks {
  private static final int NONE = -1;
  private static final String ARROW = " → ";

  private final List<RankWait> ranks;

  /** The members that have not joined, by job and communicator. */
  private final Map<Join, BitSet> missing = new HashMap<>();

  /** Key of a collective: a job and a communicator. */
  private record Join(int job, Communicator communicator) {}

  /** Reads ranks in the order of jobs and ranks. */
  public BlockedRanks(List<RankWait> ranks) {
    this.ranks = ranks;
    for (RankWait rank : ranks) {
      for (Request request : rank.requests()) {
        if (request.joined() != null) {
          missing
              .computeIfAbsent(new Join(rank.job(), request.joined()), BlockedRanks::members)
              .clear(rank.number());
        }
      }
    }
  }

  private static BitSet members(Join join) {
    final BitSet members = new BitSet();
    for (int index = 0; index < join.communicator.members(); index++) {
      members.set(join.communicator.rank(index));
    }
    return members;
  }

  private BitSet missing(RankWait rank, Request request) {
    return missing.get(new Join(rank.job(), request.joined()));
  }

  /** Returns the rank that a request waits for, {@link RankWait#ANY} for none in particular. */
  private int peer(RankWait rank, Request request) {
    return request.joined() == null ? request.peer() : missing(rank, request).nextSetBit(0);
  }

  private List<RankWait> lost() {
    return ranks.stream().filter(rank -> !rank.waits()).toList();
  }

  /** Returns the number of ranks that wait. */
  public int waiting() {
    return (int) ranks.stream().filter(RankWait::waits).count();
  }

  // ---------------------------------------------------------------- lines

  /** Returns a line for each rank. */
  public List<String> lines() {
    return ranks.stream().map(this::line).toList();
  }

  private String line(RankWait rank) {
    if (rank.requests().isEmpty()) {
      return rank.name() + ": " + rank.about();
    }
    final Request first = rank.requests().get(0);
    final int more = rank.requests().size() - 1 + rank.more();
    return rank.name()
        + ": "
        + first.what()
        + inBrackets(first.at(), rank.about())
        + whom(rank, first)
        + (more == 0 ? "" : ", and " + more + (more == 1 ? " more request" : " more requests"))
        + taken(rank);
  }

  private static String inBrackets(String at, String about) {
    if (at.isEmpty() || about.isEmpty()) {
      return at.isEmpty() && about.isEmpty() ? "" : " (" + at + about + ")";
    }
    return " (" + at + ", " + about + ")";
  }

  private String whom(RankWait rank, Request request) {
    final int peer = peer(rank, request);
    final int others = request.joined() == null ? 0 : missing(rank, request).cardinality() - 1;
    return (peer == RankWait.ANY ? "" : ARROW + "rank " + peer)
        + (others < 1 ? "" : others == 1 ? " and 1 other" : " and " + others + " others");
  }

  private static String taken(RankWait rank) {
    for (Request request : rank.requests()) {
      if (!request.takenAt().isEmpty()) {
        return "; " + takenText(request);
      }
    }
    return "";
  }

  private static String takenText(Request request) {
    return "the wildcard receive at " + request.takenAt() + " took such a message";
  }

  // ---------------------------------------------------------------- who waits for whom

  /** Step of the cycle. */
  private record Step(RankWait rank, Request request, int peer) {}

  private List<Step> cycle() {
    final List<Integer> cycle = Cycles.canonical(ranks.size(), this::waitsFor);
    final List<Step> steps = new ArrayList<>();
    for (int i = 0; i < cycle.size(); i++) {
      final RankWait rank = ranks.get(cycle.get(i));
      final int next = ranks.get(cycle.get((i + 1) % cycle.size())).number();
      final Request request =
          rank.requests().stream().filter(each -> peer(rank, each) == next).findFirst().get();
      steps.add(new Step(rank, request, next));
    }
    return steps;
  }

  private int[] waitsFor(int index) {
    final RankWait rank = ranks.get(index);
    return rank.requests().stream()
        .mapToInt(request -> find(rank.job(), peer(rank, request)))
        .filter(peer -> peer != NONE)
        .sorted()
        .distinct()
        .toArray();
  }

  private int find(int job, int number) {
    final int at =
        Collections.binarySearch(
            ranks, new RankWait(job, number, "", "", List.of(), 0, ""), RankWait.ORDER);
    return Math.max(at, NONE);
  }

  /** Returns a line for each rank that is lost. */
  List<String> lostLines() {
    return lost().stream().map(this::line).toList();
  }

  /** Returns a line for each step of the cycle; none without a cycle. */
  public List<String> cycleLines() {
    return cycle().stream()
        .map(
            step ->
                "%s waits for rank %s: %s"
                    .formatted(step.rank.name(), step.peer, step.request.text()))
        .toList();
  }

  /** Returns the steps of the cycle for programs. */
  List<Map<String, Object>> cycleDocument() {
    return cycle().stream().map(BlockedRanks::document).toList();
  }

  private static Map<String, Object> document(Step step) {
    final Map<String, Object> document = document(step.rank, step.request);
    document.put("waitsFor", step.peer);
    return document;
  }

  private static Map<String, Object> document(RankWait rank, Request request) {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("job", rank.jobName());
    document.put("rank", rank.number());
    document.put("operation", request.what());
    document.put("at", request.at());
    return document;
  }

  /** Returns the ranks that wait for a message such as a wildcard receive took before. */
  List<Map<String, Object>> takenDocument() {
    final List<Map<String, Object>> taken = new ArrayList<>();
    for (RankWait rank : ranks) {
      for (Request request : rank.requests()) {
        if (!request.takenAt().isEmpty()) {
          final Map<String, Object> document = document(rank, request);
          document.put("takenAt", request.takenAt());
          taken.add(document);
        }
      }
    }
    return taken;
  }

  // ---------------------------------------------------------------- in one line

  /** Returns why ranks are blocked. */
  String reason() {
    final int waiting = waiting();
    final String noun = ranks.stream().anyMatch(RankWait::isThread) ? "thread" : "rank";
    final int lost = lost().size();
    final String who =
        waiting
            + " "
            + noun
            + (waiting == 1 ? " waits" : "s wait")
            + (lost == 0 ? "" : " and " + lost + (lost == 1 ? " is lost" : " are lost"));
    final int inCycle = cycle().size();
    if (inCycle > 0) {
      return who + ", " + inCycle + " of them for each other in a cycle";
    }
    for (RankWait rank : ranks) {
      for (Request request : rank.requests()) {
        if (!request.takenAt().isEmpty()) {
          return "%s; %s waits for rank %s: %s, but %s"
              .formatted(who, rank.name(), request.peer(), request.text(), takenText(request));
        }
      }
    }
    return who + end();
  }

  /**
   * Returns the description of the end of the first rank's chain of requests; empty if the chain
   * has no end.
   */
  private String end() {
    final BitSet seen = new BitSet();
    int at = 0;
    while (at < ranks.size() && !ranks.get(at).waits()) {
      at++;
    }
    if (at == ranks.size() || ranks.get(at).requests().isEmpty()) {
      return "";
    }
    while (!seen.get(at)) {
      seen.set(at);
      final RankWait rank = ranks.get(at);
      final Request request = rank.requests().get(0);
      final int peer = peer(rank, request);
      final int next = peer == RankWait.ANY ? NONE : find(rank.job(), peer);
      if (next == NONE || ranks.get(next).requests().isEmpty()) {
        return peer == RankWait.ANY
            ? "; %s: %s".formatted(rank.name(), request.text())
            : "; %s waits for rank %s, which %s: %s"
                .formatted(
                    rank.name(), peer, next == NONE ? "has ended" : "is lost", request.text());
      }
      at = next;
    }
    return "";
  }
}
