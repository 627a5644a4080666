package io.hopwright.runner.config;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import io.hopwright.models.declare.Parameter;
import io.hopwright.runner.support.Excerpt;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of values as their {@link Parameter} declares them: type, unit, range and step.
 *
 * <p>A value is read from its text, so that {@code 8}, {@code "8"} and {@code --set key=8} are the
 * same.
 */
final class ValueReader {
  private static final Pattern QUANTITY =
      Pattern.compile("([-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?)\\s*(.*)");
  private static final Pattern NUMBER_WITH_UNIT =
      Pattern.compile("([-+]?[0-9][0-9_]*(?:\\.[0-9]+)?)\\s*([A-Za-z/]{0,10})");
  private static final Pattern BOX = Pattern.compile("\\d+(\\s*[xX×]\\s*\\d+)*");

  /** Longer numbers take long to read. */
  private static final int LONGEST = 1_000;

  /** Longer exponents would let a short text stand for a number of gigabytes. */
  private static final int LARGEST_EXPONENT = 400;

  private ValueReader() {}

  /** Returns the value in the Java type of the parameter's kind; null for an allowed null. */
  static Object read(Parameter parameter, ConfigValue value) throws BadValueException {
    if (value.valueType() == ConfigValueType.NULL) {
      return absent(parameter);
    }
    if (value.valueType() == ConfigValueType.OBJECT) {
      throw expected(parameter, "a value is required here, not a section");
    }
    if (parameter.kind() == Parameter.Kind.FILE) {
      return file(parameter, value);
    }
    final List<ConfigValue> elements = elements(value);
    return elements == null
        ? readText(parameter, unquoted(text(value).strip()))
        : readList(parameter, elements.stream().map(ValueReader::text).toList());
  }

  private static Object file(Parameter parameter, ConfigValue value) throws BadValueException {
    final String text = unquoted(text(value));
    if (parameter.words().contains(text)) {
      return text;
    }
    try {
      return InputFileReader.read(text, Origin.of(value));
    } catch (BadValueException e) {
      throw new BadValueException(e.getMessage() + Nearest.question(text, parameter.words()));
    }
  }

