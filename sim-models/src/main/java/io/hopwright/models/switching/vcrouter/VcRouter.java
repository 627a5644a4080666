package io.hopwright.models.switching.vcrouter;

import static io.hopwright.models.switching.vcrouter.VcState.IDLE;
import static io.hopwright.models.switching.vcrouter.VcState.INPUT;
import static io.hopwright.models.switching.vcrouter.VcState.OPEN;
import static io.hopwright.models.switching.vcrouter.VcState.QUEUE;
import static io.hopwright.models.switching.vcrouter.VcState.READY;
import static io.hopwright.models.switching.vcrouter.VcState.ROUTE;
import static io.hopwright.models.switching.vcrouter.VcState.WAITING;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.link.Credits;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.Endpoints;
import io.hopwright.models.switching.crossbar.EventWord;
import io.hopwright.models.switching.crossbar.PacketWords;
import io.hopwright.models.switching.crossbar.PortClasses;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.switching.crossbar.SwitchPartition;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.topology.routing.Candidate;
import io.hopwright.models.topology.routing.CandidateRouting.Kind;
import java.util.Arrays;

/**
 * Phase 2 of a tick for one router: the allocator grants outputs to heads of buffers.
 *
 * <p>An input is evaluated only after a change that concerns it; then it is in the set of pending
 * inputs. A head that cannot be granted is recorded where the next change will happen: at the
 * output that it waits for, or as an event at the tick in which the input becomes free or the head
 * ready. Confined to its partition.
 */
final class VcRouter {
  private static final int NONE = -1;

  private final VcState switches;
  private final long[] state;
  private final Vc vcs;
  private final EventWord eventWords;
  private final PacketWords packetWords;
  private final PacketPool pool;
  private final TimingWheel wheel;
  private final Wiring wiring;
  private final Credits credits;
  private final VcLoads loads;
  private final VcRouting routing;
  private final Endpoints endpoints;
  private final PortStatistics statistics;
  private final Measures<Totals> measures;
  private final PortClasses classes;
  private final int linkClasses;
  private final int[] ends;
  private final int mostLinks;
  private final int allVcs;

  /** Flits of every packet; 0 if packets differ. */
  private final int flits;

  /** {@code [sizes·class + flits]}: ticks of link and crossing, by class of ports. */
  private final int[] linkTicks;

  private final int[] crossingTicks;
  private final int sizes;

  /** Ticks of the hop with the header's processing, and of the queue, by class of ports. */
  private final int[] hopTicks;

  private final long[] queueTicks;

  private final int bubbleTicks;
  private final int inputSpeedup;
  private final int iterations;
  private final boolean inputFirst;
  private final boolean decidedOnce;
  private final boolean adaptive;

  /** Scratch: candidates of one head. */
  private final int[] list = new int[CrossbarDesign.MAX_PORTS * CrossbarDesign.MAX_VCS];

  /** Scratch, by input: VC and candidate chosen. */
  private final int[] chosenVc = new int[CrossbarDesign.MAX_PORTS];

  private final int[] chosen = new int[CrossbarDesign.MAX_PORTS];

  /** Scratch: by output the inputs that request it, by input the outputs that offer themselves. */
  private final long[] requests = new long[CrossbarDesign.MAX_PORTS];

  private final long[] offers = new long[CrossbarDesign.MAX_PORTS];

  /** Scratch: candidate of the head that {@link #request} found. */
  private int found;

  /**
   * Creates routers without a packet.
   *
   * @param oneSize whether all packets have as many flits
   */
  VcRouter(
      VcRouterDesign router,
      CrossbarDesign design,
      boolean oneSize,
      PortClasses classes,
      VcState switches,
      PacketPool pool,
      TimingWheel wheel,
      Wiring wiring,
      int[] ends,
      Credits credits,
      VcLoads loads,
      VcRouting routing,
      Endpoints endpoints,
      PortStatistics statistics,
      Measures<Totals> measures) {
    this.switches = switches;
    state = switches.words();
    vcs = new Vc(design);
    eventWords = new EventWord(design);
    packetWords = new PacketWords(design);
    this.pool = pool;
    this.wheel = wheel;
    this.wiring = wiring;
    this.ends = ends;
    this.credits = credits;
    this.loads = loads;
    this.routing = routing;
    this.endpoints = endpoints;
    this.statistics = statistics;
    this.measures = measures;
    this.classes = classes;
    linkClasses = design.linkClasses();
    mostLinks = design.links();
    allVcs = design.vcs();
    final int mostFlits = design.mostFlits();
    flits = oneSize ? mostFlits : 0;
    sizes = mostFlits + 1;
    final int[] hops = design.hopTicks();
    linkTicks = design.packetTicks();
    crossingTicks = new int[linkTicks.length];
    Arrays.setAll(crossingTicks, at -> (int) router.crossingTicks(linkTicks[at]));
    hopTicks = new int[hops.length];
    queueTicks = new long[hops.length];
    for (int of = 0; of < hops.length; of++) {
      hopTicks[of] = hops[of] + router.headTicks();
      queueTicks[of] = router.queueTicks(mostFlits, linkTicks[of * sizes + mostFlits]);
    }
    bubbleTicks = router.bubbleTicks();
    inputSpeedup = router.inputSpeedup();
    iterations = router.iterations();
    inputFirst = router.allocator() == VcRouterDesign.Allocator.SEPARABLE_INPUT;
    decidedOnce = routing.kind() == Kind.DECIDED_ONCE;
    adaptive = routing.kind() == Kind.ADAPTIVE;
  }

