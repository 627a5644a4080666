package io.hopwright.models.topology.files;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Text in UTF-8; malformed bytes are errors. */
final class Utf8 {
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final int BUFFER = 1 << 16;

  private Utf8() {}

  static CharsetDecoder decoder() {
    return StandardCharsets.UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  /** Returns a reader of a file, behind its byte order mark. */
  static Reader reader(Path file) throws IOException {
    final InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    in.mark(MARK.length);
    if (!Arrays.equals(in.readNBytes(MARK.length), MARK)) {
      in.reset();
    }
    return new BufferedReader(new InputStreamReader(in, decoder()), BUFFER);
  }
}
