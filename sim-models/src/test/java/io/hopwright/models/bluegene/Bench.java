package io.hopwright.models.bluegene;

import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.models.bluegene.nodes.FifoChoice;
import io.hopwright.models.bluegene.nodes.InjectedTraffic;
import io.hopwright.models.bluegene.nodes.PacketStream;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Messages;
import io.hopwright.models.measure.Flows;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusMeasures;
import io.hopwright.models.switching.torusrouter.TorusObservation;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.switching.torusrouter.TorusTotals;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.switching.torusrouter.arbitration.EscapeOrder;
import io.hopwright.models.switching.torusrouter.arbitration.OutputSelection;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Torus assembled from its parts, so that a test can replace a part by a wrong one. By default it
 * has the router of the paper with two dynamic VCs and a bubble VC of 1 KB each, and the base
 * policy.
 */
public final class Bench {
  private static final int CHUNKS = 32;
  public static final RouterDesign.BubbleRule FULL = RouterDesign.BubbleRule.FULL;

  private static final int GRID_TICKS = 100;

  public final Torus torus;
  private final List<PacketStream> streams = new ArrayList<>();
  private long seed = 1;
  private int dynamicVcs = 2;
  private int dynamicChunks = CHUNKS;
  private boolean dateline;
  private int escapeChunks = CHUNKS;
  private RouterDesign.BubbleRule bubbles = RouterDesign.BubbleRule.FULL;
  private int paths = 2;
  private boolean bypass = true;
  private boolean registers;
  private RouterDesign.Reception reception = RouterDesign.Reception.UNLIMITED;
  private RouterDesign.Timing timing = timing(8, 12, 0, 0, 0);
  private OutputSelection selection;
  private boolean jsq;
  private double slqFraction;
  private double inNetworkPriority = 1;
  private int box = Integer.MAX_VALUE;
  private long windowTicks;
  private long measuredFrom;
  private boolean unblocking;

  public Bench(int x, int y, int z) {
    torus = new Torus(x, y, z);
  }

  public static RouterDesign.Timing timing(
      int headerTicks, int ackTicks, int arbitrationTicks, int vcEntryTicks, int regrantTicks) {
    return new RouterDesign.Timing(
        10, headerTicks, 4, ackTicks, arbitrationTicks, vcEntryTicks, regrantTicks);
  }

  public Bench seed(long value) {
    seed = value;
    return this;
  }

  public Bench dynamicVcs(int vcs, int chunks) {
    dynamicVcs = vcs;
    dynamicChunks = chunks;
    return this;
  }

  public Bench bubble(int chunks, RouterDesign.BubbleRule rule) {
    dateline = false;
    escapeChunks = chunks;
    bubbles = rule;
    return this;
  }

  public Bench dateline(int chunks) {
    dateline = true;
    escapeChunks = chunks;
    return this;
  }

  public Bench paths(int value) {
    paths = value;
    return this;
  }

  public Bench bypass(boolean value) {
    bypass = value;
    return this;
  }

  public Bench registers(boolean value) {
    registers = value;
    return this;
  }

  /** Makes reception FIFOs as large as one packet; they are never drained. */
  public Bench stuckReception() {
    reception = new RouterDesign.Reception(1, 256, 1);
    return this;
  }

  public Bench timing(RouterDesign.Timing value) {
    timing = value;
    return this;
  }

  public Bench selection(OutputSelection value) {
    selection = value;
    return this;
  }

  public Bench joinShortestQueue() {
    jsq = true;
    return this;
  }

  public Bench slqFraction(double value) {
    slqFraction = value;
    return this;
  }

  public Bench inNetworkPriority(double value) {
    inNetworkPriority = value;
    return this;
  }

  /** Cuts the machine into cubes of this extent. */
  public Bench partitions(int extent) {
    box = extent;
    return this;
  }

  /** Sets the length of windows in place of the lookahead. */
  public Bench window(long ticks) {
    windowTicks = ticks;
    return this;
  }

  public Bench measuredFrom(long tick) {
    measuredFrom = tick;
    return this;
  }

  /** Judges credits. */
  public Bench unblocking() {
    unblocking = true;
    return this;
  }

  /** Adds messages of all nodes, which use {@code fifos} injection FIFOs in turn. */
  public Bench messages(int trafficClass, int fifos, Messages messages) {
    streams.add(new PacketStream(trafficClass, fifos(), fifos, FifoChoice.SEQUENCE, messages));
    return this;
  }

  /** Adds full packets of a plan, over one injection FIFO. */
  public Bench packets(int trafficClass, Plan plan) {
    return messages(trafficClass, 1, plan.messages(8));
  }

  /** Adds full packets of a plan, of class dynamic. */
  public Bench packets(Plan plan) {
    return packets(TrafficClass.DYNAMIC, plan);
  }

  private int fifos() {
    return streams.stream().mapToInt(stream -> stream.firstFifo() + stream.fifos()).max().orElse(0);
  }

  private RouterDesign design() {
    final RouterDesign.Policies usual =
        RouterDesign.policies(seed, jsq, dynamicChunks, slqFraction, inNetworkPriority);
    final RouterDesign.Policies policies =
        selection == null
            ? usual
            : new RouterDesign.Policies(
                selection,
                usual.selectionTies(),
                usual.receivers(),
                usual.senders(),
                usual.networkCycles(),
                usual.networkThreshold());
    final boolean high =
        streams.stream().anyMatch(stream -> stream.trafficClass() == TrafficClass.HIGH_PRIORITY);
    return new RouterDesign(
        dynamicVcs,
        dynamicChunks,
        new RouterDesign.Escape(dateline, EscapeOrder.XYZ, escapeChunks),
        high,
        CHUNKS,
        bubbles,
        paths,
        bypass,
        false,
        reception,
        timing,
        policies,
        RouterDesign.Errors.NONE);
  }