  /** Grants what the inputs that are pending can be granted. */
  void allocate(int router, int base, long tick) {
    long inputs = state[base + VcState.PENDING];
    state[base + VcState.PENDING] = 0;
    if (decidedOnce) {
      decide(router, base, inputs, tick);
    }
    for (int i = 0; i < iterations && inputs != 0; i++) {
      inputs =
          inputFirst
              ? inputFirst(router, base, inputs, tick)
              : outputFirst(router, base, inputs, tick);
    }
    for (long rest = inputs; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      if (request(router, base, input, tick) != NONE) {
        wake(router, input, tick + 1);
      }
    }
  }

  /**
   * Asks for the routes of heads that are ready for the first time: inputs are pending when a head
   * arrives, and when it becomes ready.
   */
  private void decide(int router, int base, long inputs, long tick) {
    for (long rest = inputs; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final int in = switches.port(base, input);
      for (int left = (int) state[in + INPUT] & VcState.OCCUPIED_MASK;
          left != 0;
          left &= left - 1) {
        final int at = VcState.vc(in, Integer.numberOfTrailingZeros(left));
        if (state[at + READY] <= tick) {
          candidate(router, input, at);
        }
      }
    }
  }

  // ---------------------------------------------------------------- allocators

  /** Returns the inputs that have requested an output; each may have another request. */
  private long inputFirst(int router, int base, long inputs, long tick) {
    long requested = 0;
    long requesting = 0;
    for (long rest = inputs; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final int vc = request(router, base, input, tick);
      if (vc != NONE) {
        chosenVc[input] = vc;
        chosen[input] = found;
        requesting |= 1L << input;
        requested = add(requested, Candidate.port(found), input);
      }
    }
    for (long rest = requested; rest != 0; rest &= rest - 1) {
      final int output = Long.numberOfTrailingZeros(rest);
      grant(router, base, pickInput(base, output), tick);
    }
    return requesting;
  }

  /** Adds an input to those that request an output, and returns all outputs requested. */
  private long add(long requested, int output, int input) {
    final long before = (requested >>> output & 1) == 0 ? 0 : requests[output];
    requests[output] = before | 1L << input;
    return requested | 1L << output;
  }

  private int pickInput(int base, int output) {
    final long word = state[switches.port(base, output) + OPEN];
    final int pointer = (int) (word >>> VcState.INPUT_POINTER_SHIFT) & VcState.INPUT_POINTER_MASK;
    return VcState.pick(requests[output], pointer);
  }

  /** Returns the inputs that have requested outputs; each may have another request. */
  private long outputFirst(int router, int base, long inputs, long tick) {
    long requested = 0;
    long requesting = 0;
    for (long rest = inputs; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final long wanted = wanted(router, base, input, tick);
      for (long left = wanted; left != 0; left &= left - 1) {
        requested = add(requested, Long.numberOfTrailingZeros(left), input);
      }
      requesting |= wanted == 0 ? 0 : 1L << input;
    }
    long offered = 0;
    for (long rest = requested; rest != 0; rest &= rest - 1) {
      final int output = Long.numberOfTrailingZeros(rest);
      final int input = pickInput(base, output);
      offers[input] = ((offered >>> input & 1) == 0 ? 0 : offers[input]) | 1L << output;
      offered |= 1L << input;
    }
    for (long rest = offered; rest != 0; rest &= rest - 1) {
      accept(router, base, Long.numberOfTrailingZeros(rest), tick);
    }
    for (long rest = offered; rest != 0; rest &= rest - 1) {
      grant(router, base, Long.numberOfTrailingZeros(rest), tick);
    }
    return requesting;
  }

