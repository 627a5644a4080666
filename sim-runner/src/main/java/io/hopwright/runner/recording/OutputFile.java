package io.hopwright.runner.recording;

import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Output file that a user names.
 *
 * @param option option that names it
 * @param path path of the file
 */
public record OutputFile(String option, Path path) {
  /** Test that distinguishes files. */
  @FunctionalInterface
  public interface Kind {
    /** Returns whether a file is of the kind. */
    boolean has(Path file) throws IOException;
  }

  /**
   * Writes the file; a reader sees the old or the new content, and never a part.
   *
   * @param kind kind of the files that may be replaced
   * @throws InputException if it has no directory, or another kind of file is there
   */
  public <T> T write(Kind kind, ResultWriter.Writing<T> writing) {
    final Path directory = path.toAbsolutePath().normalize().getParent();
    if (Files.isDirectory(path)) {
      throw wrong("is a directory; name a file");
    }
    if (Files.isSymbolicLink(path)) {
      throw wrong("a symbolic link, which would be replaced; name its target");
    }
    if (!Files.isDirectory(directory)) {
      throw wrong(
          "there is no directory "
              + Excerpt.ofLine(directory.toString())
              + "; create it, or name another");
    }
    try {
      if (Files.exists(path)
          && !(Files.isRegularFile(path) && (Files.size(path) == 0 || kind.has(path)))) {
        throw wrong(
            "the existing file is of another kind and is not replaced; choose another name");
      }
      return ResultWriter.replace(path, writing);
    } catch (IOException e) {
      throw Reason.unwritten(path, e);
    }
  }

  /** Writer of a text. */
  @FunctionalInterface
  public interface TextWriting {
    /** Writes the text. */
    void to(Writer file) throws IOException;
  }

  /**
   * Writes a text in the same way. An existing file is replaced if it starts with {@code
   * beginning}.
   */
  public void writeText(String beginning, TextWriting text) {
    write(
        file -> {
          try (InputStream in = Files.newInputStream(file)) {
            final byte[] first = in.readNBytes(beginning.length());
            return new String(first, StandardCharsets.UTF_8).equals(beginning);
          }
        },
        growing -> {
          try (Writer file = Files.newBufferedWriter(growing, StandardCharsets.UTF_8)) {
            text.to(file);
          }
          return growing;
        });
  }

  private InputException wrong(String what) {
    return new InputException(option + " " + Excerpt.ofLine(path.toString()) + ": " + what);
  }
}
