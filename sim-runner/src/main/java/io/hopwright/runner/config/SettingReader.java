package io.hopwright.runner.config;

import com.typesafe.config.ConfigValue;
import io.hopwright.models.declare.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reader of the setting of a key: one value, or a list of values.
 *
 * <p>If the key takes a list, a plain list is one value, and a list of lists is a list of values.
 *
 * @param parameter the key
 * @param mistakes collector of errors
 */
record SettingReader(Parameter parameter, Mistakes mistakes) {
  /** More would be more points than a study may have. */
  private static final int MOST = 10_000;

  /** Returns the setting; null, with an error recorded, if it cannot be read. */
  Setting read(ConfigValue value) {
    final Origin origin = Origin.of(value.origin());
    final List<ConfigValue> elements = ValueReader.elements(value);
    try {
      if (elements == null || !areValues(elements)) {
        return Setting.of(ValueReader.read(parameter, value), origin);
      }
      if (elements.isEmpty()) {
        throw new BadValueException(
            "the list is empty; allowed: "
                + ParameterText.range(parameter)
                + ", or a list of them");
      }
      if (elements.size() > MOST) {
        throw new BadValueException(
            "lists " + elements.size() + " values, above the limit of " + MOST + "; list fewer");
      }
    } catch (BadValueException e) {
      mistakes.add(origin, parameter.key(), ValueReader.text(value), e.getMessage());
      return null;
    }
    final Set<Object> values = new LinkedHashSet<>();
    for (ConfigValue element : elements) {
      readElement(element, values);
    }
    return values.size() == elements.size()
        ? new Setting(new ArrayList<>(values), true, origin)
        : null;
  }

  private void readElement(ConfigValue element, Set<Object> values) {
    try {
      if (!values.add(ValueReader.read(parameter, element))) {
        throw new BadValueException("appears in the list twice; name each value once");
      }
    } catch (BadValueException e) {
      mistakes.add(
          Origin.of(element.origin()),
          parameter.key(),
          ValueReader.text(element),
          "in its list: " + e.getMessage());
    }
  }

  private boolean areValues(List<ConfigValue> elements) {
    return !parameter.takesList()
        || elements.stream().anyMatch(element -> ValueReader.elements(element) != null);
  }
}