  /** Returns the outputs that heads of an input can be granted. */
  private long wanted(int router, int base, int input, long tick) {
    final int in = switches.port(base, input);
    long wanted = 0;
    for (int left = free(router, base, input, in, tick); left != 0; left &= left - 1) {
      final int at = VcState.vc(in, Integer.numberOfTrailingZeros(left));
      if (isReady(router, input, at, tick)) {
        final int count = candidates(router, input, at);
        final int packetFlits = headFlits(at);
        for (int i = 0; i < count; i++) {
          final int candidate = list[i];
          wanted |=
              isPossible(router, base, input, candidate, packetFlits, tick)
                  ? 1L << Candidate.port(candidate)
                  : 0;
        }
      }
    }
    return wanted;
  }

  /** Chooses among the outputs that offer themselves to an input. */
  private void accept(int router, int base, int input, long tick) {
    final int in = switches.port(base, input);
    final long word = state[in + INPUT];
    final int pointer = (int) (word >>> VcState.POINTER_SHIFT) & VcState.VC_POINTER_MASK;
    int rest = VcState.rotate((int) word & VcState.OCCUPIED_MASK, pointer);
    for (; rest != 0; rest &= rest - 1) {
      final int vc = VcState.rotated(pointer, Integer.numberOfTrailingZeros(rest));
      final int at = VcState.vc(in, vc);
      if (state[at + READY] <= tick) {
        final int count = candidates(router, input, at);
        final int packetFlits = headFlits(at);
        for (int i = 0; i < count; i++) {
          final int output = Candidate.port(list[i]);
          if ((offers[input] >>> output & 1) != 0
              && pickVc(router, base, list[i], packetFlits) != NONE) {
            chosenVc[input] = vc;
            chosen[input] = list[i];
            return;
          }
        }
      }
    }
    throw new AssertionError("router " + router + ", input " + input + ": an offer to no head");
  }

  // ---------------------------------------------------------------- requests

  /**
   * Returns the first VC in turn whose head can be granted an output, which is {@link #found} then;
   * {@link #NONE} if all that the input has waits for something else.
   */
  private int request(int router, int base, int input, long tick) {
    final int in = switches.port(base, input);
    final int occupied = free(router, base, input, in, tick);
    final int pointer =
        (int) (state[in + INPUT] >>> VcState.POINTER_SHIFT) & VcState.VC_POINTER_MASK;
    for (int rest = VcState.rotate(occupied, pointer); rest != 0; rest &= rest - 1) {
      final int vc = VcState.rotated(pointer, Integer.numberOfTrailingZeros(rest));
      final int at = VcState.vc(in, vc);
      if (isReady(router, input, at, tick) && canGo(router, base, input, at, tick)) {
        return vc;
      }
    }
    return NONE;
  }

  private boolean canGo(int router, int base, int input, int at, long tick) {
    if (!adaptive) {
      found = candidate(router, input, at);
      return isPossible(router, base, input, found, headFlits(at), tick);
    }
    final int count = candidates(router, input, at);
    final int packetFlits = headFlits(at);
    for (int i = 0; i < count; i++) {
      if (isPossible(router, base, input, list[i], packetFlits, tick)) {
        found = list[i];
        return true;
      }
    }
    return false;
  }

  /** Returns the VCs of an input that have packets; none, and an alarm, as long as it is busy. */
  private int free(int router, int base, int input, int in, long tick) {
    final long word = state[in + INPUT];
    final int occupied = (int) word & VcState.OCCUPIED_MASK;
    final long freeAt = word >>> VcState.FREE_SHIFT;
    if (freeAt <= tick) {
      return occupied;
    }
    final long bit = 1L << input;
    if (occupied != 0 && (state[base + VcState.ALARMED_INPUTS] & bit) == 0) {
      state[base + VcState.ALARMED_INPUTS] |= bit;
      wake(router, input, freeAt);
    }
    return 0;
  }

  private boolean isReady(int router, int input, int at, long tick) {
    final long readyAt = state[at + READY];
    if (readyAt > tick) {
      wake(router, input, readyAt);
      return false;
    }
    return true;
  }

  /** Returns the flits of the head of a buffer. */
  private int headFlits(int at) {
    return flits > 0 ? flits : flitsOf((int) (state[at + QUEUE] >>> VcState.HALF));
  }

