package io.hopwright.models.tofu.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.switching.crossbar.PacketWords;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.tofu.Tofu;
import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Packed words: every field keeps its value, for any values of the others. */
public class WordsTest {
  private static final int TIMES = 2_000;

  private static Tofu6D lines(int... shape) {
    return new Tofu6D(shape, new boolean[Tofu6D.OUTER_AXES]);
  }

  /** Returns the largest machine for each number of bits of a node. */
  static Stream<Tofu6D> sizes() {
    return Stream.of(
        lines(1, 1, 1),
        lines(1, 2, 1),
        lines(1, 1, 5),
        lines(3, 1, 3),
        lines(4, 5, 1),
        lines(6, 7, 1),
        lines(5, 17, 1),
        lines(10, 17, 1),
        lines(11, 31, 1),
        lines(4, 10, 17),
        lines(5, 7, 39),
        lines(13, 15, 14),
        lines(21, 26, 10),
        lines(43, 127, 2),
        lines(32, 31, 22),
        lines(43, 127, 8),
        lines(127, 43, 16));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldKeepEveryFieldOfAnId(Tofu6D machine) {
    final TofuPacketId ids = new TofuPacketId(machine);
    final Random random = new Random(machine.routers());
    for (int i = 0; i < TIMES; i++) {
      final int requester = i == 0 ? machine.routers() - 1 : random.nextInt(machine.routers());
      final int target = i == 0 ? machine.routers() - 1 : random.nextInt(machine.routers());
      final long sequence = i == 0 ? ids.maxSequence() : random.nextLong(ids.maxSequence() + 1);
      final long request = ids.request(requester, target, sequence);
      final long answer = ids.answerTo(request);
      for (long id : new long[] {request, answer}) {
        assertEquals(requester, ids.requester(id));
        assertEquals(target, ids.target(id));
        assertEquals(sequence, ids.sequence(id));
      }
      assertEquals(TofuPacketId.REQUEST, ids.packetClass(request));
      assertEquals(TofuPacketId.ANSWER, ids.packetClass(answer));
      assertEquals(requester, ids.source(request));
      assertEquals(target, ids.destination(request));
      assertEquals(target, ids.source(answer));
      assertEquals(requester, ids.destination(answer));
    }
  }

  /** Routers compare identities in this order: requester, target, class, sequence number. */
  @ParameterizedTest
  @MethodSource("sizes")
  void shouldOrderPacketsByRequesterFirst(Tofu6D machine) {
    final TofuPacketId ids = new TofuPacketId(machine);
    final int last = machine.routers() - 1;
    final long most = ids.maxSequence();
    final long[] ascending = {
      ids.request(0, 0, 0),
      ids.request(0, 0, most),
      ids.answerTo(ids.request(0, 0, 0)),
      ids.answerTo(ids.request(0, 0, most)),
      ids.request(0, 1, 0),
      ids.request(0, last, most),
      ids.request(1, 0, 0),
      ids.request(last, 0, 0),
      ids.answerTo(ids.request(last, last, most))
    };
    for (int i = 1; i < ascending.length; i++) {
      assertTrue(Long.compareUnsigned(ascending[i - 1], ascending[i]) < 0);
    }
  }

  @Test
  void shouldLeaveSequenceNumbersWhatNodesDoNotNeed() {
    for (Tofu6D machine : sizes().toList()) {
      final int nodes = machine.routers();
      final int bits = nodes <= 1 << 18 ? 27 : nodes <= 1 << 19 ? 25 : 23;
      assertEquals((1L << bits) - 1, new TofuPacketId(machine).maxSequence());
    }
  }

  @Test
  @Trap(number = 7, fallenInto = "node numbers of 17 bits", shown = Shown.IN_THE_SOURCE)
  void shouldTellNodesOfTheLargestMachinesApart() {
    final TofuPacketId ids = new TofuPacketId(lines(24, 23, 24));
    final int fugaku = 158_975;
    assertEquals(fugaku, ids.requester(ids.request(fugaku, fugaku - 1, 0)));
    assertEquals(fugaku - 1, ids.target(ids.request(fugaku, fugaku - 1, 0)));
  }

  @Test
  void shouldRefuseASequenceNumberThatDoesNotFit() {
    final TofuPacketId ids = new TofuPacketId(lines(1, 1, 1));
    assertThrows(IllegalStateException.class, () -> ids.request(0, 1, ids.maxSequence() + 1));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldKeepEveryFieldOfARoute(Tofu6D machine) {
    final Random random = new Random(2);
    final TofuRouteWord words = new TofuRouteWord(machine);
    final CoordinateWord places = new CoordinateWord(machine);
    for (int i = 0; i < TIMES; i++) {
      final int destination = random.nextInt(machine.routers());
      final int path = random.nextInt(PathPolicy.PATHS);
      final int tni = random.nextInt(8);
      final int moved = random.nextInt(TofuFrames.MAX_DATA + 1);
      final boolean answered = random.nextBoolean();
      final int stream = random.nextInt(TofuRouteWord.MAX_STREAMS);
      final long core = random.nextLong() >>> words.bits();
      final long word = core | words.of(destination, path, tni, moved, answered, stream);
      for (long each : new long[] {word, TofuRouteWord.withLastPart(word)}) {
        assertEquals(places.of(destination), words.destination(each));
        assertEquals(path, TofuRouteWord.path(each));
        assertEquals(tni, TofuRouteWord.tni(each));
        assertEquals(moved, TofuRouteWord.moved(each));
        assertEquals(answered, TofuRouteWord.answered(each));
        assertEquals(stream, TofuRouteWord.stream(each));
        assertEquals(core, each << words.bits() >>> words.bits());
      }
      assertTrue(
          !TofuRouteWord.onLastPart(word)
              && TofuRouteWord.onLastPart(TofuRouteWord.withLastPart(word)));
    }
  }

  /**
   * The shapes have as many points as possible, and all axes are lines, on which packets take the
   * most hops.
   */
  @Test
  void shouldHaveRoomForPacketsOfEveryMachine() {
    final Settings settings = Case.of(new Tofu()).settings();
    final int points = TofuPacketId.MAX_NODES / Tofu6D.GROUP;
    for (int x = 1; x <= CoordinateWord.MAX_EXTENT; x++) {
      for (int y = 1; y <= Math.min(points / x, CoordinateWord.MAX_EXTENT); y++) {
        final int z = Math.min(points / (x * y), CoordinateWord.MAX_EXTENT);
        final Tofu6D machine = lines(x, y, z);
        new PacketWords(TofuRouter.of(settings, machine, 3, TofuFrames.MAX_DATA));
      }
    }
  }

  @Test
  void shouldHaveRoomForEveryStream() {
    for (Generation generation : Generation.values()) {
      assertTrue(generation.tnis() * generation.userQueues() <= TofuRouteWord.MAX_STREAMS);
    }
  }

  @ParameterizedTest
  @CsvSource({"32, 2, 32", "1, 1, 1", "128, 3, 5", "3, 128, 5", "5, 3, 128", "43, 127, 2"})
  void shouldKeepCoordinates(int x, int y, int z) {
    final Tofu6D machine = lines(x, y, z);
    final CoordinateWord places = new CoordinateWord(machine);
    for (int node = 0; node < machine.routers(); node++) {
      final int place = places.of(node);
      assertEquals(machine.coordinate(node, 0), place >>> places.xShift());
      assertEquals(
          machine.coordinate(node, 1), (place & (1 << places.xShift()) - 1) >>> places.yShift());
      assertEquals(
          machine.coordinate(node, 2),
          (place & (1 << places.yShift()) - 1) >>> CoordinateWord.Z_SHIFT);
      assertEquals(node % Tofu6D.GROUP, CoordinateWord.inner(place));
      assertTrue(place < 1 << places.bits());
    }
  }
}
