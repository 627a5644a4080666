package io.hopwright.models.messaging;

import io.hopwright.models.program.Operation;

/**
 * Messages that look for receives, and receives that look for messages, of each rank: two lists in
 * order, of which the first that fits is taken. Confined to its partition.
 */
final class Matching {
  private final Ranks ranks;
  private final Requests requests;
  private final Inbound inbound;
  private final JobBooks books;
  private final int[] unexpectedLength;
  private final int[] postedLength;
  private int looked;

  Matching(Ranks ranks, Requests requests, Inbound inbound, JobBooks books) {
    this.ranks = ranks;
    this.requests = requests;
    this.inbound = inbound;
    this.books = books;
    unexpectedLength = new int[ranks.count];
    postedLength = new int[ranks.count];
  }

  /** Returns how many were looked at last. */
  int looked() {
    return looked;
  }

  /** Takes the first unexpected message that fits a receive; NONE if there is none. */
  int takeMessage(int r, int receive) {
    looked = 0;
    int before = Inbound.NONE;
    for (int entry = ranks.unexpected(r); entry != Inbound.NONE; entry = inbound.next(entry)) {
      looked++;
      if (fits(receive, entry)) {
        unlinkMessage(r, before, entry);
        return entry;
      }
      before = entry;
    }
    return Inbound.NONE;
  }

  private void unlinkMessage(int r, int before, int entry) {
    final int next = inbound.next(entry);
    if (before == Inbound.NONE) {
      ranks.setUnexpected(r, next);
    } else {
      inbound.setNext(before, next);
    }
    if (next == Inbound.NONE) {
      ranks.setLastUnexpected(r, before);
    }
    unexpectedLength[r]--;
  }

  /** Takes the first receive that fits a message; NONE if there is none. */
  int takeReceive(int r, int entry) {
    looked = 0;
    int before = Requests.NONE;
    for (int receive = ranks.posted(r);
        receive != Requests.NONE;
        receive = requests.nextPosted(receive)) {
      looked++;
      if (fits(receive, entry)) {
        unlinkReceive(r, before, receive);
        return receive;
      }
      before = receive;
    }
    return Requests.NONE;
  }

  private void unlinkReceive(int r, int before, int receive) {
    final int next = requests.nextPosted(receive);
    if (before == Requests.NONE) {
      ranks.setPosted(r, next);
    } else {
      requests.setNextPosted(before, next);
    }
    if (next == Requests.NONE) {
      ranks.setLastPosted(r, before);
    }
    requests.setNextPosted(receive, Requests.NONE);
    postedLength[r]--;
  }

  private boolean fits(int receive, int entry) {
    final int rank = requests.rank(receive);
    final int tag = requests.tag(receive);
    return requests.isCollective(receive) == inbound.collective(entry)
        && (rank == Operation.ANY || rank == inbound.source(entry))
        && (tag == Operation.ANY || tag == inbound.tag(entry));
  }

  /** Has a message wait for a receive. */
  void addMessage(int r, int entry) {
    inbound.setNext(entry, Inbound.NONE);
    if (ranks.unexpected(r) == Inbound.NONE) {
      ranks.setUnexpected(r, entry);
    } else {
      inbound.setNext(ranks.lastUnexpected(r), entry);
    }
    ranks.setLastUnexpected(r, entry);
    books.count(ranks.job(r), JobBooks.Count.UNEXPECTED, 1);
    books.note(ranks.job(r), JobBooks.Largest.UNEXPECTED_QUEUE, ++unexpectedLength[r]);
  }

  /** Has a receive wait for a message. */
  void addReceive(int r, int receive) {
    requests.setNextPosted(receive, Requests.NONE);
    if (ranks.posted(r) == Requests.NONE) {
      ranks.setPosted(r, receive);
    } else {
      requests.setNextPosted(ranks.lastPosted(r), receive);
    }
    ranks.setLastPosted(r, receive);
    books.note(ranks.job(r), JobBooks.Largest.RECEIVE_QUEUE, ++postedLength[r]);
  }

  /** Has a receive wait for the data of the message it has found. */
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
