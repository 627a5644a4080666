package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.Latency;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reader of htsim's {@code .topo} files: fat trees of two or three tiers. */
final class TopoReader {
  private static final int MOST_TIERS = 3;
  private static final String NODES = "nodes";
  private static final String TIERS = "tiers";
  private static final String POD = "podsize";
  private static final String TIER = "tier";
  private static final String SPEED = "downlink_speed_gbps";
  private static final String DOWN = "radix_down";
  private static final String UP = "radix_up";
  private static final String LATENCY = "downlink_latency_ns";
  private static final String BUNDLE = "bundle";
  private static final String OVERSUBSCRIBED = "oversubscribed";
  private static final Set<String> OF_TIER =
      Set.of(
          SPEED,
          DOWN,
          UP,
          LATENCY,
          BUNDLE,
          OVERSUBSCRIBED,
          "switch_latency_ns",
          "queue_up",
          "queue_down");

  private final Map<String, Integer> whole = new HashMap<>();
  private final List<Map<String, String>> tiers =
      List.of(new HashMap<>(), new HashMap<>(), new HashMap<>());
  private int tier = NetworkDescription.NONE;

  NetworkDescription read(TextLines lines) throws IOException {
    lines.forEach(this::take);
    return build();
  }

  private void take(List<String> words) {
    final String key = words.get(0).toLowerCase(Locale.ROOT);
    if (words.size() != 2) {
      throw new DescriptionException("the line has no value or several; write a name and a number");
    }
    if (key.equals(TIER)) {
      tier = Quantities.integer("the tier", words.get(1), 0, required(TIERS) - 1);
    } else if (List.of(NODES, TIERS, POD).contains(key)) {
      final int most = key.equals(TIERS) ? MOST_TIERS : NetworkDescription.MOST_NODES;
      final int least = key.equals(TIERS) ? 2 : 1;
      final int value = Quantities.integer(words.get(0), words.get(1), least, most);
      if (whole.put(key, value) != null) {
        throw new DescriptionException(words.get(0) + " is given twice; remove one of the lines");
      }
    } else if (OF_TIER.contains(key)) {
      takeOfTier(key, words);
    } else {
      throw new DescriptionException(
          Shown.of(words.get(0))
              + " is unknown; use Nodes, Tiers, Podsize, Tier, Downlink_speed_Gbps, Radix_Down,"
              + " Radix_Up, Downlink_Latency_ns, Bundle or Oversubscribed");
    }
  }

  private void takeOfTier(String key, List<String> words) {
    if (tier < 0) {
      throw new DescriptionException(words.get(0) + " is above the first Tier; move it below");
    }
    if (Quantities.latency(words.get(1)).unit() != Latency.Unit.CYCLES) {
      throw new DescriptionException(words.get(0) + " has a unit; write a number alone");
    }
    if (tiers.get(tier).put(key, words.get(1)) != null) {
      throw new DescriptionException(
          words.get(0) + " is given twice for tier " + tier + "; remove one of the lines");
    }
  }

  private int required(String key) {
    final Integer value = whole.get(key);
    if (value == null) {
      throw new DescriptionException(
          "there is no line " + key + " above this one; write Nodes, Tiers and Podsize first");
    }
    return value;
  }

  private int number(int at, String key, int most) {
    final String text = tiers.get(at).get(key);
    if (text == null) {
      throw new DescriptionException("tier " + at + " has no " + key + "; add it");
    }
    return Quantities.integer(key + " of tier " + at, text, 1, most);
  }

  private int radix(int at, String key) {
    return number(at, key, NetworkDescription.MOST_PORTS);
  }

  private int bundle(int at) {
    return tiers.get(at).containsKey(BUNDLE) ? radix(at, BUNDLE) : 1;
  }

