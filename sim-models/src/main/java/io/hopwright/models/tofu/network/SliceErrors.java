package io.hopwright.models.tofu.network;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Unit;
import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.topology.Topology;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Probability that slices of frames get lost.
 *
 * @param rate rate of all slices at all times
 * @param bursts links and times with a larger rate
 * @param from keys of the bursts with the ticks before which they have no effect: 0 for the first
 *     one if there are no other errors, as links keep frames for retransmission then
 */
public record SliceErrors(double rate, List<Burst> bursts, Map<String, Long> from) {
  /** Most ticks of a hop with errors: a link decides on no third mode before the first is valid. */
  private static final int MOST_HOP_TICKS = 50_000;

  static final long MOST_TICK = 1_000_000_000;
  private static final double MOST_RATE = 0.9;
  private static final String SECTION = "link.bursts";
  private static final String BURST = SECTION + ".*.";

  private static final Key<Double> RATE =
      Key.number("link.sliceErrorRate", 0, 0, MOST_RATE)
          .meaning(
              "probability that a slice of a frame is lost on any link; a frame has two"
                  + " slices on tofud, otherwise one")
          .source("ASSUMED; source of the mechanism: " + TofuPaper.SECTION + "IV.E");
  private static final Key<Integer> PORT =
      Key.choice(
              BURST + "port",
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

  /** Keys of the part {@code link}. */
  static final List<Key<?>> KEYS =
      Stream.concat(Stream.of(RATE), Burst.KEYS.keys().stream()).toList();

  /** Copies the collections. */
  public SliceErrors {
    bursts = List.copyOf(bursts);
    from = Map.copyOf(from);
  }

  /** Period in which a link has more errors. */
  record Burst(
      @Setting(key = BURST + "node", max = TofuPacketId.MAX_NODES - 1)
          @Meaning("node that the link leaves")
          int node,
      @Setting(key = BURST + "port") int port,
      @Setting(key = BURST + "slice", max = 1) @Meaning("slice that is lost; any if not set")
          OptionalInt slice,
      @Setting(key = BURST + "from", unit = Unit.TICKS, byDefault = 0, max = MOST_TICK)
          @Meaning("first tick of affected frames")
          long from,
      @Setting(key = BURST + "to", unit = Unit.TICKS, min = 1, max = MOST_TICK)
          @Meaning("tick from which on frames are no longer affected")
          long to,
      @Setting(key = BURST + "rate", byDefault = 1, max = 1)
          @Meaning(
              "probability that a slice is lost in the burst; used if higher than the"
                  + " probability elsewhere")
          double rate) {
    private static final KeyRecord<Burst> KEYS = KeyRecord.of(Burst.class, PORT);

    private boolean hits(int ofSlice, long tick) {
      return slice.orElse(ofSlice) == ofSlice && from <= tick && tick < to;
    }
  }

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming the inconsistent settings
   */
  public static SliceErrors of(Settings settings, TofuTopology topology) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final List<String> names = settings.members(SECTION);
    final List<Burst> bursts =
        names.stream()
            .map(name -> problems.get(() -> burst(settings, topology, name)))
            .filter(Objects::nonNull)
            .toList();
    problems.throwIfAny();
    final SliceErrors errors =
        new SliceErrors(settings.get(RATE), bursts, from(settings.get(RATE), names, bursts));
    final int hopTicks = TofuRouter.hopTicks(settings);
    problems.when(
        (errors.any() || !names.isEmpty()) && hopTicks > MOST_HOP_TICKS,
        TofuRouter.HOP_TICKS,
        ("is above %s ticks, the limit for links with errors; use at most that, or"
                + " leave out %s and %s")
            .formatted(MOST_HOP_TICKS, RATE, SECTION));
    problems.throwIfAny();
    return errors;
  }

  private static Map<String, Long> from(double rate, List<String> names, List<Burst> bursts) {
    final long first = bursts.stream().mapToLong(Burst::from).min().orElse(0);
    final Map<String, Long> from = new TreeMap<>();
    for (int i = 0; i < bursts.size(); i++) {
      final String member = names.get(i);
      final long tick = bursts.get(i).from;
      for (Key<?> key : Burst.KEYS.keys()) {
        from.put(key.name().replace("*", member), rate > 0 || tick > first ? tick : 0);
      }
    }
    return from;
  }

  private static Burst burst(Settings settings, TofuTopology topology, String name) {
    final Burst burst = Burst.KEYS.read(settings, name);
    final SettingsException.Collector problems = new SettingsException.Collector();
    final String key = SECTION + "." + name + ".";
    final Tofu6D machine = topology.machine();
    final int slices = topology.generation().slices();
    problems.when(
        burst.node >= machine.routers(),
        key + "node",
        "is not below the " + machine.routers() + " nodes of the machine; name one of them");
    problems.when(
        burst.node < machine.routers()
            && machine.neighbour(burst.node, burst.port) == Topology.NONE,
        key + "port",
        "has no link at node " + burst.node + "; name another port or node");
    problems.when(
        burst.slice.orElse(0) >= slices,
        key + "slice",
        ("is not below the %s slices of a frame of %s; leave it out, or use another"
                + " machine.generation")
            .formatted(slices, topology.generation().name().toLowerCase(Locale.ROOT)));
    problems.when(
        burst.to <= burst.from,
        key + "to",
        "is not above from = " + burst.from + "; let it end after it begins");
    problems.throwIfAny();
    return burst;
  }

  /** Returns whether any slice can get lost. */
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
