package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.tnw.Tnw;
import io.hopwright.models.tofu.Tofu;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The offered load is the sum of the sizes of the generated packets, not their number times the
 * mean size. With a few packets of very different sizes, the two differ by a quarter or more.
 */
class OfferedTest {
  static Stream<Case> mixtures() {
    return Stream.of(
            Case.of(new BlueGeneL())
                .set("machine.shape=3x2x2 workload.packetBytes=32,256")
                .each(
                    """
                    workload.load=0.02
                    workload.load=0.03 machine.virtualNodeMode=true
                    workload.load=saturated workload.highPriorityLoad=0.005
                    workload.kind=all-to-all run.end=ticks run.ticks=1000
                    workload.kind=all-to-all run.end=ticks run.ticks=4000 injection.pace=0.1
                    """),
            Case.of(new Cascade())
                .set("machine.groups=1 machine.chassisPerGroup=1 machine.bladesPerChassis=2")
                .set("workload.messageBytes=1,3000 run.ticks=30000")
                .each(
                    """
                    workload.load=0.1
                    workload.load=0.1 nic.model=aries
                    workload.load=0.1 nic.model=aries workload.operation=get
                    """),
            Case.of(new Tofu())
                .set("machine.shape=1x1x1 workload.messageBytes=1,9000")
                .each(
                    """
                    workload.load=0.1
                    workload.load=0.2 workload.queues=2
                    workload.load=0.1 workload.operation=get
                    """),
            Case.of(new Extoll())
                .set("machine.shape=2x2x2 workload.load=0.2 workload.messageBytes=8,2000")
                .each("workload.kind=uniform"),
            Case.of(new Tnw())
                .set("machine.shape=2x2x2 workload.load=0.1 workload.messageBytes=128,4096")
                .each("host.kind=ideal"))
        .flatMap(cases -> cases.map(model -> model.set("run.gridTicks=500")));
  }

  @ParameterizedTest
  @MethodSource("mixtures")
  void shouldBeTheBytesGenerated(Case mixture) {
    final Case model =
        mixture.values().containsKey("run.ticks") ? mixture : mixture.set("run.ticks=10000");
    final RunResult fast = model.result();
    final RunResult reference = model.set("machine.implementation=reference").result();
    final double offered = (Double) fast.summary().get("offered");
    assertNotEquals(0, offered, model::toString);
    assertEquals(offered, reference.summary().get("offered"));
    assertEquals(fast.summary().get("digest"), reference.summary().get("digest"));
  }
}
