package io.hopwright.runner.config;

import com.fasterxml.jackson.core.io.NumberOutput;
import com.typesafe.config.ConfigUtil;
import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.Parameter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Text form of parameters and their values, for people and for files. */
public final class ParameterText {
  private static final double LARGEST = 0x1p63;
  private static final double EXACT_BELOW = 0x1p53;
  private static final int DIGITS = 3;
  private static final int HASH_DIGITS = 8;

  /** Units of times in picoseconds, the longest first. */
  public static final Map<String, Long> PICOSECONDS = units();

  private ParameterText() {}

  private static Map<String, Long> units() {
    final Map<String, Long> units = new LinkedHashMap<>();
    units.put("s", 1_000_000_000_000L);
    units.put("ms", 1_000_000_000L);
    units.put("us", 1_000_000L);
    units.put("ns", 1_000L);
    units.put("ps", 1L);
    return Collections.unmodifiableMap(units);
  }

  /** Returns a time in the longest unit of which it is an integer. */
  private static String time(long picoseconds) {
    return PICOSECONDS.entrySet().stream()
        .filter(unit -> picoseconds % unit.getValue() == 0)
        .map(unit -> picoseconds / unit.getValue() + " " + unit.getKey())
        .findFirst()
        .orElseThrow();
  }

  /** Returns a value as HOCON; reading it gives the same value. */
  public static String value(Parameter parameter, Object value) {
    if (value == null) {
      return "null";
    }
    return switch (parameter.kind()) {
      case TICKS -> value instanceof String word ? word : value + " ticks";
      case BYTES -> value + " B";
      case TIME -> time((Long) value);
      case BYTES_LIST, SIZES ->
          ((List<?>) value)
              .stream().map(bytes -> bytes + " B").collect(Collectors.joining(", ", "[", "]"));
      case NUMBER -> value instanceof Double number ? number(number) : value.toString();
      case WORDS ->
          ((List<?>) value)
              .stream().map(word -> "\"" + word + '"').collect(Collectors.joining(", ", "[", "]"));
      case FILE, QUANTITY -> ConfigUtil.quoteString(value.toString());
      default -> value.toString();
    };
  }

