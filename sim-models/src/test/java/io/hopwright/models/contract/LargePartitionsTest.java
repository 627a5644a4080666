package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.tnw.Tnw;
import io.hopwright.models.tofu.Tofu;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Partitions whose routers do not fit an event are refused before their state is allocated. */
class LargePartitionsTest {
  static Stream<Arguments> machines() {
    return Stream.of(
        Arguments.of(
            new BlueGeneL(), "machine.shape=128x128x64 partition.shape=128x128x64", 1_048_576),
        Arguments.of(new Tnw(), "machine.shape=128x128x64 partition.shape=128x128x64", 1_048_576),
        Arguments.of(new Tofu(), "machine.shape=28x28x27 partition.shape=28x28x27", 254_016));
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldRefuse(Machine machine, String settings, int routers) {
    final Network<?> network = Case.of(machine).set(settings).network();
    final SettingsException failure = assertThrows(SettingsException.class, () -> network.build(0));
    assertEquals("partition", failure.problems().get(0).key());
    assertTrue(failure.getMessage().contains("has one of " + routers + " routers, at most"));
  }
}
