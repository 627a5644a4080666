package io.hopwright.runner.support;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files that make the next command faster and that can be deleted at any time, in a folder of the
 * user's cache: {@code $XDG_CACHE_HOME/hopwright}, or {@code ~/.cache/hopwright}. An entry begins
 * with the hash of its content. Damaged entries are ignored, and if the folder is not writable,
 * nothing is kept. Each folder keeps the most recently used entries. Safe for any thread and for
 * several processes.
 */
public final class UserCache {
  private static final int HASH_CHARACTERS = 64;

  /** A file, so that no folder can be made in it. */
  private static final Path NOWHERE = Path.of("/dev/null");

  private final Path folder;
  private final long mostBytes;

  /**
   * Opens a folder; it need not exist.
   *
   * @param mostBytes of all entries
   */
  public UserCache(String name, long mostBytes) {
    this(home().resolve(name), mostBytes);
  }

  UserCache(Path folder, long mostBytes) {
    this.folder = folder;
    this.mostBytes = mostBytes;
  }

  /** Returns the folder of the program; one that cannot be made if the user has none. */
  private static Path home() {
    final String cache = System.getenv("XDG_CACHE_HOME");
    final Path own = Path.of(System.getProperty("user.home"), ".cache");
    final Path folder = cache == null || !Path.of(cache).isAbsolute() ? own : Path.of(cache);
    return (folder.isAbsolute() ? folder : NOWHERE).resolve("hopwright");
  }

  /** Returns the content of an entry; null without one. */
  public byte[] find(String name) {
    final Path file = folder.resolve(name);
    try {
      final byte[] bytes = Files.readAllBytes(file);
      if (bytes.length < HASH_CHARACTERS) {
        return null;
      }
      final byte[] content = Arrays.copyOfRange(bytes, HASH_CHARACTERS, bytes.length);
      final byte[] hash = Arrays.copyOf(bytes, HASH_CHARACTERS);
      if (!Arrays.equals(hash, Hashes.of(content).getBytes(StandardCharsets.US_ASCII))) {
        return null;
      }
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
      return content;
    } catch (IOException e) {
      return null;
    }
  }

  /** Writes an entry atomically. */
  public void keep(String name, byte[] content) {
    keepFile(
        name,
        file -> {
          try (OutputStream out = Files.newOutputStream(file)) {
            out.write(Hashes.of(content).getBytes(StandardCharsets.US_ASCII));
            out.write(content);
          }
        });
  }

  /** Returns the file of an entry that checks its content itself; null without one. */
  public Path file(String name) {
    final Path file = folder.resolve(name);
    try {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
      return file;
    } catch (IOException e) {
      return null;
    }
  }

  /** Writer of an entry. */
  @FunctionalInterface
  public interface Writer {
    /** Writes the entry to a file. */
    void writeTo(Path file) throws IOException;
  }

  /**
   * Writes an entry atomically. It is kept, however large it is.
   *
   * @return its file; null if it cannot be written
   */
  public Path keepFile(String name, Writer writer) {
    Path written = null;
    try {
      Files.createDirectories(folder);
      written = Files.createTempFile(folder, "new", ".tmp");
      written.toFile().deleteOnExit();
      writer.writeTo(written);
      final Path file = folder.resolve(name);
      Files.move(
          written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      removeOldest(file);
      return file;
    } catch (IOException e) {
      return null;
    } finally {
      remove(written);
    }
  }

  private static void remove(Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // It is removed as the oldest entry later.
    }
  }

  private void removeOldest(Path spared) {
    record Entry(Path file, long bytes, FileTime used) {}
    final List<Entry> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        entries.add(new Entry(file, Files.size(file), Files.getLastModifiedTime(file)));
      }
      entries.sort(Comparator.comparing(Entry::used).reversed());
      long kept = 0;
      for (Entry entry : entries) {
        kept += entry.bytes;
        if (kept > mostBytes && !entry.file.equals(spared)) {
          Files.deleteIfExists(entry.file);
        }
      }
    } catch (IOException e) {
      // Another process removes entries, too. The next entry that is written removes the rest.
    }
  }
}
