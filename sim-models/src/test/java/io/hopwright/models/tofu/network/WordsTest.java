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
      final int requester = random.nextInt(PacketId.MAX_NODES);
      final int target = random.nextInt(PacketId.MAX_NODES);
      final long sequence = random.nextLong(PacketId.MAX_SEQUENCE + 1);
      final long request = PacketId.request(requester, target, sequence);
      final long answer = PacketId.answerTo(request);
      for (long id : new long[] {request, answer}) {
        assertEquals(requester, PacketId.requester(id));
        assertEquals(target, PacketId.target(id));
        assertEquals(sequence, PacketId.sequence(id));
      }
      assertEquals(PacketId.REQUEST, PacketId.packetClass(request));
      assertEquals(PacketId.ANSWER, PacketId.packetClass(answer));
      assertEquals(requester, PacketId.source(request));
      assertEquals(target, PacketId.destination(request));
      assertEquals(target, PacketId.source(answer));
      assertEquals(requester, PacketId.destination(answer));
    }
  }

  @Test
  @Trap(number = 7, fallenInto = "node numbers of 17 bits", shown = Shown.IN_THE_SOURCE)
  void shouldTellNodesOfTheLargestMachinesApart() {
    final int fugaku = 158_975;
    assertEquals(fugaku, PacketId.requester(PacketId.request(fugaku, fugaku - 1, 0)));
    assertEquals(fugaku - 1, PacketId.target(PacketId.request(fugaku, fugaku - 1, 0)));
  }

  @Test
  void shouldRefuseASequenceNumberThatDoesNotFit() {
    assertThrows(
        IllegalStateException.class, () -> PacketId.request(0, 1, PacketId.MAX_SEQUENCE + 1));
  }

  @Test
  void shouldKeepEveryFieldOfARoute() {
    final Random random = new Random(2);
    for (int i = 0; i < TIMES; i++) {
      final int destination = random.nextInt(1 << CoordinateWord.BITS);
      final int path = random.nextInt(PathPolicy.PATHS);
      final int tni = random.nextInt(8);
      final int moved = random.nextInt(Frames.MAX_DATA + 1);
      final boolean answered = random.nextBoolean();
      final int stream = random.nextInt(RouteWord.MAX_STREAMS);
      final long core = random.nextLong() >>> RouteWord.BITS;
      final long word = core | RouteWord.of(destination, path, tni, moved, answered, stream);
      for (long each : new long[] {word, RouteWord.withLastPart(word)}) {
        assertEquals(destination, RouteWord.destination(each));
        assertEquals(path, RouteWord.path(each));
        assertEquals(tni, RouteWord.tni(each));
        assertEquals(moved, RouteWord.moved(each));
        assertEquals(answered, RouteWord.answered(each));
        assertEquals(stream, RouteWord.stream(each));
        assertEquals(core, each << RouteWord.BITS >>> RouteWord.BITS);
      }
      assertTrue(!RouteWord.onLastPart(word) && RouteWord.onLastPart(RouteWord.withLastPart(word)));
    }
  }

  @Test
  void shouldHaveRoomForEveryStream() {
    for (Generation generation : Generation.values()) {
      assertTrue(generation.tnis() * generation.userQueues() <= RouteWord.MAX_STREAMS);
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
