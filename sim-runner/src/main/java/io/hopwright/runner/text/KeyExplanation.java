package io.hopwright.runner.text;

import io.hopwright.models.declare.KeyFamily;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.config.ParameterText;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.support.MarkdownTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Explanation of a key.
 *
 * @param machine machine of the key
 * @param component name of the component that reads it
 * @param parameter its declaration
 */
public record KeyExplanation(Machine machine, String component, Parameter parameter) {
  /** Returns its name. */
  public String name() {
    return parameter.key();
  }

  /**
   * Returns whether a text is the name, the name of a member's key, or the name without free parts.
   */
  public boolean isCalled(String text) {
    return filled(text).equals(text) || withoutFreeParts().equals(text);
  }

  /** Returns the name with the free parts of a text. */
  public String filled(String text) {
    return KeyFamily.filled(parameter, text).key();
  }

  public String withoutFreeParts() {
    return name().replace("." + Parameter.FREE, "");
  }

  /** Returns keys as a table in Markdown, with a column of machines if there are several. */
  public static String markdown(List<KeyExplanation> keys) {
    final List<String> headings =
        new ArrayList<>(List.of("key", "default", "range", "what it is", "source"));
    final boolean several = keys.stream().map(KeyExplanation::machine).distinct().count() > 1;
    if (several) {
      headings.add(0, "machine");
    }
    final MarkdownTable table = new MarkdownTable(headings);
    for (KeyExplanation key : keys) {
      final List<String> cells = new ArrayList<>(key.cells());
      if (several) {
        cells.add(0, key.machine().name());
      }
      table.row(cells);
    }
    return table.text();
  }

  private List<String> cells() {
    final String value = parameter.defaultValue() == null ? "" : defaultValue();
    return List.of(
        MarkdownTable.code(name()),
        value,
        ParameterText.range(parameter),
        parameter.description(),
        parameter.source());
  }

  /** Returns it as text. */
  public String text() {
    final Table table =
        new Table()
            .row("  what", parameter.description())
            .row("  part", component)
            .row("  unit", ParameterText.unit(parameter))
            .row("  range", ParameterText.range(parameter));
    for (int i = 0; i < parameter.choices().size(); i++) {
      final Parameter.Word word = parameter.choices().get(i);
      table.row(i == 0 ? "  words" : "", word.name() + ": " + word.meaning());
    }
    final List<?> elements = ParameterText.twoElements(parameter);
    if (!elements.isEmpty()) {
      table.row(
          "  points",
          "%s are two points; %s is %s"
              .formatted(
                  ParameterText.asPoints(parameter, elements),
                  ParameterText.value(parameter, elements),
                  ParameterText.together(parameter)));
    }
    table.row("  default", defaultValue()).row("  source", parameter.source());
    return name() + "\n" + table.text();
  }

  private String defaultValue() {
    return parameter.defaultValue() == null
        ? "not set"
        : ParameterText.value(parameter, parameter.defaultValue());
  }

  /** Returns the explanation as a document for programs. */
  public Map<String, Object> document() {
    final Map<String, Object> words = new LinkedHashMap<>();
    parameter.choices().forEach(word -> words.put(word.name(), word.meaning()));
    return new JsonObject()
        .with("key", name())
        .with("machine", machine.name())
        .with("part", component)
        .with("kind", parameter.kind().name().toLowerCase(Locale.ROOT))
        .with("unit", ParameterText.unit(parameter))
        .with("range", ParameterText.range(parameter))
        .with("words", words)
        .with("default", parameter.defaultValue())
        .with("description", parameter.description())
        .with("source", parameter.source());
  }
}
