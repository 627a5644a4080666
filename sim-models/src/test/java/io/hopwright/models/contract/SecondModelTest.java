package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.SameResults;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fast model and the reference model, written independently from the rule page of the machine,
 * deliver the same packets at the same ticks, with equal link utilization and equal fullness of
 * buffers. This holds for every workload, policy and switch, and for random settings. Both are run
 * through the user's interface, so that they share nothing but the settings.
 */
class SecondModelTest {
  /** Every build runs one of this number of a machine's picked cases, in their order. */
  private static final int ONE_IN = 60;

  private static final int FEW = 1;
  private static final int MANY = 200;

  /** Returns the cases of machines that have a reference model. */
  static Stream<MachineCases> machines() {
    return MachineCases.wanted()
        .filter(cases -> cases.busy().settings().declares("machine.implementation"));
  }

  static Stream<Case> picked() {
    return machines().flatMap(cases -> picked(cases, true));
  }

  private static Stream<Case> picked(MachineCases cases, boolean inEveryBuild) {
    final List<Case> all = cases.picked(false).toList();
    return IntStream.range(0, all.size())
        .filter(index -> index % ONE_IN == 0 == inEveryBuild)
        .mapToObj(all::get);
  }

  static Stream<Case> random() {
    return machines().flatMap(cases -> random(cases).limit(RandomCases.count(FEW)));
  }

  static Stream<Case> more() {
    return machines()
        .flatMap(
            cases ->
                Stream.of(
                        picked(cases, false),
                        cases.picked(true),
                        random(cases).skip(FEW).limit(RandomCases.count(MANY)))
                    .flatMap(some -> some));
  }

  private static Stream<Case> random(MachineCases cases) {
    return new Random(2003).longs().skip(RandomCases.first(0)).mapToObj(cases::random);
  }

  @ParameterizedTest
  @MethodSource({"picked", "random"})
  void shouldMeasureTheSame(Case model) {
    SameResults.check(model, MachineCases.of(model.machine()).unknown());
  }

  @ParameterizedTest
  @MethodSource("more")
  @Tag("slow")
  void shouldMeasureTheSameInMoreCases(Case model) {
    shouldMeasureTheSame(model);
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldRefuseToMeasureWhatTheReferenceDoesNotKnow(MachineCases cases) {
    for (Map.Entry<String, Case> asking : cases.asking().entrySet()) {
      asking.getValue().network();
      final Case model = asking.getValue().set("machine.implementation=reference");
      final SettingsException failure = assertThrows(SettingsException.class, model::network);
      assertEquals(1, failure.problems().size(), failure::getMessage);
      assertEquals(asking.getKey(), failure.problems().get(0).key());
      assertTrue(
          failure.getMessage().endsWith("or use machine.implementation = fast"),
          failure::getMessage);
    }
  }
}
