package io.hopwright.models.declare;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Failure: the user's settings are inconsistent. Lists every error that was found, with its remedy.
 */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Error in the settings.
   *
   * @param key key to change
   * @param message both sides of the broken relation, then the remedy; continues "key = value: "
   */
  public record Problem(String key, String message) {}

  private final transient List<Problem> problems;

  /** Creates the exception for at least one problem. */
  public SettingsException(List<Problem> problems) {
    super(
        problems.stream()
            .map(problem -> problem.key() + ": " + problem.message())
            .collect(Collectors.joining("; ")));
    this.problems = List.copyOf(problems);
  }

  /** Creates the exception for one problem, which {@link Problem} describes. */
  public SettingsException(String key, String message) {
    this(List.of(new Problem(key, message)));
  }

  /** Returns the errors. */
  public List<Problem> problems() {
    return problems;
  }

  /** Collector of errors, so that all of them are reported at once. */
  public static final class Collector {
    private final List<Problem> problems = new ArrayList<>();

    /** Notes an error if {@code broken}. */
    public void when(boolean broken, String key, String message) {
      if (broken) {
        problems.add(new Problem(key, message));
      }
    }

    /** Notes an error if {@code broken}. */
    public void when(boolean broken, Key<?> key, String message) {
      when(broken, key.name(), message);
    }

    /** Adds a problem for each key that does not have its default. */
    public void whenSet(Settings settings, List<Key<?>> keys, String message) {
      for (Key<?> key : keys) {
        when(!Objects.equals(settings.value(key), key.parameter().defaultValue()), key, message);
      }
    }

    /** Returns the result of {@code attempt}; if it throws, adds its problems and returns null. */
    public <T> T get(Supplier<T> attempt) {
      try {
        return attempt.get();
      } catch (SettingsException mistakes) {
        problems.addAll(mistakes.problems());
        return null;
      }
    }

    /** Throws if any problem was added. */
    public void throwIfAny() {
      if (!problems.isEmpty()) {
        throw new SettingsException(problems);
      }
    }
  }
}
