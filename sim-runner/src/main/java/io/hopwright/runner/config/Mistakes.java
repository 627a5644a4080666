package io.hopwright.runner.config;

import io.hopwright.runner.support.InputException;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Collects the user's mistakes, so that all of them are told at once. Not thread-safe. */
public final class Mistakes {
  private final Set<Mistake> found = new LinkedHashSet<>();

  /** One thing the user has to change. */
  private record Mistake(Origin origin, String key, String value, String message) {
    @Override
    public String toString() {
      final boolean option = origin.source().startsWith("--");
      final StringBuilder line = new StringBuilder().append(origin).append(option ? " " : ": ");
      if (!key.isEmpty()) {
        line.append(key);
        if (value != null) {
          line.append(option ? "=" : " = ").append(value);
        }
        line.append(": ");
      }
      return line.append(message).toString();
    }
  }

  /**
   * Notes a mistake; the same one twice counts once.
   *
   * @param origin where it was written
   * @param key the key concerned, empty if the whole file is
   * @param value the value as written, null if there is none
   * @param message what is wrong, the limit, and the remedy
   */
  public void add(Origin origin, String key, String value, String message) {
    found.add(new Mistake(origin, key, value, message));
  }

  /** Tells whether any mistake was noted. */
  public boolean any() {
    return !found.isEmpty();
  }

  /** Throws an {@link InputException} that names all mistakes, in the order of the files. */
  public void throwIfAny() {
    if (any()) {
      throw new InputException(
          found.stream()
              .sorted(Comparator.comparing(Mistake::origin))
              .map(Mistake::toString)
              .toList());
    }
  }
}
