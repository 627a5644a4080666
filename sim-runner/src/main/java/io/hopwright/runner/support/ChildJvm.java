package io.hopwright.runner.support;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Command line for another JVM like this one. */
public final class ChildJvm {
  /** About the size of the heap and processors; and ports and files, which two cannot share. */
  private static final List<String> OWN_FLAGS =
      List.of(
          "-Xmx",
          "-Xms",
          "-XX:MaxRAMPercentage",
          "-XX:InitialRAMPercentage",
          "-XX:ActiveProcessorCount",
          "-agentlib:jdwp",
          "-Xrunjdwp",
          "-Dcom.sun.management.jmxremote",
          "-Xloggc:",
          "-XX:StartFlightRecording");

  /** Log options and their files. */
  private static final Pattern LOGGED = Pattern.compile("-Xlog:[^:]*:([^:]*).*");

  private ChildJvm() {}

  /**
   * Returns the command that runs {@code main} with the flags of this JVM, other than those about
   * the size of its heap, its processors, its ports and its output files.
   *
   * @param flags flags on top of those
   * @param arguments of the program
   */
  public static List<String> command(String main, List<String> flags, List<String> arguments) {
    final List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(ChildJvm::isForAll)
        .forEach(command::add);
    command.addAll(List.of(TraceCache.flags()));
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(arguments);
    return command;
  }

  /** Returns whether a flag makes sense for several JVMs at once. */
  static boolean isForAll(String flag) {
    final Matcher logged = LOGGED.matcher(flag);
    final boolean toFile = logged.matches() && !logged.group(1).matches("|stdout|stderr");
    return !toFile && OWN_FLAGS.stream().noneMatch(flag::startsWith);
  }
}
