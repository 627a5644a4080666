package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.topology.Torus;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouterFlagsTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldChangeEachFieldByItself(long seed) {
    final Random random = new Random(seed);
    final int[] busses = new int[Torus.PORTS];
    final boolean[] reception = new boolean[4 * Torus.PORTS];
    int idle = 0;
    int acks = 0;
    long small = 0;
    for (int step = 0; step < 10_000; step++) {
      final int port = random.nextInt(Torus.PORTS);
      switch (random.nextInt(4)) {
        case 0 -> {
          final boolean more = busses[port] < 7 && (busses[port] == 0 || random.nextBoolean());
          busses[port] += more ? 1 : -1;
          small += more ? RouterFlags.bus(port) : -RouterFlags.bus(port);
        }
        case 1 -> {
          final int bus = random.nextInt(reception.length);
          reception[bus] = !reception[bus];
          small ^= RouterFlags.reception(bus);
        }
        case 2 -> {
          idle ^= 1 << port;
          small ^= RouterFlags.idle(port);
        }
        default -> {
          acks ^= 1 << port;
          small ^= RouterFlags.acks(port);
        }
      }
      final String name = "seed " + seed + ", step " + step;
      assertEquals(idle, RouterFlags.idleOutputs(small), name);
      assertEquals(acks, RouterFlags.ackOutputs(small), name);
      for (int p = 0; p < Torus.PORTS; p++) {
        assertEquals(busses[p], RouterFlags.busses(small, p), name);
        int transfers = busses[p];
        for (int bus = p; bus < reception.length; bus += Torus.PORTS) {
          transfers += reception[bus] ? 1 : 0;
        }
        assertEquals(transfers, RouterFlags.transfers(small, p), name);
      }
      for (int bus = 0; bus < reception.length; bus++) {
        assertEquals(
            reception[bus], (small & RouterFlags.reception(bus)) != 0, name + ", bus " + bus);
      }
    }
  }
}
