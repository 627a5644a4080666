package io.hopwright.runner.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a module of the program consists of: the files of a directory, or those of a jar. */
public final class ProgramFiles {
  private ProgramFiles() {}

  /** Reads files. */
  @FunctionalInterface
  public interface Reader<T> {
    /** Reads what lies at {@code root}, to which nobody has access afterwards. */
    T read(Path root) throws IOException;
  }

  /** Returns what {@code reader} makes of the module that {@code type} belongs to. */
  public static <T> T read(Class<?> type, Reader<T> reader) {
    try {
      final Path place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(place)) {
        return reader.read(place);
      }
      try (FileSystem jar = FileSystems.newFileSystem(place)) {
        return reader.read(jar.getPath("/"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
