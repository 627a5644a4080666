package io.hopwright.models.tofu.network;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.topology.Topology;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * How probable it is that slices of frames get lost.
 *
 * @param rate of all slices at all times
 * @param bursts where and when it is larger
 */
public record SliceErrors(double rate, List<Burst> bursts) {
  /** Most ticks of a hop with errors: a link decides on no third mode before the first is valid. */
  private static final int MOST_HOP_TICKS = 50_000;

  private static final long MOST_TICK = 1_000_000_000;
  private static final double MOST_RATE = 0.9;
  private static final String SECTION = "link.bursts";

  private static final Key<Double> RATE =
      Key.number("link.sliceErrorRate", 0, 0, MOST_RATE)
          .meaning(
              "share of slices of frames that get lost on any link; a frame has two slices on"
                  + " tofud, else one")
          .source("ASSUMED; what happens then: " + TofuPaper.SECTION + "IV.E");
  private static final Key<Integer> NODE =
      Key.integer(burst("node"), null, 0, TofuPacketId.MAX_NODES - 1)
          .assumed("node that the link leaves");
  private static final Key<Integer> PORT =
      Key.choice(
              burst("port"),
              null,
              IntStream.range(0, Tofu6D.PORTS)
                  .mapToObj(
                      port ->
                          new Choice<>(
                              port,
                              Tofu6D.PORT_NAMES.get(port),
                              "port " + Tofu6D.PORT_NAMES.get(port)))
                  .toList())
          .assumed("port of that node with the link");
  private static final Key<Integer> SLICE =
      Key.integer(burst("slice"), null, 0, 1).assumed("slice that gets lost; any if not set");
  private static final Key<Long> FROM =
      Key.ticks(burst("from"), 0L, 0, MOST_TICK).assumed("first tick of frames that it hits");
  private static final Key<Long> TO =
      Key.ticks(burst("to"), null, 1, MOST_TICK).assumed("tick after the last of these");
  private static final Key<Double> BURST_RATE =
      Key.number(burst("rate"), 1, 0, 1)
          .assumed("share of slices that get lost, if that is more than elsewhere");

  /** Keys of the part {@code link}. */
  static final List<Key<?>> KEYS = List.of(RATE, NODE, PORT, SLICE, FROM, TO, BURST_RATE);

  /** Slices of any number. */
  private static final int ANY = -1;

  /** Copies the list. */
  public SliceErrors {
    bursts = List.copyOf(bursts);
  }

  /**
   * A time in which a link has more errors.
   *
   * @param node that the link leaves
   * @param port of that node
   * @param slice that gets lost, or {@link #ANY}
   * @param from first tick of frames that it hits
   * @param to tick after the last of these
   * @param rate share that gets lost
   */
  record Burst(int node, int port, int slice, long from, long to, double rate) {
    private boolean hits(int ofSlice, long tick) {
      return (slice == ANY || slice == ofSlice) && from <= tick && tick < to;
    }
  }

  private static String burst(String key) {
    return SECTION + ".*." + key;
  }

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  public static SliceErrors of(Settings settings, TofuTopology topology) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final List<String> names = settings.members(SECTION);
    final List<Burst> bursts =
        names.stream()
            .map(name -> problems.get(() -> burst(settings, topology, name)))
            .filter(Objects::nonNull)
            .toList();
    final SliceErrors errors = new SliceErrors(settings.get(RATE), bursts);
    final int hopTicks = TofuRouter.hopTicks(settings);
    problems.when(
        (errors.any() || !names.isEmpty()) && hopTicks > MOST_HOP_TICKS,
        TofuRouter.HOP_TICKS,
        ("is above the %s ticks that links with errors may take; use at most that, or leave out"
                + " %s and %s")
            .formatted(MOST_HOP_TICKS, RATE, SECTION));
    problems.throwIfAny();
    return errors;
  }

  private static Burst burst(Settings settings, TofuTopology topology, String name) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Integer node = problems.get(() -> settings.get(NODE.of(name)));
    final Integer port = problems.get(() -> settings.get(PORT.of(name)));
    final Long to = problems.get(() -> settings.get(TO.of(name)));
    problems.throwIfAny();
    final Tofu6D machine = topology.machine();
    final int slice = settings.find(SLICE.of(name)).orElse(ANY);
    final int slices = topology.generation().slices();
    final long from = settings.get(FROM.of(name));
    problems.when(
        node >= machine.routers(),
        NODE.of(name),
        "is not below the " + machine.routers() + " nodes of the machine; name one of them");
    problems.when(
        node < machine.routers() && machine.neighbour(node, port) == Topology.NONE,
        PORT.of(name),
        "has no link at node " + node + "; name another port or node");
    problems.when(
        slice >= slices,
        SLICE.of(name),
        ("is not below the %s slices of a frame of %s; leave it out, or use another"
                + " machine.generation")
            .formatted(slices, topology.generation().name().toLowerCase(Locale.ROOT)));
    problems.when(
        to <= from, TO.of(name), "is not above from = " + from + "; let it end after it begins");
    problems.throwIfAny();
    return new Burst(node, port, slice, from, to, settings.get(BURST_RATE.of(name)));
  }

  /** Tells whether any slice can get lost. */
  public boolean any() {
    return rate > 0 || !bursts.isEmpty();
  }

  /** Returns the bursts of the link of a port. */
  public List<Burst> of(int node, int port) {
    return bursts.stream().filter(burst -> burst.node() == node && burst.port() == port).toList();
  }

  /** Returns the probability that a slice gets lost of a frame that begins at a tick. */
  double rate(List<Burst> ofLink, int slice, long begin) {
    double most = rate;
    for (Burst burst : ofLink) {
      most = burst.hits(slice, begin) ? Math.max(most, burst.rate()) : most;
    }
    return most;
  }
}
