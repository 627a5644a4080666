package io.hopwright.runner.support;

import io.hopwright.core.window.Window;
import io.hopwright.models.Machines;
import io.hopwright.partition.ActorExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The compiled classes that results depend on: all of kernel, models and partitions, and what the
 * runner executes and projects them and writes results with. Studies, checks, reports and commands
 * are not among them.
 */
final class SimulatorCode {
  private static final List<Class<?>> MODULES =
      List.of(Window.class, Machines.class, ActorExecutor.class, Build.class);
  private static final String OURS = "io/hopwright/";
  private static final String RUNNER = OURS + "runner/";
  private static final List<String> OF_RUNNER =
      List.of(
          RUNNER + "execution/",
          RUNNER + "projection/",
          RUNNER + "recording/",
          RUNNER + "sweep/Runs");

  private static final String HASH =
      Hashes.of(classes().toString().getBytes(StandardCharsets.UTF_8));

  private SimulatorCode() {}

  /** Returns the hash of names and contents of all these classes. */
  static String hash() {
    return HASH;
  }

  /** Returns the hash of each class, by its name. */
  static SortedMap<String, String> classes() {
    final SortedMap<String, String> classes = new TreeMap<>();
    for (Class<?> module : MODULES) {
      try {
        final Path place = Path.of(location(module));
        if (Files.isDirectory(place)) {
          addAll(place, classes);
        } else {
          try (FileSystem jar = FileSystems.newFileSystem(place)) {
            addAll(jar.getPath("/"), classes);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return classes;
  }

  private static URI location(Class<?> module) {
    try {
      return module.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void addAll(Path root, SortedMap<String, String> classes) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        final String name = root.relativize(file).toString().replace('\\', '/');
        if (name.endsWith(".class") && counts(name)) {
          classes.put(name, Hashes.of(Files.readAllBytes(file)));
        }
      }
    }
  }

  private static boolean counts(String name) {
    return name.startsWith(OURS)
        && (!name.startsWith(RUNNER) || OF_RUNNER.stream().anyMatch(name::startsWith));
  }
}
