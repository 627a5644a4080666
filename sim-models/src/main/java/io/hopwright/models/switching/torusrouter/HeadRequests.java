package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.random.Draws;
import io.hopwright.models.link.PackedCounts;
import io.hopwright.models.switching.torusrouter.arbitration.EscapeOrder;
import io.hopwright.models.switching.torusrouter.arbitration.OutputSelection;
import io.hopwright.models.topology.Torus;

/**
 * First phase of arbitration: the requests of the head of an input FIFO. Reads the state of its
 * router only, and changes nothing.
 */
final class HeadRequests {
  /** Answer: nothing can be had. */
  static final int NOTHING = -1;

  /** Answer: to be taken into the reception FIFO. Other answers are an output VC. */
  static final int RECEPTION = NodeLayout.FIRST_INJECTION;

  /** Times a set of up to seven bits, brings bit {@code i} to bit {@code 8i}, among others. */
  private static final long BITS_TO_LANES = 0x02040810204081L;

  private static final long LANE_ONES = 0x0101010101010101L;

  private final NodeLayout layout;
  private final long[] state;
  private final ReceptionBusses reception;
  private final int dynamicVcSet;

  /** Dynamic output VCs, and those of dateline pairs, as sets of bits {@code 8·output + vc}. */
  private final long dynamicVcs;

  private final long datelineVcs;
  private final int escapeVc;
  private final int highPriorityVc;
  private final long highPriorityInputs;
  private final boolean broadcasts;
  private final int paths;
  private final boolean dateline;
  private final EscapeOrder order;
  private final OutputSelection selection;
  private final Draws ties;

  HeadRequests(
      RouterDesign design,
      NodeLayout layout,
      long[] state,
      ReceptionBusses reception,
      boolean broadcasts) {
    this.layout = layout;
    this.state = state;
    this.reception = reception;
    dynamicVcSet = (1 << design.dynamicVcs()) - 1;
    escapeVc = design.escapeVc();
    highPriorityVc = design.highPriorityVc();
    dynamicVcs = LANE_ONES * dynamicVcSet;
    datelineVcs = design.escape().dateline() ? LANE_ONES * (3 << escapeVc) : 0;
    highPriorityInputs = NodeLayout.highPriorityInputs(highPriorityVc);
    this.broadcasts = broadcasts;
    paths = design.paths();
    dateline = design.escape().dateline();
    order = design.escape().order();
    selection = design.policies().selection();
    ties = design.policies().selectionTies();
  }

  /**
   * Returns the waiting heads that may request a transfer, given the idle outputs: all heads at
   * their destination, and those with tokens for an idle output. Some heads in the set may have no
   * request. In a saturated network most heads are not in it: they wait for tokens and not for a
   * link.
   */
  long candidates(int base, int idle) {
    final long oneFits = state[base + NodeLayout.ONE_FITS];
    final int dynamic = idle & PackedCounts.nonzero(oneFits & dynamicVcs);
    final int escape = idle & ~dynamic & PackedCounts.nonzero(oneFits & ~dynamicVcs);
    long candidates = state[base + NodeLayout.HOME];
    for (int rest = dynamic; rest != 0; rest &= rest - 1) {
      candidates |= state[base + NodeLayout.WANTS + Integer.numberOfTrailingZeros(rest)];
    }
    return escape == 0 ? candidates : candidates | candidatesOfEscape(base, escape);
  }

  /** Returns those that may request an escape VC or one of high priority of a set of outputs. */
  private long candidatesOfEscape(int base, int outputs) {
    final int forAll =
        PackedCounts.nonzero(
            (state[base + NodeLayout.ONE_FITS] & datelineVcs) | state[base + NodeLayout.TWO_FIT]);
    long candidates = 0;
    long earlier = 0;
    for (int i = 0; i < Torus.PORTS; i++) {
      final int output = order.port(i);
      final long wanting = state[base + NodeLayout.WANTS + output];
      if ((outputs >>> output & 1) != 0) {
        final long inputs = (forAll >>> output & 1) != 0 ? ~0L : 0xFFL << ((output ^ 1) << 3);
        candidates |= wanting & ~earlier & inputs;
      }
      earlier |= wanting;
    }
    return candidates;
  }

  /** Returns what a waiting head requests, given the outputs that are idle. */
  int of(int node, int base, int input, int idle, long tick) {
    final boolean ordered = (state[base + NodeLayout.ORDERED] >>> input & 1) != 0;
    if (input < NodeLayout.FIRST_INJECTION) {
      if ((state[base + NodeLayout.HOME] >>> input & 1) != 0) {
        return mayEnter(node, base, input) ? RECEPTION : NOTHING;
      }
      if (RouterFlags.busses(state[base + NodeLayout.FLAGS], input >>> 3) >= paths
          || (ordered && broadcasts && !mayGoOn(node, base, input))) {
        return NOTHING;
      }
    }
    final int hints = hints(base, input);
    if (!ordered) {
      final int dynamic = dynamicVc(base, input, hints & idle, tick);
      if (dynamic != NOTHING) {
        return dynamic;
      }
    }
    return (highPriorityInputs >>> input & 1) != 0
        ? bubbleVc(base, input, Integer.numberOfTrailingZeros(hints), highPriorityVc, idle)
        : escapeVc(base, input, order.first(hints), idle);
  }

