package io.hopwright.runner.command.serve;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reader of UTF-8 lines of limited length. Confined to one thread. */
final class Lines {
  private static final int END = -1;

  private final InputStream in;
  private final int mostBytes;

  /**
   * Line that was read.
   *
   * @param text text without the line feed; empty if it is refused
   * @param refusal reason why it is refused; otherwise empty
   */
  record Line(String text, String refusal) {}

  Lines(InputStream in, int mostBytes) {
    this.in = new BufferedInputStream(in);
    this.mostBytes = mostBytes;
  }

  /** Returns the next line; null at the end of input. The last one may lack its line feed. */
  Line next() throws IOException {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int letter = in.read();
    if (letter == END) {
      return null;
    }
    boolean tooLong = false;
    while (letter != '\n' && letter != END) {
      tooLong |= bytes.size() == mostBytes;
      if (!tooLong) {
        bytes.write(letter);
      }
      letter = in.read();
    }
    if (tooLong) {
      return new Line(
          "",
          "a line of more than %s MiB; put large studies into files".formatted(mostBytes >> 20));
    }
    try {
      return new Line(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.toByteArray()))
              .toString(),
          "");
    } catch (CharacterCodingException e) {
      return new Line("", "the line is not UTF-8");
    }
  }
}
