package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.path.PathLog;
import io.hopwright.models.messaging.statistics.RankActivity;
import io.hopwright.models.run.RunPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Open requests of ranks, and ranks that wait for some of them. Confined to its partition. */
public final class OpenRequests {
  private final Ranks ranks;
  private final Requests requests;
  private final Software software;
  private final RankStatistics statistics;
  private final boolean offload;

  /** Null unless critical paths are found. */
  private final PathLog path;

  OpenRequests(
      Ranks ranks, Requests requests, Software software, RankStatistics statistics, PathLog path) {
    this.path = path;
    this.ranks = ranks;
    this.requests = requests;
    this.software = software;
    this.statistics = statistics;
    offload = software.progress() == ProgressKind.OFFLOAD;
  }

  /** Adds an open request of a rank. */
  void open(int r, int request) {
    requests.setNextOpen(request, ranks.open(r));
    ranks.setOpen(r, request);
  }

  /** Removes a request for which no rank waits. */
  void remove(int r, int request) {
    int before = Requests.NONE;
    for (int one = ranks.open(r); one != request; one = requests.nextOpen(one)) {
      before = one;
    }
    if (before == Requests.NONE) {
      ranks.setOpen(r, requests.nextOpen(request));
    } else {
      requests.setNextOpen(before, requests.nextOpen(request));
    }
  }

  /** Returns the open request of a rank's send, by the number of its message. */
  int send(int r, int message) {
    for (int request = ranks.open(r); request != Requests.NONE; ) {
      if (requests.isSend(request) && requests.message(request) == message) {
        return request;
      }
      request = requests.nextOpen(request);
    }
    throw new IllegalStateException(
        "nobody sends message " + message + " of rank " + ranks.rank(r));
  }

  /** Makes a rank wait for one request, or for none. */
  void await(int r, int request, long tick) {
    begin(r, tick);
    if (request != Requests.NONE) {
      mark(r, request);
    }
    decide(r);
  }

  /** Makes a rank wait for requests by their numbers, as far as they are open. */
  void await(int r, int first, int count, long tick) {
    begin(r, tick);
    for (int request = ranks.open(r); request != Requests.NONE; ) {
      final int number = requests.number(request);
      if (number >= first && number - first < count) {
        mark(r, request);
      }
      request = requests.nextOpen(request);
    }
    decide(r);
  }

  /** Makes a rank wait for all open requests. */
  void awaitAll(int r, long tick) {
    begin(r, tick);
    markOpen(r, false);
    decide(r);
  }

  /** Makes a rank wait for all one-sided operations that it has begun. */
  void awaitFence(int r, long tick) {
    begin(r, tick);
    markOpen(r, true);
    fence(r);
    decide(r);
  }

  /** Makes a rank wait for everything that it has begun. */
  void awaitEnd(int r, long tick) {
    begin(r, tick);
    markOpen(r, false);
    fence(r);
    decide(r);
  }

  private void markOpen(int r, boolean oneSidedOnly) {
    for (int request = ranks.open(r); request != Requests.NONE; ) {
      if (!oneSidedOnly || requests.isOneSided(request)) {
        mark(r, request);
      }
      request = requests.nextOpen(request);
    }
  }

  /** Makes a fence wait also for operations without a request of their own. */
  private void fence(int r) {
    ranks.setFencing(r, true);
    ranks.setAwaited(r, ranks.awaited(r) + ranks.detached(r));
  }

  /** Completes a one-sided operation for which no statement waits but a fence. */
  void completeDetached(int r, int request, long tick) {
    ranks.setDetached(r, ranks.detached(r) - 1);
    if (ranks.isFencing(r)) {
      open(r, request);
      requests.await(request);
      complete(r, request, tick);
    } else {
      requests.free(request);
    }
  }

  private void begin(int r, long tick) {
    ranks.beginWait(r, tick);
    ranks.setFencing(r, false);
  }

  private void mark(int r, int request) {
    requests.await(request);
    ranks.setAwaited(r, ranks.awaited(r) + (requests.isComplete(request) ? 0 : 1));
  }

  private void decide(int r) {
    if (ranks.awaited(r) > 0) {
      ranks.setStatus(r, Ranks.Status.WAITING);
    } else {
      ranks.setStatus(r, Ranks.Status.WAIT_OVER);
      ranks.endWait(r);
    }
  }

  /** Completes a request. */
  void complete(int r, int request, long tick) {
    requests.complete(request);
    if (!requests.isWaited(request)) {
      return;
    }
    final int last = ranks.lastComplete(r);
    if (last == Requests.NONE
        || ranks.lastCompleteAt(r) < tick
        || requests.operation(last) < requests.operation(request)) {
      ranks.setLastComplete(r, request, tick);
      if (path != null) {
        path.complete(r, tick);
      }
    }
    ranks.setAwaited(r, ranks.awaited(r) - 1);
    if (ranks.awaited(r) == 0) {
      ranks.setStatus(r, Ranks.Status.WAIT_OVER);
      ranks.setFencing(r, false);
      spendIdle(r, tick);
      ranks.endWait(r);
    }
  }

  /** Attributes the ticks without work of a wait that is over. */
  private void spendIdle(int r, long tick) {
    final long unfinished = Math.max(ranks.busyUntil(r) - tick, 0);
    final long idle = tick - ranks.waitBegan(r) - ranks.waitWork(r) + unfinished;
    final int request = ranks.lastComplete(r);
    if (requests.isCollective(request)) {
      statistics.waited(r, RankActivity.COLLECTIVES, idle, RankActivity.NETWORK, 0, tick);
    } else if (requests.isOneSided(request)) {
      statistics.waited(r, RankActivity.NETWORK, idle, RankActivity.NETWORK, 0, tick);
    } else {
      final long late = Math.min(Math.max(requests.posted(request) - ranks.waitBegan(r), 0), idle);
      statistics.waited(
          r,
          requests.isSend(request) ? RankActivity.LATE_RECEIVERS : RankActivity.LATE_SENDERS,
          late,
          RankActivity.NETWORK,
          idle - late,
          tick);
    }
  }

  /**
   * Closes the requests that a rank has waited for; returns the ticks that this takes, those of the
   * clock at the most.
   */
  long close(int r) {
    long ticks = 0;
    int before = Requests.NONE;
    int next;
    for (int request = ranks.open(r); request != Requests.NONE; request = next) {
      next = requests.nextOpen(request);
      if (!requests.isWaited(request)) {
        before = request;
        continue;
      }
      if (before == Requests.NONE) {
        ranks.setOpen(r, next);
      } else {
        requests.setNextOpen(before, next);
      }
      ticks = Math.min(ticks + closing(request), RunPlan.MAX_TICKS);
      requests.free(request);
    }
    return ticks;
  }

  /** Returns the ticks that the end of a wait takes for one of its requests. */
  long closing(int request) {
    if (requests.isSend(request) || requests.isOneSided(request)) {
      return 0;
    }
    return (offload || requests.isJoin(request) ? software.recvTicks() : 0)
        + (requests.wasUnexpected(request)
            ? Software.atRate(requests.bytes(request), software.copyTicks())
            : 0);
  }

  /** Returns the requests that a rank waits for and that are not complete, the oldest first. */
  List<Integer> missing(int r) {
    final List<Integer> missing = new ArrayList<>();
    for (int request = ranks.open(r); request != Requests.NONE; ) {
      if (requests.isWaited(request) && !requests.isComplete(request)) {
        missing.add(request);
      }
      request = requests.nextOpen(request);
    }
    Collections.reverse(missing);
    return missing;
  }
}
