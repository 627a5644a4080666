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
    final Table table =
        new Table()
            .row("  what", parameter.description())
            .row("  unit", ParameterText.unit(parameter))
            .row("  range", ParameterText.range(parameter));
    for (int i = 0; i < parameter.choices().size(); i++) {
      final Parameter.Word word = parameter.choices().get(i);
      table.row(i == 0 ? "  words" : "", word.name() + ": " + word.meaning());
    }
    table.row("  default", defaultValue()).row("  source", parameter.source());
    return parameter.key() + "\n" + table.text();
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
    final Map<String, Object> words = new LinkedHashMap<>();
    parameter.choices().forEach(word -> words.put(word.name(), word.meaning()));
    entry.put("words", words);
    entry.put("default", parameter.defaultValue());
    entry.put("description", parameter.description());
    entry.put("source", parameter.source());
    return entry;
  }
}
