package io.hopwright.models.tnw.statistics;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.statistics.Words;

/** Counts of the threads of a partition in the measured interval. */
public final class TnwNodeStatistics {
  private final TickHistogram messages;
  private long steps;
  private long stepTicks;

  /** Opens statistics. */
  public TnwNodeStatistics() {
    this(new TickHistogram());
  }

  private TnwNodeStatistics(TickHistogram messages) {
    this.messages = messages;
  }

  /**
   * Reads the statistics that {@link #save} wrote.
   *
   * @throws IllegalArgumentException if the words are not such statistics
   */
  public static TnwNodeStatistics load(Words words) {
    final TnwNodeStatistics statistics = new TnwNodeStatistics(TickHistogram.load(words));
    statistics.steps = words.take();
    statistics.stepTicks = words.take();
    return statistics;
  }

  public void save(Words words) {
    messages.save(words);
    words.put(steps);
    words.put(stepTicks);
  }

  /** Counts a message that a thread has waited for. */
  public void message(long ticks) {
    messages.record(ticks);
  }

  /** Counts a step from barrier to barrier. */
  public void step(long ticks) {
    steps++;
    stepTicks += ticks;
  }

  /** Adds the statistics of another partition. */
  public void add(TnwNodeStatistics other) {
    messages.add(other.messages);
    steps += other.steps;
    stepTicks += other.stepTicks;
  }

  /** Returns the latencies of messages, from the send to the end of the wait for them. */
  public TickHistogram messages() {
    return messages;
  }

  /** Returns the mean ticks of a step, null without steps. */
  public Double meanStepTicks() {
    return steps == 0 ? null : (Double) ((double) stepTicks / steps);
  }
}
