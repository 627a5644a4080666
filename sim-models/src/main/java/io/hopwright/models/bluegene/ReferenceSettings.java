package io.hopwright.models.bluegene;

import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.reference.bluegene.ReferenceConfig;
import io.hopwright.models.reference.bluegene.ReferenceConfig.Escape;
import io.hopwright.models.reference.bluegene.ReferenceConfig.InjectionChoice;
import io.hopwright.models.reference.bluegene.ReferenceConfig.Traffic;
import java.util.Locale;
import java.util.stream.Stream;

/** What settings say, in the reference model's words; all that it has in common with the fast. */
final class ReferenceSettings {
  private final Settings settings;

  ReferenceSettings(Settings settings) {
    this.settings = settings;
  }

  /** Tells whether the reference model is to simulate, or its pipelined variant. */
  boolean wanted() {
    return !implementation().equals("fast");
  }

  private String implementation() {
    return settings.word("machine.implementation");
  }

  private boolean is(String kind) {
    return settings.word("workload.kind").equals(kind);
  }

  /** Throws what the reference model cannot do, or what only it can. */
  void check() {
    final SettingsException.Collector problems = new SettingsException.Collector();
    if (wanted()) {
      final String cannot = "is not what the " + implementation() + " model knows; ";
      final String instead = "leave it out, or use machine.implementation = fast";
      problems.when(
          is("probe"), "workload.kind", cannot + "use another, or machine.implementation = fast");
      problems.when(
          !settings.words("statistics.links").isEmpty(), "statistics.links", cannot + instead);
      Stream.of(
              "statistics.box",
              "packetLog.fromTick",
              "packetLog.toTick",
              "packetLog.source",
              "packetLog.destination")
          .forEach(key -> problems.when(settings.has(key), key, cannot + instead));
    } else {
      problems.when(
          settings.number("reference.gapProbability") > 0,
          "reference.gapProbability",
          "is above 0, but the fast model has no such gap; use machine.implementation = reference"
              + " or pipelined");
    }
    problems.throwIfAny();
  }

  /** Returns the configuration; the settings are those of a network that can be built. */
  ReferenceConfig config(RunPlan run) {
    final int[] shape = settings.extents("machine.shape");
    final ReferenceConfig.Builder builder =
        ReferenceConfig.builder(shape[0], shape[1], shape[2])
            .seed(settings.integer("seed"))
            .virtualNodeMode(settings.flag("machine.virtualNodeMode"))
            .pipelined(implementation().equals("pipelined"))
            .gapProbability(settings.number("reference.gapProbability"));
    setChannels(builder);
    setRouter(builder);
    setInterfaces(builder);
    setWorkload(builder);
    return withLoads(builder, run);
  }

  private void setChannels(ReferenceConfig.Builder builder) {
    final int vcBytes = integer("router.vcBytes");
    builder
        .dynamicVcs(integer("router.dynamicVcs"))
        .vcBytes(vcBytes)
        .escapeVcBytes((int) settings.integer("router.escapeVcBytes", vcBytes))
        .totalVcBytes((int) settings.integer("router.totalVcBytes", 0))
        .escape(Escape.valueOf(upper("router.escape")))
        .escapeOrder(settings.words("router.escapeOrder").toArray(String[]::new))
        .originalBubbleRule(settings.word("router.bubbleRule").equals("original"));
  }

  private void setRouter(ReferenceConfig.Builder builder) {
    builder
        .paths(integer("router.paths"))
        .jsq(settings.flag("router.jsq"))
        .slqFraction(settings.number("router.slqFraction"))
        .inNetworkPriority(settings.number("router.inNetworkPriority"))
        .staticRouting(settings.word("router.routing").equals("static"))
        .hintRegisters(settings.word("router.hintBits").equals("registers"))
        .bypass(settings.flag("router.bypass"))
        .arbitrationTicks(integer("router.arbitrationTicks"))
        .vcEntryTicks(integer("router.vcEntryTicks"))
        .regrantTicks(integer("router.regrantTicks"))
        .tokenAckBytes(integer("router.tokenAckBytes"))
        .tokenAckMerging(settings.flag("router.tokenAckMerging"));
  }

  private void setInterfaces(ReferenceConfig.Builder builder) {
    builder
        .injectionBytes((int) settings.integer("injection.bytes", 0))
        .injectionChoice(InjectionChoice.valueOf(upper("injection.choice")))
        .twoPhases(settings.word("injection.phases").equals("two"))
        .forwardTicks(integer("injection.forwardTicks"))
        .receptionBytes((int) settings.integer("reception.bytes", 0))
        .drainBytesPerTick(settings.number("reception.drainBytesPerTick"));
    if (!settings.isWord("injection.pace")) {
      builder.pace(settings.number("injection.pace"));
    }
  }

  private void setWorkload(ReferenceConfig.Builder builder) {
    builder
        .traffic(Traffic.valueOf(upper("workload.kind")))
        .packetBytes(
            settings.integers("workload.packetBytes").stream().mapToInt(Long::intValue).toArray())
        .packetsPerDestination(integer("workload.packetsPerDestination"))
        .dimensions(
            String.join("", settings.words("workload.dimensions").stream().sorted().toList()))
        .hotFraction(settings.number("workload.hotFraction"));
    if (is("hot-region")) {
      builder.hotBox(
          settings.integers("workload.hotBox").stream()
              .map(Long::intValue)
              .toArray(Integer[]::new));
    }
    if (is("ring")) {
      final long half = settings.integers("machine.shape").get(0) / 2;
      builder.ringHops((int) settings.integer("workload.hops", half));
    }
  }

  private ReferenceConfig withLoads(ReferenceConfig.Builder builder, RunPlan run) {
    final ReferenceConfig config = builder.build();
    if (settings.isWord("workload.load")) {
      builder.saturated();
    } else if (!is("all-to-all")) {
      builder.probability(config.probabilityFor(settings.number("workload.load")));
    }
    if (run.end() == RunPlan.End.DRAINED) {
      builder.sendingUntil(run.warmupTicks() + run.ticks());
    }
    final double highPriorityLoad = settings.number("workload.highPriorityLoad");
    return builder
        .highPriorityProbability(config.highPriorityProbabilityFor(highPriorityLoad))
        .build();
  }

  private int integer(String key) {
    return (int) settings.integer(key);
  }

  private String upper(String key) {
    return settings.word(key).toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
