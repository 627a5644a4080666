package io.hopwright.models.program.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures the speed at which ranks return their operations, and their memory at rest. */
@Tag("slow")
class ProgramSpeedTest {
  private static final int RANKS = 1_000_000;
  private static final int ROUNDS = 30;
  private static final int AT_ONCE = 7;
  private static final double NANOS = 1e9;

  private static final String HALO =
      """
      param steps = 10
      param bytes = 40000
      param work = 250 us
      grid g = torus(3)
      for i in 1..steps {
        compute work
        for d in 0..2 {
          irecv from shift(g, d, -1) bytes tag 2*d
          irecv from shift(g, d, +1) bytes tag 2*d+1
          isend to shift(g, d, +1) bytes tag 2*d
          isend to shift(g, d, -1) bytes tag 2*d+1
        }
        waitall
        if i % 5 == 0 { allreduce 8 on line(g, 0) }
      }
      """;

  @Test
  void shouldTellOperationsOfManyRanks() {
    final BoundProgram bound =
        Statements.parse("halo-3d.prog", HALO)
            .bind(new Job(RANKS, 0, 1, Map.of("steps", "1_000_000"), 0));
    final int stride = bound.stride();
    assertTrue(stride * Long.BYTES <= 200, stride + " longs of a rank");
    final long[] state = new long[RANKS * stride];
    for (int rank = 0; rank < RANKS; rank++) {
      bound.start(state, rank * stride, rank);
    }
    final Operation operation = new Operation();
    for (int round = 0; round < ROUNDS; round++) {
      final long before = System.nanoTime();
      for (int rank = 0; rank < RANKS; rank++) {
        for (int i = 0; i < AT_ONCE; i++) {
          bound.next(state, rank * stride, operation);
        }
      }
      final double seconds = (System.nanoTime() - before) / NANOS;
      System.out.printf(
          "round %d: %.1f million operations per second, %d B per rank%n",
          round, RANKS * AT_ONCE / seconds / 1e6, stride * Long.BYTES);
    }
    assertEquals(AT_ONCE * ROUNDS - 1, operation.number());
  }
}
