package io.hopwright.models.messaging.ranks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.messaging.jobs.MessageWords;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queues of transfers against lists of their packets. */
class SendQueuesTest {
  private static final int GROUPS = 3;
  private static final int STEPS = 20_000;

  /** A packet that waits. */
  private record Waiting(
      int transfer,
      int destination,
      long number,
      int bytes,
      boolean first,
      boolean last,
      long tick) {}

  @ParameterizedTest
  @CsvSource({"1, 64", "1, 1", "4, 100", "6, 224", "3, 1920"})
  void shouldSendWhatWasPostedPacketByPacket(int queuesPerGroup, int mostBytes) {
    final Random random = new Random(queuesPerGroup * 10_007L + mostBytes);
    final long[] words = new long[3];
    final List<Integer> entered = new ArrayList<>();
    final Transfers transfers = new Transfers();
    final SendQueues queues =
        new SendQueues(
            GROUPS, queuesPerGroup, mostBytes, (packet, index, word) -> words[index] = word);
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
    final int[] posts = new int[GROUPS];
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(4) == 0) {
        final int group = random.nextInt(GROUPS);
        final long length = random.nextInt(4) == 0 ? 0 : random.nextInt(5 * mostBytes);
        final int transfer = transfers.take(step, step, 2L * step, 3L * step, length);
        transfers.post(transfer, step);
        final int number = posts[group]++;
        final int queue = queuesPerGroup * group + number % queuesPerGroup;
        assertEquals(queue, queues.post(group, transfer));
        final long packets = Math.max(1, (length + mostBytes - 1) / mostBytes);
        for (int packet = 0; packet < packets; packet++) {
          expected
              .get(queue)
              .add(
                  new Waiting(
                      transfer,
                      step,
                      (long) SendQueues.STRIDE * number + packet,
                      (int) Math.min(mostBytes, length - (long) packet * mostBytes),
                      packet == 0,
                      packet == packets - 1,
                      step));
        }
      }
      send(random.nextInt(expected.size()), step, queues, expected, transfers, words, entered);
      assertEquals(expected.stream().filter(queue -> !queue.isEmpty()).count(), queues.active());
    }
    assertTrue(entered.size() > STEPS / 10);
  }

  /** The number of a transfer depends on the number of earlier ones, from all senders. */
  @Test
  void shouldCountTransfersThatAreTakenOut() {
    final Transfers transfers = new Transfers();
    final SendQueues queues = new SendQueues(1, 1, 64, (packet, index, word) -> {});
    queues.serve(transfers, (node, transfer, tick) -> transfers.free(transfer));
    final int first = transfers.take(1, 1, 1, 1, 100);
    final int second = transfers.take(2, 2, 2, 2, 100);
    queues.post(0, first);
    queues.post(0, second);
    assertEquals(first, queues.take(0));
    assertEquals(second, queues.first(0));
    assertEquals(SendQueues.STRIDE, queues.number(0));
    queues.issue(0, 0, 0, 7);
    assertEquals(1, queues.packetsGone(0));
    queues.issue(0, 0, 0, 8);
    assertTrue(queues.isEmpty(0));
    assertEquals(0, queues.active());
    assertEquals(1, transfers.live());
  }

  private static void send(
      int queue,
      long tick,
      SendQueues queues,
      List<Deque<Waiting>> expected,
      Transfers transfers,
      long[] words,
      List<Integer> entered) {
    final Waiting next = expected.get(queue).poll();
    assertEquals(next == null, queues.isEmpty(queue));
    assertEquals(next == null ? Long.MAX_VALUE : next.tick, queues.posted(queue));
    if (next == null) {
      return;
    }
    assertEquals(next.transfer, queues.first(queue));
    assertEquals(next.destination, queues.destination(queue));
    assertEquals(next.number, queues.number(queue));
    assertEquals(next.bytes, queues.bytes(queue));
    assertEquals(next.first, queues.begins(queue));
    assertEquals(next.last, queues.ends(queue));
    final long first = transfers.word(next.transfer, 0);
    final long second = transfers.word(next.transfer, 1);
    final long third = transfers.word(next.transfer, 2);
    final int before = entered.size();
    queues.issue(queue, 0, 7, tick);
    assertEquals(MessageWords.withPayload(first, next.bytes), words[0]);
    assertEquals(next.first ? MessageWords.ofHeader(second) : second, words[1]);
    assertEquals(third, words[2]);
    assertEquals(before + (next.last ? 1 : 0), entered.size());
    assertTrue(!next.last || entered.get(before) == next.transfer);
  }
}
