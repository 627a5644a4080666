package io.hopwright.models.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/**
 * Router that is an ideal crossbar, with the buffers of its inputs: section "Router" of {@code
 * docs/models/cascade.md}, which also applies to Tofu, EXTOLL and PCIe. A port belongs to a link,
 * or to an endpoint through which packets of the node enter and leave. Confined to the thread of
 * its machine.
 *
 * @param <P> forwarded packets
 * @param <O> its outputs
 */
public abstract class ReferenceCrossbarRouter<
        P extends ReferenceCrossbarPacket, O extends ReferenceCrossbarOutput<P>>
    implements ReferenceRouter {
  /** One end of a link. */
  public record End(int router, int port) {}

  private final ReferenceCrossbarMachine<? extends ReferenceCrossbarRouter<P, O>> machine;
  private final String name;
  private final int endpointCapacity;

  /** Ticks of a credit, by the port of the link of arrival. */
  private final IntToLongFunction creditTicks;

  /** Outputs by port, ascending; without unconnected ports. */
  private final Map<Integer, O> outputs = new LinkedHashMap<>();

  /** Packets that arrive in this tick. */
  private final List<P> arrivals = new ArrayList<>();

  /** Contents of the buffer, from arrival until the tail has left, by input port and VC. */
  private final int[][] buffered;

  /** Charges of endpoints, from issue until the tail has left, by input port and VC. */
  private final int[][] charges;

  /**
   * A router without outputs.
   *
   * @param name for messages
   * @param endpointCapacity of each buffer behind an endpoint
   * @param creditTicks from a tail's leaving until the sender at the other end of a link knows
   */
  protected ReferenceCrossbarRouter(
      ReferenceCrossbarMachine<? extends ReferenceCrossbarRouter<P, O>> machine,
      String name,
      int ports,
      int vcs,
      int endpointCapacity,
      long creditTicks) {
    this(machine, name, ports, vcs, endpointCapacity, port -> creditTicks);
  }

  /**
   * The same with links of several kinds.
   *
   * @param creditTicks the same number, by port
   */
  protected ReferenceCrossbarRouter(
      ReferenceCrossbarMachine<? extends ReferenceCrossbarRouter<P, O>> machine,
      String name,
      int ports,
      int vcs,
      int endpointCapacity,
      IntToLongFunction creditTicks) {
    this.machine = machine;
    this.name = name;
    this.endpointCapacity = endpointCapacity;
    this.creditTicks = creditTicks;
    buffered = new int[ports][vcs];
    charges = new int[ports][vcs];
  }

  /** Returns what a packet takes of a buffer. */
  protected abstract int size(P packet);

  /** Finds out the output and queue that a packet joins which has just arrived. */
  protected abstract void route(P packet);

  /** Schedules an effect on the router in phase 1 of a later tick. */
  protected void at(long later, Runnable effect) {
    machine.at(later, effect);
  }

  /** Adds the output of the next port. */
  protected final void add(O output) {
    outputs.put(output.port(), output);
  }

  /** Returns the output of a port; null if nothing is there. */
  public final O output(int port) {
    return outputs.get(port);
  }

  /** Returns its outputs, ascending. */
  public final Stream<O> outputs() {
    return outputs.values().stream();
  }

  final ReferenceCrossbarMachine<? extends ReferenceCrossbarRouter<P, O>> machine() {
    return machine;
  }

  @Override
  public final String toString() {
    return name;
  }

  // ------------------------------------------------------------------------------- endpoints

  /** Returns whether an endpoint may issue a packet of some size into a VC. */
  public final boolean hasRoom(int port, int vc, int size) {
    return charges[port][vc] + size <= endpointCapacity;
  }

  /** Issues a packet of an endpoint, which arrives at a later tick. */
  public final void issue(P packet, int port, int vc, long arrivalTick) {
    charges[port][vc] += size(packet);
    expect(packet, port, vc, arrivalTick);
  }

  // --------------------------------------------------------------------------------- phase 2

  /** A packet will arrive. */
  final void expect(P packet, int port, int vc, long arrivalTick) {
    packet.goTo(port, vc);
    at(arrivalTick, () -> arrivals.add(packet));
  }

  /** The order in which packets that arrive in a tick are looked at. */
  protected Comparator<P> order() {
    return Comparator.comparingInt(P::inputPort);
  }

  /** "Arrivals in order of input port, then grants, outputs ascending". */
  protected final void passOn(long tick) {
    arrivals.sort(order());
    for (final P packet : arrivals) {
      buffered[packet.inputPort()][packet.inputVc()] += size(packet);
      check(packet.inputPort(), packet.inputVc());
      route(packet);
    }
    arrivals.clear();
    outputs.values().forEach(output -> output.grant(tick));
  }

  /** A packet that has just arrived queues up at an output. */
  protected final void join(P packet, int port, int queue) {
    final O output = output(port);
    if (output == null) {
      throw new IllegalStateException(
          String.format("%s, port %d, tick %d: no link for %s", name, port, machine.now(), packet));
    }
    output.join(packet, queue);
  }

  /** "Its tail leaves the input buffer when the output is free again, at t'". */
  protected final void leave(P packet, long tailTick) {
    final int port = packet.inputPort();
    final int vc = packet.inputVc();
    final int size = size(packet);
    final End sender = output(port).farEnd(); // links come in pairs
    at(tailTick, () -> buffered[port][vc] -= size);
    if (sender == null) {
      at(tailTick, () -> charges[port][vc] -= size);
    } else {
      final ReferenceCrossbarRouter<P, O> there = machine.router(sender.router());
      final long back = tailTick + creditTicks.applyAsLong(port);
      there.at(back, () -> there.output(sender.port()).giveBack(vc, size));
    }
  }

  // ------------------------------------------------------------------------------------ ends

  /** Checks that a buffer holds no more than its sender has been charged, and that this fits. */
  private void check(int port, int vc) {
    final End sender = output(port).farEnd();
    if (sender == null) {
      ReferenceCrossbarOutput.check(
          () -> name + ", input port " + port,
          buffered[port][vc],
          charges[port][vc],
          endpointCapacity);
    } else {
      machine.router(sender.router()).output(sender.port()).check(vc, buffered[port][vc]);
    }
  }

  /** Checks conservation in all buffers, and in those of endpoints for packets that leave here. */
  @Override
  public void checkConservation() {
    for (final O output : outputs.values()) {
      for (int vc = 0; vc < buffered[output.port()].length; vc++) {
        check(output.port(), vc);
      }
      output.checkEndpoint();
    }
  }

  /** Returns whether no packet waits or is in progress here and all charges have been released. */
  @Override
  public boolean isHome() {
    return arrivals.isEmpty()
        && outputs().allMatch(ReferenceCrossbarOutput::isHome)
        && isZero(buffered)
        && isZero(charges);
  }

  private static boolean isZero(int[][] sizes) {
    return Arrays.stream(sizes).flatMapToInt(Arrays::stream).allMatch(size -> size == 0);
  }

  /** Appends a line for each queue with waiting packets; returns the number of waiting packets. */
  @Override
  public long describeWaiting(StringBuilder report) {
    return outputs().mapToLong(output -> output.describeWaiting(report)).sum();
  }
}
