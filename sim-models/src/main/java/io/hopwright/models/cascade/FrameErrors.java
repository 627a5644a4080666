package io.hopwright.models.cascade;

import io.hopwright.core.random.Draws;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.link.Retry;
import io.hopwright.models.topology.Dragonfly;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * How probable it is that a packet is damaged on a link, and what its repetition costs ({@code
 * docs/models/cascade-faults.md}, "Link errors"). Immutable.
 *
 * @param bitErrorRate share of bits that flip
 * @param colour of the links on which they do, {@link #ALL} for any
 * @param retryTicks from the end of a bad transmission until the next begins
 */
record FrameErrors(double bitErrorRate, int colour, int retryTicks) {
  static final int ALL = -1;

  private static final double MOST_RATE = 0.001;
  private static final int BITS = 8;

  private static final Key<Double> RATE =
      Key.number("link.bitErrorRate", 0, 0, MOST_RATE)
          .meaning("share of bits that flip on links; what is damaged is sent again")
          .source(Cascade.PAPER + "V: 10^-7 in an estimate, below 10^-12 as measured");
  private static final Key<Integer> COLOUR =
      Key.choice(
              "link.errorLinks",
              ALL,
              new Choice<>(ALL, "all", "all links"),
              new Choice<>(0, "green", "those within chassis"),
              new Choice<>(1, "black", "those between chassis of a group"),
              new Choice<>(2, "blue", "those between groups"))
          .assumed("links whose bits flip");
  private static final Key<Integer> RETRY =
      Key.delay("link.retryTicks", 4_375, 1, 1_000_000)
          .meaning("from the end of a damaged packet until it is sent again")
          .source("ASSUMED: the way back of the bad news, and to the link again");

  static final Component COMPONENT = Component.of("errors", RATE, COLOUR, RETRY);

  /**
   * Reads the settings.
   *
   * @throws SettingsException if errors are described and there are none
   */
  static FrameErrors of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    for (Key<?> key : List.of(COLOUR, RETRY)) {
      problems.when(
          settings.get(RATE) == 0
              && !Objects.equals(settings.value(key), key.parameter().defaultValue()),
          key,
          "is set, but links have no errors; set " + RATE + ", or leave it out");
    }
    problems.throwIfAny();
    return new FrameErrors(settings.get(RATE), settings.get(COLOUR), settings.get(RETRY));
  }

  /** Tells whether there are any. */
  boolean any() {
    return bitErrorRate > 0;
  }

  /** Tells whether they hit what leaves a port. */
  private boolean hit(int port) {
    return colour == ALL || colour == (port < Dragonfly.BLACK ? 0 : port < Dragonfly.BLUE ? 1 : 2);
  }

  /** Returns the probability that a packet of so many flits is damaged, as a threshold. */
  private long threshold(int flits) {
    return Draws.threshold(
        -StrictMath.expm1(
            (double) BITS * Packets.wireBytes(flits) * StrictMath.log1p(-bitErrorRate)));
  }

  /**
   * Returns what becomes of packets on the links of a partition.
   *
   * @param linkTicks time of a packet on a link, by kind of port (green, black, blue) and flits
   * @param aries of the partition
   */
  Retry.Frames frames(Draws draws, List<List<Integer>> linkTicks, int... aries) {
    final int[][] ticks =
        IntStream.range(0, Dragonfly.TILES)
            .mapToObj(
                port -> linkTicks.get(port < Dragonfly.BLACK ? 0 : port < Dragonfly.BLUE ? 1 : 2))
            .map(times -> times.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    final long[] thresholds =
        IntStream.rangeClosed(0, Packets.MAX_FLITS).mapToLong(this::threshold).toArray();
    return new Retry.Frames() {
      @Override
      public int ticks(int link, int flits, long begin) {
        return ticks[link % Dragonfly.TILES][flits];
      }

      @Override
      public boolean send(int link, int flits, long frame, long begin, long end) {
        final int port = link % Dragonfly.TILES;
        final long name = (long) Dragonfly.PORTS * aries[link / Dragonfly.TILES] + port;
        return !hit(port) || !Draws.chance(draws.draw(name, frame, 0), thresholds[flits]);
      }
    };
  }
}