  /**
   * Returns the output VCs that would do for a head that waits for an output if they had tokens for
   * one full packet, as a set of bits {@code 8·output + vc}.
   */
  long pairsForOne(int base, int input) {
    final int outputs = hints(base, input);
    final boolean ordered = (state[base + NodeLayout.ORDERED] >>> input & 1) != 0;
    final long dynamic = ordered ? 0 : dynamicPairs(outputs);
    final int escape = escapePair(base, input, outputs);
    return entersBubble(input, escape) ? dynamic : dynamic | 1L << escape;
  }

  /** Returns the output VCs that would do for it if they had tokens for two, likewise. */
  long pairsForTwo(int base, int input) {
    final int escape = escapePair(base, input, hints(base, input));
    return entersBubble(input, escape) ? 1L << escape : 0;
  }

  /** Returns the one output VC among all of these that is not a dynamic one. */
  int escapePair(int base, int input) {
    return escapePair(base, input, hints(base, input));
  }

  private long dynamicPairs(int outputs) {
    return (outputs * BITS_TO_LANES & LANE_ONES) * dynamicVcSet;
  }

  private int escapePair(int base, int input, int outputs) {
    if ((highPriorityInputs >>> input & 1) != 0) {
      return Integer.numberOfTrailingZeros(outputs) << 3 | highPriorityVc;
    }
    final int high = dateline ? (int) (state[base + NodeLayout.HIGH_ESCAPE] >>> input) & 1 : 0;
    return order.first(outputs) << 3 | (escapeVc + high);
  }

  private boolean entersBubble(int input, int pair) {
    final int vc = pair & 7;
    return (vc == highPriorityVc || (!dateline && vc == escapeVc)) && !staysInBubble(input, pair);
  }

  private static boolean staysInBubble(int input, int pair) {
    return input == (pair ^ 8);
  }

  /** Returns the outputs that bring a waiting head nearer, as a set. */
  private int hints(int base, int input) {
    return FifoWord.hints(state[layout.fifo(base, input)]);
  }

  private boolean mayEnter(int node, int base, int input) {
    if (!reception.asksForPackets()) {
      final boolean high = (highPriorityInputs >>> input & 1) != 0;
      return reception.isFree(base, input >>> 3, high);
    }
    return mayEnter(node, base, input, state[layout.fifo(base, input)]);
  }

  private boolean mayEnter(int node, int base, int input, long fifo) {
    return reception.canTake(node, base, input >>> 3, FifoWord.first(fifo));
  }

  /** A broadcast goes on only together with its copy for this node. */
  private boolean mayGoOn(int node, int base, int input) {
    final long fifo = state[layout.fifo(base, input)];
    return FifoWord.trafficClass(fifo) != TrafficClass.BROADCAST
        || mayEnter(node, base, input, fifo);
  }

  private int dynamicVc(int base, int input, int outputs, long tick) {
    long pairs = state[base + NodeLayout.ONE_FITS] & dynamicPairs(outputs);
    if (pairs == 0) {
      return NOTHING;
    }
    if ((pairs & (pairs - 1)) != 0) {
      pairs = selection.narrow(pairs, state, layout.link(base, 0), layout.portWords());
      if ((pairs & (pairs - 1)) != 0) {
        final int component = (int) state[base + NodeLayout.ID];
        return Draws.pickBit(ties.draw(component, tick, input), pairs);
      }
    }
    return Long.numberOfTrailingZeros(pairs);
  }

  private int escapeVc(int base, int input, int output, int idle) {
    if (!dateline) {
      return bubbleVc(base, input, output, escapeVc, idle);
    }
    final int high = (int) (state[base + NodeLayout.HIGH_ESCAPE] >>> input) & 1;
    return available(base, NodeLayout.ONE_FITS, output << 3 | (escapeVc + high), idle);
  }

  /** The bubble rule: one free packet ahead to go straight on in a bubble VC, else two. */
  private int bubbleVc(int base, int input, int output, int vc, int idle) {
    final int pair = output << 3 | vc;
    final int enough = staysInBubble(input, pair) ? NodeLayout.ONE_FITS : NodeLayout.TWO_FIT;
    return available(base, enough, pair, idle);
  }

  private int available(int base, int enough, int outputVc, int idle) {
    final long fits = state[base + enough] >>> outputVc & idle >>> (outputVc >>> 3) & 1;
    return fits != 0 ? outputVc : NOTHING;
  }
}
