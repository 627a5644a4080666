package io.hopwright.models.declare;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * File that a key names, with the hash of its contents when the study was read: a run depends on
 * the contents, not on the path.
 *
 * @param path absolute path
 * @param parts all files of which it consists, itself included
 * @param sha256 64 hexadecimal digits: the hash of the file, or of the hashes of its parts, one a
 *     line
 */
public record InputFile(Path path, List<Path> parts, String sha256) {
  /** Between path and hash, where both are written. */
  public static final String HASH = "#sha256=";

  /** The largest that is read, of which a Java array can hold the bytes. */
  private static final long MOST_BYTES = 1L << 29;

  /**
   * Returns a file with its current content.
   *
   * @throws IOException if it cannot be read
   */
  public static InputFile of(Path path) throws IOException {
    return of(path, List.of(path));
  }

  /**
   * Returns a file of several parts with their current content.
   *
   * @param parts the file itself among them
   * @throws IOException if one cannot be read
   */
  public static InputFile of(Path path, List<Path> parts) throws IOException {
    final List<Path> all = List.copyOf(parts);
    if (all.size() == 1) {
      return new InputFile(path, all, hash(path));
    }
    final MessageDigest hashes = digest();
    for (Path part : all) {
      hashes.update((hash(part) + "\n").getBytes(StandardCharsets.US_ASCII));
    }
    return new InputFile(path, all, HexFormat.of().formatHex(hashes.digest()));
  }

  private static String hash(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      final DigestInputStream hashing = new DigestInputStream(in, digest());
      hashing.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(hashing.getMessageDigest().digest());
    }
  }

  /**
   * Returns the content.
   *
   * @throws IOException if it cannot be read, has more than 512 MiB, or has changed
   */
  public byte[] bytes() throws IOException {
    refuseHuge(path);
    final byte[] bytes = Files.readAllBytes(path);
    compare(HexFormat.of().formatHex(digest().digest(bytes)));
    return bytes;
  }

  /**
   * Reads the file and its parts once, however large.
   *
   * @throws IOException if one cannot be read, or has changed
   */
  public void check() throws IOException {
    compare(of(path, parts).sha256);
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
