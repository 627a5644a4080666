package io.hopwright.runner.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatorCodeTest {
  private static final Set<String> CLASSES = SimulatorCode.classes().keySet();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core/random/Draws",
        "models/switching/torusrouter/Router",
        "models/cascade/CascadeNetwork",
        "partition/ActorExecutor",
        "partition/wire/proto/WireMessage",
        "runner/execution/Simulator",
        "runner/execution/Projection",
        "runner/sweep/Runs",
        "runner/recording/Documents"
      })
  void shouldCoverWhatResultsDependOn(String name) {
    assertTrue(CLASSES.contains("io/hopwright/" + name + ".class"), CLASSES::toString);
  }

  @Test
  void shouldCoverProgramsOfRanks() {
    assertTrue(CLASSES.contains("programs/halo-3d.prog"), CLASSES::toString);
  }

  @Test
  void shouldLeaveOutStudiesChecksAndReports() {
    assertEquals(
        Set.of(),
        CLASSES.stream()
            .filter(name -> name.startsWith("io/hopwright/runner/"))
            .filter(
                name ->
                    !name.matches("io/hopwright/runner/(execution|recording)/.*|.*/sweep/Runs.*"))
            .collect(Collectors.toSet()));
  }
}
