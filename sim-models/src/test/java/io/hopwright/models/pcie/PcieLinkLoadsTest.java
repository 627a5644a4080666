package io.hopwright.models.pcie;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.random.Draws;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.topology.Graph;
import io.hopwright.models.topology.Topology;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Busy time of each edge against sums over all packets of all flows on their shortest paths, with
 * the times of the page. Also checks that each flow moves all of its data.
 */
class PcieLinkLoadsTest {
  private static final long TICKS = 3_000_000;

  /** Draws of purpose 3 with the default seed. */
  private static final Draws DRAWS = Draws.of(1, 3);

  private static final int MESSAGES = 3;
  private static final int CHUNK = 4_096;

  /** Sizes of messages: a single one, and several from which each message draws its own. */
  private static final List<List<Integer>> SIZES =
      List.of(List.of(5_000), List.of(300, 9_000, 4_096, 5_000));

  /**
   * Paths, as in "The way" of the page: hosts of {@code E} elements, a root, a memory, switches,
   * GPUs, a card.
   */
  private record Machine(
      Graph graph, int ofHost, int firstGpu, int gpus, boolean cards, int sockets) {
    int gpu(int number) {
      return number / gpus * ofHost + firstGpu + number % gpus;
    }

    int memory(int gpu) {
      final int inHost = (gpu % ofHost - firstGpu) / (gpus / sockets);
      return gpu / ofHost * ofHost + sockets + inHost;
    }

    int card(int element) {
      return element / ofHost * ofHost + ofHost - 1;
    }

    boolean isRoot(int element) {
      return element % ofHost < sockets && element / ofHost * ofHost + ofHost <= graph.routers();
    }

    boolean isMemory(int element) {
      final int inHost = element % ofHost;
      return inHost >= sockets
          && inHost < 2 * sockets
          && element / ofHost * ofHost + ofHost <= graph.routers();
    }

    boolean isCard(int element) {
      return cards && element % ofHost == ofHost - 1;
    }

    /** Returns elements and ports of the shortest path, which is unique. */
    List<int[]> way(int from, int to) {
      final int[] before = new int[graph.routers()];
      final int[] by = new int[graph.routers()];
      Arrays.fill(before, -1);
      before[from] = from;
      final Deque<Integer> queue = new ArrayDeque<>(List.of(from));
      while (!queue.isEmpty()) {
        final int at = queue.remove();
        for (int port = 0; port < graph.ports(); port++) {
          final int far = graph.neighbour(at, port);
          if (far != Topology.NONE && before[far] < 0) {
            before[far] = at;
            by[far] = port;
            queue.add(far);
          }
        }
      }
      final List<int[]> way = new ArrayList<>();
      for (int at = to; at != from; at = before[at]) {
        way.add(new int[] {before[at], by[at]});
      }
      return way;
    }
  }

  /** Sum over packets. */
  private static final class Sums {
    private final Machine machine;
    private final String cardEdge;
    private final long network;
    final Map<String, Long> busyTicks = new HashMap<>();

    Sums(Machine machine, String cardEdge, long network) {
      this.machine = machine;
      this.cardEdge = cardEdge;
      this.network = network;
    }

    private static long up(long of, long by) {
      return (of + by - 1) / by;
    }

    private long ticks(int at, String port, long bytes) {
      if (port.equals("memory") || (port.equals("up") && machine.isMemory(at))) {
        return up(bytes, 4);
      }
      if (port.equals("card") || (port.equals("up") && machine.isCard(at))) {
        return cardEdge.equals("gen3x8") ? up(819 * bytes, 512) : up(63 * bytes, 20);
      }
      if (port.equals("qpi")) {
        return up(bytes, 2);
      }
      return port.matches("n\\d+") ? up(12_600 * bytes, network) : up(819 * bytes, 1_024);
    }

    /**
     * Adds a packet of {@code data} and {@code more} bytes; the caps are the rates of roots for its
     * class.
     */
    private void packet(int from, int to, int data, int more, long cap, long qpiCap) {
      final boolean peers = !machine.isMemory(from) && !machine.isMemory(to);
      for (final int[] hop : machine.way(from, to)) {
        final String port = machine.graph.portName(hop[1]);
        long ticks = ticks(hop[0], port, data + more);
        if (peers && machine.isRoot(hop[0]) && data > 0) {
          ticks = Math.max(ticks, up(12_600L * data, cap));
          ticks = port.equals("qpi") ? Math.max(ticks, up(12_600L * data, qpiCap)) : ticks;
        }
        busyTicks.merge(hop[0] + " " + port, ticks, Long::sum);
      }
    }

    void push(int from, int to, int bytes) {
      for (int rest = bytes; rest > 0; rest -= 256) {
        packet(from, to, Math.min(256, rest), 24, 9_800, 4_000);
      }
    }

    void signal(int from, int to) {
      packet(from, to, 8, 24, 9_800, 4_000);
    }

