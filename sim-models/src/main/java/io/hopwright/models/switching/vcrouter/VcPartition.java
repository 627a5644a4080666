package io.hopwright.models.switching.vcrouter;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.link.Credits;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.standstill.QueueHead;
import io.hopwright.models.standstill.Waiting;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.Endpoints;
import io.hopwright.models.switching.crossbar.EventWord;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.switching.crossbar.SwitchPartition;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.routing.Candidate;
import io.hopwright.models.topology.routing.CandidateRouting.Kind;

/**
 * Input-queued routers of one partition, with their links and endpoints. Confined to its partition;
 * memory: {@link VcState}, and 32 B or more per packet present.
 *
 * @param <E> endpoints at the ports without links
 */
public final class VcPartition<E extends Endpoints> extends SwitchPartition<E> {
  private static final int MOST_PACKETS = (1 << 28) - 1;
  private static final int CHARGE_BITS = 20;

  private final VcState switches;
  private final long[] state;
  private final Credits credits;
  private final VcLoads loads;
  private final VcRouting routing;
  private final boolean decidedOnce;
  private final E endpoints;
  private final VcRouter router;

  /**
   * Parts that a machine adds to the core of a partition.
   *
   * @param <E> endpoints at the ports without links
   */
  public interface Parts<E extends Endpoints> {
    /** Returns the routes of packets. */
    VcRouting routing(VcLoads loads, PacketPool pool);

    /** Returns the endpoints at the ports without links. */
    E endpoints(Site site);
  }

  /**
   * Builds one partition with empty buffers and all credits available.
   *
   * @param oneSize whether all packets have equally many flits
   * @throws SettingsException if it has too many routers
   */
  public VcPartition(
      VcRouterDesign router,
      CrossbarDesign design,
      boolean oneSize,
      Topology topology,
      PartitionMap map,
      int partition,
      Parts<E> parts,
      PortStatistics statistics,
      Measures<Totals> measures,
      int longestDelay) {
    super(design, topology, map, partition, MOST_PACKETS, statistics, measures, longestDelay);
    switches = new VcState(routers, design.ports(), design.vcs());
    state = switches.words();
    credits = new Credits(state, wiring, CHARGE_BITS, design.capacities(), design.creditTicks());
    loads = new VcLoads(design, classes, switches, routers);
    routing = parts.routing(loads, pool);
    loads.count(routing.kind());
    decidedOnce = routing.kind() == Kind.DECIDED_ONCE;
    endpoints = parts.endpoints(site());
    this.router =
        new VcRouter(
            router,
            design,
            oneSize,
            classes,
            switches,
            pool,
            wheel,
            wiring,
            ends,
            credits,
            loads,
            routing,
            endpoints,
            statistics,
            measures);
  }

  @Override
  protected VcState switches() {
    return switches;
  }

  @Override
  protected void apply(int[] events, int count, long tick) {
    for (int i = 0; i < count; i++) {
      final int event = events[i];
      switch (EventWord.type(event)) {
        case EventWord.ARRIVAL -> arrive(EventWord.packet(event), tick);
        case EventWord.CREDIT -> credit(eventWords.vc(event), eventWords.flits(event), tick);
        case EventWord.DELIVERY -> deliver(EventWord.packet(event), tick);
        case EventWord.IDLE -> open(eventWords.vc(event));
        case EventWord.INPUT -> evaluateInput(eventWords.vc(event));
        default -> {
          final int unit = eventWords.vc(event);
          endpoints.wake(vcs.router(unit), vcs.port(unit), tick);
          lookIfAny(vcs.router(unit));
        }
      }
    }
  }

  /**
   * Adds a packet to its buffer; if it is the head, its input is evaluated, again when it is ready.
   */
  private void arrive(int packet, long tick) {
    final int place = pool.place(packet);
    final int local = vcs.router(place);
    final int base = switches.base(local);
    final int in = switches.port(base, vcs.port(place));
    final int vc = vcs.vc(place);
    final int at = VcState.vc(in, vc) + VcState.QUEUE;
    final long queue = state[at];
    measures.queue(1);
    if (queue != 0) {
      pool.putBehind((int) queue, packet);
      state[at] = (queue & ~VcState.LOW_HALF) | packet;
    } else {
      state[at] = (long) packet << VcState.HALF | packet;
      state[in + VcState.INPUT] |= 1L << vc;
      state[base + VcState.PENDING] |= 1L << vcs.port(place);
      activate(local);
      if (decidedOnce && state[at + VcState.READY] > tick) {
        router.wake(local, vcs.port(place), state[at + VcState.READY]);
      }
    }
  }

