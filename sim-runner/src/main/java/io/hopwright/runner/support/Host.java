package io.hopwright.runner.support;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The computer and the JVM that a run runs on.
 *
 * @param name of the computer
 * @param system operating system and architecture
 * @param cores processors that the JVM may use
 * @param maxHeapBytes largest heap the JVM may take
 * @param jdk version and vendor of the JDK
 * @param jvmFlags options of the JVM
 */
public record Host(
    String name, String system, int cores, long maxHeapBytes, String jdk, List<String> jvmFlags) {

  /** Returns the computer and the JVM of this program. */
  public static Host current() {
    final RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    return new Host(
        hostName(),
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory(),
        Runtime.version() + " " + System.getProperty("java.vendor"),
        List.copyOf(runtime.getInputArguments()));
  }

  /**
   * Returns the identity of this JVM's process numbers, which differs between containers with the
   * same computer name; empty if unknown.
   */
  public static String processNamespace() {
    try {
      return "." + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException e) {
      return "";
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
