package io.hopwright.runner;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.members;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.hopwright.core.random.Draws;
import io.hopwright.models.Machines;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.runner.support.Internal;
import io.hopwright.runner.support.PublicApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the allowed dependencies of modules and packages. */
class ArchitectureTest {
  private static final String CORE = "io.hopwright.core..";
  private static final String MODELS = "io.hopwright.models..";
  private static final String REFERENCE = "io.hopwright.models.reference..";

  /**
   * Room that finds reference models and gives them the data of a run; its row lists the rooms that
   * it knows.
   */
  private static final String LOOKUP = "io.hopwright.models.reference.machines";

  private static final String PARTITION = "io.hopwright.partition..";
  private static final String WIRE = "io.hopwright.partition.wire..";
  private static final String EXECUTION = "io.hopwright.runner.execution..";
  private static final String JDK = "java..";

  /** The XML parser of the JDK, which only one room may use. */
  private static final String XML = "javax.xml..";

  private static final String XML_ROOM = "topology.files";

  /** The only room that may use the messages of this format. */
  private static final String PROTOBUF_ROOM = "program.chakra";

  private static final String RUNNER = "io.hopwright.runner..";
  private static final String APP = "io.hopwright.runner.app..";
  private static final String TEXT = "io.hopwright.runner.text..";
  private static final String COMMAND = "io.hopwright.runner.command..";
  private static final String PICOCLI = "picocli..";
  private static final String MODEL = "io.hopwright.models.";
  private static final String SECOND_MODEL = "reference.";

  /** Suffix of a package's name that includes all packages below it. */
  private static final String PARTS = "..";

  private static final String PROTOBUF = "com.google.protobuf..";

  private static final int MOST_FILES = 30;

  /** Classes by which reference models learn of jobs. */
  private static final DescribedPredicate<JavaClass> JOBS =
      belongToAnyOf(
          GivenJobs.class,
          GivenJobs.Network.class,
          PlacedJob.class,
          Software.class,
          ProgressKind.class);

  /** A row of the table of rooms: its name, and the names of the rooms that it knows. */
  private static final Pattern ROOM =
      Pattern.compile("(?m)^\\| `([a-z0-9.]+)` \\|.*\\| ([^|]+) \\|$");

