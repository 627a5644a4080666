package io.hopwright.models.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.SettingsException.Problem;
import io.hopwright.models.testkit.Case;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inconsistent settings, and the values of consistent ones. */
class TofuSettingsTest {
  private static final Case SMALL = Case.of(new Tofu()).set("machine.shape=3x2x1");

  /** The message names the one wrong key, has the given words, and suggests a remedy. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "machine.rings=y | machine.rings | of which machine.shape has 2, but rings need at least 3",
        "machine.shape=128x128x6 | machine.shape | has 1179648 nodes, above the limit of 1048576",
        "machine.generation=tofu machine.unit=1x1x1x2x3x2 | machine.unit | tofu has none",
        "router.vcBytes=1951 | router.vcBytes | below the 1952 B of the largest packet",
        "nic.sendBytes=1000 | nic.sendBytes | below the 1952 B of the largest packet",
        "nic.bufferBytes=1000 | nic.bufferBytes | below the 1952 B of the largest packet",
        "machine.generation=tofu2 workload.tnis=5 | workload.tnis | above the 4 network interfaces",
        "machine.generation=tofu workload.queues=3 | workload.queues | above the 2 command queues",
        "machine.generation=tofu workload.operation=armw | workload.operation | no atomic",
        "machine.generation=tofu2 workload.cmg=far | workload.cmg | for tofud only",
        "machine.generation=tofu nic.cacheInjection=on | nic.cacheInjection | has none",
        "machine.generation=tofu2 host.bus=k | host.bus | on the processor's chip",
        "host.bus=fx10 | host.bus | on the processor's chip",
        "workload.kind=neighbours workload.ports=y+ | workload.ports | some nodes have no link",
        "machine.generation=tofu workload.kind=neighbours workload.ports=a,b+,b-,c,x+"
            + " | workload.ports | has 5 ports, but nodes of tofu have 4",
        "workload.kind=shift workload.shiftX=3 | workload.shiftX | leads back to the same node",
        "workload.kind=incast workload.target=72 | workload.target | number of nodes, 72",
        "workload.messageBytes=1 workload.load=8.0 | workload.load | more than one message",
        "run.end=drained workload.load=saturated | run.end | saturated sources never end",
        "workload.kind=all-to-all workload.order=random workload.load=saturated | workload.load | defines its own traffic",
        "link.bursts.one.node=72 link.bursts.one.port=a link.bursts.one.to=9 | link.bursts.one.node | the 72 nodes",
        "link.bursts.one.node=0 link.bursts.one.to=9 | link.bursts.one.port | has no value",
        "link.bursts.one.node=0 link.bursts.one.port=z+ link.bursts.one.to=9 | link.bursts.one.port | no link at node 0",
        "link.bursts.one.node=0 link.bursts.one.port=a link.bursts.one.from=9 link.bursts.one.to=9 | link.bursts.one.to"
            + " | not above from = 9",
        "machine.generation=tofu2 link.bursts.one.node=0 link.bursts.one.port=a link.bursts.one.slice=1"
            + " link.bursts.one.to=9 | link.bursts.one.slice | not below the 1 slices of a frame of tofu2",
        "link.sliceErrorRate=0.1 link.hopTicks=50001 | link.hopTicks | above 50000 ticks, the limit for links with errors",
        "run.windowTicks=69 | run.windowTicks | above the lookahead of 68 ticks",
        "link.creditTicks=10 run.windowTicks=11 | run.windowTicks | lookahead of 10 ticks"
      })
  void shouldRefuse(String settings, String key, String words) {
    final Case wrong = SMALL.set(settings);
    final SettingsException failure = assertThrows(SettingsException.class, wrong::network);
    assertEquals(
        List.of(key), failure.problems().stream().map(Problem::key).toList(), failure::getMessage);
    assertTrue(failure.getMessage().contains(words), failure::getMessage);
    assertTrue(failure.getMessage().contains("; "), failure::getMessage);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "machine.rings=x",
        "machine.shape=32x32x21",
        "router.vcBytes=1952 nic.sendBytes=1952 nic.bufferBytes=1952",
        "router.vcBytes=96 workload.messageBytes=64",
        "router.vcBytes=96 workload.operation=armw workload.load=0.01",
        "router.vcBytes=544 nic.mtuBytes=512",
        "machine.generation=tofu2 workload.tnis=4 workload.queues=12",
        "machine.generation=tofu host.bus=fx10 workload.queues=2",
        "workload.kind=neighbours workload.ports=x-,b+",
        "workload.kind=shift workload.shiftX=3 workload.shiftY=1",
        "machine.shape=1x1x1 workload.kind=neighbours",
        "link.creditTicks=10 run.windowTicks=10",
        "run.windowTicks=68"
      })
  void shouldAllow(String settings) {
    SMALL.set(settings).network();
  }

  @Test
  void shouldTellAllMistakesAtOnce() {
    final Case wrong =
        SMALL.set(
            "machine.generation=tofu workload.operation=armw workload.tnis=5 workload.cmg=far");
    final SettingsException failure =
        assertThrows(SettingsException.class, wrong.set("nic.sendBytes=96")::network);
    assertEquals(
        List.of("workload.cmg", "workload.operation", "workload.tnis"),
        failure.problems().stream().map(Problem::key).sorted().toList());
  }

  /** Each axis of extent three or more is a ring by default. */
  @Test
  void shouldBeATorusWhereItCan() {
    final var machine = TofuSettings.of(SMALL.settings()).topology().machine();
    assertTrue(machine.isRing(0) && !machine.isRing(1) && !machine.isRing(2));
    final var mesh =
        TofuSettings.of(SMALL.with("machine.rings", List.of()).settings()).topology().machine();
    assertTrue(!mesh.isRing(0) && mesh.isRing(4));
  }

  @Test
  void shouldCutWhereItIsTold() {
    final Case fugaku = SMALL.set("machine.shape=24x23x24 partition.shape=2x2x4");
    assertEquals(12 * 12 * 6, fugaku.network().partitions());
    assertEquals(158_976, fugaku.network().nodes());
    assertEquals(192, fugaku.network().nodes(0));
    assertEquals(96, fugaku.network().nodes(12 * 12 * 6 - 1));
  }
}
