package io.hopwright.models.messaging.ranks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.messaging.jobs.MessageWords;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queues of the packets of transfers against lists of these packets. */
class SpreadQueuesTest {
  private static final int GROUPS = 3;
  private static final int STEPS = 20_000;

  /** The number of a packet has 24 bits. */
  private static final int NUMBERS = (1 << 24) - 1;

  /** A packet that waits. */
  private record Waiting(int transfer, int number, int bytes, boolean first) {}

  @ParameterizedTest
  @CsvSource({
    "1, true, 64",
    "3, true, 240",
    "6, true, 240",
    "6, true, 1",
    "1, false, 1",
    "6, false, 240"
  })
  void shouldSendWhatWasPostedPacketByPacket(
      int queuesPerGroup, boolean packetsInTurn, int mostBytes) {
    final Random random = new Random(queuesPerGroup * 10_007L + mostBytes);
    final long[] words = new long[3];
    final List<Integer> entered = new ArrayList<>();
    final Transfers transfers = new Transfers();
    final SpreadQueues queues =
        new SpreadQueues(
            GROUPS,
            queuesPerGroup,
            packetsInTurn,
            mostBytes,
            (packet, index, word) -> words[index] = word);
    queues.serve(
        transfers,
        (node, transfer, tick) -> {
          entered.add(transfer);
          transfers.free(transfer);
        });
    final List<Deque<Waiting>> expected = new ArrayList<>();
    for (int queue = 0; queue < GROUPS * queuesPerGroup; queue++) {
      expected.add(new ArrayDeque<>());
    }
    final Map<Integer, Integer> open = new HashMap<>();
    final int[] posts = new int[GROUPS];
    final int[] turns = new int[GROUPS];
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(16) == 0) {
        final int group = random.nextInt(GROUPS);
        final long length = random.nextInt(4) == 0 ? 0 : random.nextInt(20 * mostBytes);
        final int transfer = transfers.take(step, step, 2L * step, 3L * step, length);
        final int packets = (int) Math.max(1, (length + mostBytes - 1) / mostBytes);
        assertEquals(
            packetsInTurn ? Math.min(packets, queuesPerGroup) : 1, queues.pieces(transfer));
        final int number = SendQueues.STRIDE * posts[group]++;
        queues.post(group, transfer);
        open.put(transfer, packets);
        for (int packet = 0; packet < packets; packet++) {
          final int bytes = (int) Math.min(mostBytes, length - (long) packet * mostBytes);
          expected
              .get(queuesPerGroup * group + turns[group] % queuesPerGroup)
              .add(new Waiting(transfer, number + packet & NUMBERS, bytes, packet == 0));
          turns[group] += packetsInTurn || packet == packets - 1 ? 1 : 0;
        }
      }
      send(random.nextInt(expected.size()), step, queues, expected, transfers, words, open);
      assertEquals(open.size(), transfers.live());
    }
    assertTrue(entered.size() > STEPS / 100);
  }

  private static void send(
      int queue,
      long tick,
      SpreadQueues queues,
      List<Deque<Waiting>> expected,
      Transfers transfers,
      long[] words,
      Map<Integer, Integer> open) {
    final Waiting next = expected.get(queue).poll();
    assertEquals(next == null, queues.isEmpty(queue));
    if (next == null) {
      return;
    }
    assertEquals(next.transfer, queues.first(queue));
    assertEquals(next.number, queues.number(queue));
    assertEquals(next.bytes, queues.bytes(queue));
    assertEquals(next.first, queues.begins(queue));
    final long first = transfers.word(next.transfer, 0);
    final long second = transfers.word(next.transfer, 1);
    final long third = transfers.word(next.transfer, 2);
    queues.issue(queue, 0, 7, tick);
    assertEquals(MessageWords.withPayload(first, next.bytes), words[0]);
    assertEquals(next.first ? MessageWords.ofHeader(second) : second, words[1]);
    assertEquals(third, words[2]);
    open.compute(next.transfer, (transfer, left) -> left == 1 ? null : left - 1);
  }
}
