package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.program.Operation;
import java.util.ArrayList;
import java.util.List;

/**
 * Message matching of each rank: a list of messages without a receive, and a list of receives
 * without a message. The first matching entry in order is taken. Lists are rings: a rank stores the
 * last entry, which stores the length. Confined to its partition.
 */
final class Matching {
  private final Ranks ranks;
  private final Requests requests;
  private final InboundMessages inbound;
  private final JobStatistics statistics;
  private int looked;

  Matching(Ranks ranks, Requests requests, InboundMessages inbound, JobStatistics statistics) {
    this.ranks = ranks;
    this.requests = requests;
    this.inbound = inbound;
    this.statistics = statistics;
  }

  /** Returns how many were looked at last. */
  int looked() {
    return looked;
  }

  /** Returns the message of a rank that has looked for a receive for longest; NONE if none does. */
  int firstUnexpected(int r) {
    final int last = ranks.lastUnexpected(r);
    return last == InboundMessages.NONE ? InboundMessages.NONE : inbound.next(last);
  }

  /** Returns the receives of a rank that look for messages, the oldest first. */
  List<Integer> posted(int r) {
    final List<Integer> posted = new ArrayList<>();
    final int last = ranks.lastPosted(r);
    for (int receive = last; receive != Requests.NONE && posted.size() < length(last); ) {
      receive = requests.nextPosted(receive);
      posted.add(receive);
    }
    return posted;
  }

  /** Returns how many receives a ring has, of which the last is known. */
  private long length(int last) {
    return requests.posted(last);
  }

  /** Takes the first unexpected message that fits a receive; NONE if there is none. */
  int takeMessage(int r, int receive) {
    looked = 0;
    final int last = ranks.lastUnexpected(r);
    int before = last;
    while (last != InboundMessages.NONE) {
      final int entry = inbound.next(before);
      looked++;
      if (fits(receive, entry)) {
        unlinkMessage(r, before, entry, last);
        return entry;
      }
      if (entry == last) {
        break;
      }
      before = entry;
    }
    return InboundMessages.NONE;
  }

  private void unlinkMessage(int r, int before, int entry, int last) {
    if (before == entry) {
      ranks.setLastUnexpected(r, InboundMessages.NONE);
      return;
    }
    final int left = inbound.receive(last) - 1;
    inbound.setNext(before, inbound.next(entry));
    final int newLast = entry == last ? before : last;
    ranks.setLastUnexpected(r, newLast);
    inbound.setReceive(newLast, left);
  }

  /** Takes the first receive that fits a message; NONE if there is none. */
  int takeReceive(int r, int entry) {
    looked = 0;
    final int last = ranks.lastPosted(r);
    int before = last;
    while (last != Requests.NONE) {
      final int receive = requests.nextPosted(before);
      looked++;
      if (fits(receive, entry)) {
        unlinkReceive(r, before, receive, last);
        return receive;
      }
      if (receive == last) {
        break;
      }
      before = receive;
    }
    return Requests.NONE;
  }

  private void unlinkReceive(int r, int before, int receive, int last) {
    if (before == receive) {
      ranks.setLastPosted(r, Requests.NONE);
      return;
    }
    final long left = requests.posted(last) - 1;
    requests.setNextPosted(before, requests.nextPosted(receive));
    final int newLast = receive == last ? before : last;
    ranks.setLastPosted(r, newLast);
    requests.setPosted(newLast, left);
  }

  private boolean fits(int receive, int entry) {
    final int rank = requests.rank(receive);
    final int tag = requests.tag(receive);
    return requests.isCollective(receive) == inbound.collective(entry)
        && (rank == Operation.ANY || rank == inbound.source(entry))
        && (tag == Operation.ANY || tag == inbound.tag(entry));
  }

  /** Adds a message that waits for a receive. */
  void addMessage(int r, int entry) {
    final int last = ranks.lastUnexpected(r);
    final int length = last == InboundMessages.NONE ? 1 : inbound.receive(last) + 1;
    ranks.setLastUnexpected(r, inbound.append(last, entry));
    inbound.setReceive(entry, length);
    statistics.count(ranks.job(r), JobStatistics.Count.UNEXPECTED, 1);
    statistics.note(ranks.job(r), JobStatistics.Largest.UNEXPECTED_QUEUE, length);
  }

  /** Adds a receive that waits for a message. */
  void addReceive(int r, int receive) {
    final int last = ranks.lastPosted(r);
    long length = 1;
    if (last == Requests.NONE) {
      requests.setNextPosted(receive, receive);
    } else {
      length += requests.posted(last);
      requests.setNextPosted(receive, requests.nextPosted(last));
      requests.setNextPosted(last, receive);
    }
    requests.setPosted(receive, length);
    ranks.setLastPosted(r, receive);
    statistics.note(ranks.job(r), JobStatistics.Largest.RECEIVE_QUEUE, length);
  }

  /** Adds a receive that waits for the data of the message that it has found. */
  void addFetching(int r, int receive) {
    requests.setNextPosted(receive, ranks.fetching(r));
    ranks.setFetching(r, receive);
  }

  /** Takes the receive that waits for the data of a message. */
  int takeFetching(int r, int from, int message) {
    int before = Requests.NONE;
    for (int receive = ranks.fetching(r); receive != Requests.NONE; ) {
      final int next = requests.nextPosted(receive);
      if (requests.rank(receive) == from && requests.message(receive) == message) {
        if (before == Requests.NONE) {
          ranks.setFetching(r, next);
        } else {
          requests.setNextPosted(before, next);
        }
        return receive;
      }
      before = receive;
      receive = next;
    }
    throw new IllegalStateException("nobody fetches message " + message + " of rank " + from);
  }
}
