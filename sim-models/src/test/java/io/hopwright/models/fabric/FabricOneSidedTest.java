package io.hopwright.models.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.network.NetworkMachine;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.SameResults;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Puts, gets and amos: section "One-sided operations" of {@code docs/models/fabric-jobs.md}. */
class FabricOneSidedTest {
  private static final int POST = 70;
  private static final int IN = 3;
  private static final int HOP = 11;
  private static final int HEADER = 6;
  private static final int FLIT_BYTES = 8;

  /** Bytes of data in a packet of five flits. */
  private static final int DATA = 34;

  private static Case machine(String settings) {
    return Case.of(new NetworkMachine())
        .set("workload.kind=jobs run.gridTicks=1000 machine.topology=mesh machine.extents=5")
        .set("packet.flits=5 packet.headerBytes=6 link.latency=11 nicLink.latency=3")
        .set("software.postTicks=70 software.localTicks=500 software.localByteTicks=41")
        .set("software.headerBytes=4")
        .set(settings);
  }

  private static long makespan(String text, Case model) {
    final Map<?, ?> jobs =
        (Map<?, ?>) TestJob.of(text, 5).on(model, "a", 1_000).result().summary().get("jobs");
    return (Long) ((Map<?, ?>) jobs.get("makespanTicks")).get("a");
  }

  private static long ofZero(String statements, Case model) {
    return makespan("if rank == 0 { " + statements + " }", model);
  }

  /** Returns the ticks of a transfer over some links, whose flits take one tick each. */
  private static long ticks(int bytes, int links) {
    final int before = Math.max(0, bytes - 1) / DATA;
    final int last = bytes - before * DATA;
    final int flits = Math.max(1, (last + HEADER + FLIT_BYTES - 1) / FLIT_BYTES);
    return 5L * before + IN + (long) HOP * links + IN + flits;
  }

  @ParameterizedTest
  @CsvSource({"ideal, 1", "ideal, 34", "vc, 35", "vc, 1000"})
  void shouldTakeTheWayThereAndBack(String router, int bytes) {
    final Case model = machine("router.headTicks=0 router.model=" + router);
    final long there = POST + ticks(bytes, 3) + ticks(0, 3);
    assertEquals(there, ofZero("put to 3 " + bytes + "\nfence", model));
    assertEquals(there, ofZero("put to 3 " + bytes, model), "also at the end");
    assertEquals(there, ofZero("iput to 3 " + bytes + " as a\nwait a", model));
    assertEquals(there, ofZero("get from 3 " + bytes, model));
    assertEquals(POST + 2 * ticks(8, 3), ofZero("amo to 3", model));
  }

  /** The rank continues one tick after the put's last packet has begun to leave. */
  @Test
  void shouldGoOnOnceAPutHasLeft() {
    final Case model = machine("");
    assertEquals(POST + 1 + 10_000, ofZero("put to 3 8\ncompute 10 us", model));
    assertEquals(POST + 1 + 2 * 5 + 10_000, ofZero("put to 3 100\ncompute 10 us", model));
    assertEquals(
        POST + ticks(8, 3) + ticks(0, 3) + 10_000, ofZero("get from 3 8\ncompute 10 us", model));
  }

  /** The answer waits in the queue of its node behind the node's own packets. */
  @Test
  void shouldAnswerBehindWhatTheNodeSends() {
    final String text =
        "if rank == 0 { compute 1 us; get from 1 8; compute 1 us } else if rank == 1 { compute 960 ns; put to 2"
            + " 3400; fence }";
    // The put is posted 40 ticks earlier, and has 100 packets of 5 ticks.
    final long asked = 1_000 + POST + ticks(0, 1);
    final long left = 960 + POST + 500;
    assertEquals(left + ticks(8, 1) + 1_000, makespan(text, machine("")), "asked at " + asked);
  }

  @Test
  void shouldTakeTheChannelWithinANode() {
    final Case model = machine("");
    final long local = POST + 500 + (1_000 * 41 + 1_023) / 1_024;
    assertEquals(local, ofZero("put to 0 1000", model));
    assertEquals(local, ofZero("get from 0 1000", model));
  }

  /** The parts of a critical path add up to the makespan. */
  @Test
  void shouldAttributeAllOfTheTime() {
    final Map<?, ?> jobs =
        (Map<?, ?>) busy("statistics.criticalPath=true").result().summary().get("jobs");
    final long parts =
        ((Map<?, ?>) jobs.get("pathTicks"))
            .values().stream().mapToLong(part -> (Long) ((Map<?, ?>) part).get("a")).sum();
    assertEquals(((Map<?, ?>) jobs.get("makespanTicks")).get("a"), parts);
  }

  private static Case busy(String settings) {
    final String text =
        """
        for i in 1 .. 4 {
          put to (rank + i) % size 500 * i
          iget from (rank + 3 * i) % size 1 + 77 * rank as a
          iget from (rank + 1) % size 700 as b
          if i % 2 == 0 { fence }
          iamo to 0
          irecv from (rank - 1) % size
          send to (rank + 1) % size 400
          waitall
          put to rand(0, size - 1) rand(1, 999)
        }
        """;
    return TestJob.of(text, 10).perNode(2).on(machine(settings), "a", 1_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ideal", "vc", "vc router.routing=adaptive", "ideal router.routing=valiant"})
  void shouldBeTheSameOnEverySplitAndAsTheReference(String router) {
    final Case whole = busy("router.model=" + router);
    for (String split : List.of("partition.count=2", "partition.count=5", "run.windowTicks=3")) {
      assertEquals(whole.text(), whole.set(split).text(), split);
    }
    SameResults.check(whole.set("partition.count=2"), List.of());
  }
}