  private LinkClass links(int at) {
    final Map<String, String> values = tiers.get(at);
    final String speed = values.get(SPEED);
    final String latency = values.get(LATENCY);
    return new LinkClass(
        TIER + at,
        latency == null ? Latency.UNSTATED : Quantities.latency(latency + "ns"),
        speed == null ? 0 : Quantities.rate(speed + "Gbps", false));
  }

  private static int quotient(String what, long dividend, long divisor) {
    if (dividend % divisor != 0 || dividend < divisor) {
      throw new DescriptionException(
          what + " is " + dividend + "/" + divisor + "; make it an integer of at least 1");
    }
    return (int) (dividend / divisor);
  }

  private static void requireEqual(String what, long actual, long needed) {
    if (actual != needed) {
      throw new DescriptionException(what + " is " + actual + "; use " + needed);
    }
  }

  private void requireOversubscription() {
    for (int at = 0; at < required(TIERS) - 1; at++) {
      final String above = tiers.get(at + 1).get(SPEED);
      final String below = tiers.get(at).get(SPEED);
      final boolean equal =
          above != null
              && below != null
              && new BigDecimal(above).compareTo(new BigDecimal(below)) == 0;
      if (equal && tiers.get(at).containsKey(OVERSUBSCRIBED)) {
        requireEqual(
            "Oversubscribed of tier " + at,
            number(at, OVERSUBSCRIBED, NetworkDescription.MOST_PORTS),
            Math.max(1, radix(at, DOWN) / radix(at, UP)));
      }
    }
  }

  private NetworkDescription build() {
    final int nodes = required(NODES);
    final boolean three = required(TIERS) == MOST_TIERS;
    final int podsize = three ? required(POD) : nodes;
    if (!three && whole.containsKey(POD)) {
      requireEqual("Podsize of two tiers", required(POD), nodes);
    }
    requireEqual("Bundle of tier 0", bundle(0), 1);
    requireOversubscription();
    final int pods = quotient("Nodes/Podsize, the number of pods,", nodes, podsize);
    final int down = number(0, DOWN, NetworkDescription.MOST_NODES);
    final int lower = quotient("Podsize/Radix_Down of tier 0", podsize, down);
    final int middle = quotient("Radix_Up of tier 0/Bundle of tier 1", radix(0, UP), bundle(1));
    requireEqual("Radix_Down of tier 1", radix(1, DOWN), (long) lower * bundle(1));
    int upper = 0;
    if (three) {
      upper = quotient("Radix_Up of tier 1/Bundle of tier 2", radix(1, UP), bundle(2));
      requireEqual("Radix_Down of tier 2", radix(2, DOWN), (long) pods * bundle(2));
    } else if (tiers.get(1).containsKey(UP)) {
      throw new DescriptionException("the last tier has a Radix_Up; remove it");
    }
    final NetworkBuilder builder = new NetworkBuilder();
    final long routers = (long) pods * (lower + middle) + (long) middle * upper;
    builder.routers(Quantities.requireFew(routers, "routers"));
    link(builder, pods, lower, middle, upper);
    for (int router = 0; router < pods * lower; router++) {
      builder.nodes(router, down, links(0));
    }
    return builder.build();
  }

  private void link(NetworkBuilder builder, int pods, int lower, int middle, int upper) {
    final int firstMiddle = pods * lower;
    final int firstUpper = firstMiddle + pods * middle;
    for (int pod = 0; pod < pods; pod++) {
      for (int l = 0; l < lower; l++) {
        for (int m = 0; m < middle; m++) {
          join(builder, pod * lower + l, firstMiddle + pod * middle + m, 1);
        }
      }
    }
    for (int i = 0; i < pods * middle; i++) {
      for (int c = 0; c < upper; c++) {
        join(builder, firstMiddle + i, firstUpper + i % middle * upper + c, 2);
      }
    }
  }

  private void join(NetworkBuilder builder, int below, int above, int tierAbove) {
    for (int i = 0; i < bundle(tierAbove); i++) {
      builder.link(below, above, links(tierAbove));
    }
  }
}
