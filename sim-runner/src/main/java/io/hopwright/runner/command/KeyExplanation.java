package io.hopwright.runner.command;

import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Parameter;
import io.hopwright.runner.config.ParameterText;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a key means.
 *
 * @param machine whose key it is
 * @param parameter its declaration
 */
record KeyExplanation(Machine machine, Parameter parameter) {
  String text() {
    return parameter.key()
        + "\n"
        + new Table()
            .row("  what", parameter.description())
            .row("  unit", ParameterText.unit(parameter))
            .row("  range", ParameterText.range(parameter))
            .row("  default", defaultValue())
            .row("  source", parameter.source())
            .text();
  }

  private String defaultValue() {
    return parameter.defaultValue() == null
        ? "not set"
        : ParameterText.value(parameter, parameter.defaultValue());
  }

  Map<String, Object> document() {
    final Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("key", parameter.key());
    entry.put("machine", machine.name());
    entry.put("kind", parameter.kind().name().toLowerCase(Locale.ROOT));
    entry.put("unit", ParameterText.unit(parameter));
    entry.put("range", ParameterText.range(parameter));
    entry.put("default", parameter.defaultValue());
    entry.put("description", parameter.description());
    entry.put("source", parameter.source());
    return entry;
  }
}
