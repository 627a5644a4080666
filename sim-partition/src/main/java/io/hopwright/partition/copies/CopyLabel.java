package io.hopwright.partition.copies;

import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.proto.CopyBegin;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Description of a checkpoint that is copied.
 *
 * @param name name of the run, 1 to 255 letters, digits, {@code .}, {@code _} and {@code -}
 * @param tick its tick
 * @param sha256 SHA-256 of its last file
 * @param fileBytes sizes of its files, in their order
 */
public record CopyLabel(String name, long tick, String sha256, List<Long> fileBytes) {
  /** Sizes of more files do not fit a message. */
  private static final int MOST_FILES = 32_768;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9._-]|^\\.");
  private static final int LONGEST_NAME = 200;

  /**
   * Creates a label.
   *
   * @throws IllegalArgumentException if a value is invalid
   */
  public CopyLabel {
    require(isName(name), "the name");
    require(tick >= 0, "the tick");
    require(SHA256.matcher(sha256).matches(), "the SHA-256");
    fileBytes = List.copyOf(fileBytes);
    require(!fileBytes.isEmpty() && fileBytes.size() <= MOST_FILES, "the number of files");
    require(fileBytes.stream().allMatch(bytes -> bytes >= 0 && bytes >> 40 == 0), "a size");
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException(what + " of a copy is invalid");
    }
  }

  /** Returns whether a text can be the name of a run. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Returns the name of a run whose result goes to a directory of this name. */
  public static String nameOf(String directory) {
    final String name = OTHER.matcher(directory).replaceAll("_");
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
  }

  /** Returns the number of all bytes. */
  long bytes() {
    return fileBytes.stream().mapToLong(Long::longValue).sum();
  }

  CopyBegin begin(long copy) {
    return CopyBegin.newBuilder()
        .setCopy(copy)
        .setName(name)
        .setTick(tick)
        .setSha256(sha256)
        .addAllFileBytes(fileBytes)
        .build();
  }

  static CopyLabel of(CopyBegin begin) {
    try {
      return new CopyLabel(
          begin.getName(), begin.getTick(), begin.getSha256(), begin.getFileBytesList());
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage());
    }
  }
}
