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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
              .withoutEffect();
      assertTrue(
          remarks.stream()
              .anyMatch(each -> each.startsWith(named) && each.contains("statistics.pairs")),
          remarks::toString);
      assertEquals(List.of(), defaults.withoutEffect());
    }
  }

  /** A key that has another name now would no longer be named, without a failure elsewhere. */
  @Test
  void shouldScopeOnlyKeysThatAMachineDeclares() {
    final Set<String> declared =
        Machines.all().stream()
            .flatMap(machine -> machine.parameters().stream())
            .map(Parameter::key)
            .collect(Collectors.toSet());
    final Set<String> scoped =
        Machines.all().stream()
            .flatMap(machine -> machine.scopes().stream())
            .flatMap(scope -> Stream.concat(Stream.of(scope.by()), scope.keys().stream()))
            .collect(Collectors.toSet());
    scoped.removeAll(declared);
    assertEquals(Set.of(), scoped);
  }

  /** Keys that are refused with other kinds of workload than those that read them. */
  private static final Set<String> REFUSED =
      Set.of("injection.pace", "injection.phases", "injection.turn", "workload.interruptAtEnd");

  /** Descriptions such as {@code for incast and stream: the node that receives}. */
  @ParameterizedTest
  @MethodSource("machines")
  void shouldKnowWhichKindsOfWorkloadReadAKeyThatIsDescribedAsTheirs(Machine machine) {
    final Set<String> kinds =
        machine.parameters().stream()
            .filter(parameter -> parameter.key().equals(WorkloadKeys.KIND))
            .flatMap(parameter -> parameter.words().stream())
            .collect(Collectors.toSet());
    final Set<String> scoped =
        machine.scopes().stream()
            .filter(scope -> scope.by().equals(WorkloadKeys.KIND))
            .flatMap(scope -> scope.keys().stream())
            .collect(Collectors.toSet());
    for (Parameter parameter : machine.parameters()) {
      final Matcher first = FIRST_KIND.matcher(parameter.description());
      if (first.find() && kinds.contains(first.group(1)) && !REFUSED.contains(parameter.key())) {
        assertTrue(scoped.contains(parameter.key()), parameter.key());
      }
    }
  }

  private static final Pattern FIRST_KIND = Pattern.compile("^for ([a-z-]+)[^:;]*:");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bluegene-l | workload.hops=3 workload.hotFraction=0.5 | workload.hotFraction, \
          workload.hops: without effect with workload.kind = uniform. Leave it out, or set a \
          workload.kind that has it.
          bluegene-l | link.timeoutTicks=3000 | link.timeoutTicks: without effect with \
          link.bitErrorRate = 0.0. Leave it out, or set link.bitErrorRate.
          bluegene-l | reception.drainBytesPerTick=2 | reception.drainBytesPerTick: without \
          effect without reception.bytes. Leave it out, or set reception.bytes.
          cascade | router.bias=5 router.routing=minimal | router.bias: without effect with \
          router.routing = minimal. Leave it out, or set a router.routing that has it.
          cascade | workload.bothWays=true | workload.bothWays: without effect with workload.kind \
          = uniform. Leave it out, or set a workload.kind that has it.
          tofu | router.fixedPath=3 | router.fixedPath: without effect with router.path = source. \
          Leave it out, or set router.path = fixed.
          tofu | barrier.iterations=3 | barrier.iterations: without effect with workload.kind = \
          uniform. Leave it out, or set a workload.kind that has it.
          tnw | app.lx=20 | app.lx: without effect with workload.kind = neighbours. Leave it out, \
          or set a workload.kind that has it.
          tnw | pput.disorder=0.5 host.send=software | pput.disorder: without effect with \
          host.send = software. Leave it out, or set host.send = hardware.
          extoll | workload.outstanding=3 | workload.outstanding: without effect with \
          workload.kind = uniform. Leave it out, or set workload.transport = rma, or \
          a workload.kind that has it.
          extoll | bridge.chunkBytes=4096 | bridge.chunkBytes: without effect with host.bridge = \
          none. Leave it out, or set host.bridge = infiniband.
          pcie | card.reads=3 | card.reads: without effect with machine.cards = none. Leave it \
          out, or set another machine.cards.
          pcie | copy.buffers=3 run.packets=5 | copy.buffers: without effect with \
          workload.transport = push. Leave it out, or set workload.transport = through-memory.
          """)
  void shouldNameKeysWithoutEffect(String machine, String settings, String sentence) {
    final Case model = new Case(machine(machine), Map.of());
    assertEquals(List.of(), model.withoutEffect());
    assertEquals(sentence, model.set(settings).withoutEffect().get(0));
  }

  private static Machine machine(String name) {
    return Machines.all().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
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
