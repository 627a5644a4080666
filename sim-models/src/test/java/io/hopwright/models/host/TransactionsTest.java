package io.hopwright.models.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TransactionsTest {
  private static final int QUEUES = 1 << 30;

  /** Transaction in the naive oracle. */
  private record Kept(int handle, int queue, long birth, int operation, int peer, long closing) {}

  @Test
  void shouldKeepWhatItIsToldOfManyTransactionsAtATime() {
    final Random random = new Random(1);
    final Transactions transactions = new Transactions(1, Integer.MAX_VALUE);
    final List<Kept> kept = new ArrayList<>();
    for (int step = 0; step < 2_000; step++) {
      kept.add(closed(transactions, random));
      kept.forEach(each -> check(transactions, each));
      while (kept.size() > 1 + random.nextInt(200)) {
        transactions.forget(0, kept.remove(random.nextInt(kept.size())).handle());
      }
    }
  }

  private static Kept closed(Transactions transactions, Random random) {
    final int queue = random.nextInt(QUEUES);
    final long birth = random.nextLong();
    final int handle = transactions.begin(0, queue, birth);
    final Kept kept =
        new Kept(
            handle, queue, birth, random.nextInt(), random.nextInt(1 << 29), random.nextLong());
    transactions.issued(handle);
    transactions.issued(handle);
    assertFalse(transactions.answered(handle), "still open");
    transactions.close(handle, kept.operation(), kept.peer(), kept.closing());
    assertFalse(transactions.hasFailed(handle));
    transactions.fail(handle);
    assertTrue(transactions.answered(handle), "closed, and all answered");
    return kept;
  }

  private static void check(Transactions transactions, Kept each) {
    assertEquals(each.queue(), transactions.queue(each.handle()));
    assertEquals(each.birth(), transactions.birth(each.handle()));
    assertEquals(each.operation(), transactions.operation(each.handle()));
    assertEquals(each.peer(), transactions.peer(each.handle()));
    assertEquals(each.closing(), transactions.closing(each.handle()));
    assertTrue(transactions.hasFailed(each.handle()));
  }

  @Test
  void shouldListThoseThatAreCompleteInOrderOfTheirLastOperations() {
    final Random random = new Random(2);
    for (int round = 0; round < 200; round++) {
      final Transactions transactions = new Transactions(1, Integer.MAX_VALUE);
      final List<Kept> kept = new ArrayList<>();
      int first = Transactions.NONE;
      for (int i = 0; i < random.nextInt(8); i++) {
        final Kept each = closed(transactions, random);
        kept.add(each);
        first = transactions.insert(each.handle(), first);
      }
      kept.sort(Comparator.comparingInt(Kept::operation));
      for (Kept each : kept) {
        assertEquals(each.handle(), first);
        check(transactions, each);
        first = transactions.after(first);
      }
      assertEquals(Transactions.NONE, first);
    }
  }

  @Test
  void shouldHaveRoomForSoManyOfAnInterface() {
    final Transactions transactions = new Transactions(2, 1);
    final int only = transactions.begin(1, 0, 0);
    assertTrue(transactions.hasRoom(0));
    assertFalse(transactions.hasRoom(1));
    transactions.forget(1, only);
    assertTrue(transactions.hasRoom(1));
  }
}
