package io.hopwright.runner.study;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import io.hopwright.runner.config.Origin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reader of the section {@code checks} of a study; collects errors instead of failing.
 *
 * @param runs names of runs that checks can refer to
 */
record CheckReader(Collection<String> runs) {
  private static final Pattern SIZE = Pattern.compile("\\d{1,9} ?[KMG]iB|\\d{1,18} ?B");

  /** Returns the checks in the order of the file. */
  List<Check> checks(Section all) {
    return all.keys().stream().map(id -> check(id, all.section(id))).toList();
  }

  /** Returns a check. */
  Check check(String id, Section section) {
    section.allow(
        "run",
        "runs",
        "combine",
        "quantity",
        "series",
        "at",
        "rise",
        "over",
        "expected",
        "atLeast",
        "atMost",
        "tolerance",
        "tried",
        "section",
        "saturated",
        "projected",
        "paperShape",
        "sizeIndependent");
    final Check check =
        new Check(
            id,
            runsOf(section),
            combination(section),
            quantity(section),
            selection(section),
            section.required("expected"),
            section.limit("atLeast"),
            section.limit("atMost"),
            section.required("tolerance"),
            section.text("tried"),
            section.required("section"),
            Origin.of(section.object()),
            section.flag("saturated"),
            section.flag("projected"),
            section.shape("paperShape"),
            section.object().unwrapped());
    checkRuns(section, check);
    checkSame(section, check);
    checkLimits(section, check);
    if (section.flag("sizeIndependent") == section.has("paperShape")) {
      section.wrong(
          "paperShape", "give either the paper's size or sizeIndependent = true, not both");
    }
    return check;
  }

  private static void checkRuns(Section section, Check check) {
    if (known(section.text("combine"))
        && !check.runs().isEmpty()
        && !check.combination().takes(check.runs().size())) {
      section.wrong(
          "combine",
          "cannot be combined with "
              + check.runs().size()
              + " run(s); one run needs none, two take difference, ratio, change or sigmas, four"
              + " steps, and two or more mean, spread, smallest-step or same");
    }
    final boolean maybeTwice = check.combination() == Combination.STEPS;
    if (!maybeTwice && new HashSet<>(check.runs()).size() < check.runs().size()) {
      section.wrong("runs", "names a run twice");
    }
  }

  private static void checkSame(Section section, Check check) {
    if (check.combination() != Combination.SAME) {
      return;
    }
    for (String key : List.of("series", "rise", "over")) {
      if (section.has(key)) {
        section.wrong(
            key, "cannot be combined with combine = same, which compares values of summaries");
      }
    }
  }

  private static void checkLimits(Section section, Check check) {
    if (check.atLeast() != null
        && check.atMost() != null
        && check.atLeast().number() > check.atMost().number()) {
      section.wrong("atLeast", "is above atMost, so that no value can pass");
    }
    if (!section.has("atLeast") && !section.has("atMost")) {
      section.wrong("atLeast", "is missing; set atLeast, atMost or both");
    }
  }

  private List<String> runsOf(Section section) {
    final boolean several = section.has("runs");
    if (several && section.has("run")) {
      section.wrong("run", "given together with runs; use run or runs");
    }
    final List<String> names =
        several
            ? section.texts("runs")
            : List.of(section.required("run", "is missing; " + Section.runsThereAre(runs)));
    for (String name : names) {
      if (!runs.contains(name) && (several || !name.isEmpty())) {
        section.unknownRun(several ? "runs" : "run", name, runs);
      }
    }
    return names;
  }

  private static boolean known(String combination) {
    return combination.isEmpty()
        || Arrays.stream(Combination.values()).anyMatch(one -> one.word().equals(combination));
  }

  private static Combination combination(Section section) {
    return word(section, "combine", Combination.values(), Combination::word, Combination.ONLY);
  }

  /** Returns the one of {@code all} that a key names, {@code absent} if it is not there. */
  private static <T> T word(
      Section section, String key, T[] all, Function<T, String> name, T absent) {
    final String word = section.text(key);
    for (T one : all) {
      if (word.equals(name.apply(one))) {
        return one;
      }
    }
    if (!word.isEmpty()) {
      section.wrong(
          key, "must be one of " + Arrays.stream(all).map(name).collect(Collectors.joining(", ")));
    }
    return absent;
  }

