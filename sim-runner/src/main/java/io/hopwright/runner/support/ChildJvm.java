package io.hopwright.runner.support;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to start another JVM like this one. */
public final class ChildJvm {
  private static final List<String> OWN_FLAGS =
      List.of(
          "-Xmx",
          "-Xms",
          "-XX:MaxRAMPercentage",
          "-XX:InitialRAMPercentage",
          "-XX:ActiveProcessorCount");

  private ChildJvm() {}

  /**
   * Returns the command that runs {@code main} with the flags of this JVM, other than those about
   * the size of its heap and its processors.
   *
   * @param flags flags on top of those
   * @param arguments of the program
   */
  public static List<String> command(String main, List<String> flags, List<String> arguments) {
    final List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (OWN_FLAGS.stream().noneMatch(flag::startsWith)) {
        command.add(flag);
      }
    }
    command.addAll(flags);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main);
    command.addAll(arguments);
    return command;
  }
}
