package io.hopwright.models.extoll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.testkit.Case;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** At zero load every message takes the sum of its parts, as on the rule page. */
class ExtollZeroLoadTest {
  private static final Case MACHINE =
      Case.of(new Extoll())
          .set("workload.kind=ping-pong workload.messages=3 run.end=drained run.ticks=1000000");

  private static void assertLatency(long ticks, Case model) {
    final Map<?, ?> latency = (Map<?, ?>) model.result().summary().get("messageLatencyTicks");
    assertEquals(ticks, latency.get("max"), model::toString);
    assertEquals((double) ticks, latency.get("mean"), model::toString);
  }

  /** Hosts are beside their accelerators; a packet also takes the links between them. */
  @ParameterizedTest
  @CsvSource({
    "velo, 7560, 756",
    "put, 12637, 756",
    "immediate, 7554, 756",
    "get, 14945, 1512",
    "read, 11122, 1512"
  })
  void shouldTakeTheSumOfItsPartsBetweenHosts(String operation, long oneLink, long more) {
    for (int apart = 1; apart <= 4; apart++) {
      final int links = apart + 2;
      assertLatency(
          oneLink + more * (links - 1),
          MACHINE
              .set("machine.shape=9x1x1 machine.hosts=2 workload.source=9 workload.target=10")
              .with("machine.gatewayStep", apart, "workload.operation", operation)
              .set("workload.messageBytes=8"));
    }
  }

  @ParameterizedTest
  @CsvSource({"put, 27113", "immediate, 19388", "read, 32996"})
  void shouldTakeTheSumOfItsPartsBetweenPrototypes(String operation, long ticks) {
    assertLatency(
        ticks,
        MACHINE
            .set("machine.nic=fpga machine.shape=2x1x1 workload.messageBytes=8")
            .with("workload.operation", operation));
  }

  @ParameterizedTest
  @CsvSource({"direct, 27113", "p2p, 29670", "staged, 116865"})
  void shouldTakeTheSumOfItsPartsOverHosts(String transport, long ticks) {
    assertLatency(
        ticks,
        MACHINE
            .set("machine.nic=fpga machine.shape=2x1x1 workload.messageBytes=8")
            .with("naa.transport", transport));
  }

  /** Half of the messages go from a cluster node to an accelerator, and half of them back. */
  @Test
  void shouldTakeTheSumOfItsPartsOverInfiniBand() {
    final Case bridged =
        MACHINE
            .set("machine.nic=fpga machine.shape=1x1x1 workload.messageBytes=8")
            .set("workload.source=1 workload.target=0 host.bridge=infiniband");
    final Map<?, ?> latency = (Map<?, ?>) bridged.result().summary().get("messageLatencyTicks");
    assertEquals((58_630 + 61_150) / 2.0, latency.get("mean"), bridged::toString);
    assertEquals(61_150L, latency.get("max"), bridged::toString);
  }

  @ParameterizedTest
  @CsvSource({"0, 15771", "1, 17283", "2, 18795"})
  void shouldLoadFromAccelerators(int accelerator, long ticks) {
    assertLatency(
        ticks,
        MACHINE
            .set("machine.shape=5x1x1 workload.operation=load workload.messageBytes=64")
            .with("workload.source", 5, "workload.target", accelerator));
  }
}
