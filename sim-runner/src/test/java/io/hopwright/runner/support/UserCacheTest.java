package io.hopwright.runner.support;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCacheTest {
  @TempDir private Path directory;

  private Path folder() {
    return directory.resolve("a/b");
  }

  @Test
  void shouldFindWhatWasKept() {
    final UserCache cache = new UserCache(folder(), 1_000);
    assertNull(cache.find("one"));
    cache.keep("one", new byte[] {1, 2});
    cache.keep("one", new byte[] {3});
    cache.keep("none", new byte[0]);
    assertArrayEquals(new byte[] {3}, cache.find("one"));
    assertArrayEquals(new byte[0], cache.find("none"));
  }

  @Test
  void shouldFindNothingInADamagedEntry() throws IOException {
    final UserCache cache = new UserCache(folder(), 1_000);
    cache.keep("one", new byte[] {1, 2, 3});
    final byte[] whole = Files.readAllBytes(folder().resolve("one"));
    for (int bit = 0; bit < 8 * whole.length; bit++) {
      final byte[] damaged = whole.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(folder().resolve("one"), damaged);
      assertNull(cache.find("one"), "bit " + bit);
    }
    Files.write(folder().resolve("one"), new byte[] {1});
    assertNull(cache.find("one"));
  }

  @Test
  void shouldRemoveWhatWasNotUsedForLongest() throws IOException {
    final UserCache cache = new UserCache(folder(), 300);
    for (String name : new String[] {"a", "b", "c"}) {
      cache.keep(name, new byte[20]);
      Files.setLastModifiedTime(folder().resolve(name), FileTime.fromMillis(name.charAt(0)));
    }
    assertArrayEquals(new byte[20], cache.find("a"));
    cache.keep("d", new byte[20]);
    assertNull(cache.find("b"));
    assertArrayEquals(new byte[20], cache.find("a"));
    assertArrayEquals(new byte[20], cache.find("d"));
    try (Stream<Path> files = Files.list(folder())) {
      assertEquals(3, files.count());
    }
  }

  @Test
  void shouldKeepNothingWhereNothingCanBeWritten() throws IOException {
    Files.writeString(directory.resolve("a"), "a file");
    final UserCache cache = new UserCache(folder(), 300);
    cache.keep("one", new byte[1]);
    assertNull(cache.find("one"));
  }

  @Test
  void shouldKeepAFileOrNothing() throws IOException {
    final UserCache cache = new UserCache(folder(), 300);
    assertNull(cache.file("one"));
    cache.keep("old", new byte[20]);
    final Path file = cache.keepFile("one", to -> Files.write(to, new byte[1_000]));
    assertEquals(file, cache.file("one"));
    assertEquals(1_000, Files.size(file));
    assertNull(cache.find("old"), "is the oldest, and both are too large");
    assertNull(
        cache.keepFile(
            "two",
            to -> {
              Files.write(to, new byte[5]);
              throw new IOException("the disk is full");
            }));
    assertThrows(
        IllegalStateException.class,
        () ->
            cache.keepFile(
                "two",
                to -> {
                  throw new IllegalStateException("it is wrong");
                }));
    assertNull(cache.file("two"));
    try (Stream<Path> files = Files.list(folder())) {
      assertEquals(1, files.count());
    }
  }
}
