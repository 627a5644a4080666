package io.hopwright.runner.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTest {
  private static final long USUAL = 32L << 20;

  @TempDir private Path folder;

  private void cache(String name, String size) throws IOException {
    Files.createDirectories(folder.resolve(name));
    Files.writeString(folder.resolve(name).resolve("size"), size);
  }

  @Test
  void shouldTakeTheLargest() throws IOException {
    cache("index0", "32K\n");
    cache("index3", "98304K\n");
    cache("index2", "1024K\n");
    assertEquals(96L << 20, Cache.bytes(folder));
  }

  @Test
  void shouldTakeAUsualOneWhereNobodyTells() throws IOException {
    assertEquals(USUAL, Cache.bytes(folder));
    assertEquals(USUAL, Cache.bytes(folder.resolve("none")));
    Files.createDirectories(folder.resolve("index0"));
    assertEquals(USUAL, Cache.bytes(folder));
    cache("index0", "much\n");
    assertEquals(USUAL, Cache.bytes(folder));
    assertTrue(Cache.bytes() > 0);
  }
}
