package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.testkit.Case;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every key of every machine has an explanation, and inconsistent settings are refused. */
class KeysTest {
  @Test
  void shouldHaveCasesOfEveryMachine() {
    final List<String> signed =
        MachineCases.all().stream().map(cases -> cases.machine().name()).toList();
    Machines.all().forEach(machine -> assertTrue(signed.contains(machine.name()), machine.name()));
  }

  static Stream<Machine> machines() {
    return MachineCases.wanted().map(MachineCases::machine);
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldExplainEveryKeyOnce(Machine machine) {
    assertFalse(
        machine.name().isBlank() || machine.title().isBlank() || machine.source().isBlank());
    final Set<String> keys = new HashSet<>();
    for (Parameter parameter : machine.parameters()) {
      assertTrue(keys.add(parameter.key()), parameter.key() + " twice");
      assertFalse(parameter.description().isBlank(), parameter.key());
      assertFalse(parameter.source().isBlank(), parameter.key());
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldHaveDefaultsWithinTheirRange(Machine machine) {
    for (Parameter parameter : machine.parameters()) {
      if (parameter.defaultValue() != null) {
        assertWithin(parameter, parameter.defaultValue());
      }
    }
  }

  private static void assertWithin(Parameter parameter, Object value) {
    if (value instanceof List<?> list) {
      list.forEach(item -> assertWithin(parameter, item));
    } else if (value instanceof Number number) {
      final double amount = number.doubleValue();
      assertTrue(
          amount >= parameter.min() && amount <= parameter.max(),
          () -> value + " is no value of " + parameter);
      assertEquals(
          0,
          parameter.step() == 0 ? 0 : amount % parameter.step(),
          () -> value + " is no value of " + parameter);
    } else if (value instanceof String word) {
      assertTrue(parameter.words().contains(word), parameter.key() + " = " + word);
    }
  }

  /** A machine without any kind of workload but jobs needs a job. */
  @ParameterizedTest
  @MethodSource("machines")
  void shouldBuildAMachineOfDefaultsThatNamesEveryResultBeforehand(Machine machine) {
    final Case defaults = new Case(machine, Map.of());
    if (defaults.settings().declares(WorkloadKeys.KIND)) {
      assertEquals(machine.name(), defaults.network().machine());
    } else {
      final SettingsException refusal = assertThrows(SettingsException.class, defaults::network);
      assertTrue(refusal.getMessage().startsWith("jobs: has no job; "), refusal::getMessage);
    }
    final Case busy = MachineCases.of(machine).busy();
    assertEquals(busy.network().unmeasured().summary().keySet(), busy.result().summary().keySet());
    assertEquals(busy.network().unmeasured().columns(), busy.result().columns());
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldReportResultsOfJobsThatNoJobsWillGive(Machine machine) {
    final Case defaults = new Case(machine, Map.of());
    if (defaults.settings().declares(WorkloadKeys.KIND)
        && defaults.settings().declares("statistics.matrix")) {
      final String named =
          "statistics.matrix, statistics.flows, statistics.eventsFromTick: without effect";
      final List<String> remarks =
          defaults
              .set("statistics.flows=true statistics.matrix=true statistics.eventsFromTick=5")
              .network()
              .remarks();
      assertTrue(
          remarks.stream()
              .anyMatch(each -> each.startsWith(named) && each.contains("statistics.pairs")),
          remarks::toString);
      assertTrue(
          defaults.network().remarks().stream()
              .noneMatch(each -> each.contains("statistics.pairs")));
    }
  }

  /** Returns whether a machine can have this error; jobs have neither loads nor other ends. */
  private static boolean has(Case busy, String key) {
    final boolean kinds = busy.settings().declares(WorkloadKeys.KIND);
    return switch (key) {
      case "run.windowTicks" -> true;
      case "run.warmupTicks" -> !kinds || !ending(busy).isEmpty();
      default -> kinds;
    };
  }

  /** Returns the setting that makes sources endless; flows without a load are endless. */
  private static String saturated(Case busy) {
    return busy.settings().declares(WorkloadKeys.LOAD) ? "workload.load=saturated" : "";
  }

  /**
   * Returns the setting that makes sources end; empty if they end anyway, or if no setting does.
   */
  private static String ending(Case busy) {
    final Stream<String> kinds =
        busy.machine().parameters().stream()
            .filter(parameter -> parameter.key().equals(WorkloadKeys.KIND))
            .flatMap(parameter -> parameter.words().stream());
    return kinds
        .filter(Set.of("all-to-all", "all-to-all-random", "ping-pong")::contains)
        .findFirst()
        .map(kind -> WorkloadKeys.KIND + "=" + kind)
        .orElse(busy.settings().declares("workload.messages") ? "workload.messages=1" : "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run.windowTicks",
        "run.packets",
        "run.maxWarmupTicks",
        "run.warmupTicks",
        "run.end"
      })
  void shouldRefuseRunsThatDoNotFitTogether(String key) {
    for (Case busy : MachineCases.wanted().map(MachineCases::busy).toList()) {
      if (!has(busy, key)) {
        continue;
      }
      final Case wrong =
          switch (key) {
            case "run.windowTicks" -> busy.with(key, busy.network().lookaheadTicks() + 1);
            case "run.packets" -> busy.set("run.end=packets");
            case "run.maxWarmupTicks" -> busy.set("run.warmupTicks=auto run.maxWarmupTicks=1");
            case "run.warmupTicks" -> busy.set("run.warmupTicks=auto").set(ending(busy));
            default -> busy.set("run.end=drained " + saturated(busy));
          };
      final SettingsException failure = assertThrows(SettingsException.class, wrong::network);
      assertEquals(1, failure.problems().size(), failure::getMessage);
      assertEquals(key, failure.problems().get(0).key());
      final String message = failure.problems().get(0).message();
      assertTrue(message.indexOf("; ") > 0, "no remedy: " + message);
    }
  }
}
