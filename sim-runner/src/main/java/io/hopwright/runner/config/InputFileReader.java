package io.hopwright.runner.config;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.program.trace.TraceFormats;
import io.hopwright.runner.support.Excerpt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Reader of a key's value that names a file: its path, relative to the file with the key (on the
 * command line: to the working directory). The path can be followed by {@link InputFile#HASH} and
 * the hash that the content must have. A trace can consist of several files.
 */
final class InputFileReader {
  private InputFileReader() {}

  static InputFile read(String text, Origin origin) throws BadValueException {
    final int hash = text.lastIndexOf(InputFile.HASH);
    final InputFile file = find(hash < 0 ? text : text.substring(0, hash), origin);
    final String wanted = hash < 0 ? file.sha256() : text.substring(hash + InputFile.HASH.length());
    if (!file.sha256().equals(wanted)) {
      throw new BadValueException(
          ("the file has changed: its SHA-256 is %s, not %s; restore it, or leave the hash"
                  + " out")
              .formatted(file.sha256(), Excerpt.of(wanted)));
    }
    return file;
  }

  private static InputFile find(String name, Origin origin) throws BadValueException {
    try {
      final Path path = directory(origin).resolve(name).toAbsolutePath().normalize();
      if (!Files.exists(path)) {
        throw new BadValueException("there is no file " + Excerpt.of(path.toString()));
      }
      // A pipe waits for whoever writes to it, and a device may have no end.
      if (!Files.isRegularFile(path)) {
        throw new BadValueException(
            Excerpt.of(path.toString()) + " is a directory, a device or a pipe; name a file");
      }
      return InputFile.of(path, TraceFormats.files(path));
    } catch (InvalidPathException e) {
      throw new BadValueException("not a valid file name");
    } catch (IOException e) {
      throw new BadValueException("cannot be read: " + Excerpt.ofLine(e.getMessage()));
    }
  }

  private static Path directory(Origin origin) {
    final Path source = Path.of(origin.source());
    return source.getParent() == null || !Files.exists(source) ? Path.of("") : source.getParent();
  }
}
