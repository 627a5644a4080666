package io.hopwright.runner;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.messaging.ProgressKind;
import io.hopwright.models.messaging.Software;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds which module and package may know which. */
class ArchitectureTest {
  private static final String CORE = "io.hopwright.core..";
  private static final String MODELS = "io.hopwright.models..";
  private static final String REFERENCE = "io.hopwright.models.reference..";
  private static final String PARTITION = "io.hopwright.partition..";
  private static final String WIRE = "io.hopwright.partition.wire..";
  private static final String EXECUTION = "io.hopwright.runner.execution..";
  private static final String JDK = "java..";
  private static final String PROTOBUF = "com.google.protobuf..";

  private static final JavaClasses HOPWRIGHT =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes/"))
          .importPackages("io.hopwright");

  @ParameterizedTest
  @ValueSource(strings = {"core", "models", "partition", "runner"})
  void shouldSeeTheClassesOf(String module) {
    assertTrue(
        HOPWRIGHT.stream().anyMatch(resideInAPackage("io.hopwright." + module + "..")),
        "no class of sim-" + module + " on the class path: the other tests would hold nothing");
  }

  @Test
  void shouldKeepTheCoreOnTheJdkAndHdrHistogram() {
    holds(
        classes()
            .that()
            .resideInAPackage(CORE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(CORE, JDK, "org.HdrHistogram.."));
  }

  @Test
  void shouldKeepModelsOnTheCoreAndTheJdk() {
    holds(
        classes()
            .that()
            .resideInAPackage(MODELS)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(MODELS, CORE, JDK));
  }

  /** What two models have in common they get wrong alike; what jobs are is no part of either. */
  @Test
  void shouldKeepReferenceModelsApartFromFastOnes() {
    holds(
        classes()
            .that()
            .resideInAPackage(REFERENCE)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                        REFERENCE,
                        "io.hopwright.models.machine..",
                        "io.hopwright.models.measure..",
                        "io.hopwright.models.program..",
                        CORE,
                        JDK)
                    .or(belongToAnyOf(PlacedJob.class, Software.class, ProgressKind.class))));
  }

  @Test
  void shouldKeepPartitionsApartFromModelsAndRunner() {
    holds(
        noClasses()
            .that()
            .resideInAPackage(PARTITION)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(MODELS, "io.hopwright.runner.."));
  }

  @Test
  void shouldKeepAkkaInPartitionsAndWhereTheRunnerStartsThem() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackages(PARTITION, EXECUTION)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("akka.."));
  }

  /** A report can be made again years later, by whoever has the directory. */
  @Test
  void shouldMakeReportsOfWhatIsStoredAlone() {
    holds(
        noClasses()
            .that()
            .resideInAnyPackage("io.hopwright.runner.report..", "io.hopwright.runner.results..")
            .should()
            .transitivelyDependOnClassesThat()
            .resideInAnyPackage(
                EXECUTION,
                PARTITION,
                "io.hopwright.runner.config..",
                "io.hopwright.runner.study..",
                "io.hopwright.runner.command.."));
  }

  @Test
  void shouldKeepProtobufInTheWirePackage() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackage(WIRE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(PROTOBUF));
  }

  /** Protoc's own descriptors are the exception: it writes them as plain static fields. */
  @Test
  void shouldHaveNoStaticMutableField() {
    holds(
        fields()
            .that()
            .areStatic()
            .and()
            .doNotHaveRawType(resideInAPackage(PROTOBUF))
            .should()
            .beFinal());
  }

  @Test
  void shouldHaveNoPackageCycle() {
    holds(slices().matching("io.hopwright.(**)").should().beFreeOfCycles());
  }

  /** A rule also holds where nothing is left to judge, as in a package still to be written. */
  private static void holds(ArchRule rule) {
    rule.allowEmptyShould(true).check(HOPWRIGHT);
  }
}
