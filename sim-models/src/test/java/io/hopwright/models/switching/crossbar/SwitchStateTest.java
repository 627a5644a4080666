package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SwitchStateTest {
  @Test
  void shouldGiveEveryWordToOneOnly() {
    final int routers = 3;
    final int ports = 5;
    final int vcs = 3;
    final SwitchState state = new SwitchState(routers, ports, vcs);
    final Set<Integer> used = new HashSet<>();
    for (int router = 0; router < routers; router++) {
      final int base = state.base(router);
      for (int word :
          new int[] {
            SwitchState.PENDING, SwitchState.HOLDING, SwitchState.ALARMED, SwitchState.ARRIVED
          }) {
        assertTrue(used.add(base + word));
      }
      for (int port = 0; port < ports; port++) {
        final int output = state.port(base, port);
        assertTrue(used.add(output));
        assertTrue(used.add(output + SwitchState.LOAD));
        for (int vc = 0; vc < vcs; vc++) {
          assertTrue(used.add(output + SwitchState.QUEUES + vc));
        }
      }
    }
    assertEquals(state.words().length, used.size());
    assertTrue(used.stream().allMatch(word -> word >= 0 && word < state.words().length));
  }

  @Test
  void shouldAddUpWhatWaitsAndWhatWasSent() {
    final int routers = 2;
    final int ports = 3;
    final SwitchState state = new SwitchState(routers, ports, 8);
    final int[][] waiting = new int[routers][ports];
    final int[][] sent = new int[routers][ports];
    final Random random = new Random(6);
    for (int step = 0; step < 100_000; step++) {
      final int router = random.nextInt(routers);
      final int port = random.nextInt(ports);
      final int near = random.nextInt(-waiting[router][port], 1_000_000 - waiting[router][port]);
      final int far = random.nextInt(-sent[router][port], 100_000 - sent[router][port]);
      final int output = state.port(state.base(router), port);
      if (random.nextBoolean()) {
        state.words()[output + SwitchState.LOAD] += SwitchState.change(near, far);
      } else {
        state.words()[output + SwitchState.LOAD] -= SwitchState.change(-near, -far);
      }
      waiting[router][port] += near;
      sent[router][port] += far;
      for (int r = 0; r < routers; r++) {
        for (int p = 0; p < ports; p++) {
          assertEquals(waiting[r][p], state.waitingFlits(r, p));
          assertEquals(sent[r][p], state.sentFlits(r, p));
          assertEquals(waiting[r][p] + sent[r][p], state.load(r, p));
        }
      }
    }
  }

  @Test
  void shouldTellHowLongAnOutputIsBusy() {
    final SwitchState state = new SwitchState(2, 2, 4);
    state.words()[state.port(state.base(1), 1)] = OutputWord.granted(0, 3, 4_711);
    assertEquals(4_711, state.busyUntil(1, 1));
    assertEquals(0, state.busyUntil(1, 0));
    assertEquals(0, state.busyUntil(0, 1));
  }
}
