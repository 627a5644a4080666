package io.hopwright.runner.support;

import io.hopwright.core.window.Window;
import io.hopwright.models.Machines;
import io.hopwright.partition.ActorExecutor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Compiled classes on which results depend: all of kernel, models and partitions with the bundled
 * programs of ranks, and the parts of the runner that execute, project and write results. Studies,
 * checks, reports and commands are not included.
 */
final class SimulatorCode {
  private static final List<Class<?>> MODULES =
      List.of(Window.class, Machines.class, ActorExecutor.class, Build.class);
  private static final String PROGRAM = ".prog";
  private static final String OURS = "io/hopwright/";
  private static final String RUNNER = OURS + "runner/";
  private static final List<String> OF_RUNNER =
      List.of(RUNNER + "execution/", RUNNER + "recording/", RUNNER + "sweep/Runs");

  private static final AtomicReference<String> HASH = new AtomicReference<>();

  private SimulatorCode() {}

  /** Returns the hash of names and contents of all these classes. */
  static String hash() {
    // Not when the class is initialized: a thread that is interrupted meanwhile would spoil it.
    return HASH.updateAndGet(
        known ->
            known != null
                ? known
                : Hashes.of(classes().toString().getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the hash of each class, by its name. */
  static SortedMap<String, String> classes() {
    final SortedMap<String, String> classes = new TreeMap<>();
    for (Class<?> module : MODULES) {
      classes.putAll(ProgramFiles.read(module, SimulatorCode::classes));
    }
    return classes;
  }

  private static SortedMap<String, String> classes(Path root) throws IOException {
    final SortedMap<String, String> classes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        final String name = root.relativize(file).toString().replace('\\', '/');
        if (name.endsWith(PROGRAM) || (name.endsWith(".class") && counts(name))) {
          classes.put(name, Hashes.of(Files.readAllBytes(file)));
        }
      }
    }
    return classes;
  }

  private static boolean counts(String name) {
    return name.startsWith(OURS)
        && (!name.startsWith(RUNNER) || OF_RUNNER.stream().anyMatch(name::startsWith));
  }
}
