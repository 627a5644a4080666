package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.ranks.Ranks.Status;
import io.hopwright.models.program.Communicator;
import io.hopwright.models.program.Operation;
import io.hopwright.models.standstill.RankWait;
import io.hopwright.models.standstill.RankWait.Request;
import io.hopwright.models.standstill.Waiting;
import java.util.ArrayList;
import java.util.List;

/**
 * Waiting or lost ranks of a partition, with the objects of their waits in words.
 *
 * @param graphs null if no job has graphs
 * @param joins null without collectives by hardware
 */
@SuppressWarnings("ArrayRecordComponent") // that of the processors, which nobody changes
record WaitingRanks(
    PlacedJob[] jobs,
    Ranks ranks,
    Requests requests,
    InboundMessages inbound,
    Matching matching,
    OpenRequests waits,
    GraphRanks graphs,
    JoinedCommunicators joins,
    TakenMessages taken) {
  /** Adds those of jobs that are waited for. */
  void addTo(Waiting waiting) {
    for (int r = 0; r < ranks.count; r++) {
      if (job(r).background()) {
        continue;
      }
      final List<Integer> missing = missing(r);
      if (!missing.isEmpty()) {
        waiting.add(waiting(r, missing));
      } else if (ranks.status(r) == Status.WAITING) {
        final String puts = ranks.detached(r) + " unfinished puts";
        waiting.add(rank(r, List.of(new Request(puts, "", RankWait.ANY, null, "")), 0, since(r)));
      } else if (ranks.status(r) == Status.LOST) {
        waiting.add(rank(r, List.of(), 0, "lost with its blade at tick " + ranks.busyUntil(r)));
      }
    }
  }

  private PlacedJob job(int r) {
    return jobs[ranks.job(r)];
  }

  private RankWait rank(int r, List<Request> what, int more, String about) {
    return RankWait.ofRank(ranks.job(r), ranks.rank(r), job(r).name(), what, more, about);
  }

  private String since(int r) {
    return "since tick " + ranks.waitBegan(r);
  }

  /** Returns the requests that a rank waits for, the oldest first; none if it does not wait. */
  private List<Integer> missing(int r) {
    if (ranks.status(r) == Status.WAITING) {
      return waits.missing(r);
    }
    if (ranks.status(r) != Status.GRAPH || !graphs.rank(r).waits) {
      return List.of();
    }
    final List<Integer> missing = new ArrayList<>(matching.posted(r));
    for (int one = ranks.fetching(r); one != Requests.NONE; one = requests.nextPosted(one)) {
      missing.add(one);
    }
    for (int one = ranks.open(r); one != Requests.NONE; one = requests.nextOpen(one)) {
      missing.add(one);
    }
    return missing;
  }

  private RankWait waiting(int r, List<Integer> missing) {
    final List<Request> named =
        missing.stream().limit(RankWait.MOST_REQUESTS).map(request -> request(r, request)).toList();
    final StringBuilder about = new StringBuilder(since(r));
    final int beside = matching.firstUnexpected(r);
    if (beside != InboundMessages.NONE) {
      about.append("; unexpected: from ").append(inbound.source(beside)).append(" tag ");
      about.append(inbound.tag(beside)).append(", ").append(inbound.bytes(beside)).append(" B");
    }
    return rank(r, named, missing.size() - named.size(), about.toString());
  }

  private Request request(int r, int request) {
    final int line =
        isUnmatchedReceive(request) && !requests.isWildcard(request)
            ? taken.line(r, requests.rank(request), requests.tag(request))
            : TakenMessages.NONE;
    final boolean join = requests.isJoin(request);
    return new Request(
        what(r, request) + (requests.isCollective(request) && !join ? " of a collective" : ""),
        at(r, graphs == null ? requests.line(request) : graphs.line(r, request)),
        join ? RankWait.ANY : requests.rank(request),
        join ? communicator(r, request) : null,
        line == TakenMessages.NONE ? "" : at(r, line));
  }

  private boolean isUnmatchedReceive(int request) {
    return !requests.isOneSided(request)
        && !requests.isJoin(request)
        && !requests.isSend(request)
        && !requests.isMatched(request)
        && !requests.isCollective(request);
  }

  private String at(int r, int line) {
    return job(r).program().program().at(line);
  }

  private Communicator communicator(int r, int request) {
    return joins.communicator(ranks.node(r), requests.tag(request));
  }

  private String what(int r, int request) {
    final String peer = any(requests.rank(request));
    if (requests.isOneSided(request)) {
      return "what is done with " + requests.moved(request) + " B at " + peer;
    }
    if (requests.isJoin(request)) {
      return "join of " + communicator(r, request).words();
    }
    if (requests.isSend(request)) {
      return RankWait.SEND + requests.bytes(request) + " B to " + peer;
    }
    return requests.isMatched(request)
        ? "data from " + peer
        : "recv from " + peer + " tag " + any(requests.tag(request));
  }

  private static String any(int number) {
    return number == Operation.ANY ? "any" : String.valueOf(number);
  }
}
