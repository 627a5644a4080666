package io.hopwright.runner.bench;

import io.hopwright.runner.recording.Reason;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.support.Build;
import io.hopwright.runner.support.Host;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * History of measurements of a study: a file with one line of JSON for each measurement. The speed
 * on one thread is per second of processor time, so that other work on the computer counts little.
 */
public final class BenchRecord {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");
  private static final String MODEL = "model name";

  private BenchRecord() {}

  /**
   * Appends a measurement.
   *
   * @param folder folder of the files, created if it does not exist
   * @param study measured study
   * @param measured rows as {@link RowLauncher} returns them
   */
  public static Path append(Path folder, String study, List<Map<String, Object>> measured) {
    final Path file = folder.resolve(study + ".jsonl");
    final Build build = Build.current();
    final Host host = Host.current();
    final Map<String, Object> line =
        new JsonObject()
            .with("date", LocalDate.now(ZoneOffset.UTC).toString())
            .with("version", build.version())
            .with("commit", String.valueOf(build.commit()))
            .with("modified", build.modified())
            .with("jdk", host.jdk())
            .with("processor", processor())
            .with("cores", host.cores())
            .with("caches", caches(CACHES))
            .with("rows", measured.stream().map(BenchRecord::row).toList());
    try {
      Files.createDirectories(folder);
      return Files.writeString(
          file,
          Json.compact(line) + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw Reason.unwritten(file, e);
    }
  }

  private static Map<String, Object> row(Map<String, Object> measured) {
    final boolean single =
        Integer.valueOf(1).equals(measured.get("threads"))
            && Integer.valueOf(1).equals(measured.get("jvms"));
    return new JsonObject()
        .with(
            "row",
            "%s, %s, threads %s, JVMs %s"
                .formatted(
                    measured.get("run"),
                    measured.get("shape"),
                    measured.get("threads"),
                    measured.get("jvms")))
        .with("per", single ? "second of processor time" : "second")
        .with("median", measured.get(single ? "packetHopsPerCpuSecond" : "packetHopsPerSecond"))
        .with("lowerQuartile", measured.get("lowerQuartile"))
        .with("upperQuartile", measured.get("upperQuartile"));
  }

  /** Returns the sizes of the caches of a core, first level first; empty if they are unknown. */
  static List<String> caches(Path folder) {
    try (Stream<Path> caches = Files.list(folder)) {
      final SortedMap<String, String> sizes = new TreeMap<>();
      for (Path cache : (Iterable<Path>) caches::iterator) {
        final Path size = cache.resolve("size");
        if (Files.isReadable(size) && !Files.readString(cache.resolve("type")).startsWith("I")) {
          sizes.put(
              Files.readString(cache.resolve("level")).strip(), Files.readString(size).strip());
        }
      }
      return List.copyOf(sizes.values());
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Returns the model of the processor, or its architecture where the system does not name it. */
  private static String processor() {
    try (Stream<String> lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith(MODEL))
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
