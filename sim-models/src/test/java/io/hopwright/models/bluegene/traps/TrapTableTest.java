package io.hopwright.models.bluegene.traps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Every trap has a test, and the page about them says which. */
class TrapTableTest {
  private static final String WRITE = "traps.write";

  private static final Path PAGE = Path.of("docs", "models", "bluegene-l-traps.md");

  private static final List<String> TESTS =
      List.of(
          "traps.LinkTrapsTest",
          "traps.BufferTrapsTest",
          "traps.RoutingTrapsTest",
          "traps.ArbitrationTrapsTest",
          "traps.WorkloadTrapsTest",
          "traps.ExecutionTrapsTest",
          "reference.ReferenceSwitchesTest");

  private static TrapTable table() throws ClassNotFoundException {
    final List<Class<?>> classes = new ArrayList<>();
    for (String name : TESTS) {
      classes.add(Class.forName("io.hopwright.models.bluegene." + name));
    }
    for (Class<?> type : classes) {
      for (var method : type.getDeclaredMethods()) {
        assertTrue(
            method.getAnnotationsByType(Trap.class).length == 0
                || method.isAnnotationPresent(Test.class)
                || method.isAnnotationPresent(ParameterizedTest.class),
            method + " is marked, but no test");
      }
    }
    return new TrapTable(classes);
  }

  /** The page, wherever below the project's folder the tests are run. */
  private static Path page() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve(PAGE).getParent())) {
      folder = folder.getParent();
    }
    return folder.resolve(PAGE);
  }

  @Test
  void shouldHaveATestForEveryTrap() throws ClassNotFoundException {
    assertEquals(15, TrapTable.NAMES.size());
    assertEquals(List.of(), table().unguarded(), "traps without a test");
  }

  @Test
  void shouldMatchThePage() throws IOException, ClassNotFoundException {
    final String expected = table().page();
    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(page(), expected);
    }
    final String written = Files.exists(page()) ? Files.readString(page()) : "";
    assertTrue(
        written.equals(expected),
        PAGE
            + " is not what the tests say; write it with: mvn -pl sim-core,sim-models test"
            + " -Dtest=TrapTableTest -Dsurefire.failIfNoSpecifiedTests=false -D"
            + WRITE
            + "=true");
  }
}