    void pull(int from, int to, int bytes) {
      for (int rest = bytes; rest > 0; rest -= 512) {
        packet(to, from, 0, 24, 1, 1);
        for (int piece = Math.min(512, rest); piece > 0; piece -= 256) {
          packet(from, to, Math.min(256, piece), 20, 800, 4_000);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "push, gen2x8, 1, 8, 1, machine.fanout=2x2x2 workload.distance=3",
    "push, gen2x8, 1, 24, 1, machine.fanout=2x1x3x2x1x2 workload.distance=5",
    "pull, gen2x8, 1, 16, 2, machine.sockets=2 machine.fanout=2x1x2x2 workload.distance=9"
        + " qpi.hopTicks=3000",
    "pull, gen2x8, 1, 8, 2, machine.sockets=2 machine.fanout=2x2 workload.distance=5"
        + " qpi.hopTicks=3000",
    "through-memory, gen2x8, 1, 8, 2, machine.sockets=2 machine.fanout=2x2 workload.distance=5"
        + " qpi.hopTicks=3000 workload.chunkBytes=4096",
    "staged, gen3x8, 6672, 6, 1, machine.cards=infiniband machine.shape=3x1x1"
        + " machine.fanout=2 workload.distance=2",
    "card, gen2x8, 4000, 10, 1, machine.cards=peach2 machine.shape=5x1x1 machine.fanout=2"
        + " workload.distance=4",
    "card, gen2x8, 3400, 3, 1, machine.cards=apenet machine.shape=1x3x1 machine.fanout=1"
        + " workload.distance=1"
  })
  void shouldKeepEveryEdgeBusyAsItsPacketsSay(
      String transport, String cardEdge, long network, int gpus, int sockets, String text) {
    for (final List<Integer> sizes : SIZES) {
      assertBusyAsPacketsSay(sizes, transport, cardEdge, network, gpus, sockets, text);
    }
  }

  private static void assertBusyAsPacketsSay(
      List<Integer> sizes,
      String transport,
      String cardEdge,
      long network,
      int gpus,
      int sockets,
      String text) {
    final Case model =
        Case.of(new Pcie())
            .set("workload.kind=shift workload.transport=" + transport)
            .set(text.replaceAll(" +", " "))
            .set("dma.launchTicks=10 host.launchTicks=10 card.launchTicks=10 run.gridTicks=100000")
            .set("statistics.links=link")
            .with("workload.messages", MESSAGES, "workload.messageBytes", sizes)
            .ticks(TICKS);
    final PcieSettings settings = PcieSettings.of(model.settings());
    final boolean cards = text.contains("cards");
    final int hosts = settings.topology().elements().hosts();
    final int ofHost = settings.graph().routers() / hosts;
    final int perHost = gpus / hosts;
    final int firstGpu = ofHost - perHost - (cards ? 1 : 0);
    final Machine machine =
        new Machine(settings.graph(), ofHost, firstGpu, perHost, cards, sockets);
    final Sums sums = new Sums(machine, cardEdge, network);
    final int distance = Integer.parseInt(text.replaceAll(".*distance=(\\d+).*", "$1"));
    final List<Long> bytes = new ArrayList<>();
    for (int gpu = 0; gpu < gpus; gpu++) {
      long moved = 0;
      final int from = machine.gpu(gpu);
      final int to = machine.gpu((gpu + distance) % gpus);
      for (int message = 0; message < MESSAGES; message++) {
        final int size = sizes.get(Draws.pick(DRAWS.draw(gpu, message, 0), sizes.size()));
        moved += size;
        move(transport, machine, sums, from, to, size);
      }
      bytes.add(moved);
    }
    final RunResult result = model.result();
    assertEquals(sums.busyTicks, measured(result));
    assertEquals(
        bytes, result.tables().get("flows").rows().stream().map(flow -> flow.get(3)).toList());
  }

  private static void move(
      String transport, Machine machine, Sums sums, int from, int to, int bytes) {
    switch (transport) {
      case "push" -> sums.push(from, to, bytes);
      case "pull" -> sums.pull(from, to, bytes);
      case "staged" -> {
        sums.push(from, machine.memory(from), bytes);
        sums.push(machine.memory(from), machine.memory(to), bytes);
        sums.push(machine.memory(to), to, bytes);
      }
      case "through-memory" -> {
        final int memory = machine.memory(from);
        for (int rest = bytes; rest > 0; rest -= CHUNK) {
          sums.push(from, memory, Math.min(CHUNK, rest));
          sums.signal(memory, to);
          sums.pull(memory, to, Math.min(CHUNK, rest));
          sums.signal(to, from);
        }
      }
      default -> {
        for (int rest = bytes; rest > 0; rest -= CHUNK) {
          final int chunk = Math.min(CHUNK, rest);
          sums.pull(from, machine.card(from), chunk);
          sums.push(machine.card(from), to, chunk);
        }
      }
    }
  }

  private static Map<String, Long> measured(RunResult result) {
    final Map<String, Long> measured = new HashMap<>();
    for (final List<Object> row : result.tables().get("links-by-link").rows()) {
      final long busy = Math.round((Double) row.get(row.size() - 1) * TICKS);
      if (busy > 0) {
        measured.put(row.get(0) + " " + row.get(row.size() - 2), busy);
      }
    }
    return measured;
  }
}
