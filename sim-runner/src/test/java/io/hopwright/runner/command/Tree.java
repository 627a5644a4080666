package io.hopwright.runner.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All files below a directory. */
public final class Tree {
  private static final List<String> TIMINGS =
      List.of(
          "started",
          "finished",
          "simulatedIn",
          "timings",
          "partitionBusySeconds",
          "execution",
          "files",
          "sha256");

  private Tree() {}

  /**
   * Returns the content of every file by its path, without times and directories. The content of a
   * page that shows such times is left out.
   */
  public static SortedMap<String, String> of(Path directory) throws IOException {
    final SortedMap<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(directory.relativize(file).toString(), content(file, directory));
      }
    }
    return files;
  }

  /** Returns the paths of all files. */
  static List<String> names(Path directory) throws IOException {
    return List.copyOf(of(directory).keySet());
  }

  private static String content(Path file, Path directory) throws IOException {
    if (file.toString().endsWith(".html")) {
      return "a page";
    }
    final String text =
        Files.readString(file, StandardCharsets.ISO_8859_1).replace(directory.toString(), "OUT");
    if (!file.toString().endsWith(".json")) {
      return text;
    }
    final JsonNode json = new ObjectMapper().readTree(text);
    TIMINGS.forEach(name -> ((ObjectNode) json).remove(name));
    return json.toPrettyString();
  }
}
