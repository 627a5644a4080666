package io.hopwright.models.tofu.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Packed words: every field keeps what was put in, whatever the others hold. */
public class WordsTest {
  private static final int TIMES = 10_000;

  @Test
  void shouldKeepEveryFieldOfAnId() {
    final Random random = new Random(1);
    for (int i = 0; i < TIMES; i++) {
      final int requester = random.nextInt(TofuPacketId.MAX_NODES);
      final int target = random.nextInt(TofuPacketId.MAX_NODES);
      final long sequence = random.nextLong(TofuPacketId.MAX_SEQUENCE + 1);
      final long request = TofuPacketId.request(requester, target, sequence);
      final long answer = TofuPacketId.answerTo(request);
      for (long id : new long[] {request, answer}) {
        assertEquals(requester, TofuPacketId.requester(id));
        assertEquals(target, TofuPacketId.target(id));
        assertEquals(sequence, TofuPacketId.sequence(id));
      }
      assertEquals(TofuPacketId.REQUEST, TofuPacketId.packetClass(request));
      assertEquals(TofuPacketId.ANSWER, TofuPacketId.packetClass(answer));
      assertEquals(requester, TofuPacketId.source(request));
      assertEquals(target, TofuPacketId.destination(request));
      assertEquals(target, TofuPacketId.source(answer));
      assertEquals(requester, TofuPacketId.destination(answer));
    }
  }

  @Test
  @Trap(number = 7, fallenInto = "node numbers of 17 bits", shown = Shown.IN_THE_SOURCE)
  void shouldTellNodesOfTheLargestMachinesApart() {
    final int fugaku = 158_975;
    assertEquals(fugaku, TofuPacketId.requester(TofuPacketId.request(fugaku, fugaku - 1, 0)));
    assertEquals(fugaku - 1, TofuPacketId.target(TofuPacketId.request(fugaku, fugaku - 1, 0)));
  }

  @Test
  void shouldRefuseASequenceNumberThatDoesNotFit() {
    assertThrows(
        IllegalStateException.class,
        () -> TofuPacketId.request(0, 1, TofuPacketId.MAX_SEQUENCE + 1));
  }

  @Test
  void shouldKeepEveryFieldOfARoute() {
    final Random random = new Random(2);
    for (int i = 0; i < TIMES; i++) {
      final int destination = random.nextInt(1 << CoordinateWord.BITS);
      final int path = random.nextInt(PathPolicy.PATHS);
      final int tni = random.nextInt(8);
      final int moved = random.nextInt(TofuFrames.MAX_DATA + 1);
      final boolean answered = random.nextBoolean();
      final int stream = random.nextInt(TofuRouteWord.MAX_STREAMS);
      final long core = random.nextLong() >>> TofuRouteWord.BITS;
      final long word = core | TofuRouteWord.of(destination, path, tni, moved, answered, stream);
      for (long each : new long[] {word, TofuRouteWord.withLastPart(word)}) {
        assertEquals(destination, TofuRouteWord.destination(each));
        assertEquals(path, TofuRouteWord.path(each));
        assertEquals(tni, TofuRouteWord.tni(each));
        assertEquals(moved, TofuRouteWord.moved(each));
        assertEquals(answered, TofuRouteWord.answered(each));
        assertEquals(stream, TofuRouteWord.stream(each));
        assertEquals(core, each << TofuRouteWord.BITS >>> TofuRouteWord.BITS);
      }
      assertTrue(
          !TofuRouteWord.onLastPart(word)
              && TofuRouteWord.onLastPart(TofuRouteWord.withLastPart(word)));
    }
  }

  @Test
  void shouldHaveRoomForEveryStream() {
    for (Generation generation : Generation.values()) {
      assertTrue(generation.tnis() * generation.userQueues() <= TofuRouteWord.MAX_STREAMS);
    }
  }

  @Test
  void shouldKeepCoordinates() {
    final Tofu6D machine = new Tofu6D(new int[] {32, 2, 32}, new boolean[] {true, false, true});
    for (int node = 0; node < machine.routers(); node++) {
      final int place = CoordinateWord.of(machine, node);
      for (int axis = 0; axis < Tofu6D.OUTER_AXES; axis++) {
        assertEquals(machine.coordinate(node, axis), CoordinateWord.outer(place, axis));
      }
      assertEquals(node % 12, CoordinateWord.inner(place));
      assertTrue(place < 1 << CoordinateWord.BITS);
    }
  }
}
