package io.hopwright.models.messaging.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.Settings;
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
    return SoftwareKeys.of(
        new Defaults(
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
            get ? Optional.of(new Default(99, "L")) : Optional.empty()));
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
            230, 231, 358, 359, 175, 360, 64, 1L << 33, 16, 0, ProgressKind.CALLS, true, 99),
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
        new Software(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ProgressKind.OFFLOAD, false, 0),
        keys.read(Settings.of(parameters(keys), values)));
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