  private void credit(int number, int flits, long tick) {
    final int local = vcs.router(number);
    final int port = vcs.port(number);
    final int vc = vcs.vc(number);
    if (!isLink(local, port)) {
      endpoints.credit(local, port, vc, flits);
      lookIfAny(local);
      return;
    }
    final int base = switches.base(local);
    final int out = switches.port(base, port);
    credits.comeBack(VcState.vc(out, vc) + VcState.ROUTE, flits);
    loads.comeBack(local, port, flits);
    final long waiting = state[out + VcState.WAITING];
    if (waiting != 0 && state[out + VcState.OPEN] >>> VcState.OPEN_SHIFT <= tick) {
      evaluateWaiting(local, base, out, waiting);
    }
  }

  /** Opens an output. */
  private void open(int number) {
    final int local = vcs.router(number);
    final int port = vcs.port(number);
    final int base = switches.base(local);
    final int out = switches.port(base, port);
    state[base + VcState.ALARMED_OUTPUTS] &= ~(1L << port);
    evaluateWaiting(local, base, out, state[out + VcState.WAITING]);
  }

  private void evaluateWaiting(int local, int base, int out, long waiting) {
    state[out + VcState.WAITING] = 0;
    state[base + VcState.PENDING] |= waiting;
    activate(local);
  }

  private void evaluateInput(int number) {
    final int local = vcs.router(number);
    final int base = switches.base(local);
    final long bit = 1L << vcs.port(number);
    state[base + VcState.ALARMED_INPUTS] &= ~bit;
    state[base + VcState.PENDING] |= bit;
    activate(local);
  }

  private void deliver(int packet, long tick) {
    final int local = vcs.router(pool.place(packet));
    endpoints.deliver(local, packet, tick);
    lookIfAny(local);
  }

  private void lookIfAny(int local) {
    if (endpoints.looks(local)) {
      activate(local);
    }
  }

  @Override
  protected void evaluate(int local, long tick) {
    final int base = switches.base(local);
    if (state[base + VcState.PENDING] != 0) {
      router.allocate(local, base, tick);
    }
    endpoints.issue(local, tick);
  }

  @Override
  public E endpoints() {
    return endpoints;
  }

  @Override
  public boolean atRest() {
    boolean atRest = pool.present() == 0 && endpoints.unsettled() == 0 && endpoints.atRest();
    for (int local = 0; local < routers; local++) {
      for (int port = 0; port < classes.ports(local); port++) {
        final int at = switches.port(switches.base(local), port);
        atRest &= switches.load(local, port) == 0;
        atRest &= ((int) state[at + VcState.INPUT] & VcState.OCCUPIED_MASK) == 0;
      }
    }
    return atRest;
  }

  @Override
  public void sample(long times) {
    final Totals totals = measures.totals();
    final int[] kindOfClass = design.kindOfClass();
    for (int local = 0; local < routers; local++) {
      for (int port = 0; port < classes.links(local); port++) {
        final int kind = kindOfClass[classes.of(local, port)];
        totals.count(PortStatistics.sent(kind), times * switches.load(local, port));
      }
    }
  }

  @Override
  protected void addTo(Waiting waiting) {
    for (int local = 0; local < routers; local++) {
      for (int input = 0; input < classes.ports(local); input++) {
        final int in = switches.port(switches.base(local), input);
        int rest = (int) state[in + VcState.INPUT] & VcState.OCCUPIED_MASK;
        for (; rest != 0; rest &= rest - 1) {
          waiting.add(head(local, input, in, Integer.numberOfTrailingZeros(rest)));
        }
      }
    }
  }

  /** Returns the buffer of a VC of an input, which is not empty. */
  private QueueHead head(int local, int input, int in, int vc) {
    final long queue = state[VcState.vc(in, vc) + VcState.QUEUE];
    final int first = (int) (queue >>> VcState.HALF);
    final int flits = packetWords.flits(pool.third(first));
    int packets = 1;
    int held = flits;
    for (int packet = first; packet != (int) queue; ) {
      packet = pool.behind(packet);
      packets++;
      held += packetWords.flits(pool.third(packet));
    }
    final QueueHead.Builder head =
        new QueueHead.Builder(map.router(partition, local), input, vc, packets, flits);
    final int[] list = new int[CrossbarDesign.MAX_PORTS * CrossbarDesign.MAX_VCS];
    final int count = router.candidates(local, input, VcState.vc(in, vc), list);
    for (int i = count - 1; i >= 0; i--) {
      wants(head, local, list[i], flits);
    }
    if (isLink(local, input)) {
      head.holds(input, vc, held);
    }
    return head.build();
  }

  /** Adds the VCs of a candidate; those of the last one, the escape, come first. */
  private void wants(QueueHead.Builder head, int local, int candidate, int flits) {
    final int output = Candidate.port(candidate);
    if (isLink(local, output)) {
      final int out = switches.port(switches.base(local), output);
      for (int rest = Candidate.vcs(candidate); rest != 0; rest &= rest - 1) {
        final int vc = Integer.numberOfTrailingZeros(rest);
        head.wants(
            output,
            vc,
            flits,
            credits.left(VcState.vc(out, vc) + VcState.ROUTE, classes.of(local, output)));
      }
    }
  }
}
