package io.hopwright.models.cascade.network;

import io.hopwright.core.random.Draws;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.link.Retry;
import io.hopwright.models.topology.Dragonfly;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Probability that a packet is damaged on a link, and the cost of its retransmission ({@code
 * docs/models/cascade-faults.md}, "Link errors"). Immutable.
 */
public record FrameErrors(
    @Setting(key = RATE, byDefault = 0, max = 0.001)
        @Meaning("bit error rate of links; damaged packets are retransmitted")
        @Source(CascadePaper.SECTION + "V: 10^-7 in an estimate, below 10^-12 as measured")
        double bitErrorRate,
    @Setting(key = "link.errorLinks", word = "all") @Meaning("links with bit errors") Colour colour,
    @Setting(key = "link.retryTicks", byDefault = 4_375, min = 1, max = 1_000_000)
        @Meaning("time from the end of a damaged packet until its retransmission")
        @Source(
            "ASSUMED: the time of the negative acknowledgement, and until the link"
                + " transmits again")
        int retryTicks) {
  /** Colours of links that can have bit errors. */
  enum Colour {
    @Meaning("all links")
    ALL,
    @Meaning("links within chassis")
    GREEN,
    @Meaning("links between chassis of a group")
    BLACK,
    @Meaning("links between groups")
    BLUE
  }

  private static final int BITS = 8;
  private static final String RATE = "link.bitErrorRate";

  public static final KeyRecord<FrameErrors> KEYS = KeyRecord.of(FrameErrors.class);

  /**
   * Reads the settings.
   *
   * @throws SettingsException if keys describe errors but the error rate is zero
   */
  public static FrameErrors of(Settings settings) {
    final FrameErrors errors = KEYS.read(settings);
    final SettingsException.Collector problems = new SettingsException.Collector();
    if (!errors.any()) {
      problems.whenSet(
          settings,
          KEYS.keys(),
          "is set, but links have no errors; set " + RATE + ", or leave it out");
    }
    problems.throwIfAny();
    return errors;
  }

  /** Returns whether errors are possible. */
  public boolean any() {
    return bitErrorRate > 0;
  }

  /** Returns whether they hit what leaves a port. */
  private boolean hit(int port) {
    return switch (colour) {
      case ALL -> true;
      case GREEN -> port < Dragonfly.BLACK;
      case BLACK -> port >= Dragonfly.BLACK && port < Dragonfly.BLUE;
      case BLUE -> port >= Dragonfly.BLUE;
    };
  }

  /** Returns the probability that a packet of so many flits is damaged, as a threshold. */
  private long threshold(int flits) {
    return Draws.threshold(
        -StrictMath.expm1(
            (double) BITS * CascadePackets.wireBytes(flits) * StrictMath.log1p(-bitErrorRate)));
  }

  /**
   * Returns the frames that the links of a partition lose or deliver.
   *
   * @param linkTicks time of a packet on a link, by kind of port (green, black, blue) and flits
   * @param aries of the partition
   */
  public Retry.Frames frames(Draws draws, List<List<Integer>> linkTicks, int... aries) {
    final int[][] ticks =
        IntStream.range(0, Dragonfly.TILES)
            .mapToObj(
                port -> linkTicks.get(port < Dragonfly.BLACK ? 0 : port < Dragonfly.BLUE ? 1 : 2))
            .map(times -> times.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    final long[] thresholds =
        IntStream.rangeClosed(0, CascadePackets.MAX_FLITS).mapToLong(this::threshold).toArray();
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
