package io.hopwright.models.cascade;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.cascade.network.CascadeBounds;
import io.hopwright.models.cascade.network.CascadeCounter;
import io.hopwright.models.cascade.network.RoutingPolicy;
import io.hopwright.models.cascade.nic.RateNics;
import io.hopwright.models.cascade.nic.RequestQueues;
import io.hopwright.models.cascade.nic.SyntheticRequests;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.host.Messages;
import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.measure.Interval;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.standstill.Channels;
import io.hopwright.models.standstill.Standstill;
import io.hopwright.models.standstill.Waiting;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import io.hopwright.models.switching.crossbar.Endpoints;
import io.hopwright.models.switching.crossbar.PacketWords;
import io.hopwright.models.switching.crossbar.PortFaults;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.switching.crossbar.SwitchState;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Destinations;
import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Cascade for tests. {@code #result} runs it like a user; {@code #run} assembles it from its parts,
 * in one partition. A test can so watch packets, send its own, or replace a part by a wrong one.
 */
public final class CascadeBench {
  /** Ticks of a packet without links and without the host interface of the receiver. */
  static final long NIC_TICKS = 30_625;

  static final long HOP_TICKS = 4_375;

  /** Ticks at the host interface: a request of 64 B; a response. */
  static final long REQUEST_TICKS = 280;

  static final long RESPONSE_TICKS = 94;

  private static final PacketWords PACKET_WORDS =
      new PacketWords(CascadeSettings.of(machine(2, 2, 2).settings()).router().design());

  /** Listener for events of packets. */
  interface Watcher {
    /**
     * A packet has arrived at an Aries and waits for an output; {@code word} already is its next
     * route word.
     */
    default void routed(int aries, int input, int port, int vc, long id, long word, long tick) {}

    /** A packet has been delivered; {@link RateNics} has not yet processed it. */
    default void delivered(long id, long word, long birth, long tick) {}
  }

  /** VC rule: chooses the VC of a link for a packet, given the right one. */
  interface VcRule {
    int vc(int vc, long word);
  }

  private Case settings;
  private Watcher watcher = new Watcher() {};
  private VcRule vcRule = (vc, word) -> vc;
  private UnaryOperator<RoutingPolicy> policy = UnaryOperator.identity();
  private Births births;
  private Destinations destinations;

  private CascadeBench(Case settings) {
    this.settings = settings;
  }

  public static Case dragonfly(long groups, long chassis, long blades) {
    return Case.of(new Cascade())
        .with("machine.groups", groups)
        .with("machine.chassisPerGroup", chassis)
        .with("machine.bladesPerChassis", blades)
        .with("run.gridTicks", 20_000);
  }

  /**
   * Returns a machine that is measured from tick 0 and not followed after the measured interval.
   */
  public static CascadeBench machine(int groups, int chassis, int blades) {
    return new CascadeBench(dragonfly(groups, chassis, blades))
        .with("partition.groups", 241)
        .with("run.gridTicks", 10_000);
  }

  public CascadeBench with(String key, Object value) {
    settings = settings.with(key, value);
    return this;
  }

  public CascadeBench routing(String mode) {
    return with("router.routing", mode);
  }

  CascadeBench saturated(String kind) {
    return with("workload.kind", kind).with("workload.load", "saturated");
  }

  CascadeBench messageBytes(long... bytes) {
    return with("workload.messageBytes", Arrays.stream(bytes).boxed().toList());
  }

  CascadeBench drained() {
    return with("run.end", "drained");
  }

  public CascadeBench ticks(long warmup, long measured) {
    return with("run.warmupTicks", warmup).with("run.ticks", measured);
  }

  /** Sets all buffers: of links, tiles and NICs. */
  CascadeBench buffers(long bytes) {
    return with("router.electricalVcBytes", bytes)
        .with("router.opticalVcBytes", bytes)
        .with("nic.bufferBytes", bytes);
  }

  CascadeBench watchedBy(Watcher someone) {
    watcher = someone;
    return this;
  }

  /** Replaces the VC rule; only for {@link #run}. */
  CascadeBench vcRule(VcRule rule) {
    vcRule = rule;
    return this;
  }

  /** Replaces the choice of routes; only for {@link #run}. */
  CascadeBench policy(UnaryOperator<RoutingPolicy> other) {
    policy = other;
    return this;
  }

  /** Replaces the packets that nodes send; only for {@link #run}. */
  CascadeBench sends(Births when, Destinations where) {
    births = when;
    destinations = where;
    return this;
  }

  /** Makes only the nodes of a map send, as much as they can, each to another one. */
  CascadeBench streams(Map<Integer, Integer> pairs) {
    return sends(new Streams(pairs), (source, message) -> pairs.get(source));
  }

  /**
   * Makes every node send a request to every other; each is generated after the answer to the one
   * before has surely returned.
   */
  CascadeBench oneByOne() {
    final int nodes = topology().nodes();
    final long spacing = 2 * (NIC_TICKS + 10 * HOP_TICKS + REQUEST_TICKS);
    return drained()
        .with("run.ticks", spacing * nodes * nodes)
        .with("run.gridTicks", spacing * nodes * nodes)
        .sends(
            (source, message, before) ->
                message < nodes - 1 ? (message * nodes + source) * spacing : Births.NEVER,
            (source, message) -> (int) ((source + 1 + message) % nodes));
  }

  private record Streams(Map<Integer, Integer> pairs) implements Births {
    @Override
    public long birth(int source, long sequence, long previousBirth) {
      return pairs.containsKey(source) ? 0 : NEVER;
    }

    @Override
    public boolean saturated() {
      return true;
    }

    @Override
    public long bornIn(int source, long first, int step, long from, long to) {
      return 0;
    }
  }

  public Settings settings() {
    return settings.settings();
  }

  public Dragonfly topology() {
    return CascadeSettings.of(settings()).topology().dragonfly();
  }

  public CascadeBounds bounds() {
    return CascadeSettings.of(settings()).bounds();
  }

  public CascadeNetwork network() {
    return CascadeNetwork.of(settings());
  }

  RunResult result() {
    return settings.result();
  }

  public Map<String, Object> summary() {
    return result().summary();
  }

  public Outcome run() {
    return new Outcome(
        new SequentialExecutor().run(new Machine(), new RunMonitor()), network().channels());
  }

  @Override
  public String toString() {
    return settings.toString();
  }

  /** Results of {@code #run}. */
  public record Outcome(RunOutcome<CrossbarPartition<WatchedNics>> run, Channels channels) {
    private CrossbarPartition<WatchedNics> part() {
      return run.partitions().get(0);
    }

    String digest() {
      return part().measures().digest().toString();
    }

    boolean stalled() {
      return run.ending() == Ending.STALLED;
    }

    long stopTick() {
      return run.stopTick();
    }

    long delivered() {
      return part().measures().totals().get(Totals.DELIVERED);
    }

    long injected() {
      return part().measures().totals().get(Totals.INJECTED);
    }

    int present() {
      return part().packetsPresent();
    }

    boolean atRest() {
      return part().atRest();
    }

    /** Returns the answered requests of a NIC, {@code 4·aries + nic}. */
    long answered(int nic) {
      return part().endpoints().nics.statistics().completed(nic);
    }

    public long busyTicks(int aries, int port) {
      return part().statistics().busyTicks(aries, port);
    }

    /** Returns the reason of a deadlock. */
    Standstill standstill() {
      return Standstill.stopped(Waiting.load(run.waits()), channels, false, run.total());
    }

    String waiting() {
      return standstill().text();
    }
  }

  /** Adapter of the machine to the kernel's simulation. */
  private final class Machine implements Simulation<CrossbarPartition<WatchedNics>> {
    final CascadeSettings settings = CascadeSettings.of(settings());
    final Dragonfly topology = topology();
    final CrossbarDesign design = settings.router().design();
    final RunPlan run = settings.run();

    private Messages messages() {
      final Messages regular = settings.workload().messages(run).get(0);
      return births == null ? regular : new Messages(0, 1, births, destinations, regular.sizes());
    }

    @Override
    public int partitions() {
      return 1;
    }

    @Override
    public int[] neighbours(int partition) {
      return new int[0];
    }

    @Override
    public long windowTicks() {
      return run.windowTicks();
    }

    @Override
    public long gridTicks() {
      return run.gridTicks();
    }

    @Override
    public StopRule stopRule() {
      return run;
    }

    @Override
    public CrossbarPartition<WatchedNics> build(int partition) {
      final int[] nodes =
          IntStream.range(0, Dragonfly.NICS * topology.aries())
              .map(nic -> topology.nodeAt(nic / Dragonfly.NICS, nic % Dragonfly.NICS))
              .toArray();
      final CommandQueues requests =
          new CommandQueues(messages(), settings.workload().requests(), nodes);
      final Interval interval = new Interval(run.warmupTicks(), run.measuredTo(), run.gridTicks());
      final Measures<Totals> measures =
          new Measures<>(interval, CascadeCounter.SIZE, Totals::new, requests);
      return new CrossbarPartition<>(
          design,
          topology,
          PartitionMap.ranges(topology, topology.aries()),
          0,
          new CrossbarPartition.Parts<WatchedNics>() {
            @Override
            public Routing routing(SwitchState switches, PacketPool pool) {
              return new WatchedRouting(
                  new DragonflyRouting(
                      topology,
                      policy.apply(settings.routing()),
                      settings.faults(),
                      0,
                      topology.aries(),
                      design,
                      switches,
                      pool),
                  new Vc(design),
                  pool,
                  watcher,
                  vcRule);
            }

            @Override
            public PortFaults faults() {
              return settings.faults() == null
                  ? null
                  : settings.faults().ofRouters(IntStream.range(0, topology.aries()).toArray());
            }

            @Override
            public WatchedNics endpoints(Site site) {
              final PacketPool pool = site.pool();
              final RequestQueues sent = new SyntheticRequests(requests, pool);
              return new WatchedNics(
                  new RateNics(settings.node(), sent, site.of(nodes)), pool, watcher);
            }
          },
          new PortStatistics(design, IntStream.range(0, topology.aries()).toArray(), true, true),
          measures,
          32_000);
    }
  }

  private record WatchedRouting(
      DragonflyRouting routing, Vc vcs, PacketPool pool, Watcher watcher, VcRule vcRule)
      implements Routing {
    @Override
    public void tick(long tick) {
      routing.tick(tick);
    }

    @Override
    public int route(int router, int input, int packet, long tick) {
      final int choice = routing.route(router, input, packet, tick);
      if (choice == NO_ROUTE) {
        return choice;
      }
      final int port = vcs.port(choice);
      final long word = pool.third(packet);
      final int chosen = vcs.vc(choice);
      final int vc = port < Dragonfly.TILES ? vcRule.vc(chosen, word) : chosen;
      watcher.routed(router, input, port, vc, pool.first(packet), word, tick);
      return vcs.of(port, vc);
    }
  }

  /** NICs that report to a listener. */
  record WatchedNics(RateNics nics, PacketPool pool, Watcher watcher) implements Endpoints {
    @Override
    public boolean hasRoom(int router, int port, int vc, int packet) {
      return nics.hasRoom(router, port, vc, packet);
    }

    @Override
    public long receive(int router, int port, int packet, long tick) {
      return nics.receive(router, port, packet, tick);
    }

    @Override
    public long deliver(int router, int packet, long tick) {
      final long birth = PacketTimes.birth(pool.second(packet), tick);
      watcher.delivered(pool.first(packet), pool.third(packet), birth, tick);
      return nics.deliver(router, packet, tick);
    }

    @Override
    public void credit(int router, int port, int vc, int flits) {
      nics.credit(router, port, vc, flits);
    }

    @Override
    public long wake(int router, int port, long tick) {
      return nics.wake(router, port, tick);
    }

    @Override
    public void issue(int router, long tick) {
      nics.issue(router, tick);
    }

    @Override
    public void fail(int router, long tick) {
      nics.fail(router, tick);
    }

    @Override
    public void discard(int packet, boolean routed, long tick) {
      nics.discard(packet, routed, tick);
    }

    @Override
    public long unsettled() {
      return nics.unsettled();
    }

    @Override
    public boolean atRest() {
      return nics.atRest();
    }

    @Override
    public void save(Words words) {
      nics.save(words);
    }
  }

  static int flits(long word) {
    return PACKET_WORDS.flits(word);
  }

  static int hops(long word) {
    return PACKET_WORDS.hops(word);
  }
}
