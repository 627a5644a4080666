package io.hopwright.models.reference.fabric;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferencePatterns;
import io.hopwright.models.reference.ReferencePortModel;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.SharedMetrics.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reference model of a machine that is a fabric, in the symbols of section "What a machine gives"
 * of {@code docs/models/fabric.md}. The constructor of a machine adds all routers, in the order of
 * their numbers, and then all links.
 */
public abstract class FabricReference extends ReferencePortModel {
  /**
   * Port and VC that a packet takes.
   *
   * @param port port of a link
   * @param vc VC of that link
   */
  public record Hop(int port, int vc) {}

  /**
   * Common properties of all packets.
   *
   * @param f flits
   * @param b bytes of a flit
   * @param dataBytes data, {@code D} of the page
   */
  public record Packets(int f, int b, int dataBytes) {
    /**
     * Returns {@code φ}.
     *
     * @param bytes of a transfer, {@code p}
     * @param eta bytes of a packet beside its data, {@code η}
     */
    int flits(int bytes, int eta) {
      return Math.max(1, (bytes + eta + b - 1) / b);
    }
  }

  /** Jobs on the nodes (section "Jobs" of the page about messaging). */
  record Programs(Software software, List<PlacedJob> jobs, TickRate rate) {}

  /** Random numbers of a packet. */
  @FunctionalInterface
  public interface Choice {
    /** Returns the number {@code k} of the packet, in {@code 0 … n − 1}. */
    int of(int k, int n);
  }

  /**
   * Output that a packet can take, with VCs of its link (section "Candidates" of {@code
   * docs/models/vc-router.md}).
   */
  public record Candidate(int port, Set<Integer> vcs) {}

  /** Loads of the link ports of a router: section "Candidates" of the same page. */
  public interface Loads {
    /** Returns the load of a port; 0 without a link. */
    long of(int port);

    /** Returns {@code waiting(o, v)}. */
    long waiting(int port, int vc);
  }

  /**
   * Times at which a routing function is evaluated: the table in section "Candidates" of the same
   * page.
   */
  public enum Asked {
    /** Once, without loads. */
    OBLIVIOUS,
    /** Requests only in the first tick in which the head is ready. */
    ONCE,
    /** In each iteration of each tick. */
    ADAPTIVE
  }

  /**
   * Link out of a port of a router; at the end of a link without a link back, only the wires of its
   * credits.
   *
   * @param leads whether packets can take it
   */
  record Link(LinkClass ofClass, End farEnd, boolean leads) {}

  /** The values of all keys. */
  protected final Settings settings;

  final RunPlan run;
  final int vcs;
  final Packets packets;
  final NodePorts nodePorts;

  /** Input-queued router; null for ideal crossbars. */
  final VcNumbers router;

  /** Jobs and the software of nodes; without effect on other workloads. */
  Programs programs;

  private final List<LinkClass> classes;

  /** Links by router and port; null at a port without a link. */
  private final List<Link[]> links = new ArrayList<>();

  /** Router and port of each node. */
  private final List<End> nodes = new ArrayList<>();

  /** First node of each router, and behind them the number of all nodes. */
  private final List<Integer> firstNodes = new ArrayList<>(List.of(0));

  /**
   * Creates a fabric without routers whose links are of one class, by its keys; {@code in = out =
   * w_n}.
   *
   * @param vcs of each link, {@code V}
   * @param linkTicks for which a packet keeps a link busy, {@code w}
   * @param nodeTicks for which it keeps a node port busy, {@code w_n}
   */
  protected FabricReference(
      Settings settings, RunPlan run, int vcs, Packets packets, long linkTicks, long nodeTicks) {
    this(
        settings,
        run,
        vcs,
        packets,
        NodePorts.of(nodeTicks, LinkClass.only(settings, linkTicks, packets.b()).cap()),
        List.of(LinkClass.only(settings, linkTicks, packets.b())));
  }

  /**
   * Creates a fabric without routers.
   *
   * @param vcs of each link, {@code V}
   */
  protected FabricReference(
      Settings settings,
      RunPlan run,
      int vcs,
      Packets packets,
      NodePorts nodePorts,
      List<LinkClass> classes) {
    super(
        Stream.concat(kinds(classes).stream(), Stream.of(ReferenceFabric.NODE)).toList(),
        kinds(classes).size());
    this.settings = settings;
    this.run = run;
    this.vcs = vcs;
    this.packets = packets;
    this.nodePorts = nodePorts;
    this.classes = List.copyOf(classes);
    router = VcNumbers.of(settings, packets.f());
  }

  /** Returns the names of classes, which are the kinds of links in results. */
  private static List<String> kinds(List<LinkClass> classes) {
    return classes.stream().map(LinkClass::name).distinct().toList();
  }

  /** Runs jobs on the nodes, if the workload is jobs. */
  public final void run(Software software, List<PlacedJob> jobs, TickRate rate) {
    programs = new Programs(software, jobs, rate);
  }

  /** Returns the bytes of a packet beside its data, {@code η}. */
  final int eta() {
    return settings.declares("packet.headerBytes")
        ? (int) settings.integer("packet.headerBytes")
        : Math.max(0, packets.f() * packets.b() - packets.dataBytes());
  }

