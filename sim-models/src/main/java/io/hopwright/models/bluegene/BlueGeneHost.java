package io.hopwright.models.bluegene;

import io.hopwright.models.bluegene.nodes.FifoChoice;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Parameter.Word;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.declare.Unit;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.traffic.TwoPhaseDestinations;
import io.hopwright.models.traffic.pattern.Patterns;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The cores of a node and their FIFOs, as a study sets them. */
record BlueGeneHost(
    @Setting(key = "machine.virtualNodeMode", word = "false")
        @Meaning(
            "whether both cores of a node compute and send: half of the injection FIFOs each, and"
                + " reception FIFOs of their own")
        @Source(BlueGeneL.PAPER + "1; which FIFOs a core has is ASSUMED")
        boolean virtualNodeMode,
    @Setting(key = INJECTION_BYTES, min = 256, max = 65_536, step = 32)
        @Meaning("size of an injection FIFO; infinite if not set")
        @Source(BlueGeneL.PAPER + "3: infinite in the paper's simulator")
        OptionalInt finiteInjectionBytes,
    @Setting(key = "injection.choice") FifoChoice choice,
    @Setting(key = "injection.pace") OptionalDouble pace,
    @Setting(key = PHASES, word = "one")
        @Meaning("for all-to-all: in how many steps packets go")
        @Source("Kumar et al., ICPP 2008, and IBM RC24327: the two-phase schedule; FIFOs ASSUMED")
        Phases phases,
    @Setting(key = "injection.forwardTicks", byDefault = 0, max = 1L << 20)
        @Meaning(
            "with injection.phases = two: time from the reception of a packet until it joins an"
                + " injection FIFO again")
        long forwardTicks,
    @Setting(key = TURN, word = "message")
        @Meaning("for jobs: what joins the injection FIFOs of a core in turn")
        Turn turn,
    @Setting(key = RECEPTION_BYTES, min = 256, max = 65_536, step = 32)
        @Meaning("size of a reception FIFO; infinite and drained at once if not set")
        @Source(BlueGeneL.PAPER + "3: no limit in the paper's simulator")
        OptionalInt finiteReceptionBytes,
    @Setting(
            key = "reception.drainBytesPerTick",
            byDefault = 1,
            min = 1.0 / 1024,
            max = 1e6,
            unit = Unit.NONE)
        @Meaning("with reception.bytes: bytes per tick that a core takes out of a reception FIFO")
        double drainBytesPerTick) {
  /** The steps in which the packets of an all-to-all go. */
  enum Phases {
    @Meaning("packets go to their destination")
    ONE,
    @Meaning(
        "first along the longest dimension to a node that receives them whole and sends them on"
            + " through the others, with injection FIFOs of their own for each phase")
    TWO
  }

  /** What joins injection FIFOs in turn. */
  enum Turn {
    @Meaning("a message as a whole, so that several leave at once, each packet by packet")
    MESSAGE,
    @Meaning(
        "a packet, as in traffic, so that a message leaves by all FIFOs at once, and holds up the"
            + " next one in all of them")
    PACKET
  }

  private static final double RATE_UNIT = 1024;
  private static final String INJECTION_BYTES = "injection.bytes";
  private static final String PHASES = "injection.phases";
  private static final String TURN = "injection.turn";
  private static final String RECEPTION_BYTES = "reception.bytes";

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

  static final KeyRecord<BlueGeneHost> KEYS = KeyRecord.of(BlueGeneHost.class, CHOICE, PACE);

  /** Returns the number of cores that send and receive on their own. */
  int cores() {
    return virtualNodeMode ? 2 : 1;
  }

  /** Returns the size of an injection FIFO, 0 for infinite. */
  int injectionBytes() {
    return finiteInjectionBytes.orElse(0);
  }

  /** Returns whether the packets of an all-to-all make their way in two legs. */
  boolean twoPhases() {
    return phases == Phases.TWO;
  }

  /** Returns whether packets of jobs, and not messages, go to the FIFOs of a core in turn. */
  boolean packetsInTurn() {
    return turn == Turn.PACKET;
  }

  /** Returns what reception FIFOs hold. */
  RouterDesign.Reception reception() {
    return new RouterDesign.Reception(
        cores(),
        finiteReceptionBytes.orElse(0),
        Math.max(1, Math.round(RATE_UNIT * drainBytesPerTick)));
  }

  /** Returns the number of times a packet is injected. */
  int legs() {
    return twoPhases() ? TwoPhaseDestinations.LEGS : 1;
  }

  /** Notes what does not fit together, or does not fit the workload. */
  void check(Settings settings, BlueGeneWorkload workload, SettingsException.Collector problems) {
    final boolean allToAll = workload.kind() == Patterns.ALL_TO_ALL;
    final boolean inTurn = choice == FifoChoice.SEQUENCE;
    final boolean finite = finiteInjectionBytes.isPresent();
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
        twoPhases() && !allToAll,
        PHASES,
        "is two, but only an all-to-all has phases and workload.kind is " + kind + "; use one");
    problems.when(
        twoPhases() && cores() > 1,
        PHASES,
        "is two, which takes all six injection FIFOs, three for each phase, and in virtual node mode"
            + " a core has three; use one, or machine.virtualNodeMode = false");
    problems.when(
        workload.jobs() && !inTurn,
        CHOICE,
        is + "but the transfers of jobs join injection FIFOs in turn; use sequence");
    problems.when(
        packetsInTurn() && !workload.jobs(),
        TURN,
        "is packet, but only jobs have messages and workload.kind is " + kind + "; use message");
    problems.when(
        workload.jobs() && finite,
        INJECTION_BYTES,
        "is set, but the injection FIFOs of jobs are infinite; leave it out");
    problems.when(
        workload.jobs() && finiteReceptionBytes.isPresent(),
        RECEPTION_BYTES,
        "is set, but the reception FIFOs of jobs are infinite; leave it out");
    problems.when(
        twoPhases() && !inTurn,
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
