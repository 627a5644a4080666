package io.hopwright.models.declare;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A file that a key names, with the hash of what it held when the study was read: a run depends on
 * its content, wherever it lies.
 *
 * @param path absolute
 * @param sha256 64 hexadecimal digits
 */
public record InputFile(Path path, String sha256) {
  /** Between path and hash, where both are written. */
  public static final String HASH = "#sha256=";

  /** The largest that is read, of which a Java array can hold the bytes. */
  private static final long MOST_BYTES = 1L << 29;

  /**
   * Returns a file as it is now.
   *
   * @throws IOException if it cannot be read
   */
  public static InputFile of(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      final DigestInputStream hashing = new DigestInputStream(in, digest());
      hashing.transferTo(OutputStream.nullOutputStream());
      return new InputFile(path, HexFormat.of().formatHex(hashing.getMessageDigest().digest()));
    }
  }

  /**
   * Returns the content.
   *
   * @throws IOException if it cannot be read, has more than 512 MiB, or is no more what it was
   */
  public byte[] bytes() throws IOException {
    refuseHuge(path);
    final byte[] bytes = Files.readAllBytes(path);
    compare(HexFormat.of().formatHex(digest().digest(bytes)));
    return bytes;
  }

  /**
   * Goes through the file once, however large.
   *
   * @throws IOException if it cannot be read, or is no more what it was
   */
  public void check() throws IOException {
    compare(of(path).sha256);
  }

  private void compare(String now) throws IOException {
    if (!now.equals(sha256)) {
      throw new IOException("its content has changed since the study was read");
    }
  }

  private static void refuseHuge(Path path) throws IOException {
    if (Files.size(path) > MOST_BYTES) {
      throw new IOException("it has more than 512 MiB, the most that is read");
    }
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns path and hash as one text. */
  @Override
  public String toString() {
    return path + HASH + sha256;
  }
}
