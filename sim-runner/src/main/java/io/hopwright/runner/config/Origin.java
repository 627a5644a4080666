package io.hopwright.runner.config;

import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigValue;
import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * Place of a value.
 *
 * @param source name of the file, {@code --set}, or {@code default}
 * @param line line in the file, counted from 1; 0 if it has none
 */
public record Origin(String source, int line) implements Comparable<Origin> {
  /** Origin of a value that is the parameter's own default. */
  public static final Origin DEFAULT = new Origin("default", 0);

  /** The option of the command line. */
  public static final Origin SET = new Origin("--set", 0);

  private static final Pattern LINES = Pattern.compile(": \\d+(-\\d+)?$");
  private static final String MERGED = "merge of ";

  /**
   * Returns the place at which {@code value} was written; for an object, that of its first part.
   */
  public static Origin of(ConfigValue value) {
    return of(value.origin());
  }

  /** Returns the origin that the parser noted. */
  static Origin of(ConfigOrigin origin) {
    String description = origin.description();
    if (description.startsWith(MERGED)) {
      description = description.substring(MERGED.length()).split(",", 2)[0];
    }
    final String source = LINES.matcher(description).replaceFirst("");
    return new Origin(source, Math.max(0, origin.lineNumber()));
  }

  /** Orders files before {@code --set}, and lines within a file. */
  @Override
  public int compareTo(Origin other) {
    return Comparator.comparing((Origin origin) -> origin.source().startsWith("--"))
        .thenComparing(Origin::source)
        .thenComparingInt(Origin::line)
        .compare(this, other);
  }

  @Override
  public String toString() {
    return line > 0 ? source + ":" + line : source;
  }
}
