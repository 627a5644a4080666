package io.hopwright.runner.stored;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order of a study's runs: that of its manifest, and where that does not tell by name, where
 * numbers count as numbers: {@code load=0.9} before {@code load=0.95}, {@code seed=2} before {@code
 * seed=10}.
 */
final class RunOrder implements Comparator<StoredRun> {
  private static final Pattern PART = Pattern.compile("\\d+|\\D+");

  private final List<String> names;

  RunOrder(StoredDocument study) {
    final List<String> points =
        study.list("points").stream().map(point -> point.text("path")).toList();
    names = points.isEmpty() ? List.copyOf(study.section("digests").keySet()) : points;
  }

  List<StoredRun> sorted(List<StoredRun> runs) {
    return runs.stream().sorted(this).toList();
  }

  @Override
  public int compare(StoredRun one, StoredRun other) {
    final int byPlace = Integer.compare(place(one.name()), place(other.name()));
    return byPlace != 0 ? byPlace : natural(one.name(), other.name());
  }

  private int place(String name) {
    final int exact = names.indexOf(name);
    final int at = exact >= 0 ? exact : names.indexOf(name.replaceFirst("/.*", ""));
    return at >= 0 ? at : Integer.MAX_VALUE;
  }

  /** Compares digits after a point as a fraction, others as whole numbers, and the rest as text. */
  static int natural(String one, String other) {
    final List<String> a = parts(one);
    final List<String> b = parts(other);
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      final boolean numbers =
          Character.isDigit(a.get(i).charAt(0)) && Character.isDigit(b.get(i).charAt(0));
      final boolean fraction = i > 0 && a.get(i - 1).endsWith(".");
      final int compared =
          numbers && !fraction
              ? new BigInteger(a.get(i)).compareTo(new BigInteger(b.get(i)))
              : a.get(i).compareTo(b.get(i));
      if (compared != 0) {
        return compared;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  private static List<String> parts(String text) {
    final List<String> parts = new ArrayList<>();
    final Matcher matcher = PART.matcher(text);
    while (matcher.find()) {
      parts.add(matcher.group());
    }
    return parts;
  }
}