  /** Returns the ticks for which a packet keeps a link of a class busy. */
  final long linkTicks(LinkClass ofClass, FabricPacket packet) {
    return ofClass.w() * packet.flits / packets.f();
  }

  /** Returns the ticks for which a packet keeps a node port busy. */
  final long nodeTicks(FabricPacket packet) {
    return nodePorts.w() * packet.flits / packets.f();
  }

  /** Returns the ticks from a grant of a node port to the delivery, {@code out(φ)}. */
  final long out(FabricPacket packet) {
    final long fewer = nodePorts.w() * (packets.f() - packet.flits) / packets.f();
    return Math.max(1, nodePorts.out() - fewer);
  }

  /** Adds the next router. */
  protected final void addRouter(int linkPorts, int nodesThere) {
    for (int j = 0; j < nodesThere; j++) {
      nodes.add(new End(links.size(), linkPorts + j));
    }
    links.add(new Link[linkPorts]);
    firstNodes.add(nodes.size());
    add(kinds(classes).size(), nodesThere);
  }

  /** Adds a link of the first class and the link back, between two ports of two routers. */
  protected final void addLink(int oneRouter, int onePort, int otherRouter, int otherPort) {
    addLink(oneRouter, onePort, otherRouter, otherPort, classes.get(0));
  }

  /** Adds a link of a class and the link back, between two ports of two routers. */
  protected final void addLink(
      int oneRouter, int onePort, int otherRouter, int otherPort, LinkClass ofClass) {
    addLink(oneRouter, onePort, otherRouter, otherPort, ofClass, ofClass);
  }

  /** Adds a link of a class and the link back of another, between two ports of two routers. */
  protected final void addLink(
      int oneRouter, int onePort, int otherRouter, int otherPort, LinkClass there, LinkClass back) {
    links.get(oneRouter)[onePort] = new Link(there, new End(otherRouter, otherPort), true);
    links.get(otherRouter)[otherPort] = new Link(back, new End(oneRouter, onePort), true);
    add(kinds(classes).indexOf(there.name()), 1);
    add(kinds(classes).indexOf(back.name()), 1);
  }

  /** Adds a link without a link back. */
  protected final void addOneWay(
      int fromRouter, int fromPort, int toRouter, int toPort, LinkClass ofClass) {
    links.get(fromRouter)[fromPort] = new Link(ofClass, new End(toRouter, toPort), true);
    links.get(toRouter)[toPort] = new Link(ofClass, new End(fromRouter, fromPort), false);
    add(kinds(classes).indexOf(ofClass.name()), 1);
  }

  /**
   * Returns how a packet that arrives at a router without its destination goes on: {@code route(r,
   * i, v, s, d, choice)} of the page.
   */
  protected abstract Hop route(int r, int i, int v, int s, int d, Choice choice);

  /** Returns when an input-queued router asks for the candidates of a packet. */
  protected Asked asked() {
    return Asked.OBLIVIOUS;
  }

  /**
   * Returns the candidates of a packet at an input-queued router without its destination, in order
   * of preference.
   */
  protected List<Candidate> candidates(
      int r, int i, int v, int s, int d, Choice choice, Loads loads) {
    final Hop hop = route(r, i, v, s, d, choice);
    return List.of(new Candidate(hop.port(), Set.of(hop.vc())));
  }

  /** Returns the pattern of the workload; on a machine with axes or groups, with these. */
  protected ReferencePatterns pattern() {
    return ReferencePatterns.of(settings, nodes());
  }

  /** Returns the number of routers, {@code R}. */
  public final int routers() {
    return links.size();
  }

  /** Returns the number of nodes, {@code N}. */
  public final int nodes() {
    return nodes.size();
  }

  /** Returns the number of nodes of a router, {@code K(r)}. */
  public final int nodes(int r) {
    return firstNodes.get(r + 1) - firstNodes.get(r);
  }

  /** Returns the node at the {@code j}-th node port of a router. */
  public final int node(int r, int j) {
    return firstNodes.get(r) + j;
  }

  /** Returns the router and the port of a node. */
  public final End port(int node) {
    return nodes.get(node);
  }

  /** Returns the number of link ports of a router, {@code L(r)}. */
  public final int linkPorts(int r) {
    return links.get(r).length;
  }

  /** Returns the link at a port; null if there is none. */
  final Link link(int r, int port) {
    return links.get(r)[port];
  }

  /** Returns the link that ends at a port, which has one. */
  final Link linkInto(int r, int port) {
    final End farEnd = link(r, port).farEnd();
    return link(farEnd.router(), farEnd.port());
  }

  @Override
  public ReferenceMachine build() {
    return ReferenceFabric.of(this);
  }

  @Override
  public Rate rate() {
    return Rate.PER_TICK;
  }

  /** Adds the machine's results; a fabric with one class of links has no table of classes. */
  @Override
  public void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> all) {
    if (kinds(classes).size() > 1) {
      all.put("linkUtilizationByKind", busy(measured.measured(), (double) ticks));
    }
  }
}
