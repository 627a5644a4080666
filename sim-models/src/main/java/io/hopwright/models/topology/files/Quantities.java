package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.Latency;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times, rates and integers as they are written in network files. */
public final class Quantities {
  /** In place of a latency or a rate: it is unstated. */
  static final String UNSTATED = "-";

  private static final long MOST = 1L << 53;
  private static final Pattern NUMBER =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?(?:[eE][+-]?\\d{1,2})?) ?([A-Za-z/]*)");
  private static final Pattern INTEGER = Pattern.compile("\\d{1,18}");
  private static final Pattern POSITION =
      Pattern.compile("-?\\d{1,18}(?:\\.\\d{1,40})?(?:[eE][+-]?\\d{1,2})?");

  /** Powers of ten of a second, from a picosecond. */
  private static final Map<String, Integer> TIMES =
      Map.of("ps", 0, "ns", 3, "us", 6, "ms", 9, "s", 12);

  /** Bits per second of each unit. */
  private static final Map<String, Long> RATES = rates();

  private Quantities() {}

  private static Map<String, Long> rates() {
    final Map<String, Long> rates = new TreeMap<>();
    long factor = 1;
    for (String prefix : new String[] {"", "k", "M", "G", "T"}) {
      rates.put(prefix + "bps", factor);
      rates.put(prefix + "b/s", factor);
      rates.put(prefix + "B/s", 8 * factor);
      factor *= 1000;
    }
    return rates;
  }

  /** Returns an integer from {@code least} to {@code most}. */
  static int integer(String what, String text, int least, int most) {
    final long number = INTEGER.matcher(text).matches() ? Long.parseLong(text) : -1;
    if (number < least || number > most) {
      throw new DescriptionException(
          what + " is " + Shown.of(text) + "; use an integer from " + least + " to " + most);
    }
    return (int) number;
  }

  /**
   * Checks a number of routers, and returns it.
   *
   * @param what name of the routers in the plural
   */
  static int requireFew(long routers, String what) {
    if (routers > NetworkDescription.MOST_ROUTERS) {
      throw new DescriptionException(
          "there are more than "
              + NetworkDescription.MOST_ROUTERS
              + " "
              + what
              + "; describe a smaller network");
    }
    return (int) routers;
  }

  /** Sets the position and the partition of a router, as far as they are given. */
  static void place(NetworkBuilder builder, int router, Map<String, String> values) {
    for (int axis = 0; axis < 3; axis++) {
      final String value = values.get("xyz".substring(axis, axis + 1));
      if (value != null) {
        builder.position(router, axis, position(value));
      }
    }
    final String partition = values.get("partition");
    if (partition != null) {
      builder.partition(
          router, integer("the partition", partition, 0, NetworkDescription.MOST_ROUTERS - 1));
    }
  }

  /** Returns whether a word is a non-negative integer. */
  static boolean isInteger(String text) {
    return INTEGER.matcher(text).matches();
  }

  static float position(String text) {
    if (!POSITION.matcher(text).matches()) {
      throw new DescriptionException(
          "the position is " + Shown.of(text) + "; use a decimal number, as in -2.5");
    }
    return Float.parseFloat(text);
  }

  /** Returns a latency: cycles without a unit. */
  public static Latency latency(String text) {
    if (text.equals(UNSTATED)) {
      return Latency.UNSTATED;
    }
    final Matcher matcher = NUMBER.matcher(text);
    if (matcher.matches()) {
      final BigDecimal number = new BigDecimal(matcher.group(1));
      final String unit = matcher.group(2);
      if (unit.isEmpty() || unit.equals("cycles") || unit.equals("cycle")) {
        return Latency.cycles(exact("the latency", text, number));
      }
      if (TIMES.containsKey(unit)) {
        final BigDecimal picoseconds = number.scaleByPowerOfTen(TIMES.get(unit));
        return Latency.picoseconds(
            exact("the latency", text, picoseconds.setScale(0, RoundingMode.HALF_EVEN)));
      }
    }
    throw new DescriptionException(
        "the latency is "
            + Shown.of(text)
            + "; use cycles, as in 3, or a time in ps, ns, us, ms or s, as in 10ns");
  }

  /** Returns a rate in bit/s; a number without a unit is allowed only if {@code plain}. */
  public static long rate(String text, boolean plain) {
    if (text.equals(UNSTATED)) {
      return 0;
    }
    final Matcher matcher = NUMBER.matcher(text);
    if (matcher.matches()) {
      final String unit = matcher.group(2);
      final Long factor = plain && unit.isEmpty() ? Long.valueOf(1) : RATES.get(unit);
      if (factor != null) {
        final BigDecimal bits =
            new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(factor))
                .setScale(0, RoundingMode.HALF_EVEN);
        if (bits.signum() > 0) {
          return exact("the rate", text, bits);
        }
      }
    }
    throw new DescriptionException(
        "the rate is "
            + Shown.of(text)
            + "; use a number of at least 1 bit/s with a unit, as in 25GB/s or 200Gbps");
  }

  private static long exact(String what, String text, BigDecimal number) {
    if (number.compareTo(BigDecimal.valueOf(MOST)) >= 0
        || number.stripTrailingZeros().scale() > 0) {
      throw new DescriptionException(
          what + " is " + Shown.of(text) + "; use an integer below 2^53 of cycles, ps or bit/s");
    }
    return number.longValueExact();
  }

  /** Returns a latency as {@link #latency} reads it. */
  static String text(Latency latency) {
    return switch (latency.unit()) {
      case NONE -> UNSTATED;
      case CYCLES -> Long.toString(latency.value());
      case PICOSECONDS -> time(latency.value());
    };
  }

  private static String time(long picoseconds) {
    String unit = "ps";
    int power = 0;
    for (String next : new String[] {"ns", "us", "ms", "s"}) {
      if (picoseconds >= BigDecimal.ONE.scaleByPowerOfTen(TIMES.get(next)).longValueExact()) {
        unit = next;
        power = TIMES.get(next);
      }
    }
    return plain(BigDecimal.valueOf(picoseconds, power)) + unit;
  }

  /** Returns a rate as {@link #rate} reads it. */
  static String rateText(long bitsPerSecond) {
    if (bitsPerSecond == 0) {
      return UNSTATED;
    }
    String prefix = "";
    int power = 0;
    long factor = 1;
    for (String next : new String[] {"k", "M", "G", "T"}) {
      factor *= 1000;
      if (bitsPerSecond >= factor) {
        prefix = next;
        power += 3;
      }
    }
    return plain(BigDecimal.valueOf(bitsPerSecond, power)) + prefix + "bps";
  }

  private static String plain(BigDecimal number) {
    final BigDecimal stripped = number.stripTrailingZeros();
    return stripped.signum() == 0 ? "0" : stripped.toPlainString();
  }
}
