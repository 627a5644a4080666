package io.hopwright.models.host;

import io.hopwright.models.measure.Metrics;

/**
 * Collectives that hardware units of nodes performed, such as barriers, over the whole run.
 *
 * @param done collectives completed by nodes, counted once per node; null where that is not counted
 * @param microseconds mean time of a collective at a node, from joining to completion; null if
 *     there was none
 */
public record HardwareCollectives(Long done, Double microseconds) {
  /** Returns the metrics of the summary. */
  public static Metrics<HardwareCollectives> metrics() {
    return new Metrics<HardwareCollectives>()
        .add("collectivesDone", "collectives", "Collectives by hardware", HardwareCollectives::done)
        .meaning(
            "collectives completed by hardware, counted at each participating node, over"
                + " the whole run; null where no collective by hardware is possible")
        .add(
            "collectiveMicroseconds",
            "us",
            "Time of a collective",
            HardwareCollectives::microseconds)
        .meaning(
            "mean time from the tick at which a node joins a collective by hardware"
                + " until the collective completes there, over the whole run; null if there"
                + " was none");
  }
}
