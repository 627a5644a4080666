package io.hopwright.models.bluegene;

import io.hopwright.models.bluegene.nodes.FifoChoice;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Parameter.Word;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.traffic.TwoPhaseDestinations;
import io.hopwright.models.traffic.pattern.Patterns;
import java.util.OptionalDouble;

/**
 * The cores of a node and their FIFOs.
 *
 * @param cores number of cores that send and receive on their own
 * @param choice which normal injection FIFO a packet joins
 * @param injectionBytes size of an injection FIFO, 0 for infinite
 * @param pace of an all-to-all as a share of the rate that fills the busiest links; empty if all
 *     packets are there at the start
 * @param twoPhases whether the packets of an all-to-all make their way in two legs
 * @param forwardTicks from the reception of a packet until it is injected again
 * @param packetsInTurn whether packets of jobs, and not messages, go to the FIFOs of a core in turn
 * @param reception what reception FIFOs hold
 */
record BlueGeneHost(
    int cores,
    FifoChoice choice,
    int injectionBytes,
    OptionalDouble pace,
    boolean twoPhases,
    long forwardTicks,
    boolean packetsInTurn,
    RouterDesign.Reception reception) {
  private static final double RATE_UNIT = 1024;

  private static final Key<Boolean> VIRTUAL_NODE_MODE =
      Key.flag("machine.virtualNodeMode", false)
          .meaning(
              "whether both cores of a node compute and send: half of the injection FIFOs each, and"
                  + " reception FIFOs of their own")
          .source(BlueGeneL.PAPER + "1; which FIFOs a core has is ASSUMED");
  private static final Key<Integer> INJECTION_BYTES =
      Key.bytes("injection.bytes", null, 256, 65_536, 32)
          .meaning("size of an injection FIFO; infinite if not set")
          .source(BlueGeneL.PAPER + "3: infinite in the paper's simulator");
  private static final Key<FifoChoice> CHOICE =
      Key.choice(
              "injection.choice",
              FifoChoice.SEQUENCE,
              new Choice<>(FifoChoice.SEQUENCE, "sequence", "each in turn"),
              new Choice<>(FifoChoice.DIRECTION, "direction", "by the packet's first direction"),
              new Choice<>(FifoChoice.RANDOM, "random", "a random one"),
              new Choice<>(FifoChoice.SHORTEST, "shortest", "the emptiest; with injection.bytes"))
          .assumed("which normal injection FIFO a packet joins");
  private static final Key<OptionalDouble> PACE =
      Key.numberOr(
              new Word("unlimited", "all at the start"), "injection.pace", "unlimited", 1e-6, 2)
          .meaning(
              "for all-to-all: rate at which a node's packets are born, relative to the one that"
                  + " fills the busiest links")
          .source(
              "ASSUMED; section 4 expects flow control of the injection to come closer to the"
                  + " peak");
  private static final Key<Boolean> TWO_PHASES =
      Key.choice(
              "injection.phases",
              false,
              new Choice<>(false, "one", "packets go to their destination"),
              new Choice<>(
                  true,
                  "two",
                  "first along the longest dimension to a node that receives them whole and"
                      + " sends them on through the others, with injection FIFOs of their own"
                      + " for each phase"))
          .meaning("for all-to-all: in how many steps packets go")
          .source(
              "Kumar et al., ICPP 2008, and IBM RC24327: the two-phase schedule; FIFOs ASSUMED");
  private static final Key<Long> FORWARD_TICKS =
      Key.ticks("injection.forwardTicks", 0L, 0, 1L << 20)
          .assumed(
              "with injection.phases = two: time from the reception of a packet until it joins an"
                  + " injection FIFO again");
  private static final Key<Boolean> PACKETS_IN_TURN =
      Key.choice(
              "injection.turn",
              false,
              new Choice<>(
                  false,
                  "message",
                  "a message as a whole, so that several leave at once, each packet by packet"),
              new Choice<>(
                  true,
                  "packet",
                  "a packet, as in traffic, so that a message leaves by all FIFOs at once, and"
                      + " holds up the next one in all of them"))
          .assumed("for jobs: what joins the injection FIFOs of a core in turn");
  private static final Key<Integer> RECEPTION_BYTES =
      Key.bytes("reception.bytes", null, 256, 65_536, 32)
          .meaning("size of a reception FIFO; infinite and drained at once if not set")
          .source(BlueGeneL.PAPER + "3: no limit in the paper's simulator");
  private static final Key<Double> DRAIN_RATE =
      Key.number("reception.drainBytesPerTick", 1, 1.0 / 1024, 1e6)
          .assumed(
              "with reception.bytes: bytes per tick that a core takes out of a reception FIFO");

  static final Component COMPONENT =
      Component.of(
          "host",
          VIRTUAL_NODE_MODE,
          INJECTION_BYTES,
          CHOICE,
          PACE,
          TWO_PHASES,
          FORWARD_TICKS,
          PACKETS_IN_TURN,
          RECEPTION_BYTES,
          DRAIN_RATE);

  /** Reads the settings, unchecked. */
  static BlueGeneHost of(Settings settings) {
    final int cores = settings.get(VIRTUAL_NODE_MODE) ? 2 : 1;
    final long drainRate = Math.max(1, Math.round(RATE_UNIT * settings.get(DRAIN_RATE)));
    return new BlueGeneHost(
        cores,
        settings.get(CHOICE),
        settings.find(INJECTION_BYTES).orElse(0),
        settings.get(PACE),
        settings.get(TWO_PHASES),
        settings.get(FORWARD_TICKS),
        settings.get(PACKETS_IN_TURN),
        new RouterDesign.Reception(cores, settings.find(RECEPTION_BYTES).orElse(0), drainRate));
  }

  /** Returns the number of times a packet is injected. */
  int legs() {
    return twoPhases ? TwoPhaseDestinations.LEGS : 1;
  }

  /** Notes what does not fit together, or does not fit the workload. */
  void check(Settings settings, BlueGeneWorkload workload, SettingsException.Collector problems) {
    final boolean allToAll = workload.kind() == Patterns.ALL_TO_ALL;
    final boolean inTurn = choice == FifoChoice.SEQUENCE;
    final boolean finite = injectionBytes > 0;
    final String is = "is " + settings.value(CHOICE) + ", ";
    final String kind = settings.value(BlueGeneWorkload.ANY.kind()).toString();
    problems.when(
        workload.load().isEmpty() && !inTurn,
        CHOICE,
        is + "but saturated sources fill every FIFO in turn; use sequence");
    problems.when(
        choice == FifoChoice.SHORTEST && !finite,
        CHOICE,
        is + "which needs FIFOs with an end; set injection.bytes");
    problems.when(
        allToAll && !inTurn && !finite,
        CHOICE,
        is + "so that the whole all-to-all would be stored in infinite FIFOs; set injection.bytes");
    problems.when(
        pace.isPresent() && !allToAll,
        PACE,
        ("is %s, but only an all-to-all has a pace and workload.kind is %s; use unlimited, and"
                + " workload.load for its rate")
            .formatted(settings.value(PACE), kind));
    problems.when(
        twoPhases && !allToAll,
        TWO_PHASES,
        "is two, but only an all-to-all has phases and workload.kind is " + kind + "; use one");
    problems.when(
        twoPhases && cores > 1,
        TWO_PHASES,
        "is two, which takes all six injection FIFOs, three for each phase, and in virtual node mode"
            + " a core has three; use one, or machine.virtualNodeMode = false");
    problems.when(
        workload.jobs() && !inTurn,
        CHOICE,
        is + "but the transfers of jobs join injection FIFOs in turn; use sequence");
    problems.when(
        packetsInTurn && !workload.jobs(),
        PACKETS_IN_TURN,
        "is packet, but only jobs have messages and workload.kind is " + kind + "; use message");
    problems.when(
        workload.jobs() && finite,
        INJECTION_BYTES,
        "is set, but the injection FIFOs of jobs are infinite; leave it out");
    problems.when(
        workload.jobs() && reception.bytes() > 0,
        RECEPTION_BYTES,
        "is set, but the reception FIFOs of jobs are infinite; leave it out");
    problems.when(
        twoPhases && !inTurn,
        CHOICE,
        is + "but with injection.phases = two the phase says which FIFOs; use sequence");
  }

  /**
   * Notes if the last of a core's packets would be born too late.
   *
   * @param ticks from one of its packets to the next
   */
  void checkBirths(long packets, double ticks, SettingsException.Collector problems) {
    problems.when(
        packets * ticks >= (double) RunPlan.MAX_TICKS,
        PACE,
        ("is %s, so that the last packet would be born at tick %s, at most %s fit the clock; make"
                + " it larger")
            .formatted(pace.orElseThrow(), Math.round(packets * ticks), RunPlan.MAX_TICKS - 1));
  }
}
