package io.hopwright.runner.app;

import io.hopwright.runner.progress.ProgressLine;
import io.hopwright.runner.support.PublicApi;

/**
 * State of a run in progress. Rates refer to the last few seconds.
 *
 * @param point path of the point in its study; empty for a single run
 * @param part name of the simulated part if it is not the run itself, such as {@code pilot};
 *     otherwise empty
 * @param fraction completed fraction, 0 to 1; NaN if unknown
 * @param secondsLeft time to the end in seconds; NaN if unknown
 * @param simulatedSeconds time that has passed on the simulated machine, in seconds
 * @param packetHopsPerSecond packets started on a link, per second
 */
@PublicApi
public record Progress(
    String point,
    String part,
    double fraction,
    double secondsLeft,
    double simulatedSeconds,
    double packetHopsPerSecond) {
  static Progress of(String point, String part, ProgressLine line) {
    return new Progress(
        point,
        part,
        line.fraction(),
        line.secondsLeft(),
        line.simulatedSeconds(),
        line.hopsPerSecond());
  }
}
