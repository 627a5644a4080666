package io.hopwright.models.topology.description;

/**
 * Class of links, or of one direction of them.
 *
 * @param kind name of the class, empty without one
 * @param latency latency of the link
 * @param bitsPerSecond rate of the link, 0 if unspecified; below 2^53
 */
public record LinkClass(String kind, Latency latency, long bitsPerSecond) {
  /** Class about which nothing is stated. */
  public static final LinkClass PLAIN = new LinkClass("", Latency.UNSTATED, 0);

  private static final long MOST_RATE = 1L << 53;
  private static final String KIND = "[A-Za-z][A-Za-z0-9_.-]{0,39}";

  /** Checks the name and the rate. */
  public LinkClass {
    if (!kind.isEmpty() && !kind.matches(KIND)) {
      throw new DescriptionException(
          "a kind has an invalid name; use a letter followed by up to 39 letters, digits, '_', '.'"
              + " or '-'");
    }
    if (bitsPerSecond < 0 || bitsPerSecond >= MOST_RATE) {
      throw new DescriptionException(
          "the rate is " + bitsPerSecond + " bit/s; use 1 to 2^53 - 1 bit/s");
    }
  }

  /** Returns a class of links of a kind, without other properties. */
  public static LinkClass of(String kind) {
    return new LinkClass(kind, Latency.UNSTATED, 0);
  }

  /** Returns a class without a kind. */
  public static LinkClass of(Latency latency) {
    return new LinkClass("", latency, 0);
  }
}
