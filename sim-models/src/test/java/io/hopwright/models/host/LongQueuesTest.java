package io.hopwright.models.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongQueuesTest {
  private static final int QUEUES = 5;

  @Test
  void shouldKeepWordsInOrder() {
    final Random random = new Random(1);
    final LongQueues queues = new LongQueues(QUEUES);
    final List<List<Long>> lists = new ArrayList<>();
    for (int i = 0; i < QUEUES; i++) {
      lists.add(new ArrayList<>());
    }
    for (int step = 0; step < 20_000; step++) {
      final int queue = random.nextInt(QUEUES);
      final List<Long> list = lists.get(queue);
      final boolean grows = step / 500 % 2 == 0;
      if (list.isEmpty() || random.nextInt(3) < (grows ? 2 : 1)) {
        final long word = random.nextLong();
        queues.add(queue, word);
        list.add(word);
      } else if (random.nextBoolean()) {
        queues.setFirst(queue, step);
        list.set(0, (long) step);
      } else {
        assertEquals(list.remove(0), queues.remove(queue));
      }
      assertEquals(list.size(), queues.size(queue));
      assertEquals(list.isEmpty(), queues.isEmpty(queue));
      assertEquals(lists.stream().allMatch(List::isEmpty), queues.areEmpty());
      for (int at = 0; at < list.size(); at++) {
        assertEquals(list.get(at), queues.get(queue, at));
      }
    }
  }
}
