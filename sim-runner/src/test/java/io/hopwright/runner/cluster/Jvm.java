package io.hopwright.runner.cluster;

import io.hopwright.runner.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The program as a separate process, on the class path of the tests. */
public final class Jvm implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String TOKEN = "0123456789abcdef";
  private static final long POLL_MILLIS = 20;

  private final Process process;
  private final Path out;
  private final Path err;

  /** Workers that this process has started, as far as they were seen. */
  private final Set<ProcessHandle> workers = new HashSet<>();

  private Jvm(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts the program with {@code arguments}; its output goes to files in {@code directory}. */
  public static Jvm start(Path directory, List<String> arguments) throws IOException {
    return start(directory, List.of(), List.of(), arguments);
  }

  /**
   * Starts the program.
   *
   * @param prefix a command that runs another, such as {@code ip netns exec NAME}
   * @param flags of the JVM
   */
  public static Jvm start(
      Path directory, List<String> prefix, List<String> flags, List<String> arguments)
      throws IOException {
    final Path out = Files.createTempFile(directory, "out", ".txt");
    final Path err = Files.createTempFile(directory, "err", ".txt");
    final List<String> command = new ArrayList<>(prefix);
    // setsid gives it its own process group, as in a terminal.
    command.add("setsid");
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m"));
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    command.addAll(arguments);
    final ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("HOPWRIGHT_TOKEN", TOKEN);
    final Process process = builder.start();
    return new Jvm(process, out, err);
  }

  public long pid() {
    return process.pid();
  }

  public boolean alive() {
    return process.isAlive();
  }

  /** Returns the processor time that the process has used. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /**
   * Returns whether a process exists, running or stopped; a process that waits to be reaped does
   * not count.
   */
  static boolean runs(long pid) {
    try {
      final String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException e) {
      return false;
    }
  }

  String out() {
    return read(out);
  }

  public String err() {
    return read(err);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the workers that this process has started. */
  List<ProcessHandle> children() {
    final List<ProcessHandle> children = process.children().toList();
    workers.addAll(children);
    return children;
  }

  /** Sends a signal, such as {@code -INT}, to this process. */
  public void signal(String signal) throws IOException, InterruptedException {
    children();
    signal(signal, pid());
  }

  /** Sends a signal to a process, or to its whole group if the number is negative. */
  static void signal(String signal, long pid) throws IOException, InterruptedException {
    run("kill", signal, "--", Long.toString(pid));
  }

  /** Runs a command to its end, and returns its output. */
  public static String run(String... command) throws IOException, InterruptedException {
    final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said);
    }
    return said;
  }

  /** Waits until a process has ended, which need not be a child of this one. */
  static void awaitEnd(long pid) throws InterruptedException {
    final long start = System.nanoTime();
    while (runs(pid)) {
      if (System.nanoTime() - start > LIMIT.toNanos()) {
        throw new IllegalStateException("process " + pid + " has not ended");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Waits until {@code condition} holds; the process must run until then. */
  public void await(BooleanSupplier condition) throws InterruptedException {
    final long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (!alive() && !condition.getAsBoolean()) {
        throw new IllegalStateException("ended with " + process.exitValue() + ": " + err());
      }
      if (System.nanoTime() - start > LIMIT.toNanos()) {
        throw new IllegalStateException("still waiting: " + err());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Waits until the process has printed {@code words} on standard error. */
  Jvm awaitWords(String words) throws InterruptedException {
    await(() -> err().contains(words));
    return this;
  }

  /** Waits for the end of the process, and returns the exit code. */
  public int exitCode() throws InterruptedException {
    return exitCode(LIMIT);
  }

  /** Waits for the end of the process within {@code limit}. */
  public int exitCode(Duration limit) throws InterruptedException {
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("not ended within " + limit + ": " + err());
    }
    return process.exitValue();
  }

  /** Ends this process and its workers, also stopped workers that have lost it. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    workers.forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
