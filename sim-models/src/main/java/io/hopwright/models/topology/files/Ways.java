package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.Latency;
import io.hopwright.models.topology.description.LinkClass;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Classes of the two directions of a link, as kind, latency and rate are written: one value for
 * both, or {@code there/back}.
 *
 * @param there class of the direction there
 * @param back class of the direction back
 */
record Ways(LinkClass there, LinkClass back) {
  private static final Pattern RATES =
      Pattern.compile(
          "([\\d.eE+-]+ ?[A-Za-z]*(?:/s)?|-)(?:[/|]([\\d.eE+-]+ ?[A-Za-z]*(?:/s)?|-))?");

  /**
   * Returns the classes.
   *
   * @param kinds latency and rate of each kind where a link states none
   * @param kind empty if unstated, as the others
   * @param plainRate whether a rate without a unit is in bit/s
   */
  static Ways of(
      Map<String, LinkClass> kinds, String kind, String latency, String rate, boolean plainRate) {
    final String[] kindWays = halves("kind", kind);
    final String[] latencyWays = halves("latency", latency);
    final String[] rateWays = rates(rate);
    return new Ways(
        linkClass(kinds, kindWays[0], latencyWays[0], rateWays[0], plainRate),
        linkClass(kinds, kindWays[1], latencyWays[1], rateWays[1], plainRate));
  }

  private static String[] halves(String what, String text) {
    final int slash = text.indexOf('/');
    if (slash >= 0 && text.indexOf('/', slash + 1) >= 0) {
      throw new DescriptionException(
          "the " + what + " is " + Shown.of(text) + "; use one value, or two as in A/B");
    }
    return slash < 0
        ? new String[] {text, text}
        : new String[] {text.substring(0, slash), text.substring(slash + 1)};
  }

  private static String[] rates(String text) {
    final Matcher matcher = RATES.matcher(text);
    if (!matcher.matches() || matcher.group(2) == null) {
      return new String[] {text, text};
    }
    return new String[] {matcher.group(1), matcher.group(2)};
  }

  private static LinkClass linkClass(
      Map<String, LinkClass> kinds, String kind, String latency, String rate, boolean plainRate) {
    final String name = kind.equals(Quantities.UNSTATED) ? "" : kind;
    final boolean isKnown = kinds.containsKey(name);
    final LinkClass known = kinds.getOrDefault(name, LinkClass.PLAIN);
    if (isKnown && latency.isEmpty() && rate.isEmpty()) {
      return known;
    }
    return new LinkClass(
        name,
        latency.isEmpty() ? known.latency() : Quantities.latency(latency),
        rate.isEmpty() ? known.bitsPerSecond() : Quantities.rate(rate, plainRate));
  }

  /** Returns a kind as it is written; {@link Quantities#UNSTATED} without one. */
  static String kind(LinkClass linkClass) {
    return linkClass.kind().isEmpty() ? Quantities.UNSTATED : linkClass.kind();
  }

  /** Returns the text for two values that may be equal. */
  static String text(String there, String back) {
    return there.equals(back) ? there : there + "/" + back;
  }

  static String latency(LinkClass there, LinkClass back) {
    final Latency a = there.latency();
    return text(Quantities.text(a), Quantities.text(back == null ? a : back.latency()));
  }

  static String rate(LinkClass there, LinkClass back) {
    final long a = there.bitsPerSecond();
    return text(
        Quantities.rateText(a), Quantities.rateText(back == null ? a : back.bitsPerSecond()));
  }

  static String kind(LinkClass there, LinkClass back) {
    return text(kind(there), kind(back == null ? there : back));
  }
}
