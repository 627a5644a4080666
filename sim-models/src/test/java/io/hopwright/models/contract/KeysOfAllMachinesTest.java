package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.models.declare.KeyFamily;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.Parameter.Kind;
import io.hopwright.models.declare.Parameter.Word;
import io.hopwright.models.run.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Keys are consistent over all machines: a name has one type, one unit and words of one meaning,
 * and a meaning has one name.
 */
class KeysOfAllMachinesTest {
  /**
   * Words of a key that have another meaning on one machine than on the others.
   *
   * @param reason of the difference
   */
  private record OwnWords(String key, String machine, Set<String> words, String reason) {
    boolean isAbout(Meaning meaning) {
      return key.equals(meaning.key())
          && machine.equals(meaning.machine())
          && words.contains(meaning.word());
    }
  }

  private static final String AXES = "names the axes or ports that only this machine has";

  private static final List<OwnWords> OWN_WORDS =
      List.of(
          new OwnWords(
              "workload.kind",
              "tnw",
              Set.of("neighbours", "ping-pong", "jobs"),
              "there is no routing: all messages go to nodes next to each other"),
          new OwnWords(
              "workload.kind",
              "cascade",
              Set.of("stream"),
              "messages of a load, perhaps both ways; on EXTOLL threads send forever"),
          new OwnWords(
              "workload.load",
              "bluegene-l",
              Set.of("saturated"),
              "sources have packets in FIFOs, no messages"),
          new OwnWords("statistics.links", "tofu", Set.of("direction", "dimension"), AXES),
          new OwnWords("statistics.links", "extoll", Set.of("direction", "dimension"), AXES),
          new OwnWords("statistics.links", "pcie", Set.of("kind"), AXES),
          new OwnWords(
              "statistics.links",
              "cascade",
              Set.of("link", "whole"),
              "processor tiles are ports that carry packets, and no links"));

  /** Last part of a description, which gives the source of a default. */
  private static final Pattern UNSET = Pattern.compile("; (that of .* )?[^;]*if not set.*");

  /** A key on a machine. */
  private record Declared(String machine, Parameter parameter) {
    String key() {
      return parameter.key();
    }

    /** Returns the description of the key without the source of its default. */
    String meaning() {
      return UNSET.matcher(parameter.description()).replaceFirst("");
    }
  }

  private static List<Declared> all() {
    return MachineCases.all().stream()
        .map(MachineCases::machine)
        .flatMap(
            machine ->
                machine.parameters().stream()
                    .map(parameter -> new Declared(machine.name(), parameter)))
        .toList();
  }

  private static Map<String, List<Declared>> all(Function<Declared, String> by) {
    return all().stream().collect(Collectors.groupingBy(by, TreeMap::new, Collectors.toList()));
  }

  @Test
  void shouldHaveOneTypeForAName() {
    all(Declared::key)
        .forEach(
            (key, machines) -> {
              final Map<Kind, Set<String>> kinds = new TreeMap<>();
              for (Declared each : machines) {
                kinds
                    .computeIfAbsent(each.parameter().kind(), none -> new TreeSet<>())
                    .add(each.machine());
              }
              assertEquals(1, kinds.size(), () -> key + " is of several types: " + kinds);
            });
  }

  @Test
  void shouldNameTheUnitOfRates() {
    for (Declared each : all()) {
      final String name = each.key().toLowerCase(Locale.ROOT);
      final String meaning = each.parameter().description();
      assertTrue(
          each.parameter().kind() != Kind.INTEGER
              || !meaning.contains("MB/s")
              || name.endsWith("megabytespersecond"),
          () -> each + " is in MB/s");
      assertTrue(
          each.parameter().kind() != Kind.INTEGER
              || !meaning.contains("Mb/s")
              || name.endsWith("megabitspersecond"),
          () -> each + " is in Mb/s");
    }
  }

  @Test
  void shouldHaveOneNameForAMeaning() {
    all(Declared::meaning)
        .forEach(
            (meaning, machines) -> {
              final Map<String, Set<String>> names = new TreeMap<>();
              machines.forEach(
                  each ->
                      names
                          .computeIfAbsent(each.key(), none -> new TreeSet<>())
                          .add(each.machine()));
              assertTrue(names.size() == 1, () -> meaning + " has several names: " + names);
            });
  }

  /** Meaning of a word of a key on a machine. */
  private record Meaning(String machine, String key, String word, String text) {
    boolean isOwn() {
      return OWN_WORDS.stream().anyMatch(own -> own.isAbout(this));
    }

    String what() {
      return key + " = " + word;
    }
  }

  @Test
  void shouldHaveOneMeaningForAWordOfAKey() {
    final Map<String, Map<String, Set<String>>> meanings = new TreeMap<>();
    final List<Meaning> own = new ArrayList<>();
    for (Declared each : all()) {
      for (Word word : each.parameter().choices()) {
        final Meaning meaning =
            new Meaning(each.machine(), each.key(), word.name(), word.meaning());
        if (meaning.isOwn()) {
          own.add(meaning);
        } else {
          meanings
              .computeIfAbsent(meaning.what(), none -> new TreeMap<>())
              .computeIfAbsent(meaning.text(), none -> new TreeSet<>())
              .add(each.machine());
        }
      }
    }
    meanings.forEach(
        (word, all) -> assertEquals(1, all.size(), () -> word + " has several meanings: " + all));
    assertEquals(OWN_WORDS.stream().mapToInt(each -> each.words().size()).sum(), own.size());
    own.forEach(
        each ->
            assertFalse(
                meanings.getOrDefault(each.what(), Map.of()).containsKey(each.text()),
                () -> each + " is as elsewhere, and no exception"));
  }

  @Test
  void shouldReplaceFormerKeysByOnesThatThereAre() {
    final List<String> seen = new ArrayList<>();
    for (Machine machine : Machines.all()) {
      machine
          .formerKeys()
          .forEach(
              (former, now) -> {
                seen.add(former);
                assertFalse(
                    KeyFamily.find(machine.parameters(), former).isPresent(),
                    () -> machine.name() + " still has " + former);
                assertTrue(
                    KeyFamily.find(machine.parameters(), now).isPresent(),
                    () -> machine.name() + " has no " + now);
              });
    }
    assertFalse(seen.isEmpty());
  }
}
