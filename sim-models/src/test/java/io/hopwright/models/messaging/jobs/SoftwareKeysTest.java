package io.hopwright.models.messaging.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.SoftwareKeys.Default;
import io.hopwright.models.messaging.jobs.SoftwareKeys.Defaults;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SoftwareKeysTest {
  private static SoftwareKeys keys(boolean get) {
    return SoftwareKeys.of(defaults(get));
  }

  private static Defaults defaults(boolean get) {
    return new Defaults(
        new Default(230, "A"),
        new Default(231, "B"),
        new Default(358, "C"),
        new Default(359, "D"),
        new Default(175, "E"),
        new Default(360, "F"),
        new Default(64, "G"),
        new Default(1L << 33, "H"),
        new Default(16, "I"),
        8,
        List.of(ProgressKind.CALLS, ProgressKind.OFFLOAD),
        "J",
        get,
        "K",
        get ? Optional.of(new Default(99, "L")) : Optional.empty());
  }

  private static List<Parameter> parameters(SoftwareKeys keys) {
    return keys.component().keys().stream().<Parameter>map(Key::parameter).toList();
  }

  private static Parameter parameter(boolean get, String name) {
    return parameters(keys(get)).stream()
        .collect(Collectors.toMap(Parameter::key, Function.identity()))
        .get("software." + name);
  }

  @Test
  void shouldReadTheDefaultsOfTheMachine() {
    final SoftwareKeys keys = keys(true);
    assertEquals(
        new Software(
            230, 231, 358, 359, 175, 360, 64, 1L << 33, 16, 0, ProgressKind.CALLS, true, 99, 0),
        keys.read(Settings.of(parameters(keys), Map.of())));
  }

  @Test
  void shouldReadWhatAStudySays() {
    final SoftwareKeys keys = keys(false);
    final Map<String, Object> values =
        Map.ofEntries(
            Map.entry("software.sendTicks", 1L),
            Map.entry("software.recvTicks", 2L),
            Map.entry("software.byteTicks", 3L),
            Map.entry("software.copyTicks", 4L),
            Map.entry("software.localTicks", 5L),
            Map.entry("software.localByteTicks", 6L),
            Map.entry("software.reduceTicks", 7L),
            Map.entry("software.eagerBytes", 8L),
            Map.entry("software.headerBytes", 9L),
            Map.entry("software.matchTicks", 10L),
            Map.entry("software.progress", "offload"),
            Map.entry("software.rendezvous", "put"));
    assertEquals(
        new Software(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ProgressKind.OFFLOAD, false, 0, 0),
        keys.read(Settings.of(parameters(keys), values)));
  }

  private static Software timed(Map<String, Object> values) {
    final SoftwareKeys keys = SoftwareKeys.withTimes(defaults(false));
    // A tick is 2.56 ns.
    return keys.read(Settings.of(parameters(keys), values), new TickRate(390_625_000, 1));
  }

  @Test
  void shouldTakeTimesInPlaceOfTicks() {
    final Software software =
        timed(
            Map.ofEntries(
                Map.entry("software.sendTime", 500_000L),
                Map.entry("software.recvTime", 0L),
                Map.entry("software.byteTime", 3_840L),
                Map.entry("software.copyTime", 3_839L),
                Map.entry("software.localTime", 0L),
                Map.entry("software.localByteTime", 1L),
                Map.entry("software.reduceTicks", 7L),
                Map.entry("software.matchTime", 25_600L)));
    assertEquals(
        new Software(195, 0, 2, 1, 1, 1, 7, 1L << 33, 16, 10, ProgressKind.CALLS, false, 0, 0),
        software);
  }

  @Test
  void shouldRefuseATimeBesideTicksAndTooLongOnes() {
    final SettingsException both =
        assertThrows(
            SettingsException.class,
            () -> timed(Map.of("software.reduceTime", 1L, "software.reduceTicks", 0L)));
    assertEquals(
        "software.reduceTime: is set, and so is software.reduceTicks; set one of them",
        both.getMessage());
    final SettingsException most =
        assertThrows(
            SettingsException.class, () -> timed(Map.of("software.copyTime", 1_000_000_000_000L)));
    assertEquals(
        "software.copyTime: is 390625000 ticks of 2.56 ns; use at most 1048576 ticks",
        most.getMessage());
  }

  @Test
  void shouldOfferWhatTheMachineHas() {
    assertEquals(List.of("offload", "calls"), parameter(true, "progress").words());
    assertEquals("calls", parameter(true, "progress").defaultValue());
    assertEquals(List.of("put", "get"), parameter(true, "rendezvous").words());
    assertEquals("get", parameter(true, "rendezvous").defaultValue());
    assertEquals(List.of("put"), parameter(false, "rendezvous").words());
    assertEquals(8, parameter(true, "headerBytes").min());
    assertEquals(64, parameter(true, "headerBytes").max());
    assertEquals(1, parameter(true, "localTicks").min());
    assertEquals(1 << 30, parameter(true, "sendTicks").max());
    assertEquals(1 << 20, parameter(true, "byteTicks").max());
    assertEquals(0x1p40, parameter(true, "eagerBytes").max());
    assertEquals("I", parameter(true, "headerBytes").source());
  }
}