  /** Returns the elements of a list, also of one that is written as a text; null for no list. */
  static List<ConfigValue> elements(ConfigValue value) {
    if (value instanceof ConfigList list) {
      return list;
    }
    final String text = text(value).strip();
    if (!text.startsWith("[") || !text.endsWith("]")) {
      return null;
    }
    final String inner = text.substring(1, text.length() - 1);
    final List<ConfigValue> elements = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= inner.length() && !inner.isBlank(); i++) {
      final char letter = i < inner.length() ? inner.charAt(i) : ',';
      depth += letter == '[' ? 1 : letter == ']' ? -1 : 0;
      if (letter == ',' && (depth == 0 || i == inner.length())) {
        final String element = inner.substring(start, i).strip();
        elements.add(
            ConfigValueFactory.fromAnyRef(element.equals("null") ? null : unquoted(element))
                .withOrigin(value.origin()));
        start = i + 1;
      }
    }
    return elements;
  }

  /** Texts of a command line may be in quotes, as they are in files. */
  private static String unquoted(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  /** Returns the value as the user wrote it, for messages. */
  static String text(ConfigValue value) {
    return value.valueType() == ConfigValueType.STRING
        ? (String) value.unwrapped()
        : value.render(ConfigRenderOptions.concise());
  }

  private static Object absent(Parameter parameter) throws BadValueException {
    if (parameter.defaultValue() != null) {
      throw new BadValueException(
          "null is not a value; leave the key out for its default of "
              + ParameterText.value(parameter, parameter.defaultValue()));
    }
    return null;
  }

  private static Object readList(Parameter parameter, List<String> texts) throws BadValueException {
    return switch (parameter.kind()) {
      case SHAPE -> shape(parameter, texts);
      case BYTES_LIST -> {
        if (texts.isEmpty()) {
          throw expected(parameter, "the list is empty");
        }
        yield whole(parameter, texts);
      }
      case SIZES, INTEGERS -> whole(parameter, texts);
      case WORDS -> words(parameter, texts);
      default -> throw expected(parameter, "is a list");
    };
  }

  private static Object readText(Parameter parameter, String text) throws BadValueException {
    if (text.length() > LONGEST) {
      throw expected(parameter, "is longer than " + LONGEST + " characters");
    }
    return switch (parameter.kind()) {
      case INTEGER, BYTES, TIME -> whole(parameter, text);
      case QUANTITY -> quantity(parameter, text);
      case TICKS -> isWord(parameter, text) ? word(parameter, text) : whole(parameter, text);
      case BYTES_LIST, SIZES, INTEGERS -> whole(parameter, List.of(text));
      case SHAPE -> {
        if (!BOX.matcher(text).matches()) {
          throw expected(parameter, "is not a box");
        }
        yield shape(parameter, List.of(text.split("[xX×]")));
      }
      case NUMBER -> isWord(parameter, text) ? word(parameter, text) : number(parameter, text);
      case WORDS -> words(parameter, List.of(text.split("[\\s,]+")));
      case FLAG -> {
        if (!text.equals("true") && !text.equals("false")) {
          throw expected(parameter, "is neither true nor false");
        }
        yield text.equals("true");
      }
      case WORD -> word(parameter, text);
      case FILE -> throw new IllegalArgumentException("a file is read relative to its origin");
    };
  }

  private static List<Long> shape(Parameter parameter, List<String> texts)
      throws BadValueException {
    if (texts.size() < parameter.minExtents() || texts.size() > parameter.maxExtents()) {
      throw expected(
          parameter, "needs " + ParameterText.extents(parameter) + ", not " + texts.size());
    }
    return whole(parameter, texts);
  }

  private static List<String> words(Parameter parameter, List<String> texts)
      throws BadValueException {
    final List<String> words = new ArrayList<>();
    for (String text : texts) {
      final String word = text.strip();
      if (texts.size() == 1 && word.isEmpty()) {
        return List.of();
      }
      if (words.contains(word) && !parameter.repeatsWords()) {
        throw expected(parameter, "names " + word + " twice");
      }
      words.add(word(parameter, word));
    }
    return List.copyOf(words);
  }

  private static String word(Parameter parameter, String text) throws BadValueException {
    if (!parameter.takes(text)) {
      throw new BadValueException(
          "unknown word %s; allowed: %s%s"
              .formatted(
                  Excerpt.of(text),
                  ParameterText.range(parameter),
                  Nearest.question(text, parameter.words())));
    }
    return text;
  }

  private static List<Long> whole(Parameter parameter, List<String> texts)
      throws BadValueException {
    final List<Long> values = new ArrayList<>();
    for (String text : texts) {
      values.add(whole(parameter, text.strip()));
    }
    return List.copyOf(values);
  }

  private static Long whole(Parameter parameter, String text) throws BadValueException {
    final BigDecimal value = inUnits(parameter, text);
    checkRange(parameter, value);
    try {
      final long whole = value.longValueExact();
      if (parameter.step() > 1 && whole % parameter.step() != 0) {
        throw expected(parameter, "is not a multiple of " + parameter.step());
      }
      return whole;
    } catch (ArithmeticException e) {
      throw expected(
          parameter,
          parameter.kind() == Parameter.Kind.TIME
              ? "is not an integer number of picoseconds"
              : "is not an integer");
    }
  }

  /** Returns whether a text is meant to be one of the words that stand in place of a number. */
  private static boolean isWord(Parameter parameter, String text) {
    return !parameter.words().isEmpty() && !text.isEmpty() && Character.isLetter(text.charAt(0));
  }

  private static Double number(Parameter parameter, String text) throws BadValueException {
    final BigDecimal value = inUnits(parameter, text);
    checkRange(parameter, value);
    return value.doubleValue();
  }

  private static void checkRange(Parameter parameter, BigDecimal value) throws BadValueException {
    if (value.compareTo(new BigDecimal(parameter.min())) < 0) {
      throw expected(parameter, "is too small");
    }
    if (value.compareTo(new BigDecimal(parameter.max())) > 0) {
      throw expected(parameter, "is too large");
    }
  }

  /** Returns the text with one space before the unit, so that equal texts have one form. */
  private static String quantity(Parameter parameter, String text) throws BadValueException {
    final Matcher matcher = NUMBER_WITH_UNIT.matcher(text);
    if (!matcher.matches()) {
      throw expected(parameter, "is not a number");
    }
    return (matcher.group(1) + " " + matcher.group(2)).strip();
  }

  private static BigDecimal inUnits(Parameter parameter, String text) throws BadValueException {
    final Matcher matcher = QUANTITY.matcher(text);
    if (!matcher.matches()) {
      throw expected(parameter, "is not a number");
    }
    final BigDecimal number;
    try {
      number = new BigDecimal(matcher.group(1));
    } catch (NumberFormatException e) {
      throw expected(parameter, "is not a number");
    }
    if (Math.abs((long) number.precision() - number.scale()) > LARGEST_EXPONENT) {
      throw expected(parameter, "is out of range");
    }
    if (parameter.kind() == Parameter.Kind.TIME
        && matcher.group(2).isEmpty()
        && number.signum() != 0) {
      throw expected(parameter, "has no unit; write ps, ns, us, ms or s, as in 1 ms");
    }
    return number.multiply(unit(parameter, matcher.group(2)));
  }

  private static BigDecimal unit(Parameter parameter, String unit) throws BadValueException {
    if (unit.isEmpty()) {
      return BigDecimal.ONE;
    }
    return switch (parameter.kind()) {
      case BYTES, BYTES_LIST, SIZES -> bytes(parameter, unit);
      case TIME -> {
        final Long picoseconds = ParameterText.PICOSECONDS.get(unit);
        if (picoseconds == null) {
          throw new BadValueException(
              "unknown unit %s; write ps, ns, us, ms or s (%s)"
                  .formatted(Excerpt.of(unit), ParameterText.range(parameter)));
        }
        yield BigDecimal.valueOf(picoseconds);
      }
      case TICKS -> {
        if (!unit.equals("ticks") && !unit.equals("tick")) {
          throw new BadValueException(
              "unknown unit %s; durations are integer numbers of ticks, as in 18 ticks (%s)"
                  .formatted(Excerpt.of(unit), ParameterText.range(parameter)));
        }
        yield BigDecimal.ONE;
      }
      case NUMBER -> {
        if (!unit.equals("%")) {
          throw expected(
              parameter,
              "takes no unit but %, not "
                  + Excerpt.of(unit)
                  + (unit.startsWith(",") ? "; write decimals with a point" : ""));
        }
        yield new BigDecimal("0.01");
      }
      default -> throw expected(parameter, "takes no unit, not " + Excerpt.of(unit));
    };
  }

  private static BigDecimal bytes(Parameter parameter, String unit) throws BadValueException {
    return switch (unit) {
      case "B", "byte", "bytes" -> BigDecimal.ONE;
      case "KiB" -> BigDecimal.valueOf(1L << 10);
      case "MiB" -> BigDecimal.valueOf(1L << 20);
      case "GiB" -> BigDecimal.valueOf(1L << 30);
      case "KB", "kB", "K", "k", "MB", "M", "GB", "G" ->
          throw new BadValueException(
              "%s may mean a power of 1000 or of 1024; write %siB or B"
                  .formatted(unit, unit.substring(0, 1).toUpperCase(Locale.ROOT)));
      default ->
          throw new BadValueException(
              "unknown unit %s; write B, KiB, MiB or GiB (%s)"
                  .formatted(Excerpt.of(unit), ParameterText.range(parameter)));
    };
  }

  private static BadValueException expected(Parameter parameter, String problem) {
    return new BadValueException(problem + "; allowed: " + ParameterText.range(parameter));
  }
}
