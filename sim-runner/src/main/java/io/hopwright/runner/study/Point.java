package io.hopwright.runner.study;

import io.hopwright.models.declare.Parameter;
import io.hopwright.runner.config.ParameterText;
import io.hopwright.runner.config.ResolvedConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Point: a single simulation of a study, one of its runs with one value for every key.
 *
 * @param run name of the run, empty if the study has none
 * @param mode execution mode
 * @param mayStall whether a standstill is a regular end
 * @param values values of the keys for which the study lists values, in the order of their
 *     declaration
 * @param path path of its directory within the study's; empty if the study is a single point
 * @param config its complete configuration
 */
public record Point(
    String run,
    ExecutionMode mode,
    boolean mayStall,
    Map<String, Object> values,
    String path,
    ResolvedConfig config) {
  Point(RunSpec run, Map<String, Object> values, String path, ResolvedConfig config) {
    this(run.name(), run.mode(), run.mayStall(), values, path, config);
  }

  /** Returns the title, possibly empty. */
  public String title() {
    return config.title();
  }

  /** Returns the values as fields of a table, by the key and its unit. */
  public Map<String, String> fields() {
    final Map<String, String> fields = new LinkedHashMap<>();
    for (Parameter parameter : config.parameters()) {
      if (values.containsKey(parameter.key())) {
        fields.put(heading(parameter), ParameterText.bare(parameter, values.get(parameter.key())));
      }
    }
    return fields;
  }

  /**
   * Returns the heading of every key in the order of declaration, including keys that do not vary.
   */
  public List<String> headings() {
    return config.parameters().stream().map(Point::heading).toList();
  }

  private static String heading(Parameter parameter) {
    return switch (parameter.kind()) {
      case TICKS -> parameter.key() + " [ticks]";
      case TIME -> parameter.key() + " [ps]";
      case BYTES, BYTES_LIST, SIZES -> parameter.key() + " [B]";
      default -> parameter.key();
    };
  }
}
