package io.hopwright.runner.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** Hashes by which a manifest identifies the files beside it. */
public final class Hashes {
  /** Entry of a manifest: a name and a hash for each file. */
  public static final String FILES = "files";

  private Hashes() {}

  /** Returns the hash of a text or a file. */
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  /** Returns the hash of a file. */
  public static String of(Path file) throws IOException {
    final MessageDigest digest = sha256();
    try (InputStream bytes = new DigestInputStream(Files.newInputStream(file), digest)) {
      bytes.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Returns the first file that is missing or changed, if there is one.
   *
   * @param files names and hashes of a manifest
   */
  public static Optional<String> firstOther(Path directory, Map<?, ?> files) {
    return files.entrySet().stream()
        .filter(file -> !isAsWritten(directory.resolve(file.getKey().toString()), file.getValue()))
        .map(file -> file.getKey().toString())
        .findFirst();
  }

  private static boolean isAsWritten(Path file, Object hash) {
    try {
      return Files.isRegularFile(file) && of(file).equals(hash);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