  private int flitsOf(int packet) {
    return packetWords.flits(pool.third(packet));
  }

  /** Schedules the evaluation of an input in a later tick. */
  void wake(int router, int input, long tick) {
    wheel.schedule(tick, eventWords.of(EventWord.INPUT, vcs.of(router, input, 0)));
  }

  /** Returns the candidate of the head of a buffer, which it keeps. */
  private int candidate(int router, int input, int at) {
    final int known = (int) (state[at + ROUTE] >>> VcState.HALF);
    if (known != 0) {
      return known;
    }
    final int candidate =
        routing.candidate(router, input, (int) (state[at + QUEUE] >>> VcState.HALF));
    assert leadsOn(router, candidate);
    state[at + ROUTE] |= (long) candidate << VcState.HALF;
    if (decidedOnce) {
      loads.decide(router, candidate, headFlits(at));
    }
    return candidate;
  }

  /** Lists the candidates of the head of a buffer, and returns their number. */
  private int candidates(int router, int input, int at) {
    if (!adaptive) {
      list[0] = candidate(router, input, at);
      return 1;
    }
    final int packet = (int) (state[at + QUEUE] >>> VcState.HALF);
    final int count = routing.candidates(router, input, packet, list);
    assert count > 0 : "no candidate";
    for (int i = 0; i < count; i++) {
      assert leadsOn(router, list[i]);
    }
    return count;
  }

  /** Writes the candidates of the head of a buffer, and returns their number. */
  int candidates(int router, int input, int at, int[] into) {
    final int count = candidates(router, input, at);
    System.arraycopy(list, 0, into, 0, count);
    return count;
  }

  private boolean leadsOn(int router, int candidate) {
    final int port = Candidate.port(candidate);
    final int linkClass = classes.of(router, port);
    final boolean isThere =
        linkClass >= linkClasses
            || (linkClass >= 0 && ends[router * mostLinks + port] != SwitchPartition.NO_LINK);
    if (!isThere || Candidate.vcs(candidate) == 0 || Candidate.vcs(candidate) >>> allVcs != 0) {
      throw new AssertionError(
          "candidate of port %s, VCs %s: no such link or VC"
              .formatted(port, Integer.toBinaryString(Candidate.vcs(candidate))));
    }
    return true;
  }

  /** Returns whether a candidate can be granted; if not, the input waits for its output. */
  private boolean isPossible(
      int router, int base, int input, int candidate, int packetFlits, long tick) {
    final int output = Candidate.port(candidate);
    final int out = switches.port(base, output);
    if (state[out + OPEN] >>> VcState.OPEN_SHIFT > tick) {
      state[out + WAITING] |= 1L << input;
      alarm(router, base, output, out);
      return false;
    }
    if (pickVc(router, base, candidate, packetFlits) == NONE) {
      state[out + WAITING] |= 1L << input;
      return false;
    }
    return true;
  }

  /** Schedules the evaluation of the inputs that wait for an output, at the tick when it opens. */
  private void alarm(int router, int base, int output, int out) {
    final long bit = 1L << output;
    if ((state[base + VcState.ALARMED_OUTPUTS] & bit) == 0) {
      state[base + VcState.ALARMED_OUTPUTS] |= bit;
      wheel.schedule(
          state[out + OPEN] >>> VcState.OPEN_SHIFT,
          eventWords.of(EventWord.IDLE, vcs.of(router, output, 0)));
    }
  }

  /** Returns the first VC of a candidate in turn that has the credits, {@link #NONE} if none. */
  private int pickVc(int router, int base, int candidate, int packetFlits) {
    final int output = Candidate.port(candidate);
    final int linkClass = classes.of(router, output);
    if (linkClass >= linkClasses) {
      return 0;
    }
    final int out = switches.port(base, output);
    final int pointer = (int) state[out + OPEN] & VcState.VC_POINTER_MASK;
    for (int rest = VcState.rotate(Candidate.vcs(candidate), pointer);
        rest != 0;
        rest &= rest - 1) {
      final int vc = VcState.rotated(pointer, Integer.numberOfTrailingZeros(rest));
      if (credits.suffice(VcState.vc(out, vc) + ROUTE, linkClass, packetFlits)) {
        return vc;
      }
    }
    return NONE;
  }

  // ---------------------------------------------------------------- grants

