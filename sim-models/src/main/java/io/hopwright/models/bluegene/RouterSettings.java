package io.hopwright.models.bluegene;

import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.switching.torusrouter.EscapeOrder;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** What settings say about the routers and links of BlueGene/L. */
final class RouterSettings {
  private static final int FLIGHT_TICKS = 10;
  private static final int HEADER_TICKS = 8;
  private static final int TRAILER_TICKS = 4;
  private static final long SMALLEST_BUBBLE = 512;
  private static final long SMALLEST_VC = 256;
  static final long LARGEST_VC = (long) RouterDesign.MAX_VC_CHUNKS * RouterDesign.CHUNK_BYTES;
  private static final double RATE_UNIT = 1024;

  private final Settings settings;

  RouterSettings(Settings settings) {
    this.settings = settings;
  }

  /** Throws what does not fit together. */
  void check() {
    final SettingsException.Collector problems = new SettingsException.Collector();
    if (settings.has("router.totalVcBytes")) {
      problems.when(
          !dateline() && totalShare() < SMALLEST_BUBBLE,
          "router.totalVcBytes",
          "leaves the bubble VC below 512 B, and entering it takes the tokens of two full packets;"
              + " use at least "
              + SMALLEST_BUBBLE * sharingVcs());
      problems.when(
          totalShare() > LARGEST_VC,
          "router.totalVcBytes",
          "leaves a VC "
              + totalShare()
              + " B, and the token counters end at "
              + LARGEST_VC
              + "; use at most "
              + LARGEST_VC * sharingVcs());
      problems.when(
          dateline() && totalShare() < SMALLEST_VC,
          "router.totalVcBytes",
          "leaves a VC below the 256 B of a full packet; use at least "
              + SMALLEST_VC * sharingVcs());
    } else {
      final String key =
          settings.has("router.escapeVcBytes") ? "router.escapeVcBytes" : "router.vcBytes";
      problems.when(
          !dateline() && escapeBytes() < SMALLEST_BUBBLE,
          key,
          "leaves the bubble VC below 512 B, and entering it takes the tokens of two full packets;"
              + " use at least 512 B"
              + (settings.has("router.escapeVcBytes")
                  ? ""
                  : ", or set router.escapeVcBytes to at least 512 B"));
    }
    problems.when(
        !isPermutation(settings.words("router.escapeOrder")),
        "router.escapeOrder",
        "is "
            + settings.words("router.escapeOrder")
            + "; name each of x, y, z, or each of x+, x-, y+, y-, z+, z-, in any order");
    problems.throwIfAny();
  }

  private static boolean isPermutation(List<String> order) {
    return new HashSet<>(order).equals(new HashSet<>(List.of("x", "y", "z")))
        || new HashSet<>(order).equals(new HashSet<>(List.of("x+", "x-", "y+", "y-", "z+", "z-")));
  }

  /** Returns the delays. */
  RouterDesign.Timing timing() {
    return new RouterDesign.Timing(
        FLIGHT_TICKS,
        HEADER_TICKS,
        TRAILER_TICKS,
        ackBytes(),
        (int) settings.integer("router.arbitrationTicks"),
        (int) settings.integer("router.vcEntryTicks"),
        (int) settings.integer("router.regrantTicks"));
  }

  /** Returns the link time of a token-ack. */
  int ackBytes() {
    return (int) settings.integer("router.tokenAckBytes");
  }

  /** Returns the number of cores that send and receive on their own. */
  int cores() {
    return settings.flag("machine.virtualNodeMode") ? 2 : 1;
  }

  /** Returns the design of all routers. */
  RouterDesign design() {
    final int dynamicChunks =
        chunks(settings.has("router.totalVcBytes") ? totalShare() : vcBytes());
    final int escapeChunks =
        chunks(settings.has("router.totalVcBytes") ? totalShare() : escapeBytes());
    return new RouterDesign(
        (int) settings.integer("router.dynamicVcs"),
        dynamicChunks,
        new RouterDesign.Escape(dateline(), order(), escapeChunks),
        settings.number("workload.highPriorityLoad") > 0,
        chunks(Math.max(SMALLEST_BUBBLE, escapeBytes())),
        RouterDesign.BubbleRule.valueOf(
            settings.word("router.bubbleRule").toUpperCase(Locale.ROOT)),
        (int) settings.integer("router.paths"),
        settings.flag("router.bypass"),
        settings.flag("router.tokenAckMerging"),
        reception(),
        timing(),
        RouterDesign.policies(
            settings.integer("seed"),
            settings.flag("router.jsq"),
            dynamicChunks,
            settings.number("router.slqFraction"),
            settings.number("router.inNetworkPriority")));
  }

  private boolean dateline() {
    return settings.word("router.escape").equals("dateline");
  }

  private long vcBytes() {
    return settings.integer("router.vcBytes");
  }

  private long escapeBytes() {
    return settings.integer("router.escapeVcBytes", vcBytes());
  }

  private long sharingVcs() {
    return settings.integer("router.dynamicVcs") + (dateline() ? 2 : 1);
  }

  private long totalShare() {
    return settings.integer("router.totalVcBytes") / sharingVcs();
  }

  private static int chunks(long bytes) {
    return (int) (bytes / RouterDesign.CHUNK_BYTES);
  }

  private EscapeOrder order() {
    final List<Integer> ports = new ArrayList<>();
    for (String word : settings.words("router.escapeOrder")) {
      for (int port = 0; port < Torus.PORTS; port++) {
        if (BlueGeneL.DIRECTIONS.get(port).name().startsWith(word)) {
          ports.add(port);
        }
      }
    }
    return new EscapeOrder(ports);
  }

  private RouterDesign.Reception reception() {
    final long rate = Math.round(RATE_UNIT * settings.number("reception.drainBytesPerTick"));
    return new RouterDesign.Reception(
        cores(), (int) settings.integer("reception.bytes", 0), Math.max(1, rate));
  }
}
