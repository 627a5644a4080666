package io.hopwright.runner.config;

import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Collector of the user's errors, so that all are reported at once. If there are very many, it
 * reports the first ones and the number of the others. Not thread-safe.
 */
public final class Mistakes {
  private static final int MOST = 100;
  private static final int MOST_UNKNOWN = 10;

  private final Set<Mistake> found = new LinkedHashSet<>();
  private final Map<Place, Integer> unknown = new HashMap<>();
  private final Map<Place, Origin> untold = new HashMap<>();

  /** A section of a file. */
  private record Place(String source, String section) {}

  /** Error that the user must correct. */
  private record Mistake(Origin origin, String key, String value, String message) {
    @Override
    public String toString() {
      final boolean option = origin.source().startsWith("--");
      final StringBuilder line = new StringBuilder().append(origin).append(option ? " " : ": ");
      if (!key.isEmpty()) {
        line.append(Excerpt.of(key));
        if (value != null) {
          line.append(option ? "=" : " = ").append(Excerpt.of(value));
        }
        line.append(": ");
      }
      return line.append(message).toString();
    }
  }

  /**
   * Records an error; equal errors count once.
   *
   * @param origin place of the error
   * @param key key, empty for the whole file
   * @param value value as written, null if there is none
   * @param message error, limit and remedy
   */
  public void add(Origin origin, String key, String value, String message) {
    found.add(new Mistake(origin, key, value, message));
  }

  /**
   * Records an unknown key. A section with more than ten of them is of another kind than the user
   * assumes; no suggestions are computed for further ones, because they take time.
   *
   * @param section section of the key, empty for the whole file
   * @param message supplier of the message, called for the first ten
   */
  public void addUnknown(
      Origin origin, String section, String key, String value, Supplier<String> message) {
    final Place place = new Place(origin.source(), section);
    if (unknown.merge(place, 1, Integer::sum) <= MOST_UNKNOWN) {
      add(origin, key, value, message.get());
    } else {
      untold.putIfAbsent(place, origin);
    }
  }

  /** Returns whether any error was noted. */
  public boolean any() {
    return !found.isEmpty();
  }

  /** Throws an {@link InputException} that names all errors, in the order of the files. */
  public void throwIfAny() {
    if (any()) {
      untold.forEach(
          (place, origin) ->
              add(
                  origin,
                  place.section(),
                  null,
                  "and " + (unknown.get(place) - MOST_UNKNOWN) + " more unknown keys"));
      final List<String> messages = new ArrayList<>();
      found.stream()
          .sorted(Comparator.comparing(Mistake::origin))
          .limit(MOST)
          .forEach(mistake -> messages.add(mistake.toString()));
      if (found.size() > MOST) {
        messages.add("and " + (found.size() - MOST) + " more errors");
      }
      throw new InputException(messages);
    }
  }
}
