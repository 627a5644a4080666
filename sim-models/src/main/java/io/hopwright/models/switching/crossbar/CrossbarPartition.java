package io.hopwright.models.switching.crossbar;

import io.hopwright.core.state.OptionalState;
import io.hopwright.core.state.Restored;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.link.Credits;
import io.hopwright.models.link.Retry;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.standstill.QueueHead;
import io.hopwright.models.standstill.Waiting;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import java.util.stream.LongStream;

/**
 * Routers of one partition, with their links and endpoints.
 *
 * <p>Memory: 4 KB per router of 48 ports with 8 VCs, 1 KB for 16 ports with 4 VCs, and 32 B per
 * packet present. If routers differ, each takes the memory of the router with the most ports.
 * Confined to its partition.
 *
 * @param <E> endpoints at the ports without links
 */
public final class CrossbarPartition<E extends Endpoints> extends SwitchPartition<E>
    implements Restored {
  private final SwitchState switches;
  private final long[] state;

  private final QueueWord queueWords;
  private final Credits credits;
  private final Routing routing;
  private final E endpoints;
  private final Crossbar crossbar;

  /** Null if no port fails. */
  @OptionalState private final PortFaults faults;

  /** Routers and ticks at which evaluations for failing ports are scheduled, in turn. */
  private long[] scheduledFaults = new long[0];

  /** Keeps the loads of {@link #fetchWords} alive; means nothing. */
  @SuppressWarnings("UnusedVariable")
  private long fetched;

  /**
   * Parts that a machine adds to the core of a partition.
   *
   * @param <E> endpoints at the ports without links
   */
  public interface Parts<E extends Endpoints> {
    /** Returns the way packets take. */
    Routing routing(SwitchState switches, PacketPool pool);

    /** Returns the endpoints at the ports without links. */
    E endpoints(Site site);

    /** Returns how links send packets whose frames get lost; null if none do. */
    default Retry retry() {
      return null;
    }

    /** Returns how long packets take; null if that is what the design says. */
    default OutputTimes times(PacketPool pool) {
      return null;
    }

    /** Returns which ports fail; null if none does. */
    default PortFaults faults() {
      return null;
    }
  }

  /**
   * Builds one partition with empty buffers and all credits available.
   *
   * @throws SettingsException if it has too many routers
   */
  public CrossbarPartition(
      CrossbarDesign design,
      Topology topology,
      PartitionMap map,
      int partition,
      Parts<E> parts,
      PortStatistics statistics,
      Measures<Totals> measures,
      int longestDelay) {
    super(
        design,
        topology,
        map,
        partition,
        new QueueWord(design).maxPackets(),
        statistics,
        measures,
        longestDelay);
    queueWords = new QueueWord(design);
    switches = new SwitchState(routers, design.ports(), design.vcs());
    state = switches.words();
    credits =
        new Credits(
            state, wiring, queueWords.chargeBits(), design.capacities(), design.creditTicks());
    routing = parts.routing(switches, pool);
    endpoints = parts.endpoints(site());
    faults = parts.faults();
    crossbar =
        new Crossbar(
            design,
            map,
            partition,
            classes,
            switches,
            pool,
            wheel,
            wiring,
            ends,
            credits,
            parts.retry(),
            parts.times(pool),
            faults,
            routing,
            endpoints,
            statistics,
            measures);
    if (faults != null) {
      lookWhenPortsFail();
    }
  }

  /** Schedules evaluations of routers when their ports fail, unless they are scheduled already. */
  private void lookWhenPortsFail() {
    final LongStream.Builder all = LongStream.builder();
    for (int router = 0; router < routers; router++) {
      for (long tick : faults.ticks(router)) {
        all.add(router).add(tick);
        if (!isScheduled(router, tick)) {
          wheel.schedule(tick, eventWords.look(vcs.of(router, 0, 0)));
        }
      }
    }
    scheduledFaults = all.build().toArray();
  }

  private boolean isScheduled(int router, long tick) {
    for (int i = 0; i < scheduledFaults.length; i += 2) {
      if (scheduledFaults[i] == router && scheduledFaults[i + 1] == tick) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void onRestored() {
    if (faults != null) {
      lookWhenPortsFail();
    }
  }

  @Override
  protected SwitchState switches() {
    return switches;
  }

  @Override
  protected void apply(int[] events, int count, long tick) {
    routing.tick(tick);
    fetchWords(events, count);
    for (int i = 0; i < count; i++) {
      final int event = events[i];
      switch (EventWord.type(event)) {
        case EventWord.ARRIVAL -> arrive(EventWord.packet(event));
        case EventWord.CREDIT -> credit(eventWords.vc(event), eventWords.flits(event), tick);
        case EventWord.DELIVERY -> deliver(EventWord.packet(event), tick);
        case EventWord.IDLE -> idle(eventWords.vc(event));
        default -> {
          final int vc = eventWords.vc(event);
          wake(vcs.router(vc), vcs.port(vc), tick);
        }
      }
    }
  }

  /**
   * Brings the words that a tick's events touch first into the cache. The loads of different events
   * do not wait for each other here, as they would below.
   */
  private void fetchWords(int[] events, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      final int event = events[i];
      final int type = EventWord.type(event);
      if (type <= EventWord.DELIVERY) {
        sum += state[switches.base(vcs.router(pool.place(EventWord.packet(event))))];
      } else {
        final int vc = eventWords.vc(event);
        final int base = switches.base(vcs.router(vc));
        final int output = switches.port(base, vcs.port(vc));
        sum += state[base] + state[output] + state[output + SwitchState.QUEUES + vcs.vc(vc)];
      }
    }
    fetched = sum;
  }

  private void arrive(int packet) {
    final int router = vcs.router(pool.place(packet));
    final int at = switches.base(router) + SwitchState.ARRIVED;
    pool.putBehind(packet, (int) state[at]);
    state[at] = packet;
    activate(router);
  }

  private void credit(int number, int flits, long tick) {
    final int router = vcs.router(number);
    final int port = vcs.port(number);
    final int vc = vcs.vc(number);
    if (!isLink(router, port)) {
      endpoints.credit(router, port, vc, flits);
      lookIfAny(router);
      return;
    }
    final int base = switches.base(router);
    final int output = switches.port(base, port);
    final int at = output + SwitchState.QUEUES + vc;
    credits.comeBack(at, flits);
    state[output + SwitchState.LOAD] -= SwitchState.change(0, flits);
    final boolean waited = queueWords.first(state[at]) != PacketPool.NONE;
    if (waited && OutputWord.busyUntil(state[output]) <= tick) {
      state[base + SwitchState.PENDING] |= 1L << port;
      activate(router);
    }
  }

  private void deliver(int packet, long tick) {
    final int router = vcs.router(pool.place(packet));
    final long ports = endpoints.deliver(router, packet, tick);
    state[switches.base(router) + SwitchState.PENDING] |= ports;
    lookIfAny(router);
  }

  private void wake(int router, int unit, long tick) {
    state[switches.base(router) + SwitchState.PENDING] |= endpoints.wake(router, unit, tick);
    lookIfAny(router);
  }

  /**
   * Marks a router for evaluation in this tick if its endpoints have a reason, or packets wait for
   * outputs.
   */
  private void lookIfAny(int router) {
    final int base = switches.base(router);
    final long waiting = state[base + SwitchState.PENDING] & state[base + SwitchState.HOLDING];
    if (waiting != 0 || faults != null || endpoints.looks(router)) {
      activate(router);
    }
  }

  private void idle(int vc) {
    final int router = vcs.router(vc);
    final int port = vcs.port(vc);
    final int base = switches.base(router);
    state[base + SwitchState.ALARMED] &= ~(1L << port);
    state[base + SwitchState.PENDING] |= 1L << port;
    activate(router);
  }

  @Override
  protected void evaluate(int router, long tick) {
    final int base = switches.base(router);
    if (faults != null) {
      crossbar.fail(router, base, tick);
    }
    crossbar.arrive(router, base, tick);
    crossbar.grant(router, base, tick);
    endpoints.issue(router, tick);
  }

  @Override
  public E endpoints() {
    return endpoints;
  }

  @Override
  public boolean atRest() {
    boolean atRest = pool.present() == 0 && endpoints.unsettled() == 0 && endpoints.atRest();
    for (int router = 0; router < routers; router++) {
      for (int port = 0; port < classes.links(router); port++) {
        final int output = switches.port(switches.base(router), port);
        for (int vc = 0; vc < design.vcs(); vc++) {
          atRest &= state[output + SwitchState.QUEUES + vc] == 0;
        }
        atRest &= state[output + SwitchState.LOAD] == 0;
      }
    }
    return atRest;
  }

  @Override
  public void sample(long times) {
    final Totals totals = measures.totals();
    final int[] kindOfClass = design.kindOfClass();
    for (int router = 0; router < routers; router++) {
      for (int port = 0; port < classes.ports(router); port++) {
        final int kind = kindOfClass[classes.of(router, port)];
        totals.count(PortStatistics.waiting(kind), times * switches.waitingFlits(router, port));
        totals.count(PortStatistics.sent(kind), times * switches.sentFlits(router, port));
      }
    }
  }

  @Override
  protected void addTo(Waiting waiting) {
    for (int router = 0; router < routers; router++) {
      final int base = switches.base(router);
      for (long rest = state[base + SwitchState.HOLDING]; rest != 0; rest &= rest - 1) {
        final int port = Long.numberOfTrailingZeros(rest);
        final int output = switches.port(base, port);
        for (int left = OutputWord.waiting(state[output]); left != 0; left &= left - 1) {
          waiting.add(head(router, port, output, Integer.numberOfTrailingZeros(left)));
        }
      }
    }
  }

  /** Returns the queue for a VC of an output, which is not empty. */
  private QueueHead head(int router, int port, int output, int vc) {
    final int at = output + SwitchState.QUEUES + vc;
    final int first = queueWords.first(state[at]);
    final int last = queueWords.last(state[at]);
    int packets = 1;
    for (int packet = first; packet != last; packet = pool.behind(packet)) {
      packets++;
    }
    final int flits = packetWords.flits(pool.third(first));
    final QueueHead.Builder head =
        new QueueHead.Builder(map.router(partition, router), port, vc, packets, flits);
    if (isLink(router, port)) {
      head.wants(port, vc, flits, credits.left(at, classes.of(router, port)));
    }
    int packet = first;
    for (int i = 0; i < packets; i++) {
      final int input = pool.place(packet);
      if (isLink(router, vcs.port(input))) {
        head.holds(vcs.port(input), vcs.vc(input), packetWords.flits(pool.third(packet)));
      }
      packet = pool.behind(packet);
    }
    return head.build();
  }
}
