package io.hopwright.runner.study;

import io.hopwright.models.declare.Parameter;
import io.hopwright.models.run.KeyRole;
import io.hopwright.runner.config.ConditionalSettings;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.ParameterText;
import io.hopwright.runner.config.RunSettings;
import io.hopwright.runner.config.Setting;
import io.hopwright.runner.support.Excerpt;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Notes about lists in the user's files that are one value, but are easily mistaken for one point
 * per element.
 *
 * @param library library, which knows the user's own files
 * @param notes receiver of the notes
 */
public record Mixtures(Library library, Consumer<String> notes) {
  /** Largest number of lists that are named; more lines would hide the others. */
  private static final int MOST_LINES = 3;

  /** Elements that are written out in a message. */
  private static final int MOST_ELEMENTS = 4;

  /** Prints the lists of all points of a study and of its parts that are one value. */
  public void tell(Study study, Scale scale) {
    tell(study.partsOrSelf().stream().flatMap(part -> part.allSettings(scale).stream()).toList());
  }

  /** Prints the lists of one run, or of several, that are one value. */
  public void tell(List<RunSettings> runs) {
    final Set<String> lines = new LinkedHashSet<>();
    for (RunSettings run : runs) {
      final Map<String, Parameter> parameters =
          run.parameters().stream().collect(Collectors.toMap(Parameter::key, key -> key));
      find(parameters, run.settings(), lines);
      for (ConditionalSettings some : run.beyond()) {
        find(parameters, some.set(), lines);
      }
    }
    lines.stream().limit(MOST_LINES).forEach(notes);
    if (lines.size() > MOST_LINES) {
      notes.accept("and " + (lines.size() - MOST_LINES) + " more lists that form one value each");
    }
  }

  private void find(
      Map<String, Parameter> parameters, Map<String, Setting> settings, Set<String> lines) {
    settings.forEach(
        (key, setting) -> {
          final Parameter parameter = parameters.get(key);
          if (canBeMistaken(parameter)
              && !setting.listed()
              && setting.value() instanceof List<?> elements
              && elements.size() > 1
              && library.isOwn(setting.origin())) {
            lines.add(
                "%s: %s = %s: %s"
                    .formatted(
                        setting.origin(),
                        key,
                        Excerpt.of(ParameterText.value(parameter, elements)),
                        remedy(parameter, elements)));
          }
        });
  }

  /** Returns whether a list can be mistaken for points. Boxes and selections of tables cannot. */
  private static boolean canBeMistaken(Parameter parameter) {
    return parameter.takesList()
        && parameter.kind() != Parameter.Kind.SHAPE
        && KeyRole.of(parameter.key()) != KeyRole.OBSERVATION;
  }

  private static String remedy(Parameter parameter, List<?> elements) {
    final String points =
        elements.size() <= MOST_ELEMENTS
            ? ParameterText.asPoints(parameter, elements)
            : ParameterText.asPoints(parameter, elements.subList(0, 2)).replaceFirst("]$", ", …]");
    return "%s %s are %s; write %s for points"
        .formatted(elements.size(), plural(parameter), ParameterText.together(parameter), points);
  }

  private static String plural(Parameter parameter) {
    return switch (parameter.kind()) {
      case BYTES_LIST, SIZES -> "sizes";
      case INTEGERS -> "numbers";
      default -> "words";
    };
  }
}
