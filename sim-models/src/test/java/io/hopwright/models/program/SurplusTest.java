package io.hopwright.models.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The number of matched messages equals that of a matching of single messages by augmenting paths.
 */
class SurplusTest {
  private static final int CASES = 3_000;

  /** Message by its source and tag, or receive, which can leave either open. */
  private record One(int source, int tag) {
    boolean takes(One message) {
      return (source == Operation.ANY || source == message.source)
          && (tag == Operation.ANY || tag == message.tag);
    }
  }

  private static int matched(List<One> messages, List<One> receives) {
    final int[] messageOf = new int[receives.size()];
    Arrays.fill(messageOf, -1);
    int matched = 0;
    for (int message = 0; message < messages.size(); message++) {
      matched += match(message, messages, receives, messageOf, new HashSet<>()) ? 1 : 0;
    }
    return matched;
  }

  private static boolean match(
      int message, List<One> messages, List<One> receives, int[] messageOf, Set<Integer> seen) {
    for (int receive = 0; receive < receives.size(); receive++) {
      if (receives.get(receive).takes(messages.get(message))
          && seen.add(receive)
          && (messageOf[receive] < 0
              || match(messageOf[receive], messages, receives, messageOf, seen))) {
        messageOf[receive] = message;
        return true;
      }
    }
    return false;
  }

  @Test
  void shouldTakeAsManyAsCanBe() {
    final Random random = new Random(1);
    int bothLeft = 0;
    for (int number = 0; number < CASES; number++) {
      final List<One> messages = new ArrayList<>();
      final List<Surplus> surplus = new ArrayList<>();
      for (int channel = 0; channel < 1 + random.nextInt(6); channel++) {
        final One one = new One(random.nextInt(3), random.nextInt(3));
        final int count = 1 + random.nextInt(4);
        surplus.add(new Surplus(channel, one.source, one.tag, count));
        for (int i = 0; i < count; i++) {
          messages.add(one);
        }
      }
      final List<One> receives = new ArrayList<>();
      final Map<Surplus.Any, Surplus.Receives> any = new HashMap<>();
      for (int kind = 0; kind < random.nextInt(7); kind++) {
        final int open = random.nextInt(3);
        final Surplus.Any key =
            new Surplus.Any(
                open == 0 ? random.nextInt(3) : Operation.ANY,
                open == 1 ? random.nextInt(3) : Operation.ANY);
        final int count = 1 + random.nextInt(5);
        any.computeIfAbsent(key, unseen -> new Surplus.Receives()).count += count;
        for (int i = 0; i < count; i++) {
          receives.add(new One(key.source(), key.tag()));
        }
      }
      final int expected = matched(messages, receives);
      Surplus.share(surplus, any);
      final long over = surplus.stream().mapToLong(one -> one.over).sum();
      final long left = any.values().stream().mapToLong(one -> one.count).sum();
      final String what = messages + " " + receives;
      assertEquals(messages.size() - expected, over, what);
      assertEquals(receives.size() - expected, left, what);
      bothLeft += over == 0 || left == 0 ? 0 : 1;
    }
    assertTrue(bothLeft > CASES / 10, "cases in which something is left on both sides");
  }
}
