package io.hopwright.models.run;

/**
 * Forecast of a run from theory alone, to estimate its costs. Immutable; safe for any thread.
 *
 * @param ticks ticks to simulate
 * @param packetHops packets started on a link, summed over links
 * @param load load as a share of the links' capacity, 0 to 1; it determines the length of queues
 * @param overload offered load of sources that do not wait for the machine, in units of the
 *     theoretical capacity; 0 if there are none
 * @param rowBytes memory of a row of the series, one for each partition and interval
 * @param linesBytes memory of tables with a line per event, in the JVM that collects them
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
