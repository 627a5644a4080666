package io.hopwright.models.cascade.faults;

import io.hopwright.models.cascade.network.CascadeRouteWord;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.switching.crossbar.PortFaults;
import io.hopwright.models.topology.Dragonfly;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Failures of links and blades: their times, and the times at which each router learns of them
 * ({@code docs/models/cascade-faults.md}, "Failed links and blades"). All follows from the
 * configuration, so no messages about failures are simulated. Immutable; safe for any thread; 8 B
 * per port.
 */
public final class Faults {
  /** Sections of a study, a link and a blade for each member. */
  static final String LINKS = "fault.links";

  static final String BLADES = "fault.blades";

  /** Tick of a component that never fails. */
  static final long NEVER = Long.MAX_VALUE;

  private final Dragonfly topology;
  private final int hopTicks;
  private final long reactionTicks;
  private final long quiesceTicks;

  /** Tick at which the link fails, by {@code 40·Aries + port}. */
  private final long[] links;

  /** Tick at which the blade of each Aries fails. */
  private final long[] blades;

  /** Ticks above 0 at which something fails, each once, ascending. */
  private final long[] ticks;

  /** Configured failure of a link, in both directions. */
  public record Link(
      @Setting(key = LINKS + ".*.aries", max = CascadeRouteWord.MAX_ARIES - 1)
          @Meaning("Aries at one end of a link that fails")
          int aries,
      @Setting(key = LINKS + ".*.port", max = Dragonfly.TILES - 1)
          @Meaning("port of the failing link: 0 to 14 are green, 15 to 29 black, 30 to 39 blue")
          int port,
      @Setting(key = LINKS + ".*.atTick", byDefault = 0, max = RunPlan.MAX_TICKS)
          @Meaning("tick at which the link fails, in both directions; 0: from the start")
          long tick) {
    public static final KeyRecord<Link> KEYS = KeyRecord.of(Link.class);
  }

  /** Configured failure of a blade. */
  public record Blade(
      @Setting(key = BLADES + ".*.aries", max = CascadeRouteWord.MAX_ARIES - 1)
          @Meaning("Aries of a blade that fails with all its links")
          int aries,
      @Setting(key = BLADES + ".*.atTick", byDefault = 0, max = RunPlan.MAX_TICKS)
          @Meaning("tick at which the blade fails; 0: from the start")
          long tick) {
    static final KeyRecord<Blade> KEYS = KeyRecord.of(Blade.class);
  }

  /**
   * Prepares faults.
   *
   * @param hopTicks period and delay of the news among routers of a group
   * @param reactionTicks from a fault until it is in all tables
   * @param quiesceTicks time before that in which no requests are issued
   */
  public Faults(
      Dragonfly topology,
      List<Link> failingLinks,
      List<Blade> failingBlades,
      int hopTicks,
      long reactionTicks,
      long quiesceTicks) {
    this.topology = topology;
    this.hopTicks = hopTicks;
    this.reactionTicks = reactionTicks;
    this.quiesceTicks = quiesceTicks;
    links = new long[topology.aries() * Dragonfly.TILES];
    blades = new long[topology.aries()];
    Arrays.fill(links, NEVER);
    Arrays.fill(blades, NEVER);
    failingLinks.forEach(link -> fail(link.aries, link.port, link.tick));
    for (Blade blade : failingBlades) {
      blades[blade.aries] = blade.tick;
      for (int port = 0; port < Dragonfly.TILES; port++) {
        if (topology.neighbour(blade.aries, port) != Dragonfly.NONE) {
          fail(blade.aries, port, blade.tick);
        }
      }
    }
    ticks =
        LongStream.concat(
                failingLinks.stream().mapToLong(Link::tick),
                failingBlades.stream().mapToLong(Blade::tick))
            .filter(tick -> tick > 0)
            .distinct()
            .sorted()
            .toArray();
  }

  private void fail(int aries, int port, long tick) {
    final int one = at(aries, port);
    final int other = at(topology.neighbour(aries, port), topology.neighbourPort(aries, port));
    links[one] = Math.min(links[one], tick);
    links[other] = links[one];
  }

  private static int at(int aries, int port) {
    return aries * Dragonfly.TILES + port;
  }

  /** Returns whether a component fails after tick 0. */
  public boolean anyLater() {
    return ticks.length > 0;
  }

  /** Returns whether a link has failed. */
  public boolean hasFailed(int aries, int port, long tick) {
    return links[at(aries, port)] <= tick;
  }

  /** Returns the tick at which a blade fails, {@link #NEVER} if it does not fail. */
  public long failureOf(int aries) {
    return blades[aries];
  }

  /** Returns whether a blade has failed. */
  public boolean hasFailed(int aries, long tick) {
    return blades[aries] <= tick;
  }

  /** Returns whether the tables of all routers contain the failure of a link. */
  public boolean isTabled(int aries, int port, long tick) {
    final long failed = links[at(aries, port)];
    return failed == 0 || (failed != NEVER && failed + reactionTicks <= tick);
  }

  /** Returns whether an Aries knows that a link of any Aries has failed. */
  public boolean knows(int here, int aries, int port, long tick) {
    final long failed = links[at(aries, port)];
    if (failed > tick) {
      return false;
    }
    final int far = topology.neighbour(aries, port);
    if (here == aries || here == far || isTabled(aries, port, tick)) {
      return true;
    }
    final int group = topology.groupOf(here);
    return (group == topology.groupOf(aries) || group == topology.groupOf(far))
        && (failed / hopTicks + 2) * hopTicks <= tick;
  }

  /** Returns the first tick, from {@code tick} on, at which requests may be issued. */
  public long quietUntil(long tick) {
    long until = tick;
    for (long failed : ticks) {
      final long tables = failed + reactionTicks;
      if (tables - quiesceTicks <= until && until < tables) {
        until = tables;
      }
    }
    return until;
  }

  /** Returns the ticks at which ports of the routers of a partition fail. */
  public PortFaults ofRouters(int... routers) {
    final long[][] when = new long[routers.length][];
    for (int router = 0; router < routers.length; router++) {
      when[router] = ofPorts(routers[router]);
    }
    return new PortFaults(when);
  }

  private long[] ofPorts(int aries) {
    final long[] when = new long[Dragonfly.PORTS];
    Arrays.fill(when, blades[aries]);
    for (int port = 0; port < Dragonfly.TILES; port++) {
      when[port] = Math.min(blades[aries], links[at(aries, port)]);
    }
    return when;
  }
}
