package io.hopwright.runner.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The largest cache of a processor, which its cores share. */
public final class Cache {
  /** Where Linux says what caches the first core has. */
  private static final Path LINUX = Path.of("/sys/devices/system/cpu/cpu0/cache");

  /** What is assumed where nobody says it. */
  private static final long USUAL_BYTES = 32L << 20;

  private static final int KIB = 1024;

  private Cache() {}

  /** Returns its size on this computer in bytes. */
  public static long bytes() {
    return bytes(LINUX);
  }

  /** Returns the size of the largest cache that a directory tells of; a usual one if none. */
  static long bytes(Path caches) {
    long most = 0;
    try (DirectoryStream<Path> each = Files.newDirectoryStream(caches, "index*")) {
      for (Path cache : each) {
        final String size = Files.readString(cache.resolve("size")).strip();
        if (size.matches("\\d{1,9}K")) {
          most = Math.max(most, Long.parseLong(size.substring(0, size.length() - 1)) * KIB);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      return USUAL_BYTES;
    }
    return most == 0 ? USUAL_BYTES : most;
  }
}
