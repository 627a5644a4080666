package io.hopwright.runner.recording;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.Seal;
import io.hopwright.runner.support.Hashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Updates the hashes of a result, so that a change by a test looks as if the run had written it.
 */
public final class Signature {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Signature() {}

  /** Writes the hashes of all existing files into the manifest. */
  public static void renew(Path result) throws IOException {
    final Path file = result.resolve(Format.MANIFEST);
    final ObjectNode manifest = (ObjectNode) JSON.readTree(file.toFile());
    final ObjectNode files = (ObjectNode) manifest.get(Hashes.FILES);
    final List<String> names = new ArrayList<>();
    files.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      if (Files.exists(result.resolve(name))) {
        files.put(name, Hashes.of(Files.readAllBytes(result.resolve(name))));
      }
    }
    seal(file, manifest);
  }

  /** Writes the hash of a manifest into the manifest itself. */
  public static void seal(Path manifest) throws IOException {
    seal(manifest, JSON.readTree(manifest.toFile()));
  }

  private static void seal(Path file, JsonNode manifest) throws IOException {
    final Map<String, Object> content = JSON.convertValue(manifest, new TypeReference<>() {});
    content.remove("sha256");
    Files.writeString(file, Json.text(Seal.sealed(content)));
  }
}