  /**
   * Returns the elements of a list as separate values, in the form of several points of a study.
   */
  public static String asPoints(Parameter parameter, List<?> elements) {
    return elements.stream()
        .map(element -> value(parameter, List.of(element)))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** Returns a description of several elements of a list as one value. */
  public static String together(Parameter parameter) {
    return parameter.kind() == Parameter.Kind.BYTES_LIST ? "one mixture" : "one value";
  }

  /** Returns two possible elements of a list; none if it is a box, or has a single word. */
  public static List<?> twoElements(Parameter parameter) {
    return switch (parameter.kind()) {
      case BYTES_LIST, SIZES, INTEGERS -> {
        final long first = (long) parameter.min();
        yield List.of(first, first + Math.max(1, parameter.step()));
      }
      case WORDS -> parameter.words().size() < 2 ? List.of() : parameter.words().subList(0, 2);
      default -> List.of();
    };
  }

  /**
   * Returns a value as part of a file's name and as a field of a table: without unit, a box as
   * {@code 16x16x16}, other lists joined by {@code +}, for a file its name and the beginning of its
   * hash.
   */
  public static String bare(Parameter parameter, Object value) {
    if (value instanceof Double number) {
      return shortNumber(number);
    }
    if (value instanceof List<?> list) {
      final String between = parameter.kind() == Parameter.Kind.SHAPE ? "x" : "+";
      return list.isEmpty()
          ? "none"
          : list.stream().map(Object::toString).collect(Collectors.joining(between));
    }
    return value instanceof InputFile file ? bare(file) : String.valueOf(value).replace(" ", "");
  }

  /** Files of one name in several folders differ in their hashes. */
  private static String bare(InputFile file) {
    final String name = file.path().getFileName().toString();
    return name.replaceAll("[^A-Za-z0-9._-]", "_") + "-" + file.sha256().substring(0, HASH_DIGITS);
  }

  /** Returns an integer without a fraction, and other numbers as {@link #number} does. */
  public static String shortNumber(double value) {
    return value == Math.rint(value) && Math.abs(value) < EXACT_BELOW
        ? Long.toString((long) value)
        : number(value);
  }

  /**
   * Returns the shortest decimal that gives {@code value} when read; it is the same on every JDK.
   */
  public static String number(double value) {
    return NumberOutput.toString(value, true);
  }

  /** Returns the unit of a number without one, or the kind of the value. */
  public static String unit(Parameter parameter) {
    return switch (parameter.kind()) {
      case INTEGER -> "whole number";
      case TICKS -> "ticks";
      case BYTES -> "B";
      case NUMBER -> "number";
      case FLAG -> "flag";
      case WORD -> "word";
      case WORDS -> "list of words";
      case SHAPE -> "list of " + extents(parameter);
      case BYTES_LIST, SIZES -> "B, or a list";
      case INTEGERS -> "list of integers";
      case FILE -> parameter.choices().isEmpty() ? "file" : "file or word";
      case TIME -> "time";
      case QUANTITY -> "number, optionally with a unit";
    };
  }

  /** Returns how many extents a shape has. */
  static String extents(Parameter parameter) {
    final int least = parameter.minExtents();
    final int most = parameter.maxExtents();
    return (least == most ? "" : least + " to ") + most + (most == 1 ? " extent" : " extents");
  }

  /** Returns the allowed values, in the key's unit. */
  public static String range(Parameter parameter) {
    return switch (parameter.kind()) {
      case FLAG -> "true or false";
      case WORD -> String.join(", ", parameter.words());
      case WORDS ->
          "a list of words from "
              + String.join(", ", parameter.words())
              + (parameter.repeatsWords() ? ", each any number of times" : "");
      case SHAPE -> unit(parameter) + ", each " + numbers(parameter, "");
      case BYTES_LIST, SIZES -> "a size or a list of sizes, each " + numbers(parameter, " B");
      case INTEGERS -> "a number or a list of numbers, each " + numbers(parameter, "");
      case BYTES -> numbers(parameter, " B");
      case FILE ->
          String.join(
              ", ",
              concat(
                  "the name of a file, relative to the file that sets the key", parameter.words()));
      case TIME -> time((long) parameter.min()) + " to " + time((long) parameter.max());
      case QUANTITY -> "a number, a size or a time, as in 40, 12 KiB or 250 us";
      case TICKS -> String.join(" or ", concat(numbers(parameter, " ticks"), parameter.words()));
      case INTEGER -> numbers(parameter, "");
      case NUMBER -> String.join(" or ", concat(numbers(parameter, ""), parameter.words()));
    };
  }

  private static List<String> concat(String first, List<String> others) {
    final List<String> all = new ArrayList<>(List.of(first));
    all.addAll(others);
    return all;
  }

  private static String numbers(Parameter parameter, String unit) {
    final String minimum = limit(parameter.min(), RoundingMode.CEILING);
    final boolean below = parameter.min() > -LARGEST;
    final boolean above = parameter.max() < LARGEST;
    final String range;
    if (below && above) {
      range = minimum + " to " + limit(parameter.max(), RoundingMode.FLOOR) + unit;
    } else if (below) {
      range = minimum + unit + " or more";
    } else {
      range = parameter.kind() == Parameter.Kind.NUMBER ? "any number" : "any 64-bit integer";
    }
    return parameter.step() > 1 ? range + " in steps of " + parameter.step() + unit : range;
  }

  /** An integer exactly; others with three digits, rounded into the range. */
  private static String limit(double value, RoundingMode inwards) {
    return value == Math.rint(value) && Math.abs(value) < LARGEST
        ? new BigDecimal(value).toBigInteger().toString()
        : new BigDecimal(number(value)).round(new MathContext(DIGITS, inwards)).toString();
  }
}
