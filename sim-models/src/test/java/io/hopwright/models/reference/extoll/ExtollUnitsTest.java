package io.hopwright.models.reference.extoll;

import static io.hopwright.models.reference.extoll.ExtollTestMachine.drain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.extoll.ExtollPacket.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Units, hosts and accelerators, by the numbers of the page and sums by hand. */
class ExtollUnitsTest {
  /**
   * Returns a line with hosts 8 and 9 at NAAs 0 and h − 2: the hosts are h links apart, NAAs 0 and
   * 1 are one.
   */
  private static ExtollTestMachine line(int links) {
    return ExtollTestMachine.of(8, 1, 1).with("machine.hosts", 2, "machine.gatewayStep", links - 2);
  }

  private static ExtollTestMachine pingPong(
      ExtollTestMachine machine, String operation, int source, int target, int bytes) {
    return machine.with(
        "workload.kind",
        "ping-pong",
        "workload.operation",
        operation,
        "workload.source",
        source,
        "workload.target",
        target,
        "workload.messageBytes",
        bytes,
        "workload.messages",
        2);
  }

  private static long ticks(ExtollTestMachine machine) {
    final ReferenceExtoll extoll = drain(machine.build());
    assertTrue(extoll.isHome());
    return extoll.lastMessageTicks();
  }

  @ParameterizedTest
  @CsvSource({
    "velo, 8, 7560, 756",
    "put, 8, 12637, 756",
    "immediate, 8, 7554, 756",
    "read, 8, 11122, 1512"
  })
  void shouldTakeTheTicksOfThePage(String operation, int bytes, long one, long more) {
    for (final int links : new int[] {3, 4, 5}) {
      assertEquals(one + more * (links - 1), ticks(pingPong(line(links), operation, 8, 9, bytes)));
    }
  }

  @ParameterizedTest
  @CsvSource({"put, 27113", "immediate, 19388", "read, 32996"})
  void shouldTakeTheTicksOfThePageBetweenPrototypes(String operation, long ticks) {
    final ExtollTestMachine prototype = ExtollTestMachine.of(2, 1, 1).with("machine.nic", "fpga");
    assertEquals(ticks, ticks(pingPong(prototype, operation, 0, 1, 8)));
  }

  @Test
  void shouldLoadFromAnAccelerator() {
    final ExtollTestMachine machine = ExtollTestMachine.of(4, 1, 1);
    assertEquals(15_771, ticks(pingPong(machine, "load", 4, 0, 64)));
    assertEquals(15_771 + 1_512, ticks(pingPong(machine, "load", 4, 1, 64)));
  }

  /** Register accesses follow one another; their ticks equal hand-computed ones. */
  @Test
  void shouldEnumerate() {
    final Map<Kind, Integer> packets = new HashMap<>();
    final ReferenceExtoll extoll =
        ExtollTestMachine.of(1, 1, 1).with("workload.kind", "enumerate").build();
    final List<Long> ends = new ArrayList<>();
    extoll.listen(
        delivery -> {
          packets.merge(delivery.packet().kind, 1, Integer::sum);
          ends.add(delivery.tick());
        });
    drain(extoll);
    assertEquals(
        Map.of(Kind.WRITE, 81, Kind.REGISTER_REQUEST, 78, Kind.REGISTER_RESPONSE, 78), packets);
    // 26 operations of three writes, the wait and three reads; then three writes, the last of them
    // delivered
    final long last = 26 * (3 * 865 + 12_600 + 3 * 11_122) + 3 * 865;
    final long write = 39 + 1_260 + 504 + 504 + 756 + 504 + 40;
    assertEquals(last + write, ends.get(ends.size() - 1));
  }

  /** A status that is read too early is read again. */
  @Test
  void shouldReadTheStatusUntilThereIsAnAnswer() {
    final ExtollTestMachine patient =
        ExtollTestMachine.of(2, 1, 1).with("workload.kind", "enumerate");
    assertEquals(2 * 237, packets(patient));
    // the first read comes 866 ticks after the command, the others at intervals of 11,122
    assertEquals(2 * (237 + 26 * 2), packets(patient.with("config.pollTicks", 1)));
    assertEquals(
        2 * (237 + 26 * 2 * 2),
        packets(patient.with("config.pollTicks", 1, "config.accessTicks", 22_000)));
  }

  private static long packets(ExtollTestMachine machine) {
    return drain(machine.build()).count(ReferenceMachine.DELIVERED);
  }

  /**
   * Path of an interrupt: 28 B to the NIC, 88 and 28 B to the host's memory, and the units between.
   */
  @Test
  void shouldInterrupt() {
    final ExtollTestMachine machine = ExtollTestMachine.of(1, 1, 1);
    final List<Long> latencies = new ArrayList<>();
    final ReferenceExtoll extoll = pingPong(machine, "interrupt", 0, 1, 8).build();
    extoll.listen(delivery -> latencies.add(extoll.lastMessageTicks()));
    drain(extoll);
    final long there = 252 + 45 + 1_260 + 504 + 504 + 756 + 504 + 40 + 504;
    // order: -1 before the first, the interrupt, its answer, the interrupt
    assertEquals(there + 71 + 23 + 1_260 + 1_260 + 25_200, latencies.get(1));
    assertEquals(4, latencies.size());
  }

  /**
   * The rate is limited by PCIe of the target (64 B of 88), by the link (64 B of 80), or by the
   * thread.
   */
  @ParameterizedTest
  @CsvSource({"1, 0.2540", "2, 0.4604", "3, 0.4604"})
  void shouldStoreAtTheRateOfTheNarrowest(int threads, double bytesPerTick) {
    final ReferenceExtoll extoll =
        stream("store", 4, 0, 640).with("workload.threads", threads).build();
    assertEquals(bytesPerTick, rate(extoll), 0.005);
  }

  private static ExtollTestMachine stream(String operation, int source, int target, int bytes) {
    return pingPong(ExtollTestMachine.of(4, 1, 1), operation, source, target, bytes)
        .with("workload.kind", "stream");
  }

  private static double rate(ReferenceExtoll extoll) {
    extoll.run(150_000);
    final long before = extoll.count(ReferenceMachine.BYTES_DELIVERED);
    extoll.run(250_000);
    extoll.checkConservation();
    return (extoll.count(ReferenceMachine.BYTES_DELIVERED) - before) / 100_000.0;
  }

  @ParameterizedTest
  @ValueSource(strings = {"put", "get"})
  void shouldStreamAtTheRateOfPcie(String operation) {
    // 496 B of 544 over Gen2 x16
    assertEquals(496 / 857.0, rate(stream(operation, 1, 0, 100_000).build()), 0.01);
    assertEquals(
        496 / 640.0,
        rate(stream(operation, 1, 0, 100_000).with("naa.pcie", "gen3x16").build()),
        0.01);
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "all-to-all", "all-to-all-random", "permutation", "incast"})
  void shouldNotDependOnTheOrderOfEventsAndNodes(String kind) {
    ExtollTestMachine.of(3, 2, 1)
        .with("workload.kind", kind, "workload.transport", "rma", "workload.load", 0.3)
        .with("workload.messageBytes", List.of(40, 700, 3_000), "link.bitErrorRate", 1e-6)
        .with("workload.notifiedEnds", List.of("completer"), "rma.packets", 3)
        .bornBefore(8_000)
        .assertSameBackwards();
  }
}
