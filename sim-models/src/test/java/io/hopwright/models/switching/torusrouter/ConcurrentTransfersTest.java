package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.bluegene.BlueGeneNetwork;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Number of concurrent transfers out of a receiver: to as many outputs as it has paths, to its
 * reception FIFO, and to that of high priority. Transfers are observed from outside: every node is
 * a partition, so that every hop crosses between partitions and shows the tick of its grant.
 * Source: Blumrich et al. 2003, section 2.
 */
class ConcurrentTransfersTest {
  private static final TorusPacketWords PACKETS = new TorusPacketWords(new Torus(3, 3, 3), false);

  private static final int HOP_TICKS = 18;
  private static final int TRAILER = 4;
  private static final long TICKS = 60_000;

  /** Kind of transfer of a receiver, from a grant until the tail has left. */
  private enum Kind {
    SENDING,
    RECEIVING,
    RECEIVING_HIGH_PRIORITY
  }

  /** A transfer out of a receiver, over ticks in {@code [from, to)}. */
  private record Transfer(Kind kind, long from, long to) {}

  /** Single packet. */
  private record Packet(int source, long sequence, int trafficClass) {}

  /** One receiver of one node. */
  private record Receiver(int node, int port) {}

  private final Map<Packet, Receiver> places = new HashMap<>();
  private final Map<Receiver, List<Transfer>> transfers = new HashMap<>();

  private void noteHop(int node, long first, int output, long headerTick) {
    final Packet packet =
        new Packet(
            PACKETS.source(first), PACKETS.sequence(first), TorusPacketWords.trafficClass(first));
    final Receiver from = places.get(packet);
    if (from != null) {
      assertEquals(from.node, node, () -> packet + " is elsewhere");
      final long granted = headerTick - HOP_TICKS;
      final long length = 32L * TorusPacketWords.chunks(first) + TRAILER;
      note(from, new Transfer(Kind.SENDING, granted, granted + length));
    }
    places.put(packet, new Receiver(neighbour(node, output), output ^ 1));
  }

  private void noteDelivery(Packet packet, int destination, int chunks, long tick) {
    final Receiver from = places.remove(packet);
    assertEquals(from.node, destination, () -> packet + " is elsewhere");
    final Kind kind =
        packet.trafficClass == TrafficClass.HIGH_PRIORITY
            ? Kind.RECEIVING_HIGH_PRIORITY
            : Kind.RECEIVING;
    note(from, new Transfer(kind, tick - 32L * chunks - TRAILER, tick));
  }

  private void note(Receiver receiver, Transfer transfer) {
    transfers.computeIfAbsent(receiver, key -> new ArrayList<>()).add(transfer);
  }

  /** Of 3x3x3 nodes. */
  private static int neighbour(int node, int output) {
    final int stride = new int[] {1, 3, 9}[output / 2];
    final int at = node / stride % 3;
    final int to = (at + (output % 2 == 0 ? 1 : 2)) % 3;
    return node + (to - at) * stride;
  }

  @ParameterizedTest(name = "{0} paths")
  @ValueSource(longs = {1, 3})
  void shouldSendThroughAllItsPathsAndReceiveTwiceAtOnce(long paths) {
    final List<WatchedNetwork.Watch> nodes = simulate(paths);
    int mostAtOnce = 0;
    final Map<Kind, Integer> most = new EnumMap<>(Kind.class);
    for (List<Transfer> ofReceiver : transfers.values()) {
      ofReceiver.sort(Comparator.comparing(Transfer::from));
      for (Transfer last : ofReceiver) {
        final Map<Kind, Integer> now = new EnumMap<>(Kind.class);
        int all = 0;
        for (Transfer other : ofReceiver) {
          if (other.from <= last.from && last.from < other.to) {
            now.merge(other.kind, 1, Integer::sum);
            all++;
          }
        }
        mostAtOnce = Math.max(mostAtOnce, all);
        now.forEach((kind, count) -> most.merge(kind, count, Math::max));
      }
    }
    assertEquals(paths, most.get(Kind.SENDING).longValue(), "senders at once");
    assertEquals(1, most.get(Kind.RECEIVING), "receptions at once");
    assertEquals(1, most.get(Kind.RECEIVING_HIGH_PRIORITY), "of high priority at once");
    assertEquals(paths + 2, mostAtOnce, "transfers at once");
    assertEquals(
        paths + 2,
        nodes.stream()
            .mapToLong(node -> node.partition().measures().mostTransfers())
            .max()
            .orElse(0),
        "transfers at once, in samples");
  }

  private List<WatchedNetwork.Watch> simulate(long paths) {
    final Map<String, Object> overrides = new LinkedHashMap<>();
    overrides.put("machine.shape", List.of(3L, 3L, 3L));
    overrides.put("partition.shape", List.of(1L, 1L, 1L));
    overrides.put("workload.load", "saturated");
    overrides.put("workload.highPriorityLoad", 0.3);
    overrides.put("workload.packetBytes", List.of(32L, 64L, 256L));
    overrides.put("router.dynamicVcs", 4L);
    overrides.put("router.paths", paths);
    overrides.put("reception.bytes", 256L);
    overrides.put("reception.drainBytesPerTick", 0.5);
    overrides.put("run.warmupTicks", 0L);
    overrides.put("run.followTicks", 0L);
    overrides.put("run.ticks", TICKS);
    overrides.put("run.gridTicks", 20L);
    final BlueGeneNetwork network =
        BlueGeneNetwork.of(
            Settings.of(new BlueGeneL().parameters(), overrides),
            (source, destination, sequence, trafficClass, chunks, tick) ->
                noteDelivery(
                    new Packet(source, sequence, trafficClass), destination, chunks, tick));
    assertEquals(27, network.partitions());
    final List<WatchedNetwork.Watch> nodes =
        new SequentialExecutor()
            .run(WatchedNetwork.observed(network, this::noteHop), new RunMonitor())
            .partitions();
    assertEquals(6 * 27, transfers.size(), "receivers that passed anything on");
    return nodes;
  }
}
