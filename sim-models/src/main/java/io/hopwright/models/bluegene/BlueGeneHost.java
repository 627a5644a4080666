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

/** Cores of a node and their FIFOs, as a study sets them. */
record BlueGeneHost(
    @Setting(key = "machine.virtualNodeMode", word = "false")
        @Meaning(
            "whether both cores of a node compute and send, each with half of the"
                + " injection FIFOs and its own reception FIFOs")
        @Source(BlueGeneL.PAPER + "1; the assignment of FIFOs to cores is ASSUMED")
        boolean virtualNodeMode,
    @Setting(key = INJECTION_BYTES, min = 256, max = 65_536, step = 32)
        @Meaning("size of an injection FIFO; infinite if not set")
        @Source(BlueGeneL.PAPER + "3: infinite in the paper's simulator")
        OptionalInt finiteInjectionBytes,
    @Setting(key = "injection.choice") FifoChoice choice,
    @Setting(key = "injection.pace") OptionalDouble pace,
    @Setting(key = PHASES, word = "one")
        @Meaning("for all-to-all: number of steps of the schedule")
        @Source("Kumar et al., ICPP 2008, and IBM RC24327: the two-phase schedule; FIFOs ASSUMED")
        Phases phases,
    @Setting(key = "injection.forwardTicks", byDefault = 0, max = 1L << 20)
        @Meaning(
            "with injection.phases = two: time from the reception of a packet until it joins an"
                + " injection FIFO again")
        long forwardTicks,
    @Setting(key = TURN, word = "message")
        @Meaning("for jobs: unit that a core distributes over its injection FIFOs in turn")
        Turn turn,
    @Setting(key = RECEPTION_BYTES, min = 256, max = 65_536, step = 32)
        @Meaning("size of a reception FIFO; infinite and drained immediately if not set")
        @Source(BlueGeneL.PAPER + "3: no limit in the paper's simulator")
        OptionalInt finiteReceptionBytes,
    @Setting(
            key = "reception.drainBytesPerTick",
            byDefault = 1,
            min = 1.0 / 1024,
            max = 1e6,
            unit = Unit.NONE)
        @Meaning("with reception.bytes: bytes per tick that a core removes from a reception FIFO")
        double drainBytesPerTick) {
  /** Phases of an all-to-all, which decide when its packets are sent. */
  enum Phases {
    @Meaning("packets go directly to their destination")
    ONE,
    @Meaning(
        "packets first go along the longest dimension to an intermediate node,"
            + " which receives them and forwards them along the other dimensions; each"
            + " phase has its own injection FIFOs")
    TWO
  }

  /** Units that take turns in joining injection FIFOs: packets or transfers. */
  enum Turn {
    @Meaning(
        "a whole message goes to one FIFO, so that several messages can leave at"
            + " the same time")
    MESSAGE,
    @Meaning(
        "a packet, like in other workloads: a message leaves through all FIFOs at"
            + " the same time, and delays the next message in all of them")
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
              new Choice<>(
                  FifoChoice.DIRECTION, "direction", "the FIFO of the packet's first direction"),
              new Choice<>(FifoChoice.RANDOM, "random", "a random FIFO"),
              new Choice<>(
                  FifoChoice.SHORTEST, "shortest", "the emptiest FIFO; with injection.bytes"))
          .assumed("choice of the normal injection FIFO of a packet");
  private static final Key<OptionalDouble> PACE =
      Key.numberOr(
              new Word("unlimited", "all packets are generated at the start"),
              "injection.pace",
              "unlimited",
              1e-6,
              2)
          .meaning(
              "for all-to-all: rate at which a node generates packets, relative to the rate"
                  + " that fills the busiest links")
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
        is + "saturated sources fill the FIFOs in turn; use sequence");
    problems.when(
        choice == FifoChoice.SHORTEST && !finite,
        CHOICE,
        is + "this policy needs finite FIFOs; set injection.bytes");
    problems.when(
        allToAll && !inTurn && !finite,
        CHOICE,
        is + "the whole all-to-all would be stored in infinite FIFOs; set injection.bytes");
    problems.when(
        pace.isPresent() && !allToAll,
        PACE,
        ("is %s, but workload.kind is %s and only all-to-all has a pace; use unlimited,"
                + " and workload.load for the rate")
            .formatted(settings.value(PACE), kind));
    problems.when(
        twoPhases() && !allToAll,
        PHASES,
        "is two, but only all-to-all has phases, and workload.kind is " + kind + "; use one");
    problems.when(
        twoPhases() && cores() > 1,
        PHASES,
        "two phases need six injection FIFOs, three for each phase, but in virtual node"
            + " mode a core has three; use one, or machine.virtualNodeMode = false");
    problems.when(
        workload.jobs() && !inTurn,
        CHOICE,
        is + "the transfers of jobs use the injection FIFOs in turn; use sequence");
    problems.when(
        packetsInTurn() && !workload.jobs(),
        TURN,
        "is packet, but only jobs have messages, and workload.kind is " + kind + "; use message");
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
        is + "with injection.phases = two the phase determines the FIFOs; use sequence");
  }

  /**
   * Notes if the last of a core's packets would be generated too late.
   *
   * @param ticks from one of its packets to the next
   */
  void checkBirths(long packets, double ticks, SettingsException.Collector problems) {
    problems.when(
        packets * ticks >= (double) RunPlan.MAX_TICKS,
        PACE,
        ("is %s: the last packet would be generated at tick %s, above the limit of"
                + " %s of the clock; use a larger value")
            .formatted(pace.orElseThrow(), Math.round(packets * ticks), RunPlan.MAX_TICKS - 1));
  }
}
