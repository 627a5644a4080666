package io.hopwright.models.reference.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.program.ProgramCheck;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.reference.messaging.ReferenceShares.Share;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random programs are valid and have the properties of all programs. */
class RandomProgramsTest {
  private static final TickRate NANOSECONDS = new TickRate(1_000_000_000, 1);
  private static final int CASES = 100;
  private static final long MOST_TICKS = 20_000_000;

  private static ReferenceIdeal run(RandomPrograms drawn) {
    final ReferenceIdeal machine =
        new ReferenceIdeal(
            new ReferenceLogGops(
                drawn.host().nodes(),
                drawn.latency(),
                drawn.gap(),
                drawn.byteGap(),
                NANOSECONDS,
                drawn.seed()),
            drawn.software(),
            drawn.placed());
    machine.runToTheEnd(1, MOST_TICKS);
    machine.checkConservation();
    return machine;
  }

  @Tag("slow")
  @Test
  void shouldComeToAnEndMostly() {
    final Map<String, Integer> ends = new TreeMap<>();
    final Map<Share, Integer> shares = new EnumMap<>(Share.class);
    long unexpected = 0;
    for (long seed = 0; seed < CASES; seed++) {
      final RandomPrograms drawn = RandomPrograms.of(seed, Host.ideal(24));
      final ReferenceIdeal machine;
      try {
        machine = run(drawn);
      } catch (RuntimeException e) {
        throw new AssertionError(drawn.toString(), e);
      }
      final String end =
          machine.ranksRunning() == 0
              ? "end"
              : machine.nextEffectTick() == Long.MAX_VALUE || machine.ranksBlocked()
                  ? "stuck"
                  : "late";
      ends.merge(end, 1, Integer::sum);
      if (end.equals("stuck")) {
        assertTrue(machine.describeWaiting(new StringBuilder()) > 0, drawn.toString());
      }
      check(machine, drawn);
      for (ReferenceRank rank : machine.messaging().ranks()) {
        unexpected += rank.unexpectedMessages();
        for (Share share : Share.values()) {
          shares.merge(share, rank.shares().of(share) > 0 ? 1 : 0, Integer::sum);
        }
      }
    }
    assertTrue(unexpected > CASES, unexpected + " were unexpected");
    assertTrue(shares.values().stream().allMatch(ranks -> ranks > CASES), shares.toString());
    assertTrue(ends.get("end") > CASES * 0.85, ends.toString());
    assertTrue(ends.get("stuck") > CASES * 0.01, ends.toString());
    assertEquals(CASES, ends.get("end") + ends.get("stuck"), ends.toString());
  }

  private static void check(ReferenceIdeal machine, RandomPrograms drawn) {
    for (ReferenceRank rank : machine.messaging().ranks()) {
      final List<Long> shares = rank.sharesAt(machine.tick()).all();
      assertTrue(shares.stream().allMatch(ticks -> ticks >= 0), drawn.toString());
      final long most = rank.endTick() < 0 ? machine.tick() : rank.endTick();
      assertTrue(shares.stream().mapToLong(ticks -> ticks).sum() <= most, drawn.toString());
    }
    assertTrue(
        machine.messaging().latencies().stream().allMatch(ticks -> ticks >= 0), drawn.toString());
    if (!drawn.hasBackground() && machine.ranksRunning() == 0) {
      assertEquals(
          machine.messaging().ranks().stream()
              .flatMap(rank -> rank.messagesTo().values().stream())
              .mapToLong(count -> count)
              .sum(),
          machine.messaging().latencies().size(),
          drawn.toString());
    }
  }

  @Test
  void shouldBeTheSameAgain() {
    for (long seed = 0; seed < 30; seed++) {
      final RandomPrograms drawn = RandomPrograms.of(seed, Host.ideal(24));
      assertEquals(drawn.toString(), RandomPrograms.of(seed, Host.ideal(24)).toString());
      assertEquals(run(drawn).digest(), run(drawn).digest(), drawn.toString());
    }
  }

  @Test
  void shouldPassTheCheckUnlessStuck() {
    int right = 0;
    for (long seed = 0; seed < CASES; seed++) {
      final RandomPrograms drawn = RandomPrograms.of(seed, Host.ideal(24));
      boolean all = true;
      for (int number = 0; number < drawn.jobs().size(); number++) {
        all &=
            drawn.jobs().get(number).background()
                || ProgramCheck.check(
                        drawn.jobs().get(number).bound(number, seed),
                        RandomPrograms.MOST_OPERATIONS,
                        (rank, operations) -> true)
                    .mistakes()
                    .isEmpty();
      }
      right += all ? 1 : 0;
    }
    assertTrue(right > CASES * 0.9, right + " are right");
  }
}