  /** Performs the grant that was chosen for an input. */
  private void grant(int router, int base, int input, long tick) {
    final int vc = chosenVc[input];
    final int candidate = chosen[input];
    final int output = Candidate.port(candidate);
    final int linkClass = classes.of(router, output);
    final int in = switches.port(base, input);
    final int out = switches.port(base, output);
    final int packetFlits = headFlits(VcState.vc(in, vc));
    final int size = linkClass * sizes + packetFlits;
    final long tail = tick + crossingTicks[size];
    final int packet = leaveBuffer(router, input, in, vc, packetFlits, tail, tick);
    final long start = Math.max(tick, state[out + IDLE]);
    final long idle = start + linkTicks[size];
    final int outVc = pickVc(router, base, candidate, packetFlits);
    final boolean isLink = linkClass < linkClasses;
    state[out + IDLE] = idle;
    final long opens = Math.max(tail, idle - queueTicks[linkClass]);
    final int pointer = isLink ? outVc + 1 & VcState.VC_POINTER_MASK : 0;
    state[out + OPEN] =
        opens << VcState.OPEN_SHIFT
            | (input + 1 & VcState.INPUT_POINTER_MASK) << VcState.INPUT_POINTER_SHIFT
            | pointer;
    if (state[out + WAITING] != 0) {
      alarm(router, base, output, out);
    }
    statistics.send(measures, router, output, linkClass, packetFlits, linkTicks[size], tick);
    if (isLink) {
      credits.spend(VcState.vc(out, outVc) + ROUTE, packetFlits);
      if (decidedOnce) {
        loads.grantDecided(router, candidate, packetFlits);
      } else if (adaptive) {
        loads.grant(router, output, packetFlits);
      }
      hop(router, output, outVc, packet, linkClass, start + hopTicks[linkClass]);
    } else {
      final long delivered = endpoints.receive(router, output, packet, start);
      wheel.schedule(delivered, EventWord.delivery(packet));
    }
  }

  private void hop(int router, int output, int vc, int packet, int linkClass, long arrivalTick) {
    final long third = pool.third(packet);
    if (packetWords.mayNotHop(third)) {
      throw new IllegalStateException(
          "port %s, VC %s: a packet goes on after %s hops, the most there may be"
              .formatted(output, vc, packetWords.hops(third)));
    }
    pool.setThird(packet, packetWords.afterHop(third));
    routing.granted(packet, linkClass);
    wiring.sendPacket(ends[router * mostLinks + output], vc, packet, arrivalTick);
  }

  /** Takes the head out of a buffer, which its tail leaves at {@code tail}. */
  private int leaveBuffer(
      int router, int input, int in, int vc, int packetFlits, long tail, long tick) {
    final int at = VcState.vc(in, vc);
    final long queue = state[at + QUEUE];
    final int packet = (int) (queue >>> VcState.HALF);
    final long readyAt = tail + bubbleTicks;
    measures.queue(-1);
    state[at + READY] = readyAt;
    state[at + ROUTE] &= VcState.LOW_HALF;
    int occupied = (int) state[in + INPUT] & VcState.OCCUPIED_MASK;
    if (packet == (int) queue) {
      state[at + QUEUE] = 0;
      occupied &= ~(1 << vc);
    } else {
      state[at + QUEUE] = (long) pool.behind(packet) << VcState.HALF | (queue & VcState.LOW_HALF);
      if (decidedOnce) {
        wake(router, input, readyAt);
      }
    }
    state[in + INPUT] =
        (inputSpeedup == 1 ? tail : freeAt(in, tick)) << VcState.FREE_SHIFT
            | (long) (vc + 1 & VcState.VC_POINTER_MASK) << VcState.POINTER_SHIFT
            | occupied;
    final int linkClass = classes.of(router, input);
    if (linkClass < linkClasses) {
      final int credit = eventWords.of(EventWord.CREDIT, vc, packetFlits);
      credits.sendBack(ends[router * mostLinks + input], linkClass, credit, tail);
    } else {
      wheel.schedule(tail, eventWords.of(EventWord.CREDIT, vcs.of(router, input, vc), packetFlits));
    }
    return packet;
  }

  /** Returns when fewer packets than can cross from an input at once do. */
  private long freeAt(int in, long tick) {
    int crossing = 0;
    long first = Long.MAX_VALUE;
    for (int vc = 0; vc < allVcs; vc++) {
      final long tail = state[VcState.vc(in, vc) + READY] - bubbleTicks;
      if (tail > tick) {
        crossing++;
        first = Math.min(first, tail);
      }
    }
    return crossing < inputSpeedup ? tick : first;
  }
}
