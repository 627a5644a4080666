package io.hopwright.models.program.language;

import io.hopwright.models.program.ProgramException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Formats of other tools that are recognized by their first bytes or their structure, but are not
 * read.
 */
public final class ForeignFormat {
  private static final int LOOKED_AT = 1 << 16;

  /**
   * Least number of lines without a statement that make a file another format, not a program with
   * errors.
   */
  private static final int FEW_LINES = 5;

  private static final int AT_OF_USTAR = 257;

  /** The byte order mark of UTF-8. */
  private static final String MARK = "\u00EF\u00BB\u00BF";

  private static final String UNPACK = "; unpack it first";

  private static final String READ =
      ", which is not read; programs are program text (.prog), GOAL text or binary, or files of"
          + " htsim, Chakra, DUMPI, OTF2, liballprof or SimGrid";

  private static final Pattern STATEMENT =
      Pattern.compile("(?:\\}.*|(?:" + String.join("|", Keywords.STATEMENTS) + ")\\b.*)");

  private static final List<Known> KNOWN =
      List.of(
          new Known(
              "an SQLite database, such as a trace of Nsight Systems",
              "",
              file -> file.begins("SQLite format 3")),
          new Known("data compressed by gzip", UNPACK, file -> file.begins("\u001F\u008B")),
          new Known("data compressed by zstd", UNPACK, file -> file.begins("(\u00B5/\u00FD")),
          new Known("data compressed by xz", UNPACK, file -> file.begins("\u00FD7zXZ")),
          new Known("data compressed by bzip2", UNPACK, file -> file.begins("BZh")),
          new Known("a zip archive", UNPACK, file -> file.begins("PK\3\4")),
          new Known("a tar archive", UNPACK, file -> file.text.startsWith("ustar", AT_OF_USTAR)),
          new Known("a Paraver trace", "", file -> file.begins("#Paraver")),
          new Known(
              "a DUMPI trace as text", "", file -> file.text.contains(" entering at walltime ")),
          new Known(
              "a Chakra execution trace (JSON)",
              "",
              file -> file.hasJson("\"workload_graph\"") || file.hasJson("\"ctrl_deps\"")),
          new Known("a Chrome trace (JSON)", "", file -> file.hasJson("\"traceEvents\"")),
          new Known("JSON", "", file -> file.hasJson("")),
          new Known("binary data", "", file -> file.text.indexOf(0) >= 0),
          new Known("text without statements", "", ForeignFormat::hasNoStatements));

  /** Recognized format: its name, a remedy for the user, and its detection. */
  private record Known(String name, String remedy, Predicate<Beginning> is) {}

  /**
   * Beginning of a file.
   *
   * @param text one character for each byte
   * @param lines lines that are neither empty nor comments
   * @param firstLine first of these lines, empty if there is none
   */
  private record Beginning(String text, List<String> lines, String firstLine) {
    static Beginning of(byte[] bytes) {
      final String text = new String(bytes, StandardCharsets.ISO_8859_1);
      final String marked = text.startsWith(MARK) ? text.substring(MARK.length()) : text;
      final List<String> lines =
          marked
              .lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty() && line.charAt(0) != '#')
              .toList();
      return new Beginning(text, lines, lines.isEmpty() ? "" : lines.get(0));
    }

    boolean begins(String magic) {
      return text.startsWith(magic);
    }

    /** Returns whether it is JSON, an object or a list, with a piece of text in it. */
    boolean hasJson(String piece) {
      return (firstLine.startsWith("{") || firstLine.startsWith("[")) && text.contains(piece);
    }
  }

  private ForeignFormat() {}

  /**
   * Checks that a file does not have another known format. Reads its first 64 KiB.
   *
   * @param name name of the file, for messages
   * @throws ProgramException with the probable format, and the supported ones
   */
  public static void check(String name, Path path) throws IOException {
    final byte[] bytes;
    try (InputStream in = Files.newInputStream(path)) {
      bytes = in.readNBytes(LOOKED_AT);
    }
    final Beginning file = Beginning.of(bytes);
    for (Known known : KNOWN) {
      if (known.is.test(file)) {
        throw new ProgramException(name + ": looks like " + known.name + READ + known.remedy);
      }
    }
  }

  /** Returns whether lines that are neither empty nor comments begin with no statement at all. */
  private static boolean hasNoStatements(Beginning file) {
    return file.lines.size() >= FEW_LINES
        && file.lines.stream().noneMatch(line -> STATEMENT.matcher(line).matches());
  }
}
