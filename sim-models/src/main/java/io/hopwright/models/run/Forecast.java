package io.hopwright.models.run;

/**
 * What a run is expected to do, from theory alone, for estimates of what it costs. Immutable; safe
 * for any thread.
 *
 * @param ticks ticks to simulate
 * @param packetHops packets started on a link, summed over links
 * @param load share of what the links allow, 0 to 1: how full queues are
 * @param overload what sources offer that do not wait for the machine, in units of the most that
 *     theory allows; 0 if there are none
 * @param rowBytes memory of a row of the series, one for each partition and interval
 * @param linesBytes memory of tables that hold a line for each of many things that happen, in the
 *     JVM that gathers them
 */
public record Forecast(
    double ticks,
    double packetHops,
    double load,
    double overload,
    long rowBytes,
    double linesBytes) {
  /** Checks that nothing is negative or undefined. */
  public Forecast {
    if (!(ticks >= 0
        && packetHops >= 0
        && load >= 0
        && load <= 1
        && overload >= 0
        && rowBytes >= 0
        && linesBytes >= 0)) {
      throw new IllegalArgumentException(
          ("forecast of %s packet-hops in %s ticks at load %s, %s of what theory allows, with"
                  + " rows of %s bytes and lines of %s bytes in all")
              .formatted(packetHops, ticks, load, overload, rowBytes, linesBytes));
    }
  }
}
