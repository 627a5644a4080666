package io.hopwright.models.program.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * First 64 KiB of a file, from which its format is detected. Immutable.
 *
 * @param path path of the file
 * @param text one character for each byte
 * @param lines lines that are neither empty nor comments ({@code #}), stripped
 */
public record FileBeginning(Path path, String text, List<String> lines) {
  /** The most bytes of a beginning. */
  public static final int BYTES = 1 << 16;

  /** Returns the beginning of a file. */
  public static FileBeginning of(Path path) throws IOException {
    final String text;
    try (InputStream in = Files.newInputStream(path)) {
      text = new String(in.readNBytes(BYTES), StandardCharsets.ISO_8859_1);
    }
    return new FileBeginning(
        path,
        text,
        text.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && line.charAt(0) != '#')
            .toList());
  }

  /** Returns the first line that is neither empty nor a comment; empty without one. */
  public String firstLine() {
    return lines.isEmpty() ? "" : lines.get(0);
  }
}
