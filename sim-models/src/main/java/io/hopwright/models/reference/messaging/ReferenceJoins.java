package io.hopwright.models.reference.messaging;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.program.Communicator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** Joins of collectives by hardware (section "Collectives by hardware" of the page). */
final class ReferenceJoins {
  private final ReferenceMessaging messaging;
  private final List<ReferenceCommunicator> communicators = new ArrayList<>();

  /** Members that meet in the memory of their node, and the result. */
  private record Meeting(ReferenceCommunicator communicator, Runnable effect) {}

  /** Later actions in the memory of nodes, by tick. */
  private final TreeMap<Long, List<Meeting>> later = new TreeMap<>();

  /** The last communicator that a rank has come to first as its lowest. */
  private final Map<ReferenceRank, Integer> lastOfLowest = new HashMap<>();

  /** Communicators of requests that have joined and are not complete. */
  private final Map<ReferenceRequest, ReferenceCommunicator> communicatorOf = new HashMap<>();

  /** Member that has joined, and the chain of steps up to then. */
  private record Joined(int rank, long tick, ReferenceStep chain) {}

  /** Joined members, by communicator and number of its earlier joins. */
  private final Map<List<Integer>, List<Joined>> joined = new HashMap<>();

  /** Number of joins and of completed joins, by communicator and rank. */
  private final Map<List<Integer>, Integer> joins = new HashMap<>();

  private final Map<List<Integer>, Integer> throughs = new HashMap<>();

  ReferenceJoins(ReferenceMessaging messaging) {
    this.messaging = messaging;
  }

  /** Adds the communicators of a job, which are numbered in order of their lowest rank. */
  void add(PlacedJob job, List<ReferenceRank> ranks) {
    int lowest = 0;
    for (int number = 0; number < job.communicators().size(); number++) {
      final Communicator given = job.communicators().get(number);
      final ReferenceCommunicator communicator =
          new ReferenceCommunicator(
              job.number(),
              number,
              IntStream.range(0, given.members()).map(given::rank).mapToObj(ranks::get).toList());
      if (communicator.lowest() < lowest) {
        throw new IllegalStateException(communicator + " is not in the order of lowest ranks");
      }
      lowest = communicator.lowest();
      communicators.add(communicator);
    }
  }

  List<ReferenceCommunicator> communicators() {
    return communicators;
  }

  long nextTick() {
    return later.isEmpty() ? Long.MAX_VALUE : later.firstKey();
  }

  void act(long tick) {
    while (nextTick() <= tick) {
      later.pollFirstEntry().getValue().forEach(meeting -> meeting.effect.run());
    }
  }

  /** Returns whether members of a communicator meet. */
  boolean meet(ReferenceCommunicator communicator) {
    return later.values().stream()
        .flatMap(List::stream)
        .anyMatch(meeting -> meeting.communicator == communicator);
  }

  /** Records that a rank has joined; the node joins once all s members on it have. */
  void join(ReferenceRequest request, List<Integer> ranks, long tick) {
    final ReferenceRank rank = request.rank;
    final ReferenceCommunicator communicator =
        communicators.stream()
            .filter(one -> one.isOf(rank.job.number(), ranks))
            .findAny()
            .orElseThrow(
                () ->
                    new IllegalStateException(rank + " joins by hardware whom nobody has checked"));
    checkOrder(rank, communicator);
    note(communicator, rank, tick);
    communicatorOf.put(request, communicator);
    if (communicator.join(request)) {
      afterMeeting(communicator, rank.node, tick, at -> nodeJoins(communicator, rank.node, at));
    }
  }

  private void note(ReferenceCommunicator communicator, ReferenceRank rank, long tick) {
    final int index = communicators.indexOf(communicator);
    final int before = joins.merge(List.of(index, rank.rank), 1, Integer::sum) - 1;
    joined
        .computeIfAbsent(List.of(index, before), unseen -> new ArrayList<>())
        .add(new Joined(rank.rank, tick, messaging.now));
  }

  /** Returns the steps until a join was complete, which are those of the last member to join. */
  ReferenceStep chainOf(ReferenceRequest join, long tick) {
    final int index = communicators.indexOf(communicatorOf.remove(join));
    final int rank = join.rank.rank;
    final int before = throughs.merge(List.of(index, rank), 1, Integer::sum) - 1;
    final Joined last =
        joined.get(List.of(index, before)).stream()
            .max(
                Comparator.comparingLong(Joined::tick)
                    .thenComparing(Comparator.comparingInt(Joined::rank).reversed()))
            .orElseThrow();
    return ReferenceStep.after(last.chain, last.rank, rank, "collective", last.tick, tick);
  }

  /**
   * Checks the order of communicators with equal lowest ranks: by the operation with which that
   * rank first reaches each.
   */
  private void checkOrder(ReferenceRank rank, ReferenceCommunicator communicator) {
    if (communicator.lowest() == rank.rank && communicator.isFirst()) {
      final Integer before = lastOfLowest.put(rank, communicator.number());
      if (before != null && before > communicator.number()) {
        throw new IllegalStateException(rank + " comes to " + communicator + " behind " + before);
      }
    }
  }

  /** "At t if s = 1, else at t + localTicks". */
  private void afterMeeting(
      ReferenceCommunicator communicator, int node, long tick, LongConsumer effect) {
    if (communicator.membersOn(node) == 1) {
      effect.accept(tick);
    } else {
      final long end = tick + messaging.software.localTicks();
      final long at = Math.min(end, messaging.failureTick(node));
      later
          .computeIfAbsent(at, any -> new ArrayList<>())
          .add(
              new Meeting(
                  communicator,
                  messaging.hasFailed(node, end) ? () -> {} : () -> effect.accept(end)));
    }
  }

  private void nodeJoins(ReferenceCommunicator communicator, int node, long tick) {
    if (communicator.nodes().size() == 1) {
      through(communicator, node, tick);
    } else {
      messaging.joins(communicator, node, tick);
    }
  }

  /** A node is through: its joins are complete now, or once its members have met. */
  void through(ReferenceCommunicator communicator, int node, long tick) {
    final List<ReferenceRequest> joined = communicator.takeJoined(node);
    afterMeeting(communicator, node, tick, at -> joined.forEach(one -> messaging.joined(one, at)));
  }
}
