package io.hopwright.runner.command;

import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Parameter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a word means that is a value of a key: a workload, a policy.
 *
 * @param machine whose key it is
 * @param parameter the key
 * @param word the word
 */
record WordExplanation(Machine machine, Parameter parameter, Parameter.Word word) {
  String text() {
    return word.name()
        + "\n"
        + new Table()
            .row("  what", word.meaning())
            .row("  of", parameter.key())
            .row("  machine", machine.name())
            .row("  source", parameter.source())
            .text();
  }

  Map<String, Object> document() {
    final Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("word", word.name());
    entry.put("key", parameter.key());
    entry.put("machine", machine.name());
    entry.put("description", word.meaning());
    entry.put("source", parameter.source());
    return entry;
  }
}
