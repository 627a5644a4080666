package io.hopwright.models.tnw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.SettingsException.Problem;
import io.hopwright.models.testkit.Case;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inconsistent settings. */
class TnwSettingsTest {
  private static final Case SMALL = Case.of(new Tnw()).set("machine.shape=4x2x1");

  /** The message names the one wrong key, has the given words, and suggests a remedy. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "machine.shape=128x128x65 | machine.shape | has 1064960 nodes, above the limit of 1048576",
        "machine.shape=64x64x64 run.windowTicks=245 | run.windowTicks | lookahead of 244 ticks",
        "link.checkTicks=200 run.windowTicks=65 | run.windowTicks | lookahead of 64 ticks",
        "host.kind=flexio host.send=nget | host.send | one method of sending",
        "workload.ports=z+ | workload.ports | has no links there",
        "machine.shape=3x2x1 workload.kind=ping-pong | workload.kind | has an odd extent there",
        "machine.shape=1x2x1 workload.kind=lbm | workload.kind | use at least 2 nodes there",
        "machine.shape=2x1x1 workload.kind=lbm app.split=xy | workload.kind | neighbours in x and"
            + " y",
        "workload.kind=lbm app.lx=65536 app.ly=257 | app.lx | the limit of 16777216",
        "workload.kind=lbm run.end=drained | run.end | lbm never ends",
        "workload.kind=lbm run.warmupTicks=auto | run.warmupTicks | a steady state",
        "run.end=drained | run.end | saturated",
        "host.send=nget inject.packets=3 workload.messageBytes=513 | inject.packets | of a read",
        "host.send=nget inject.packets=3 workload.messageBytes=513,1 | inject.packets | of a read",
        "workload.load=0.000001 workload.messageBytes=1000000,1073741824 | workload.load | 2^40",
        "workload.messageBytes=1,2 workload.kind=ping-pong | workload.messageBytes | a point for"
            + " each",
        "workload.messageBytes=1,2 host.ideal=true | workload.messageBytes | only packets",
        "workload.messageBytes=1,2 workload.creditOrder=swapped | workload.messageBytes | or use"
            + " sends",
        "host.ideal=true workload.kind=lbm | workload.kind | with host.ideal = true",
        "host.ideal=true workload.load=0.5 | workload.kind | with host.ideal = true",
        "workload.threadsPer=vc workload.load=0.5 | workload.threadsPer | without waiting",
        "workload.threadsPer=vc host.send=nget | workload.threadsPer | another host.send than nget",
        "workload.threadsPer=vc host.ideal=true | workload.threadsPer | themselves",
        "workload.vcs=0,1 workload.creditsAheadOfVcs=1,2,3 | workload.creditsAheadOfVcs | has the"
            + " length 3, but workload.vcs has the length 2; give a number for each virtual channel",
      })
  void shouldRefuse(String settings, String key, String words) {
    final SettingsException failure =
        assertThrows(SettingsException.class, () -> SMALL.set(settings).network());
    assertEquals(
        List.of(key), failure.problems().stream().map(Problem::key).toList(), failure::getMessage);
    assertTrue(failure.getMessage().contains(words), failure::getMessage);
  }
}
