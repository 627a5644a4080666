package io.hopwright.runner.text;

import io.hopwright.models.declare.Parameter;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.results.JsonObject;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Explanation of a word that is a value of a key: a workload, a policy.
 *
 * @param machine machine of the key
 * @param parameter the key
 * @param word the word
 */
public record WordExplanation(Machine machine, Parameter parameter, Parameter.Word word) {
  /**
   * Returns words as text. A word with the same key and meaning on several machines is listed once.
   */
  public static String text(List<WordExplanation> words) {
    return words.stream()
        .collect(
            Collectors.groupingBy(
                each -> List.of(each.word, each.parameter.key(), each.parameter.source()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values()
        .stream()
        .map(alike -> alike.get(0).text(alike.stream().map(each -> each.machine.name()).toList()))
        .collect(Collectors.joining());
  }

  private String text(Collection<String> machines) {
    return word.name()
        + "\n"
        + new Table()
            .row("  what", word.meaning())
            .row("  of", parameter.key())
            .row("  machine", String.join(", ", machines))
            .row("  source", parameter.source())
            .text()
        + "\n";
  }

  /** Returns the explanation as a document for programs. */
  public Map<String, Object> document() {
    return new JsonObject()
        .with("word", word.name())
        .with("key", parameter.key())
        .with("machine", machine.name())
        .with("description", word.meaning())
        .with("source", parameter.source());
  }
}
