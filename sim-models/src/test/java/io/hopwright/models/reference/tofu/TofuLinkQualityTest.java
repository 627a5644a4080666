package io.hopwright.models.reference.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.tofu.TofuLinkQuality.Frame;
import io.hopwright.models.testkit.Matrices;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Treatment of lost frames. */
class TofuLinkQualityTest {
  private static final TofuTestMachine TOFUD =
      TofuTestMachine.of(1, 1, 1).with("workload.messageBytes", 1_920, "workload.load", 0.001);

  private static final TofuTestMachine TOFU2 = TOFUD.with("machine.generation", "tofu2");

  private static final TofuTestMachine TOFU = TOFUD.with("machine.generation", "tofu");

  private static TofuLinkQuality link(TofuTestMachine machine, TofuLinkQuality.Rates rates) {
    return new TofuLinkQuality(machine.parameters(), new ReferenceDraws(1), rates, 3, 9);
  }

  /** Returns rates that lose every slice of frames which begin before a tick, and no later one. */
  private static TofuLinkQuality.Rates before(long end) {
    return (node, port, slice, tick) -> tick < end ? 1 : 0;
  }

  /** Sends full frames one after the other. */
  private static List<Frame> send(TofuLinkQuality link, int frames) {
    final List<Frame> sent = new ArrayList<>();
    long tick = 0;
    for (int i = 0; i < frames; i++) {
      final Frame frame = link.send(tick, 1_920);
      sent.add(frame);
      tick = frame.beginTick() + frame.ticks();
    }
    return sent;
  }

  @Test
  void shouldSendAgainTwoHopsAfterTheEndOfABadFrame() {
    assertEquals(new Frame(257 + 136, 257), link(TOFUD, before(1)).send(0, 1_920));
    assertEquals(new Frame(131 + 436, 131), link(TOFU2, before(1)).send(0, 1_920));
    assertEquals(new Frame(252 + 100, 252), link(TOFU, before(1)).send(0, 1_920));
  }

  /** A full frame takes 503 ticks: 3.244 GB/s. */
  @Test
  void shouldDuplicateAfterTwoLossesAndSplitAfter4096GoodFrames() {
    final List<Frame> sent = send(link(TOFUD, before(394)), 5_000);
    // frames 0 and 1 are lost; 2 and the next 4,096 are duplicated
    assertEquals(new Frame(2 * (257 + 136), 503), sent.get(0));
    // the 4,096th decides for frames that begin 136 ticks after its end, so that one more is
    // duplicated
    assertEquals(503, sent.get(4_096).ticks());
    assertEquals(257, sent.get(4_097).ticks());
    assertEquals(257, sent.get(4_999).ticks());
  }

  @Test
  void shouldTellBlocksApart() {
    // frame 255 is the last of its block, 256 is the first of the next
    final TofuLinkQuality link =
        link(
            TOFUD,
            (node, port, slice, tick) -> tick >= 255 * 257 && tick < 255 * 257 + 394 ? 1 : 0);
    assertTrue(send(link, 500).stream().allMatch(frame -> frame.ticks() == 257));
  }

  @Test
  void shouldHalveTheLanesOfTofu2ForEver() {
    final TofuLinkQuality link =
        link(
            TOFU2,
            (node, port, slice, tick) -> tick < 568 || (tick > 100_000 && tick < 101_000) ? 1 : 0);
    final List<Frame> sent = send(link, 6_000);
    assertEquals(new Frame(2 * (131 + 436), 262), sent.get(0));
    assertEquals(524, sent.get(5_999).ticks());
    final TofuLinkQuality worst =
        link(TOFU2, (node, port, slice, tick) -> tick < 1_000_000 ? 0.5 : 0);
    assertEquals(524, send(worst, 6_000).get(5_999).ticks(), "no less than a lane");
    final List<Frame> ofTofu = send(link(TOFU, (node, port, slice, tick) -> 0.1), 1_000);
    assertTrue(ofTofu.stream().allMatch(frame -> frame.ticks() == 252), "only sent again");
  }

  /** A duplicated frame gets through unless both slices are lost. */
  @Test
  void shouldLoseADuplicateWithBothSlicesOnly() {
    final double rate = 0.3;
    final List<Frame> sent = send(link(TOFUD, (node, port, slice, tick) -> rate), 20_000);
    long repeats = 0;
    for (int i = 1_001; i < sent.size(); i++) {
      final Frame before = sent.get(i - 1);
      final long idle = sent.get(i).beginTick() - before.beginTick() - before.ticks();
      assertEquals(0, idle % (503 + 136));
      repeats += idle / (503 + 136);
    }
    assertEquals(rate * rate / (1 - rate * rate), (double) repeats / (20_000 - 1_001), 0.01);
  }

  // -------------------------------------------------------------------------- whole machines

  /** Sum by hand: two bad frames on the link, then a duplicated one that arrives 246 ticks late. */
  @Test
  void shouldDeliverWhatTheGoodFrameBrings() {
    final TofuTestMachine machine =
        TOFUD
            .with("workload.kind", "matrix", "workload.matrix", Matrices.of("0,1,1\n"))
            .with("workload.tnis", 1);
    final long birth = machine.build().traffic.birthTick(0, 0, -1);
    final ReferenceTofu tofu = machine.bornBefore(birth + 1).build();
    final long granted = birth + 68 + 94 + 9;
    tofu.loseFrames(before(granted + 394));
    final List<Long> ticks = new ArrayList<>();
    tofu.listen(delivery -> ticks.add(delivery.tick()));
    TofuTestMachine.drain(tofu);
    assertEquals(List.of(granted + 2 * 393 + 68 + 246 + 8 + 257 + 60 + 60 + 25), ticks);
    assertTrue(tofu.isHome());
  }

  @Test
  void shouldDeliverEverythingOnBadLinks() {
    for (final TofuTestMachine generation : List.of(TOFUD, TOFU2, TOFU)) {
      final TofuTestMachine machine =
          generation
              .with("workload.operation", "get", "workload.load", 0.1, "workload.tnis", 4)
              .bornBefore(3_000);
      final ReferenceTofu none = machine.build();
      TofuTestMachine.drain(none);
      final List<Long> digests = new ArrayList<>();
      for (final double rate : List.of(0.0, 0.1, 0.1)) {
        final ReferenceTofu tofu = machine.build();
        tofu.loseFrames((node, port, slice, tick) -> rate);
        if (digests.size() == 2) {
          tofu.goBackwards();
        }
        TofuTestMachine.drain(tofu);
        assertTrue(tofu.isHome() && tofu.isSettled());
        assertEquals(
            none.count(ReferenceMachine.DELIVERED), tofu.count(ReferenceMachine.DELIVERED));
        digests.add(tofu.digest());
      }
      assertEquals(none.digest(), digests.get(0));
      assertEquals(digests.get(1), digests.get(2));
      assertTrue(!digests.get(0).equals(digests.get(1)));
    }
  }
}
