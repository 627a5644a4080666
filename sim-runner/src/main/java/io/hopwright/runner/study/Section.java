package io.hopwright.runner.study;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.config.Origin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Section of a study with a fixed set of keys; collects errors instead of failing. A key that is
 * null counts as absent: so a study can remove settings of an included one.
 *
 * @param path path of the section within the study
 * @param object its content
 * @param mistakes collector of errors
 */
record Section(String path, ConfigObject object, Mistakes mistakes) {
  private static final int LONGEST_QUANTITY = 200;

  /** Notes every key that is not among {@code known}. */
  void allow(String... known) {
    for (String key : inOrder()) {
      if (!List.of(known).contains(key)) {
        mistakes.addUnknown(
            Origin.of(object.get(key)),
            path,
            path + "." + key,
            written(object.get(key)),
            () ->
                "unknown key"
                    + Nearest.questionOr(
                            key, List.of(known), "allowed: " + String.join(", ", known))
                        .replace("mean ", "mean " + path + "."));
      }
    }
  }

  /** Returns the text of a key, empty if it is not there. */
  String text(String key) {
    final ConfigValue value = value(key);
    if (value == null) {
      return "";
    }
    return switch (value.valueType()) {
      case STRING -> ((String) value.unwrapped()).strip();
      case NUMBER, BOOLEAN -> written(value);
      default -> {
        wrong(key, "must be a text");
        yield "";
      }
    };
  }

  /** Returns the text of a key that must be there. */
  String required(String key) {
    return required(key, "is missing");
  }

  /** Returns the text of a required key; {@code missing} is the error if it is absent. */
  String required(String key, String missing) {
    final String text = text(key);
    if (text.isEmpty()
        && (value(key) == null || value(key).valueType() == ConfigValueType.STRING)) {
      mistakes.add(Origin.of(object), path + "." + key, null, missing);
    }
    return text;
  }

  /** Returns whether there is a list. */
  boolean isList(String key) {
    return value(key) instanceof ConfigList;
  }

  /** Returns a list of texts. */
  List<String> texts(String key) {
    if (value(key) instanceof ConfigList list && !list.isEmpty()) {
      final List<String> texts = new ArrayList<>();
      for (ConfigValue element : list) {
        if (element.valueType() == ConfigValueType.STRING
            || element.valueType() == ConfigValueType.NUMBER) {
          texts.add(element.unwrapped().toString());
        }
      }
      if (texts.size() == list.size()) {
        return texts;
      }
    }
    wrong(key, "must be a list of names such as [a, b]");
    return List.of();
  }

  /** Returns a number, or the path of a quantity of the summary; null if the key is not there. */
  Limit limit(String key) {
    final ConfigValue value = value(key);
    if (value == null) {
      return null;
    }
    if (value.unwrapped() instanceof Number number) {
      return new Limit(number.doubleValue(), null);
    }
    final String text = text(key);
    if (text.length() > LONGEST_QUANTITY
        || !text.matches("[A-Za-z][A-Za-z0-9]*(\\.[A-Za-z0-9_-]+)*")) {
      wrong(
          key,
          "not a quantity; write a number, or the name of one in the summary, such as"
              + " throughput");
      return null;
    }
    return new Limit(Double.NaN, text);
  }

  /** Returns a list of integers; empty if the key is not there. */
  List<Long> shape(String key) {
    final ConfigValue value = value(key);
    final List<Long> shape = new ArrayList<>();
    if (value == null) {
      return shape;
    }
    if (value instanceof ConfigList list) {
      for (ConfigValue extent : list) {
        if (extent.unwrapped() instanceof Integer number && number > 0) {
          shape.add(number.longValue());
        }
      }
      if (shape.size() == list.size() && !shape.isEmpty()) {
        return shape;
      }
    }
    wrong(key, "must be a list of extents such as [32, 32, 32]");
    return List.of();
  }

  /** Returns whether a switch is on; off if it is not there. */
  boolean flag(String key) {
    final ConfigValue value = value(key);
    if (value != null && value.valueType() != ConfigValueType.BOOLEAN) {
      wrong(key, "must be true or false");
    }
    return value != null && value.unwrapped().equals(true);
  }

  /** Returns an inner object; an empty one if it is not there. */
  ConfigObject inner(String key) {
    if (value(key) instanceof ConfigObject inner) {
      return inner;
    }
    if (has(key)) {
      wrong(key, "must be a section in braces");
    }
    return ConfigFactory.empty().root();
  }

  /** Returns an inner section. */
  Section section(String key) {
    return new Section(path.isEmpty() ? key : path + "." + key, inner(key), mistakes);
  }

  /** Returns the sections of a list; none if the key is not there. */
  List<Section> sections(String key) {
    final List<Section> sections = new ArrayList<>();
    if (value(key) instanceof ConfigList list) {
      for (ConfigValue element : list) {
        if (element instanceof ConfigObject inner) {
          sections.add(new Section(path.isEmpty() ? key : path + "." + key, inner, mistakes));
        }
      }
      if (sections.size() == list.size()) {
        return sections;
      }
    }
    if (has(key)) {
      wrong(key, "must be a list of sections in braces");
    }
    return List.of();
  }

  /** Returns the keys in the order of the file, without those that are dropped. */
  List<String> keys() {
    return inOrder().stream().filter(this::has).toList();
  }

  private List<String> inOrder() {
    return object.keySet().stream()
        .sorted(
            Comparator.comparing((String key) -> Origin.of(object.get(key)))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  /** Returns a value; null if it is not there, or dropped by {@code key = null}. */
  private ConfigValue value(String key) {
    final ConfigValue value = object.get(key);
    return value == null || value.valueType() == ConfigValueType.NULL ? null : value;
  }

  /** Returns whether there is a value, which {@code key = null} drops. */
  boolean has(String key) {
    return value(key) != null;
  }

  /** Adds the error that {@code key} names a run which is not among {@code runs}. */
  void unknownRun(String key, String name, Collection<String> runs) {
    final String known = runsThereAre(runs);
    wrong(
        key,
        "unknown run" + (runs.isEmpty() ? "; " + known : Nearest.questionOr(name, runs, known)));
  }

  /** Returns what a check may name. */
  static String runsThereAre(Collection<String> runs) {
    return runs.isEmpty()
        ? "the study has no section runs, which names the runs; add one"
        : "runs: " + String.join(", ", runs);
  }

  /** Notes that the value of {@code key} is wrong. */
  void wrong(String key, String message) {
    final ConfigValue value = value(key);
    mistakes.add(
        Origin.of(value == null ? object : value),
        path.isEmpty() ? key : path + "." + key,
        value == null ? null : written(value),
        message);
  }

  private static String written(ConfigValue value) {
    return value.valueType() == ConfigValueType.OBJECT
        ? "{…}"
        : value.render(ConfigRenderOptions.concise());
  }
}