  private static final Pattern NAME = Pattern.compile("`([a-z0-9.]+)`");

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
            .resideInAnyPackage(MODELS, CORE, JDK, XML, PROTOBUF));
  }

  /** Errors in shared code would be equal in both models. Jobs belong to neither. */
  @Test
  void shouldKeepReferenceModelsApartFromFastOnes() {
    holds(
        classes()
            .that()
            .resideInAPackage(REFERENCE)
            .and()
            .resideOutsideOfPackage(LOOKUP)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                        REFERENCE,
                        "io.hopwright.models.declare..",
                        "io.hopwright.models.tables..",
                        "io.hopwright.models.run..",
                        "io.hopwright.models.measure..",
                        "io.hopwright.models.program..",
                        "io.hopwright.models.standstill..",
                        CORE,
                        JDK)
                    .or(JOBS)));
  }

  /** {@code ServiceLoader} finds reference models, for all machines and for their shared part. */
  @Test
  void shouldKeepReferenceModelsUnknownToAllOthers() {
    holds(
        noClasses()
            .that()
            .resideInAPackage("io.hopwright..")
            .and()
            .resideOutsideOfPackage(REFERENCE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(REFERENCE));
  }

  /**
   * Returns, for each room of the models, the rooms that it knows by the table of decision 0009.
   */
  private static Map<String, Set<String>> rooms() throws IOException {
    final Path page =
        Path.of("")
            .toAbsolutePath()
            .resolveSibling("docs/decisions/0009-a-machine-is-a-composition.md");
    return ROOM.matcher(Files.readString(page))
        .results()
        .collect(
            Collectors.toMap(
                row -> row.group(1),
                row ->
                    NAME.matcher(row.group(2))
                        .results()
                        .map(name -> name.group(1))
                        .collect(Collectors.toCollection(TreeSet::new)),
                (first, second) -> {
                  throw new IllegalStateException("two rows of one room");
                },
                TreeMap::new));
  }

  private static Set<String> machines() {
    return Machines.all().stream()
        .map(machine -> machine.getClass().getPackageName().substring(MODEL.length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the machine or reference model to which a room belongs, or the room itself. */
  private static String whole(String room) {
    return machines().stream()
        .flatMap(machine -> Stream.of(machine, SECOND_MODEL + machine))
        .filter(name -> room.startsWith(name + "."))
        .findAny()
        .orElse(room);
  }

  private static Stream<String> namesOfRooms() throws IOException {
    return rooms().keySet().stream();
  }

  /** No rule would apply to a package that is missing here. */
  @Test
  void shouldHaveARuleForEachPackageOfTheModels() throws IOException {
    final Set<String> all =
        HOPWRIGHT.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> name.startsWith(MODEL))
            .map(name -> whole(name.substring(MODEL.length())))
            .collect(Collectors.toCollection(TreeSet::new));
    final Set<String> known = new TreeSet<>(rooms().keySet());
    known.addAll(machines());
    // A fabric has the reference model of all fabrics.
    machines().stream().map(SECOND_MODEL::concat).filter(all::contains).forEach(known::add);
    assertEquals(all, known);
  }

  @ParameterizedTest
  @MethodSource("namesOfRooms")
  void shouldKnowOnlyTheRoomsOfItsRow(String room) throws IOException {
    final DescribedPredicate<JavaClass> rooms = rooms(room, rooms().get(room));
    knowsOnly(room, room.startsWith(SECOND_MODEL) ? rooms.or(JOBS) : rooms);
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldKnowNoOtherMachine(String machine) throws IOException {
    final Set<String> shared = new TreeSet<>(rooms().keySet());
    shared.removeIf(room -> (room + ".").startsWith(SECOND_MODEL));
    knowsOnly(machine + PARTS, rooms(machine + PARTS, shared));
  }

  /** A newcomer must be able to overlook all files of a room. */
  @Test
  void shouldHaveNoRoomOfMoreThanThirtyFiles() throws IOException {
    final Map<String, Long> crowded = new TreeMap<>();
    for (String module : List.of("sim-core", "sim-models", "sim-partition", "sim-runner")) {
      try (Stream<Path> files =
          Files.walk(Path.of("").toAbsolutePath().resolveSibling(module + "/src/main/java"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()))
            .forEach(
                (room, count) -> crowded.merge(room.getFileName().toString(), count, Math::max));
      }
    }
    crowded.values().removeIf(count -> count <= MOST_FILES);
    assertEquals(Map.of(), crowded);
  }

  /** A machine is composed of its parts, whose packages are below it. */
  @ParameterizedTest
  @MethodSource("machines")
  void shouldLetNoPartKnowTheWhole(String machine) {
    holds(
        noClasses()
            .that()
            .resideInAPackage(MODEL + machine + ".*" + PARTS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(MODEL + machine));
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldKnowNoOtherSecondModel(String machine) {
    knowsOnly(
        SECOND_MODEL + machine + PARTS,
        rooms(
                SECOND_MODEL + machine + PARTS,
                List.of(
                    "reference",
                    "reference.fabric",
                    "reference.messaging",
                    "declare",
                    "tables",
                    "run",
                    "measure"))
            .or(JOBS));
  }

  /**
   * Returns whether a class is in a room, in one of the rooms that it knows, or outside of the
   * models.
   */
  private static DescribedPredicate<JavaClass> rooms(String room, Collection<String> known) {
    final List<String> packages = new ArrayList<>(List.of(MODEL + room, CORE, JDK));
    known.forEach(name -> packages.add(MODEL + name));
    if (room.equals(XML_ROOM)) {
      packages.add(XML);
    }
    if (room.equals(PROTOBUF_ROOM)) {
      packages.add(PROTOBUF);
    }
    return resideInAnyPackage(packages.toArray(String[]::new));
  }

  private static void knowsOnly(String room, DescribedPredicate<JavaClass> known) {
    holds(classes().that().resideInAPackage(MODEL + room).should().onlyDependOnClassesThat(known));
  }

  /** Two purposes with one number would draw the same values, and no result would show it. */
  @Test
  void shouldDrawForPurposesOnly() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackages(CORE, MODEL + "draws")
            .should()
            .callMethod(Draws.class, "of", long.class, int.class));
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

  /** Anyone with the directory can make a report again years later. */
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
                APP,
                COMMAND));
  }

  /**
   * The program is a library: a command is one client of it, and the terminal belongs to the
   * commands.
   */
  @Test
  void shouldKeepTheLibraryApartFromCommandsAndTheirWords() {
    holds(
        noClasses()
            .that()
            .resideInAPackage(APP)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PICOCLI, COMMAND, TEXT, "io.hopwright.runner.bench.."));
    holds(
        noClasses()
            .that()
            .resideInAPackage(TEXT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PICOCLI, COMMAND));
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackages("io.hopwright.runner", COMMAND)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(PICOCLI));
  }

  @Test
  void shouldLetTheLibraryNeitherPrintNorExit() {
    final ArchRule rule =
        noClasses()
            .that()
            .resideInAnyPackage(APP, TEXT)
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);
    holds(rule);
  }

  /**
   * Everything not marked as public is internal, and public types have no internal ones in their
   * signatures.
   */
  @Test
  void shouldCloseThePublicApi() {
    holds(
        classes()
            .that()
            .resideInAPackage(RUNNER)
            .and()
            .arePublic()
            .and()
            .areTopLevelClasses()
            .should(BE_PUBLIC_OR_INTERNAL));
    holds(
        members()
            .that()
            .areDeclaredInClassesThat()
            .areAnnotatedWith(PublicApi.class)
            .and()
            .doNotHaveModifier(JavaModifier.PRIVATE)
            .and()
            .doNotHaveModifier(JavaModifier.SYNTHETIC)
            .and()
            .areNotAnnotatedWith(Internal.class)
            .should(MENTION_THE_API_ALONE));
  }

  private static boolean isInternal(JavaClass type) {
    return type.isAnnotatedWith(Internal.class)
        || type.getPackage().isAnnotatedWith(Internal.class);
  }

  private static final ArchCondition<JavaClass> BE_PUBLIC_OR_INTERNAL =
      new ArchCondition<>("be marked as public or internal") {
        @Override
        public void check(JavaClass type, ConditionEvents events) {
          final boolean marked = type.isAnnotatedWith(PublicApi.class) || isInternal(type);
          events.add(
              new SimpleConditionEvent(
                  type, marked, type.getName() + " is public and has no mark"));
        }
      };

  private static final ArchCondition<JavaMember> MENTION_THE_API_ALONE =
      new ArchCondition<>("mention types of the API and the JDK alone") {
        @Override
        public void check(JavaMember member, ConditionEvents events) {
          final boolean seen =
              member.getModifiers().contains(JavaModifier.PUBLIC)
                  || member.getModifiers().contains(JavaModifier.PROTECTED);
          final Set<JavaClass> types =
              seen ? new HashSet<>(member.getAllInvolvedRawTypes()) : new HashSet<>();
          if (seen && member instanceof JavaCodeUnit unit) {
            unit.getExceptionTypes().forEach(type -> types.add(type.toErasure()));
          }
          types.removeIf(
              type ->
                  type.getBaseComponentType().isPrimitive()
                      || type.getBaseComponentType().getPackageName().startsWith("java.")
                      || type.getBaseComponentType().isAnnotatedWith(PublicApi.class));
          events.add(
              new SimpleConditionEvent(
                  member, types.isEmpty(), member.getFullName() + " mentions " + types));
        }
      };

  @Test
  void shouldKeepProtobufInTheWirePackageAndOneReader() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackages(WIRE, MODEL + PROTOBUF_ROOM)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(PROTOBUF));
  }

  /** Protoc's own descriptors are the exception, as it writes them as plain static fields. */
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

  /**
   * Checks a rule; it also holds if no class matches, as in a package that is still to be written.
   */
  private static void holds(ArchRule rule) {
    rule.allowEmptyShould(true).check(HOPWRIGHT);
  }
}