  /** Runs until all packets are generated and delivered, but at most to {@code lastTick}. */
  public Outcome drained(long lastTick) {
    return run(new Stop(lastTick, true));
  }

  /** Runs for the given number of ticks. */
  public Outcome run(long ticks) {
    return run(new Stop(ticks, false));
  }

  private Outcome run(Stop stop) {
    final List<Arrival> arrivals = new ArrayList<>();
    final Machine machine = new Machine(this, arrivals, stop);
    final RunOutcome<TorusPartition> outcome =
        new SequentialExecutor().run(machine, new RunMonitor());
    final List<TorusMeasures> parts =
        outcome.partitions().stream().map(TorusPartition::measures).toList();
    final List<PortCounts> links = parts.stream().map(TorusMeasures::links).toList();
    final TorusMeasures sum = parts.get(0);
    parts.subList(1, parts.size()).forEach(sum::add);
    arrivals.sort(Comparator.comparingLong(Arrival::tick).thenComparing(Arrival::sequence));
    return new Outcome(torus, arrivals, links, sum, outcome.stopTick() - measuredFrom);
  }

  /** A delivery. */
  public record Arrival(
      int source, int destination, long sequence, int trafficClass, int chunks, long tick) {}

  /** Results of a run. */
  public record Outcome(
      Torus torus,
      List<Arrival> arrivals,
      List<PortCounts> statistics,
      TorusMeasures measures,
      long measuredTicks) {
    /** Returns the delivery ticks of the packets from one node to another, in order of time. */
    public List<Long> ticks(int source, int destination) {
      return arrivals.stream()
          .filter(a -> a.source() == source && a.destination() == destination)
          .map(Arrival::tick)
          .toList();
    }

    /** Returns the number of packets that a link carried on a VC, all of full size. */
    public long packets(int node, int port, int vc) {
      for (PortCounts part : statistics) {
        for (int local = 0; local < part.routers(); local++) {
          if (part.router(local) == node) {
            return part.of(local, port, TorusMeasures.dataBytes(vc)) / 260;
          }
        }
      }
      throw new IllegalArgumentException("node " + node);
    }

    /** Returns the packet-hops of the whole run. */
    public long hops() {
      return measures.totals().get(TorusTotals.HOPS);
    }

    /** Returns the share of the measured ticks in which a link is busy, as mean over all links. */
    public double linkUtilization() {
      final TorusTotals totals = measures.measured();
      return (double) (totals.dataBytes() + totals.ackBytes())
          / ((double) torus.links() * measuredTicks);
    }

    public String digest() {
      return measures.digest().toString();
    }
  }

  private record Stop(long lastTick, boolean whenDrained) implements StopRule {
    @Override
    public long earliestTick() {
      return whenDrained ? 0 : lastTick;
    }

    @Override
    public boolean reached(Progress total) {
      return !whenDrained || total.packetsOutstanding == 0;
    }
  }

  /** Adapter of the machine to the kernel's simulation. */
  private static final class Machine implements Simulation<TorusPartition> {
    private final Bench bench;
    private final List<Arrival> arrivals;
    private final RouterDesign design;
    private final InjectedTraffic workload;
    private final PartitionMap map;
    private final Stop stop;

    Machine(Bench bench, List<Arrival> arrivals, Stop stop) {
      this.bench = bench;
      this.stop = stop;
      this.arrivals = arrivals;
      design = bench.design();
      workload =
          new InjectedTraffic(
              bench.torus,
              bench.streams,
              new InjectedTraffic.Hints(
                  new TorusPacketWords(
                      bench.torus,
                      bench.streams.stream()
                          .anyMatch(stream -> stream.trafficClass() == TrafficClass.BROADCAST)),
                  bench.registers,
                  Purpose.TIE.draws(bench.seed),
                  null),
              0,
              InjectedTraffic.Relay.NONE,
              Purpose.FIFO.draws(bench.seed));
      map = PartitionMap.boxes(bench.torus, bench.box, bench.box, bench.box);
    }

    @Override
    public int partitions() {
      return map.partitions();
    }

    @Override
    public int[] neighbours(int partition) {
      return map.neighbours(partition);
    }

    @Override
    public long windowTicks() {
      return bench.windowTicks > 0 ? bench.windowTicks : design.timing().lookaheadTicks();
    }

    @Override
    public long gridTicks() {
      return GRID_TICKS;
    }

    @Override
    public StopRule stopRule() {
      return stop;
    }

    @Override
    public TorusPartition build(int partition) {
      final TorusObservation observation =
          new TorusObservation(
              bench.measuredFrom,
              stop.whenDrained() ? Long.MAX_VALUE : stop.lastTick(),
              GRID_TICKS,
              (source, destination, sequence, trafficClass, chunks, tick) ->
                  arrivals.add(
                      new Arrival(source, destination, sequence, trafficClass, chunks, tick)),
              new TorusObservation.Extras(
                  true, true, null, null, bench.unblocking, Flows.Detail.NONE));
      return BlueGeneNetwork.partition(design, map, partition, workload, observation);
    }
  }
}
