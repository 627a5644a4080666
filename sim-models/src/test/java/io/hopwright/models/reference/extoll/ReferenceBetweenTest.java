package io.hopwright.models.reference.extoll;

import static io.hopwright.models.reference.extoll.ExtollTestMachine.drain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.extoll.ExtollPacket.Kind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hosts in between, accesses and assignment, against numbers of the page and hand-computed sums.
 */
class ReferenceBetweenTest {
  private static ExtollTestMachine pingPong(int source, int target, Object... keysAndValues) {
    return ExtollTestMachine.of(2, 1, 1)
        .with("machine.nic", "fpga", "workload.kind", "ping-pong", "workload.messages", 1)
        .with("workload.messageBytes", 8, "workload.source", source, "workload.target", target)
        .with(keysAndValues);
  }

  /** Returns the latencies of both messages of a round: the one there and the one back. */
  private static List<Long> latencies(ExtollTestMachine machine) {
    final ReferenceExtoll extoll = drain(machine.build());
    assertTrue(extoll.isHome());
    final long back = extoll.lastMessageTicks();
    return List.of(extoll.count("messageTicks") - back, back);
  }

  @ParameterizedTest
  @CsvSource({"direct, 27113", "p2p, 29670", "staged, 116865"})
  void shouldTakeTheTicksOfThePage(String transport, long ticks) {
    assertEquals(List.of(ticks, ticks), latencies(pingPong(0, 1, "naa.transport", transport)));
  }

  @Test
  void shouldTakeTheTicksOfThePageOverABridge() {
    assertEquals(List.of(58_630L, 61_150L), latencies(pingPong(2, 0, "host.bridge", "infiniband")));
  }

  private static ReferenceExtoll settled(ExtollTestMachine machine) {
    final ReferenceExtoll extoll = drain(machine.build());
    assertTrue(extoll.isHome());
    return extoll;
  }

  private static List<Long> accesses(ReferenceExtoll extoll) {
    return Stream.of("forwarded", "outside", "rejected", "displacement")
        .map(count -> extoll.count("accesses." + count))
        .toList();
  }

  @Test
  void shouldFollowAccessesToWhereTheyLead() {
    final ExtollTestMachine access =
        ExtollTestMachine.of(3, 1, 1)
            .with("workload.kind", "access", "workload.source", 3, "workload.target", 1)
            .with("workload.operation", "store", "workload.messages", 40)
            .with("workload.messageBytes", 64);
    final ReferenceExtoll inside = settled(access);
    assertEquals(List.of(40L, 0L, 0L, 0L), accesses(inside));
    assertEquals(237 + 2 + 40, inside.count(ReferenceMachine.DELIVERED));
    final ExtollTestMachine blind = access.with("workload.enumerated", false);
    assertEquals(List.of(40L, 0L, 40L, 0L), accesses(settled(blind)));
    final ReferenceExtoll loads = settled(blind.with("workload.operation", "load"));
    assertEquals(List.of(40L, 0L, 40L, 0L), accesses(loads));
    assertEquals(0L, loads.count(ReferenceMachine.BYTES_DELIVERED));
    final ReferenceExtoll nowhere =
        settled(access.with("workload.addresses", "outside", "host.posted", 1));
    assertEquals(List.of(0L, 40L, 0L, 0L), accesses(nowhere));
    assertEquals(237 + 2, nowhere.count(ReferenceMachine.DELIVERED));
    final ReferenceExtoll up = settled(access.with("workload.source", 1, "workload.target", 3));
    assertEquals(List.of(40L, 0L, 0L, 0L), accesses(up));
  }

  /** "(H − 1)·messages·(1 + 2k) VELO packets, 237 for each of the n, one for each other grant". */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldGiveAcceleratorsInTurn(int wanted) {
    final int rounds = 3;
    final ExtollTestMachine machine =
        ExtollTestMachine.of(4, 1, 1)
            .with("machine.hosts", 3, "machine.gatewayStep", 1, "workload.kind", "assign")
            .with("workload.accelerators", wanted, "workload.messages", rounds);
    final ReferenceExtoll extoll = machine.build();
    final Map<Kind, Long> packets = new EnumMap<>(Kind.class);
    extoll.listen(delivery -> packets.merge(delivery.packet().kind, 1L, Long::sum));
    drain(extoll);
    assertTrue(extoll.isHome());
    final long grants = 2L * rounds * wanted;
    assertEquals(2L * rounds * (1 + 2 * wanted), packets.get(Kind.VELO));
    final long granted = packets.get(Kind.REGISTER_REQUEST) / 78;
    assertEquals(78 * granted, packets.get(Kind.REGISTER_REQUEST));
    assertEquals(packets.get(Kind.REGISTER_REQUEST), packets.get(Kind.REGISTER_RESPONSE));
    assertEquals(81 * granted + grants - granted, packets.get(Kind.WRITE));
    assertTrue(granted >= wanted && granted <= Math.min(4, 2 * wanted));
  }

  @ParameterizedTest
  @CsvSource({
    "naa.transport, staged, uniform",
    "naa.transport, p2p, permutation",
    "host.bridge, infiniband, all-to-all"
  })
  void shouldNotDependOnTheOrderOfEventsAndNodes(String key, String value, String kind) {
    ExtollTestMachine.of(3, 2, 1)
        .with("workload.kind", kind, "workload.transport", "rma", "workload.load", 0.2)
        .with("workload.messageBytes", List.of(40, 700, 3_000), key, value)
        .with("staging.chunkBytes", 600, "staging.chunkTicks", 90, "rma.packets", 3)
        .with("workload.notifiedEnds", List.of("completer"))
        .bornBefore(8_000)
        .assertSameBackwards();
  }
}
