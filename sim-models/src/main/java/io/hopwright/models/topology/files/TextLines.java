package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Lines of a text file in UTF-8, one at a time, with their numbers. A line is at most 1 MiB long; a
 * byte order mark and a carriage return at the end of a line are removed.
 */
final class TextLines implements Closeable {
  private static final int LONGEST = 1 << 20;
  private static final char MARK = '\uFEFF';

  private final InputStream in;
  private final CharsetDecoder decoder = Utf8.decoder();
  private byte[] bytes = new byte[256];
  private int number;

  TextLines(Path file) throws IOException {
    in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
  }

  /** Returns the number of the last line, from 1. */
  int number() {
    return number;
  }

  /** Returns the next line that is not blank; null at the end of the file. */
  String next() throws IOException {
    String line = nextOrBlank();
    while (line != null && line.isBlank()) {
      line = nextOrBlank();
    }
    return line;
  }

  /** Passes on the words of each of the next lines that has any. */
  void forEach(Consumer<List<String>> reader) throws IOException {
    for (String line = next(); line != null; line = next()) {
      final List<String> words = Words.of(line);
      if (!words.isEmpty()) {
        reader.accept(words);
      }
    }
  }

  /** Returns the next line; null at the end of the file. */
  String nextOrBlank() throws IOException {
    int length = 0;
    int next = in.read();
    if (next < 0) {
      return null;
    }
    number++;
    while (next >= 0 && next != '\n') {
      if (length == LONGEST) {
        throw new DescriptionException(
            "the line is longer than " + LONGEST + " bytes; divide it, or name a text file");
      }
      if (next == 0) {
        throw new DescriptionException(
            "the line contains a NUL byte; name a text file, or give --format");
      }
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.min(LONGEST, 2 * length));
      }
      bytes[length++] = (byte) next;
      next = in.read();
    }
    if (length > 0 && bytes[length - 1] == '\r') {
      length--;
    }
    return decoded(length);
  }

  private String decoded(int length) {
    try {
      final String line = decoder.decode(ByteBuffer.wrap(bytes, 0, length)).toString();
      return number == 1 && !line.isEmpty() && line.charAt(0) == MARK ? line.substring(1) : line;
    } catch (CharacterCodingException e) {
      throw new DescriptionException("the line is not text in UTF-8; convert the file to UTF-8");
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
