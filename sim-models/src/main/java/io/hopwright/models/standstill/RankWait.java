package io.hopwright.models.standstill;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.program.Communicator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * State of a rank of a job, or of a thread of a node, that waits or is lost. Immutable; safe for
 * any thread.
 *
 * @param job number of its job; 0 for threads
 * @param number number of the rank in its job, or of the thread
 * @param jobName name of its job; empty for threads
 * @param name such as {@code halo rank 3}
 * @param requests requests that it waits for, the oldest first; empty if it is lost
 * @param more number of further requests
 * @param about start of the wait, and other details; for a lost rank the time of its loss
 */
public record RankWait(
    int job,
    int number,
    String jobName,
    String name,
    List<Request> requests,
    int more,
    String about) {
  /** Largest number of requests that are named for a rank. */
  public static final int MOST_REQUESTS = 16;

  /** Prefix of a request that waits until its message is received. */
  public static final String SEND = "send of ";

  /** Stands for the peer of a request that waits for no particular rank. */
  public static final int ANY = -1;

  /** Order of jobs and ranks. */
  static final Comparator<RankWait> ORDER =
      Comparator.comparingInt(RankWait::job).thenComparingInt(RankWait::number);

  /**
   * Request that a rank waits for.
   *
   * @param what description, such as {@code recv from 1 tag 2}
   * @param at file and line of the statement; empty if there is none
   * @param peer rank of its job that it waits for, {@link #ANY} for none in particular
   * @param joined other ranks that must join, instead of a peer; null for none
   * @param takenAt file and line of the wildcard receive that took a matching message; empty for
   *     none
   */
  public record Request(String what, String at, int peer, Communicator joined, String takenAt) {
    void save(Words words) {
      words.putText(what);
      words.putText(at);
      words.put(peer);
      words.putText(takenAt);
      words.put(joined == null ? 0 : 1);
      if (joined != null) {
        words.put(joined.group());
        words.put(joined.blocks());
      }
    }

    static Request load(Words words) {
      final String what = Waiting.text(words);
      final String at = Waiting.text(words);
      final int peer = words.takeInt(ANY, Integer.MAX_VALUE);
      final String takenAt = Waiting.text(words);
      return new Request(
          what,
          at,
          peer,
          words.takeFlag() ? new Communicator(words.take(), words.take()) : null,
          takenAt);
    }

    /** Returns the request and the place of its statement. */
    String text() {
      return at.isEmpty() ? what : what + " (" + at + ")";
    }
  }

  /** Copies the list. */
  public RankWait {
    requests = List.copyOf(requests);
  }

  /** Returns a waiting rank, or a lost one if there are no requests. */
  public static RankWait ofRank(
      int job, int rank, String jobName, List<Request> requests, int more, String about) {
    return new RankWait(job, rank, jobName, jobName + " rank " + rank, requests, more, about);
  }

  /** Returns a waiting thread. */
  public static RankWait ofThread(int number, String name, String what) {
    return new RankWait(0, number, "", name, List.of(new Request(what, "", ANY, null, "")), 0, "");
  }

  /** Returns whether it is a thread of a node and not a rank of a job. */
  boolean isThread() {
    return jobName.isEmpty();
  }

  /** Returns whether it waits and is not lost. */
  boolean waits() {
    return !requests.isEmpty() || more > 0;
  }

  void save(Words words) {
    words.put(job);
    words.put(number);
    words.putText(jobName);
    words.putText(name);
    words.put(requests.size());
    requests.forEach(request -> request.save(words));
    words.put(more);
    words.putText(about);
  }

  static RankWait load(Words words) {
    final int job = words.takeInt(0, Integer.MAX_VALUE);
    final int number = words.takeInt(0, Integer.MAX_VALUE);
    final String jobName = Waiting.text(words);
    final String name = Waiting.text(words);
    final List<Request> requests = new ArrayList<>();
    for (int left = words.takeCount(1); left > 0; left--) {
      requests.add(Request.load(words));
    }
    return new RankWait(
        job,
        number,
        jobName,
        name,
        requests,
        words.takeInt(0, Integer.MAX_VALUE),
        Waiting.text(words));
  }
}
