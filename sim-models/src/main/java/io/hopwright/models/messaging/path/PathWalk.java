package io.hopwright.models.messaging.path;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.jobs.TransferKind;
import io.hopwright.models.messaging.path.PathTimes.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Walk from the end of a job's last rank back to the start of the job. Confined to one thread. */
final class PathWalk {
  private final PlacedJob job;
  private final RankLog[] logs;
  private final Software software;
  private final PathTimes times;
  private final int[] slots;
  private final List<PathSegment> segments = new ArrayList<>();
  private long messages;

  // Where the walk is: a processor at a tick, or a reason of a rank.
  private int rank;
  private long tick;
  private int reason;

  PathWalk(PlacedJob job, RankLog[] logs, Software software, PathTimes times) {
    this.job = job;
    this.logs = logs;
    this.software = software;
    this.times = times;
    slots = slots(job);
  }

  /** Returns the slot of each rank: those of a node are in the order of ranks. */
  private static int[] slots(PlacedJob job) {
    final int[] slots = new int[job.ranks()];
    final java.util.Map<Integer, Integer> used = new java.util.HashMap<>();
    for (int rank = 0; rank < slots.length; rank++) {
      slots[rank] = used.merge(job.nodeOfRank()[rank], 1, Integer::sum) - 1;
    }
    return slots;
  }

  CriticalPath walk() {
    for (RankLog log : logs) {
      if (log.endTick() > tick || (log.rank() == 0 && log.endTick() >= 0)) {
        rank = log.rank();
        tick = log.endTick();
      }
    }
    reason = RankLog.PROCESSOR;
    while (tick > job.startTick()) {
      if (reason == RankLog.PROCESSOR) {
        passProcessor(logs[rank]);
      } else {
        passReason(logs[rank]);
      }
    }
    Collections.reverse(segments);
    return new CriticalPath(segments, messages);
  }

  private IllegalStateException lost() {
    return new IllegalStateException(
        "the critical path of job %s has no predecessor at rank %s, tick %s"
            .formatted(job.name(), rank, tick));
  }

  private void passProcessor(RankLog log) {
    final int piece = log.pieceEndingAt(tick);
    if (piece < 0 || log.pieceTo(piece) != tick) {
      throw lost();
    }
    if (log.isWait(piece)) {
      reason = (int) log.pieceWhat(piece);
      if (reason == RankLog.PROCESSOR) {
        throw lost();
      }
      return;
    }
    final PathWork kind = log.kind(piece);
    final long from = log.pieceFrom(piece);
    addWork(kind, log.pieceWhat(piece), from);
    tick = from;
  }

  private void addWork(PathWork kind, long what, long from) {
    add(kind.share(), PathEvent.work(rank, kind, what, from, tick));
  }

  private void add(PathShare share, PathEvent event) {
    if (event.toTick() > event.fromTick()) {
      segments.add(new PathSegment(share, event));
    }
  }

  private void passReason(RankLog log) {
    switch (log.type(reason)) {
      case RankLog.CALC -> passCalc(log);
      case RankLog.JOINED -> passCollective(log);
      default -> passTransfer(log);
    }
  }

  private void passCalc(RankLog log) {
    final long from = log.reasonTick(reason);
    addWork(PathWork.COMPUTE, log.third(reason), from);
    tick = from;
    reason = log.before(reason);
  }

  /** Continues with the last member to join; of several, the one with the lowest number. */
  private void passCollective(RankLog log) {
    final int communicator = (int) log.second(reason);
    final int count = log.joinsBefore(communicator, tick);
    long last = -1;
    int member = PathEvent.NONE;
    for (int candidate = 0; candidate < logs.length; candidate++) {
      final long joined = logs[candidate].joinTick(communicator, count);
      if (joined > last) {
        last = joined;
        member = candidate;
      }
    }
    final int none = PathEvent.NONE;
    add(PathShare.NETWORK, new PathEvent(member, rank, "collective", none, none, none, last, tick));
    rank = member;
    tick = last;
    reason = RankLog.PROCESSOR;
  }

  private void passTransfer(RankLog log) {
    final Arrived how = log.how(reason);
    final TransferKind kind = log.transfer(reason);
    final int message = log.message(reason);
    final long bytes = log.bytes(reason);
    final long posted = log.second(reason);
    final int other = log.other(reason);
    final int from = how.isOwn() ? rank : other;
    final int to = how.isOwn() ? other : rank;
    addTransfer(from, to, kind, how, message, bytes, posted);
    rank = from;
    tick = posted;
    reason = RankLog.PROCESSOR;
    passPost(logs[from], kind, to, message);
  }

  /** Takes the reason of a post by an interface, which may be older than the current one. */
  private void passPost(RankLog log, TransferKind kind, int to, int message) {
    final int post = log.post(kind, to, message, tick);
    if (post < 0) {
      return;
    }
    final long since = log.postTick(post);
    addWork(PathWork.INTERFACE, PathEvent.NONE, since);
    tick = since;
    reason = log.postReason(post);
  }

  private void addTransfer(
      int from, int to, TransferKind kind, Arrived how, int message, long bytes, long posted) {
    messages++;
    final Place here = new Place(job.nodeOfRank()[from], slots[from]);
    final Place there = new Place(job.nodeOfRank()[to], slots[to]);
    final boolean within = here.node() == there.node();
    final long overhead = within ? 0 : Math.min(times.overheadTicks(kind, how), tick - posted);
    final long zeroLoad =
        within
            ? software.localTicks()
                + Software.atRate(localBytes(kind, bytes), software.localByteTicks())
            : times.zeroLoadTicks(kind, how, bytes, here, there);
    final long begin = posted + overhead;
    final long alone = Math.min(zeroLoad, tick - begin);
    final PathShare share =
        CriticalPath.isAnnouncement(kind) && how != Arrived.FETCHED
            ? PathShare.ANNOUNCEMENT
            : PathShare.NETWORK;
    final long reached = begin + alone;
    add(PathShare.CONTENTION, PathEvent.transfer(from, to, kind, message, bytes, reached, tick));
    add(share, PathEvent.transfer(from, to, kind, message, bytes, begin, reached));
    add(PathShare.SOFTWARE, PathEvent.transfer(from, to, kind, message, bytes, posted, begin));
  }

  private long localBytes(TransferKind kind, long bytes) {
    return kind == TransferKind.READ ? bytes : software.length(kind, bytes);
  }
}
