package io.hopwright.runner.config;

import io.hopwright.runner.support.InputException;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Collects the user's mistakes, so that all of them are told at once. Not thread-safe. */
public final class Mistakes {
  private final Set<Mistake> found = new LinkedHashSet<>();

  /** Notes a mistake; the same one twice counts once. */
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
