package io.hopwright.runner.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.partition.cluster.MemberLostException;
import io.hopwright.partition.cluster.RefusedException;
import io.hopwright.runner.execution.Interruption;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveriesTest {
  private static Recoveries recoveries(boolean local) {
    final Recoveries recoveries = new Recoveries(2, local, new Interruption(), List.of());
    recoveries.watched(0);
    return recoveries;
  }

  /** A JVM that is started here and never connects is frozen; it is replaced like a lost one. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldStartJvmsAnewIfOneNeverComes(boolean local) {
    assertEquals(local, recoveries(local).survives(new RefusedException("1 of 2 have come")));
  }

  @Test
  void shouldGiveUpAfterLossesInARow() {
    final Recoveries recoveries = recoveries(true);
    final MemberLostException loss = new MemberLostException("lost member 1");
    for (int i = 0; i < 2; i++) {
      assertTrue(recoveries.survives(loss));
      recoveries.lost(loss, 0);
    }
    assertFalse(recoveries.survives(loss));
    assertEquals(2, recoveries.losses().size());
  }

  /** A window that a lost course still ends does not count. */
  @Test
  void shouldCountUntilTheRunGoesOnAlsoForALossThatAnotherFollows() {
    final Recoveries recoveries = new Recoveries(5, true, new Interruption(), List.of());
    final MemberLostException loss = new MemberLostException("lost member 1");
    final RunMonitor.Checkpoints first = recoveries.watched(0);
    first.isDue(1_000);
    recoveries.lost(loss, 0);
    first.isDue(2_000);
    recoveries.watched(0);
    recoveries.lost(loss, 0);
    assertEquals(List.of(), secondsUntilItWentOn(recoveries));
    assertEquals(0L, recoveries.losses().get(1).get("simulatedAgainTicks"));

    final RunMonitor.Checkpoints last = recoveries.watched(0);
    last.isDue(1_000);
    final List<Double> seconds = secondsUntilItWentOn(recoveries);
    assertEquals(2, seconds.size());
    assertTrue(seconds.get(0) >= seconds.get(1), seconds::toString);
    last.isDue(2_000);
    assertEquals(seconds, secondsUntilItWentOn(recoveries));
  }

  private static List<Double> secondsUntilItWentOn(Recoveries recoveries) {
    return recoveries.losses().stream()
        .map(loss -> (Double) loss.get("secondsUntilItWentOn"))
        .filter(Objects::nonNull)
        .toList();
  }

  @Test
  void shouldBeginANewRowWithANewerCheckpoint() {
    final Recoveries recoveries = recoveries(true);
    final MemberLostException loss = new MemberLostException("lost member 1");
    for (long tick = 0; tick < 5_000; tick += 1_000) {
      assertTrue(recoveries.survives(loss));
      recoveries.lost(loss, tick);
    }
  }
}
