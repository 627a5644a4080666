package io.hopwright.runner.compare;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.runner.failure.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The result of one run as it lies on disk, read strictly: what is missing, cut off or of another
 * version is refused, and the file named.
 *
 * @param directory where it lies
 * @param manifest {@code manifest.json}
 * @param summary {@code summary.json}
 * @param tables every table by the name of its file, the series among them
 */
record ResultFiles(
    Path directory, JsonNode manifest, JsonNode summary, NavigableMap<String, CsvTable> tables) {
  static final String SERIES = "series.csv";
  private static final String MANIFEST = "manifest.json";
  private static final String SUMMARY = "summary.json";
  private static final String RESOLVED = "resolved.conf";
  private static final List<String> FILES = List.of(MANIFEST, SUMMARY, RESOLVED, SERIES);
  private static final String END_TICK = "to [ticks]";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * Tells whether a directory looks like the result of a run, whole or not; studies have manifests
   * and series as well.
   */
  static boolean isRun(Path directory) {
    return Files.exists(directory.resolve(SUMMARY)) || Files.exists(directory.resolve(RESOLVED));
  }

  /**
   * Reads the result in a directory; its tables only as far as they are compared.
   *
   * @throws InputException naming the file that is not as a run leaves it
   */
  static ResultFiles read(Path directory) {
    for (String file : FILES) {
      if (!Files.isRegularFile(directory.resolve(file))) {
        throw new InputException(
            directory.resolve(file)
                + ": is missing, so that this is no whole result; simulate it again");
      }
    }
    final JsonNode manifest = json(directory.resolve(MANIFEST));
    final JsonNode summary = json(directory.resolve(SUMMARY));
    require(directory.resolve(MANIFEST), manifest, "digest", "configSha256", "config", "version");
    require(directory.resolve(SUMMARY), summary, "digest", "ticks", "study");
    if (!manifest.get("digest").equals(summary.get("digest"))) {
      throw damaged(
          directory.resolve(SUMMARY),
          "has the digest "
              + summary.get("digest").asText()
              + ", manifest.json has "
              + manifest.get("digest").asText());
    }
    final Path resolved = directory.resolve(RESOLVED);
    if (!sha256(bytes(resolved)).equals(manifest.get("configSha256").asText())) {
      throw damaged(resolved, "does not have the hash that manifest.json has of it");
    }
    final NavigableMap<String, CsvTable> tables = tables(directory);
    checkSeries(tables.get(SERIES), summary.get("ticks").asText());
    return new ResultFiles(directory, manifest, summary, tables);
  }

  /** Reads a file of JSON. */
  static JsonNode json(Path file) {
    final JsonNode node;
    try {
      node = JSON.readTree(bytes(file));
    } catch (JacksonException e) {
      throw damaged(file, "is no JSON from line " + e.getLocation().getLineNr() + " on");
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    if (!node.isObject()) {
      throw damaged(file, "is empty");
    }
    return node;
  }

  private static void require(Path file, JsonNode node, String... entries) {
    for (String entry : entries) {
      if (!node.hasNonNull(entry)) {
        throw new InputException(
            file
                + ": has no entry "
                + entry
                + "; another version of the program wrote it, simulate it again with this one");
      }
    }
  }

  private static NavigableMap<String, CsvTable> tables(Path directory) {
    final NavigableMap<String, CsvTable> tables = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      files
          .filter(file -> file.toString().endsWith(".csv"))
          .forEach(file -> tables.put(file.getFileName().toString(), CsvTable.open(file)));
    } catch (IOException e) {
      throw unreadable(directory, e);
    }
    return tables;
  }

  /** A series that was cut off between two lines ends before the run did. */
  private static void checkSeries(CsvTable series, String endTick) {
    final int column = series.columns().indexOf(END_TICK);
    if (column < 0) {
      throw damaged(series.file(), "has no column " + END_TICK);
    }
    final String[] last = {"0"};
    series.forEach((row, fields) -> last[0] = fields.get(column));
    if (!last[0].equals(endTick)) {
      throw damaged(
          series.file(), "ends at tick " + last[0] + ", the run ended at tick " + endTick);
    }
  }

  static InputException damaged(Path file, String what) {
    return new InputException(
        file + ": " + what + "; it was cut off or changed, simulate it again");
  }

  static InputException unreadable(Path file, IOException e) {
    return new InputException(file + ": cannot be read: " + e.getMessage());
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  String digest() {
    return manifest.get("digest").asText();
  }

  /** Returns every key with its value, sorted. */
  NavigableMap<String, String> config() {
    final NavigableMap<String, String> config = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : manifest.get("config").properties()) {
      config.put(entry.getKey(), entry.getValue().asText());
    }
    return config;
  }

  /** Returns how the run ended if not as planned, else nothing. */
  String ending() {
    return Stream.of("interrupted", "stalled", "lost")
        .filter(mark -> manifest.path(mark).asBoolean())
        .findFirst()
        .map(mark -> mark + " at tick " + summary.get("ticks").asText())
        .orElse("");
  }
}