  private static CheckedNumber quantity(Section section) {
    if (!section.has("series")) {
      return new CheckedNumber(section.required("quantity"), null);
    }
    if (section.has("quantity")) {
      section.wrong("quantity", "given together with series; use quantity or series");
    }
    final Section series = section.section("series");
    series.allow("column", "statistic", "with", "by", "fromTick", "toTick");
    series.required("statistic");
    final SeriesStatistic statistic =
        word(
            series,
            "statistic",
            SeriesStatistic.values(),
            SeriesStatistic::word,
            SeriesStatistic.MEAN);
    return new CheckedNumber(
        null,
        new SeriesReading(
            series.required("column"),
            statistic,
            needed(series, "with", statistic.needsOther()) ? series.required("with") : null,
            needed(series, "by", statistic.needsFactor()) ? factor(series) : 0,
            tick(series, "fromTick", 0),
            tick(series, "toTick", Long.MAX_VALUE)));
  }

  /** Returns whether a statistic needs a key; notes one that it does not. */
  private static boolean needed(Section series, String key, boolean needed) {
    if (!needed && series.has(key)) {
      series.wrong(key, "not used by this statistic; leave it out");
    }
    return needed;
  }

  private static double factor(Section series) {
    series.required("by");
    final Limit factor = series.limit("by");
    if (factor != null && !(factor.number() > 1)) {
      series.wrong("by", "must be a factor above 1");
    }
    return factor == null ? 0 : factor.number();
  }

  private static long tick(Section series, String key, long absent) {
    final ConfigValue value = series.object().get(key);
    if (value == null) {
      return absent;
    }
    if (value.unwrapped() instanceof Number number
        && number.doubleValue() == number.longValue()
        && number.longValue() >= 0) {
      return number.longValue();
    }
    series.wrong(key, "must be a number of ticks");
    return absent;
  }

  private static PointSelection selection(Section section) {
    final PointSelection.Over over =
        word(section, "over", PointSelection.Over.values(), PointSelection.Over::word, null);
    final boolean rise = section.flag("rise");
    if (!section.has("at")) {
      if (rise) {
        section.wrong("rise", "needs several positions, as in at { workload.load = [0.3, 0.5] }");
      }
      return new PointSelection(null, List.of(), false, over);
    }
    if (over != null) {
      section.wrong("over", "given together with at; use over or at");
    }
    final Set<Map.Entry<String, ConfigValue>> places = section.inner("at").toConfig().entrySet();
    if (places.size() != 1) {
      if (section.object().get("at") instanceof ConfigObject) {
        section.wrong("at", "must name one key or quantity, as in at { linkUtilization = 0.9 }");
      }
      return PointSelection.NONE;
    }
    final Map.Entry<String, ConfigValue> place = places.iterator().next();
    final List<Object> positions = positions(section, place.getValue().unwrapped());
    if (rise && positions.size() < 2) {
      section.wrong("rise", "needs several positions, as in at { workload.load = [0.3, 0.5] }");
    }
    if (rise
        && (positions.stream().anyMatch(List.class::isInstance)
            || !positions.equals(positions.stream().sorted().distinct().toList()))) {
      section.wrong("rise", "positions must be in ascending order");
    }
    return new PointSelection(
        String.join(".", ConfigUtil.splitPath(place.getKey())), positions, rise, null);
  }

  private static List<Object> positions(Section section, Object value) {
    final List<?> all = value instanceof List<?> list ? list : List.of(value);
    final List<Object> positions = new ArrayList<>();
    for (Object one : all) {
      final List<Double> numbers = numbers(one instanceof List<?> list ? list : List.of(one));
      if (!numbers.isEmpty()) {
        positions.add(one instanceof List<?> ? numbers : numbers.get(0));
      }
    }
    if (positions.size() < all.size() || all.isEmpty()) {
      section.wrong(
          "at",
          "must be a number, or a list of numbers that must all pass; a mixture of sizes"
              + " is a list in the list, as in [[8 B, 1 KiB]]");
    }
    return positions;
  }

  /** Returns numbers, and sizes in bytes; none if there is anything else. */
  private static List<Double> numbers(List<?> values) {
    final List<Double> numbers = new ArrayList<>();
    for (Object value : values) {
      if (value instanceof Number number) {
        numbers.add(number.doubleValue());
      } else if (SIZE.matcher(String.valueOf(value)).matches()) {
        numbers.add((double) ConfigFactory.parseMap(Map.of("size", value)).getBytes("size"));
      } else {
        return List.of();
      }
    }
    return numbers;
  }
}
