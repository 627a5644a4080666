package io.hopwright.runner.config;

import io.hopwright.models.declare.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Setting of a key in a study: a value, or a list of values of which each makes a point.
 *
 * @param values at least one, in the Java type of its parameter's kind; null for a key that is
 *     explicitly absent
 * @param listed whether it was written as a list of values, even of only one
 * @param origin place in the study
 */
public record Setting(List<Object> values, boolean listed, Origin origin) {
  /** Copies the values. */
  public Setting {
    values = Collections.unmodifiableList(new ArrayList<>(values));
  }

  /** Returns the setting of a single value. */
  public static Setting of(Object value, Origin origin) {
    return new Setting(Collections.singletonList(value), false, origin);
  }

  /** Returns one of the values as if it were the only one. */
  Setting only(Object one) {
    return of(one, origin);
  }

  /** Returns the value, or the first of several. */
  public Object value() {
    return values.get(0);
  }

  /** Returns it as HOCON. */
  public String text(Parameter parameter) {
    return listed
        ? values.stream()
            .map(value -> ParameterText.value(parameter, value))
            .collect(Collectors.joining(", ", "[", "]"))
        : ParameterText.value(parameter, value());
  }
}
