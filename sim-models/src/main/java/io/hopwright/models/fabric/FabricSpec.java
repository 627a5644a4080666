package io.hopwright.models.fabric;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.PartitionKeys;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.EarlierLoad;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.SharedMetrics.Rate;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.tables.StatisticsKeys;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.traffic.pattern.NetworkTraits;
import io.hopwright.models.traffic.pattern.Patterns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Declaration of a machine that is a fabric: its properties that do not depend on a study. Each
 * method returns the declaration itself, which is complete when it is passed to a {@link
 * FabricMachine}. A machine whose packets, links or coordinates come from the study completes
 * {@link #ofStudy a copy}.
 */
public final class FabricSpec {
  /** Groupings by which links can be summed. */
  static final StatisticsKeys.Links LINKS =
      StatisticsKeys.links(
          "utilization of links",
          List.of(
              LinkGrouping.LINK.meaning("each link separately"),
              LinkGrouping.WHOLE.meaning("all links of the machine")));

  /** Name of the kind of ports that lead to nodes. */
  static final String NODE = "node";

  private static final int MOST_EXTENT = 1 << 20;

  private final String name;
  private final String title;
  private final String source;
  private int flits = 1;
  private int flitBytes = 1;
  private int dataBytes = 1;

  /** Bytes of a packet beside its data; null for those that its flits leave. */
  private Integer headerBytes;

  private TickRate tickRate = new TickRate(1_000_000_000, 1);
  private Rate rate = Rate.PER_TICK;
  private NetworkTraits traits = new NetworkTraits(List.of(), false);
  private List<LinkSpec> links = List.of(LinkSpec.all());
  private int nodeFlitTicks = 1;
  private Integer injectionTicks;
  private Integer ejectionTicks;
  private List<Key<?>> keys = List.of();
  private boolean choosesRouter;
  private List<Component> parts = List.of();
  private Key<int[]> partition;
  private List<Key<?>> partitionsBy = List.of();
  private String fullLoad;

  /** Traits that decide on patterns and their keys; null if they are those of all its networks. */
  private NetworkTraits offered;

  /** Notes for plans and runs, a sentence each. */
  private List<String> remarks = List.of();

  /** Findings about the network for the manifest of a run, by name. */
  private Map<String, Object> properties = Map.of();

  /** Setting that avoids deadlocks; empty if none is possible. */
  private String deadlockRemedy = "";

  /** Buffer behind each node; null if a key says it. */
  private Integer nodeVcBytes;

  private FabricSpec(String name, String title, String source) {
    this.name = name;
    this.title = title;
    this.source = source;
  }

  /**
   * Begins a declaration.
   *
   * @param name value of {@code machine.model}
   * @param title description in one line
   * @param source source of its numbers: a paper, or ASSUMED and the rule page
   */
  public static FabricSpec of(String name, String title, String source) {
    return new FabricSpec(name, title, source);
  }

  /** Returns a copy, which a study completes: it has the same name, keys and patterns. */
  public FabricSpec ofStudy() {
    final FabricSpec copy = new FabricSpec(name, title, source);
    copy.keys = keys;
    copy.choosesRouter = choosesRouter;
    copy.parts = parts;
    copy.partition = partition;
    copy.partitionsBy = partitionsBy;
    copy.fullLoad = fullLoad;
    copy.offered = offered;
    return copy;
  }

  /** Declares packets with a number of flits, all of which carry data. */
  public FabricSpec packets(int packetFlits, int bytesOfFlit) {
    return packets(packetFlits, bytesOfFlit, packetFlits * bytesOfFlit);
  }

  /** Declares packets with a number of flits and fewer bytes of data. */
  public FabricSpec packets(int packetFlits, int bytesOfFlit, int data) {
    flits = packetFlits;
    flitBytes = bytesOfFlit;
    dataBytes = data;
    return this;
  }

  /** Declares the bytes of a packet beside its data, in place of the difference to its flits. */
  public FabricSpec headerBytes(int bytes) {
    headerBytes = bytes;
    return this;
  }

  /**
   * Declares the length of a tick. Results then give rates in GB/s, otherwise in bytes per tick.
   */
  public FabricSpec tick(TickRate ticks) {
    tickRate = ticks;
    rate = new Rate("GB/s/node", ticks.ticksPerNanosecond());
    return this;
  }

  /** Declares that the study decides in which of the two units results give rates. */
  public FabricSpec rateOfStudy() {
    rate = new Rate(Rate.PER_TICK.unit() + " or GB/s/node", 1);
    return this;
  }

  /** Declares that each router has one node and that these have coordinates: a {@code Grid}. */
  public FabricSpec axes(String... names) {
    traits = NetworkTraits.ofAxes(List.of(names));
    return this;
  }

  /** Declares that nodes are in groups, which {@link Fabric#groups} defines. */
  public FabricSpec groups() {
    traits = new NetworkTraits(List.of(), true);
    return this;
  }

  /** Declares that a study decides on coordinates and groups of nodes. */
  public FabricSpec anyTraits() {
    offered = NetworkTraits.ANY;
    return this;
  }

  /** Declares the classes of links; of classes with the same name, results have the sum. */
  public FabricSpec links(LinkSpec... classes) {
    links = List.of(classes);
    return this;
  }

  /** Declares the ticks for which a flit keeps the port of a node busy. */
  public FabricSpec nodeFlitTicks(int ticks) {
    nodeFlitTicks = ticks;
    return this;
  }

  /** Declares the ticks from the issue of a packet to its arrival at the router. */
  public FabricSpec injectionTicks(int ticks) {
    injectionTicks = ticks;
    return this;
  }

  /** Declares the ticks from the grant of a node's port to the delivery. */
  public FabricSpec ejectionTicks(int ticks) {
    ejectionTicks = ticks;
    return this;
  }

  /** Declares the machine's own keys. */
  public FabricSpec keys(Key<?>... own) {
    keys = List.of(own);
    return this;
  }

  /**
   * Declares the key {@code router.model}, which selects the switch of routers, and the keys of
   * each.
   */
  public FabricSpec routers() {
    choosesRouter = true;
    return this;
  }

  boolean choosesRouter() {
    return choosesRouter;
  }

  /** Declares further parts of the machine. */
  public FabricSpec parts(Component... further) {
    parts = List.of(further);
    return this;
  }

  /** Declares the key of partitions, in place of a key with one extent per axis. */
  public FabricSpec partition(Key<int[]> key) {
    partition = key;
    return this;
  }

  /** Declares keys of partitions for {@link Fabric#cut}, beside the usual key. */
  public FabricSpec partitionsBy(List<Key<?>> keys) {
    partitionsBy = List.copyOf(keys);
    return this;
  }

  /** Declares the meaning of a load of 1, if the numbers come from the study. */
  public FabricSpec fullLoad(String phrase) {
    fullLoad = phrase;
    return this;
  }

  /** Declares the capacity of the buffer behind each node, which then has no key. */
  public FabricSpec nodeVcBytes(int bytes) {
    nodeVcBytes = bytes;
    return this;
  }

  /** Adds sentences about the network to plans, and to the notes of a run. */
  public FabricSpec remarks(String... sentences) {
    remarks = List.of(sentences);
    return this;
  }

  /** Adds properties found in the network to the manifest of a run, by name. */
  public FabricSpec properties(Map<String, Object> found) {
    properties = found;
    return this;
  }

  /** Declares the setting that avoids deadlocks, if these are possible otherwise. */
  public FabricSpec deadlockRemedy(String setting) {
    deadlockRemedy = setting;
    return this;
  }

  Map<String, Object> properties() {
    return properties;
  }

  List<String> remarks() {
    return remarks;
  }

  String deadlockRemedy() {
    return deadlockRemedy;
  }

  String name() {
    return name;
  }

  String title() {
    return title;
  }

  String source() {
    return source;
  }

  /** Returns the flits of a packet. */
  public int flits() {
    return flits;
  }

  /** Returns the bytes of a flit. */
  public int flitBytes() {
    return flitBytes;
  }

  /** Returns the bytes of data of a packet. */
  public int dataBytes() {
    return dataBytes;
  }

  /** Returns the flits of a packet that carries some bytes of data, at most those of a full one. */
  int flits(int data) {
    final int header = headerBytes == null ? flits * flitBytes - dataBytes : headerBytes;
    return Math.max(1, (data + header + flitBytes - 1) / flitBytes);
  }

  TickRate tickRate() {
    return tickRate;
  }

  /** Returns the units of rates in results. */
  public Rate rate() {
    return rate;
  }

  /** Returns whether nodes have coordinates or groups. */
  public NetworkTraits traits() {
    return traits;
  }

  List<LinkSpec> links() {
    return links;
  }

  int nodeFlitTicks() {
    return nodeFlitTicks;
  }

  /** Returns the ticks for which a packet keeps the port of a node busy. */
  public int nodeTicks() {
    return nodeFlitTicks * flits;
  }

  /** Returns the ticks from the issue of a packet to its arrival at the router. */
  public int injection() {
    return injectionTicks == null ? nodeTicks() : injectionTicks;
  }

  /** Returns the ticks from the grant of a node's port to the delivery of a packet. */
  public int ejection() {
    return ejectionTicks == null ? nodeTicks() : ejectionTicks;
  }

  /**
   * Returns the ticks from the grant of a node's port to the delivery of a packet of some flits.
   */
  int ejection(int packetFlits) {
    return Math.max(1, ejection() - (flits - packetFlits) * nodeFlitTicks);
  }

  /** Returns the names of the kinds of links in results. */
  List<String> linkKinds() {
    return links.stream().map(LinkSpec::kind).distinct().toList();
  }

  /** Returns the names of the kinds of ports in results: kinds of links, then nodes. */
  List<String> kinds() {
    final List<String> kinds = new ArrayList<>(linkKinds());
    kinds.add(NODE);
    return kinds;
  }

  /** Returns the names of the coordinates of a router. */
  List<String> coordinates() {
    return traits.hasAxes() ? traits.axes() : List.of("router");
  }

  Patterns patterns() {
    return Patterns.of(offered == null ? traits : offered);
  }

  WorkloadKeys<Described> workload() {
    return patterns()
        .workload(
            new WorkloadKeys.Load(
                fullLoad == null
                    ? "a packet of %s B each %s ticks at each node"
                        .formatted(dataBytes, nodeTicks())
                    : fullLoad,
                "sources never run dry",
                0x1p-20,
                1,
                source),
            FabricJobs.KIND);
  }

  Key<int[]> partition() {
    if (partition != null) {
      return partition;
    }
    final int extents = coordinates().size();
    return PartitionKeys.boxes(
        traits.hasAxes() ? "nodes of a partition in each dimension" : "routers of a partition",
        extents,
        Collections.nCopies(extents, MOST_EXTENT),
        MOST_EXTENT,
        source);
  }

  /** Declares the buffers behind nodes, where these are not as behind the one class of links. */
  Key<Integer> nodeBuffer() {
    return links.size() == 1
        ? links.get(0).bufferKey(this)
        : LinkSpec.buffer(
            "nicLink.vcBytes", links.get(0).vcBytes(), "buffer behind each node", this);
  }

  /** Reads the capacity of the buffer behind each node, in flits. */
  int nodeFlits(Settings settings) {
    return (nodeVcBytes == null ? settings.get(nodeBuffer()) : nodeVcBytes) / flitBytes;
  }

  /** Returns the parts of the machine, in the order to explain them. */
  List<Component> components() {
    final List<Key<?>> buffers = new ArrayList<>();
    final List<Key<?>> delays = new ArrayList<>();
    for (LinkSpec link : links.stream().filter(each -> !each.given()).toList()) {
      buffers.add(link.bufferKey(this));
      delays.add(link.hopKey(source));
      delays.add(link.creditKey(source));
    }
    if (links.size() > 1) {
      buffers.add(nodeBuffer());
    }
    final WorkloadKeys<Described> workload = workload();
    final List<Component> all = new ArrayList<>();
    all.add(new Component("topology", keys));
    all.add(Component.of("partition", partition()).and(partitionsBy));
    all.add(Implementation.COMPONENT);
    all.add(
        Component.of("workload", workload.kind(), workload.load())
            .and(EarlierLoad.KEYS)
            .and(patterns().keys()));
    all.addAll(parts);
    all.add(
        new Component("switch", buffers).and(choosesRouter ? RouterKeys.KEYS.keys() : List.of()));
    all.add(new Component("link", delays));
    all.add(LINKS.component().and(JobTables.KEYS.keys()));
    all.add(FabricJobs.SOFTWARE.component());
    all.add(JobKeys.COMPONENT);
    all.add(JobKeys.COLLECTIVES);
    all.add(RunPlan.WITH_JOBS);
    all.removeIf(part -> part.keys().isEmpty());
    return List.copyOf(all);
  }
}
