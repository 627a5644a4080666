package io.hopwright.models.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
  private static final int SENDERS = 3;
  private static final long TIMEOUT = 50;

  /** Request in the list. */
  private record Waiting(long ticket, long id, int group, long end) {}

  /**
   * Answers arrive in any order, some of them late; requests of different senders have the same
   * names.
   */
  @Test
  void shouldDoWhatListsDo() {
    final Random random = new Random(11);
    final Deadlines deadlines = new Deadlines(SENDERS, TIMEOUT);
    final List<Deque<Waiting>> lists = new ArrayList<>();
    final List<List<Waiting>> gone = new ArrayList<>();
    for (int sender = 0; sender < SENDERS; sender++) {
      lists.add(new ArrayDeque<>());
      gone.add(new ArrayList<>());
    }
    for (long tick = 0; tick < 20_000; tick++) {
      final int sender = random.nextInt(SENDERS);
      final Deque<Waiting> list = lists.get(sender);
      final int due = deadlines.due(sender, tick);
      assertEquals(!list.isEmpty() && list.getFirst().end <= tick, due != Deadlines.NONE);
      if (due != Deadlines.NONE) {
        final Waiting first = list.removeFirst();
        assertEquals(first.id, deadlines.id(due));
        assertEquals(first.group, deadlines.group(due));
        deadlines.remove(sender, due);
        gone.get(sender).add(first);
      } else if (random.nextInt(3) > 0) {
        final int group = random.nextInt();
        final long id = random.nextInt(3);
        final long ticket = deadlines.add(sender, id, group, tick);
        list.addLast(new Waiting(ticket, id, group, tick + TIMEOUT));
      } else if (!list.isEmpty()) {
        final Waiting any = new ArrayList<>(list).get(random.nextInt(list.size()));
        assertEquals(true, deadlines.answer(sender, any.ticket));
        list.remove(any);
        gone.get(sender).add(any);
      }
      for (Waiting late :
          gone.get(sender)
              .subList(Math.max(0, gone.get(sender).size() - 3), gone.get(sender).size())) {
        assertEquals(false, deadlines.answer(sender, late.ticket));
      }
      assertEquals(list.isEmpty() ? Long.MAX_VALUE : list.getFirst().end, deadlines.next(sender));
      assertEquals(lists.stream().mapToInt(Deque::size).sum(), deadlines.pending());
    }
  }
}
