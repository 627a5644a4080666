package io.hopwright.runner.text;

import io.hopwright.runner.support.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Markdown page with generated tables: each is enclosed by two comments, the first of which
 * contains the command that prints it.
 *
 * @param name name of the page, for messages
 * @param text text of the page
 */
public record GeneratedTables(String name, String text) {
  private static final String END = "<!-- end of hopwright explain -->";
  private static final Pattern MARKER =
      Pattern.compile("(?m)^<!-- (?:hopwright explain (.*)|end of hopwright explain) -->$");

  /** Position of a table without the lines of its markers, and the command's arguments. */
  private record Place(String arguments, int from, int to) {}

  /**
   * Returns the arguments of {@code hopwright explain} that print the tables of this page.
   *
   * @throws InputException if a marker has no counterpart
   */
  public List<String> arguments() {
    return places().stream().map(Place::arguments).toList();
  }

  /**
   * Returns the page with its tables printed again.
   *
   * @param printed returns the table that a command with these arguments prints
   * @throws InputException if a marker has no counterpart
   */
  public String updated(Function<String, String> printed) {
    final StringBuilder updated = new StringBuilder();
    int done = 0;
    for (Place place : places()) {
      updated.append(text, done, place.from());
      updated.append("\n\n").append(printed.apply(place.arguments())).append('\n');
      done = place.to();
    }
    return updated.append(text.substring(done)).toString();
  }

  private List<Place> places() {
    final List<Place> places = new ArrayList<>();
    final Matcher marker = MARKER.matcher(text);
    while (marker.find()) {
      final String arguments = marker.group(1);
      final String first = marker.group();
      final int from = marker.end();
      if (arguments == null || !marker.find() || marker.group(1) != null) {
        throw new InputException(
            "%s: the marker %s has no counterpart; write %s behind each table"
                .formatted(name, first, END));
      }
      places.add(new Place(arguments, from, marker.start()));
    }
    return places;
  }
}
