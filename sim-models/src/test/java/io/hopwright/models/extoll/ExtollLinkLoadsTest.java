package io.hopwright.models.extoll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads of all links against sums over all routes by the rules of the page. */
class ExtollLinkLoadsTest {
  private static final List<String> PORTS = List.of("x+", "x-", "y+", "y-", "z+", "z-");
  private static final long TICKS = 2_000_000;

  /** Ticks of a packet of 496 B, and of a request, on a link of the ASIC. */
  private static final long DATA_TICKS = 32 * 20;

  private static final long REQUEST_TICKS = 2 * 20;

  /** Extents of a torus, and the busy ticks of each link by node and port. */
  private record Loads(List<Integer> shape, boolean single, Map<String, Long> busyTicks) {
    static Loads of(String extents, boolean single) {
      return new Loads(
          Stream.of(extents.split("x", -1)).map(Integer::valueOf).toList(),
          single,
          new HashMap<>());
    }

    int nodes() {
      return shape.get(0) * shape.get(1) * shape.get(2);
    }

    private int[] place(int node) {
      return new int[] {
        node % shape.get(0), node / shape.get(0) % shape.get(1), node / shape.get(0) / shape.get(1),
      };
    }

    /**
     * Adds a route by the rule "First x, then y, then z, minimal", and the rule for two routes of
     * equal length.
     */
    void send(int from, int to, long ticks) {
      final int[] at = place(from);
      final int[] end = place(to);
      for (int axis = 0; axis < 3; axis++) {
        final int extent = shape.get(axis);
        while (at[axis] != end[axis]) {
          final int ahead = Math.floorMod(end[axis] - at[axis], extent);
          int sum = at[axis];
          for (int other = 0; other < 3; other++) {
            sum += other == axis ? 0 : end[other];
          }
          final boolean pair = extent == 2 && single;
          final boolean up = pair || 2 * ahead < extent || (2 * ahead == extent && sum % 2 == 0);
          final int node = at[0] + shape.get(0) * (at[1] + shape.get(1) * at[2]);
          busyTicks.merge(node + " " + PORTS.get(2 * axis + (up ? 0 : 1)), ticks, Long::sum);
          at[axis] = Math.floorMod(at[axis] + (up ? 1 : -1), extent);
        }
      }
    }

    /** Returns the loads of an all-to-all: its packets, and with gets also the requests. */
    Loads allToAll(boolean gets) {
      for (int from = 0; from < nodes(); from++) {
        for (int to = 0; to < nodes(); to++) {
          if (from != to) {
            send(from, to, gets ? REQUEST_TICKS : DATA_TICKS);
          }
          if (from != to && gets) {
            send(to, from, DATA_TICKS);
          }
        }
      }
      return this;
    }

    /** Returns the largest busy time of a link along an axis. */
    long most(int axis) {
      return busyTicks.entrySet().stream()
          .filter(link -> link.getKey().contains(" " + "xyz".charAt(axis)))
          .mapToLong(Map.Entry::getValue)
          .max()
          .orElse(0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4x2x4, single, link-only, put",
    "4x2x4, double, link-only, put",
    "5x3x1, single, link-only, put",
    "2x2x4, double, rma, put",
    "4x1x3, single, rma, get",
    "2x4x2, single, rma, get"
  })
  void shouldLoadEveryLinkAsTheWaysSay(
      String shape, String pairs, String transport, String operation) {
    final RunResult result =
        Case.of(new Extoll())
            .set("workload.kind=all-to-all workload.messageBytes=496 statistics.links=link")
            .set("machine.shape=" + shape + " machine.pairLinks=" + pairs)
            .set("workload.transport=" + transport + " workload.operation=" + operation)
            .ticks(TICKS)
            .result();
    final Loads loads = Loads.of(shape, pairs.equals("single")).allToAll(operation.equals("get"));
    final long messages = (long) loads.nodes() * (loads.nodes() - 1);
    final Map<String, Long> measured = new HashMap<>();
    for (final List<Object> row : result.tables().get("links-by-link").rows()) {
      final double utilization = (Double) row.get(row.size() - 1);
      if (utilization > 0) {
        measured.put(row.get(0) + " " + row.get(row.size() - 2), Math.round(utilization * TICKS));
      }
    }
    assertEquals(loads.busyTicks, measured);
    final long bytes =
        Math.round((Double) result.summary().get("throughput") / 12.6 * TICKS * nodes(result));
    assertEquals(496 * messages, bytes);
  }

  private static long nodes(RunResult result) {
    return (Long) result.summary().get("nodes");
  }

  /** Data of gets come from the node to which puts would go. */
  @ParameterizedTest
  @CsvSource({"6x2x1, put", "6x2x1, get", "4x3x2, put", "4x3x2, get"})
  void shouldBoundWhatIsSentToOneByItsBusiestLink(String shape, String operation) {
    final Case incast =
        Case.of(new Extoll())
            .set("workload.kind=incast workload.target=1 workload.load=0.01")
            .set("workload.transport=rma workload.operation=" + operation)
            .set("run.ticks=1000 machine.shape=" + shape);
    final Loads loads = Loads.of(shape, true);
    for (int node = 0; node < loads.nodes(); node++) {
      if (node != 1) {
        loads.send(operation.equals("put") ? node : 1, operation.equals("put") ? 1 : node, 1);
      }
    }
    final Map<?, ?> bounds = (Map<?, ?>) incast.result().summary().get("bounds");
    final Map<?, ?> busiest = (Map<?, ?>) bounds.get("busiestLink");
    final double senders = loads.nodes() - 1.0;
    for (int axis = 0; axis < 3; axis++) {
      assertEquals(
          loads.most(axis) * loads.nodes() / senders,
          (Double) busiest.get("xyz".substring(axis, axis + 1)),
          1e-9);
    }
    assertTrue(loads.most(0) > 1);
  }
}
