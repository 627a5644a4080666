package io.hopwright.models.bluegene;

import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import java.util.Locale;

/** What settings say about how packets get into injection FIFOs: which of them, and when. */
final class InjectionSettings {
  private final Settings settings;

  InjectionSettings(Settings settings) {
    this.settings = settings;
  }

  /** Returns which normal FIFO a packet joins. */
  FifoChoice choice() {
    return FifoChoice.valueOf(settings.word("injection.choice").toUpperCase(Locale.ROOT));
  }

  /** Returns the capacity of a FIFO, 0 for infinite. */
  int bytes() {
    return (int) settings.integer("injection.bytes", 0);
  }

  /** Tells whether the packets of an all-to-all are held back to a rate. */
  boolean paced() {
    return !settings.isWord("injection.pace");
  }

  /** Returns that rate as a share of the one that fills the busiest links. */
  double pace() {
    return settings.number("injection.pace");
  }

  /** Tells whether the packets of an all-to-all make their way in two legs. */
  boolean twoPhases() {
    return settings.word("injection.phases").equals("two");
  }

  /** Returns the ticks from the reception of a packet until it is injected again. */
  long forwardTicks() {
    return settings.integer("injection.forwardTicks");
  }

  /** Throws what does not fit together, or does not fit the workload. */
  void check() {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final String kind = settings.word("workload.kind");
    final boolean allToAll = kind.equals("all-to-all");
    checkChoice(problems, allToAll);
    problems.when(
        paced() && !allToAll,
        "injection.pace",
        "is "
            + settings.values().get("injection.pace")
            + ", but only an all-to-all has a pace and workload.kind is "
            + kind
            + "; use unlimited, and workload.load for its rate");
    if (twoPhases()) {
      checkPhases(problems, kind);
    }
    problems.throwIfAny();
  }

  private void checkPhases(SettingsException.Collector problems, String kind) {
    problems.when(
        !kind.equals("all-to-all"),
        "injection.phases",
        "is two, but only an all-to-all has phases and workload.kind is " + kind + "; use one");
    problems.when(
        settings.flag("machine.virtualNodeMode"),
        "injection.phases",
        "is two, which takes all six injection FIFOs, three for each phase, and in virtual node mode"
            + " a core has three; use one, or machine.virtualNodeMode = false");
    problems.when(
        choice() != FifoChoice.SEQUENCE,
        "injection.choice",
        "is "
            + settings.word("injection.choice")
            + ", but with injection.phases = two the phase says which FIFOs; use sequence");
  }

  private void checkChoice(SettingsException.Collector problems, boolean allToAll) {
    final boolean saturated = settings.isWord("workload.load");
    final boolean inTurn = choice() == FifoChoice.SEQUENCE;
    final boolean finite = settings.has("injection.bytes");
    final String is = "is " + settings.word("injection.choice") + ", ";
    problems.when(
        saturated && !inTurn,
        "injection.choice",
        is + "but saturated sources fill every FIFO in turn; use sequence");
    problems.when(
        choice() == FifoChoice.SHORTEST && !finite,
        "injection.choice",
        is + "which needs FIFOs with an end; set injection.bytes");
    problems.when(
        allToAll && !inTurn && !finite,
        "injection.choice",
        is
            + "so that the whole all-to-all would be stored"
            + " in infinite FIFOs; set injection.bytes");
  }

  /** Throws if the last of a core's packets would be born too late; {@code ticks} from one on. */
  void checkBirths(long packets, double ticks) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        paced() && packets * ticks >= TorusPartition.MAX_TICKS,
        "injection.pace",
        "is "
            + settings.values().get("injection.pace")
            + ", so that the last packet would be born at tick "
            + Math.round(packets * ticks)
            + ", at most "
            + (TorusPartition.MAX_TICKS - 1)
            + " fit a packet's fields; make it larger");
    problems.throwIfAny();
  }
}
