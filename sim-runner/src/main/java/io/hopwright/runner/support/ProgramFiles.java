package io.hopwright.runner.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files of the program in a directory or a jar, for each module. */
public final class ProgramFiles {
  private static final Pattern MARK = Pattern.compile("\\{\\{(\\w+)}}");

  private ProgramFiles() {}

  /** Reader of files. */
  @FunctionalInterface
  public interface Reader<T> {
    /** Reads the contents of {@code root}, which is inaccessible afterwards. */
    T read(Path root) throws IOException;
  }

  /** Returns the result of {@code reader} for the module of {@code type}. */
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

  /** Returns a text that is part of the program. */
  public static String text(String place) {
    try (InputStream in = ProgramFiles.class.getResourceAsStream(place)) {
      if (in == null) {
        throw new IllegalStateException(place + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a text that is part of the program, with each mark replaced by its value. */
  public static String text(String place, UnaryOperator<String> values) {
    final String template = text(place);
    final StringBuilder text = new StringBuilder();
    final Matcher mark = MARK.matcher(template);
    int from = 0;
    while (mark.find()) {
      // Matcher.replaceAll copies each value character by character, and one is a megabyte long.
      text.append(template, from, mark.start()).append(values.apply(mark.group(1)));
      from = mark.end();
    }
    return text.append(template, from, template.length()).toString();
  }
}
