package io.hopwright.runner.config;

/**
 * One thing the user has to change.
 *
 * @param origin where it was written
 * @param key the key concerned, empty if the whole file is
 * @param value the value as written, null if there is none
 * @param message what is wrong, the limit, and the remedy
 */
public record Mistake(Origin origin, String key, String value, String message) {
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
