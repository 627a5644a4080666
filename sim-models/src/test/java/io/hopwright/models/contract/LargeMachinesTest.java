package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.run.Network;
import io.hopwright.models.testkit.Case;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The largest machines run, each in a JVM with as much memory as it needs. */
@Tag("slow")
class LargeMachinesTest {
  private static final int MIB_BESIDE_HEAP = 1_024;
  private static final long LEAST_DELIVERED = 1_000;

  @ParameterizedTest
  @CsvSource({
    "bluegene-l, 2048, 1048576, 4000, machine.shape=128x128x64 partition.shape=16x16x16"
        + " workload.load=0.01",
    "tnw, 9216, 1048576, 4000, machine.shape=128x128x64 partition.shape=16x16x16 workload.load=0.01",
    "tofu, 4096, 1032192, 4000, machine.shape=64x64x21 partition.shape=8x8x7 workload.load=0.001",
    "cascade, 3072, 92544, 80000, machine.groups=241 partition.groups=61 workload.load=0.01",
    "network, 2048, 1048576, 4000, machine.extents=128x128x64 partition.shape=16x16x16"
        + " workload.load=0.001",
    "network, 2048, 65536, 4000, machine.topology=fat-tree machine.down=32x32x64 machine.up=32x32"
        + " workload.load=0.01",
    "network, 4096, 1048576, 4000, machine.topology=fat-tree machine.down=32x32x32x32"
        + " machine.up=32x32x32 workload.load=0.001"
  })
  void shouldRun(String machine, int heapMib, long nodes, long ticks, String settings)
      throws IOException, InterruptedException {
    final long memory =
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    assumeTrue(memory >> 20 >= heapMib + MIB_BESIDE_HEAP, "too little memory");
    final Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapMib + "m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Run.class.getName(),
                machine,
                settings,
                Long.toString(ticks))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    final String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals(0, process.waitFor());
    final String[] nodesAndDelivered = output.split(" ");
    assertEquals(nodes, Long.parseLong(nodesAndDelivered[0]));
    assertTrue(Long.parseLong(nodesAndDelivered[1]) > LEAST_DELIVERED, output);
  }

  /** Runs a machine for some ticks; prints its nodes and the packets delivered. */
  static final class Run {
    private Run() {}

    public static void main(String... arguments) {
      final MachineCases cases =
          MachineCases.all().stream()
              .filter(each -> each.machine().name().equals(arguments[0]))
              .findFirst()
              .orElseThrow();
      print(
          Case.of(cases.machine()).set(arguments[1]).ticks(Long.parseLong(arguments[2])).network());
    }

    private static <P extends Partition> void print(Network<P> network) {
      final Object delivered =
          network
              .result(new SequentialExecutor().run(network, new RunMonitor()))
              .summary()
              .get("packetsDelivered");
      System.out.println(network.nodes() + " " + delivered);
    }
  }
}
