package io.hopwright.models.tnw.programs;

import java.util.stream.IntStream;

/**
 * Lead of the credits of a receiving thread over the messages that it awaits. These are on the VCs
 * of the thread in turn. Immutable; safe for any thread.
 *
 * @param byVc lead by position of the VC, in messages on all VCs of the thread; 0 if the VC gets no
 *     credits
 * @param mostMessages largest lead
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares them
public record CreditsAhead(int[] byVc, int mostMessages) {
  private static CreditsAhead of(IntStream messagesByVc) {
    final int[] byVc = messagesByVc.toArray();
    return new CreditsAhead(byVc, IntStream.of(byVc).max().orElseThrow());
  }

  /** Returns the lead of a thread that gives {@code credits} for all its VCs together. */
  public static CreditsAhead ofAllVcs(int credits) {
    return of(IntStream.of(credits));
  }

  /** Returns the lead of a thread that gives a number of credits for each of its VCs. */
  public static CreditsAhead ofEachVc(int... credits) {
    return of(IntStream.of(credits).map(ofVc -> ofVc * credits.length));
  }

  /** Returns the lead on the VC of a message. */
  int messages(long message) {
    return byVc[(int) (message % byVc.length)];
  }
}
