package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import java.util.regex.Pattern;

/**
 * Formats of networks and graphs that are not read, but are recognized by a line that no other
 * format has.
 */
enum ForeignFormat {
  /** Graphviz. */
  DOT("a DOT file", "(strict\\s+)?(di)?graph\\b[^{\\[]*\\{.*|\\S+\\s*(--|->)\\s*\\S+.*;"),
  /** Graph Modelling Language. */
  GML("a GML file", "(graph|node|edge)\\s*\\[.*"),
  /** Pajek. */
  PAJEK("a Pajek file", "\\*(vertices|edges|arcs|network)\\b.*"),
  /** Matrix Market. */
  MATRIX_MARKET("a Matrix Market file", "%%matrixmarket\\b.*"),
  /** Graphs of DIMACS challenges. */
  DIMACS("a DIMACS graph", "p\\s+(edge|edges|col|sp|max|min)\\s+\\d+\\s+\\d+"),
  /** BRITE. */
  BRITE("a BRITE file", "topology:\\s*\\(.*\\bnodes\\b.*"),
  /** Relationships of autonomous systems of CAIDA. */
  CAIDA("a file of relationships of CAIDA", "\\d+\\|\\d+\\|(-1|0|1|2)(\\|.*)?"),
  /** Topology kit of CAIDA. */
  ITDK("a file of a topology kit of CAIDA", "(node|link)\\s+[nl]\\d+:.*"),
  /** JSON. */
  JSON("JSON", "[{\\[]|\\{\\s*\".*|\\[\\s*[{\\[\"].*");

  private final String title;
  private final Pattern line;

  ForeignFormat(String title, String line) {
    this.title = title;
    this.line = Pattern.compile("(?i)" + line);
  }

  /** Returns what it is called in messages. */
  String title() {
    return title;
  }

  /**
   * Checks the first lines of a file.
   *
   * @throws DescriptionException with the number of a line that a format has which is not read
   */
  static void refuse(String text, int lines) {
    int number = 0;
    for (String line : (Iterable<String>) text.lines().limit(lines)::iterator) {
      number++;
      final String stripped = line.strip();
      for (ForeignFormat format : values()) {
        if (format.line.matcher(stripped).matches()) {
          throw new DescriptionException(
                  "the line "
                      + Shown.of(stripped)
                      + " belongs to "
                      + format.title
                      + ", which is not read; convert the file to GraphML, or to an edge list with"
                      + " two names in each line")
              .at(Integer.toString(number));
        }
      }
    }
  }
}
