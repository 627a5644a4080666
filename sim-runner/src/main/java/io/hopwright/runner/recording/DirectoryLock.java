package io.hopwright.runner.recording;

import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Host;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * Lock that keeps all other processes from writing to a directory. It is a lock of the operating
 * system, so that it ends with the process in any case; the file only carries it.
 *
 * @param file lock file
 * @param channel channel that holds the lock
 */
record DirectoryLock(Path file, FileChannel channel) implements AutoCloseable {
  private static final int MOST_BYTES = 512;
  private static final int MOST_PADDING = 3_000;
  private static final Pattern SIGNATURE = Pattern.compile("process \\d+ on .*\n *");

  /**
   * Locks a directory.
   *
   * @throws EnvironmentException naming who has locked it already
   * @throws InputException if a file of the user has the name of the lock
   */
  static DirectoryLock of(Path directory) throws IOException {
    return of(directory, directory.resolve(Contents.LOCK));
  }

  /**
   * Locks what a file stands for.
   *
   * @param directory what is locked, for messages
   * @throws EnvironmentException naming who has locked it already
   * @throws InputException if the file is one of the user
   */
  static DirectoryLock of(Path directory, Path file) throws IOException {
    while (true) {
      final FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        // A channel that is closed would take the lock of this very process with it.
        throw new EnvironmentException(
            ("%s: the directory is in use by %s; wait until it has ended, or name another"
                    + " directory")
                .formatted(directory, owner(channel)),
            null);
      }
      if (!isOne(read(channel))) {
        channel.close();
        throw new InputException(
            file
                + ": not a lock file of Hopwright, which needs this name in the directory of a"
                + " study; move your file, or name another directory");
      }
      if (isSigned(file, channel)) {
        return new DirectoryLock(file, channel);
      }
      // Its owner removed it after it was opened here: the lock hangs at nothing.
      channel.close();
    }
  }

  /** Signs the file, and returns whether it is still the one that others see. */
  private static boolean isSigned(Path file, FileChannel channel) throws IOException {
    try {
      final long size = sign(channel);
      return Files.exists(file) && Files.size(file) == size;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Writes the owner of the lock, and extends the file to a length that is probably unique. */
  private static long sign(FileChannel channel) throws IOException {
    final String owner =
        "process " + ProcessHandle.current().pid() + " on " + Host.current().name();
    final String padding = " ".repeat(ThreadLocalRandom.current().nextInt(MOST_PADDING));
    final byte[] text = (owner + "\n" + padding).getBytes(StandardCharsets.UTF_8);
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(text), 0);
    return text.length;
  }

  /** Returns whether a file is a lock, also of a process that has ended. */
  static boolean isOne(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return isOne(read(channel));
    }
  }

  private static boolean isOne(String text) {
    return text.isBlank() || SIGNATURE.matcher(text).matches();
  }

  private static String read(FileChannel channel) throws IOException {
    final ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
    channel.read(bytes, 0);
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
  }

  private static String owner(FileChannel channel) throws IOException {
    final String text = read(channel);
    return text.isBlank() ? "another process" : text.lines().findFirst().orElseThrow().strip();
  }

  /** Releases the directory, and removes the file. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
    channel.close();
  }
}
