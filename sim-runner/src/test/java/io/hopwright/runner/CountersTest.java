package io.hopwright.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.hopwright.models.measure.Counter;
import io.hopwright.models.measure.Totals;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each counter of a machine has a place of its own among the totals, and a full declaration. */
class CountersTest {
  private static final int MACHINES_WITH_COUNTERS = 4;

  @Test
  void shouldGiveEachCounterAPlaceAndAName() {
    final List<Class<?>> enums =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.hopwright.models")
                .stream()
                .filter(type -> !type.isInterface() && type.isAssignableTo(Counter.class))
                .<Class<?>>map(JavaClass::reflect)
                .toList();
    assertTrue(enums.size() >= MACHINES_WITH_COUNTERS, enums.toString());
    for (final Class<?> type : enums) {
      assertTrue(type.isEnum(), type + " is not an enum");
      final Set<Integer> slots = new HashSet<>();
      final Set<String> names = new HashSet<>();
      for (final Object constant : type.getEnumConstants()) {
        final Counter counter = (Counter) constant;
        assertTrue(counter.slot() >= Totals.FIRST_OWN, counter + " takes the place of a level");
        assertTrue(slots.add(counter.slot()), counter + " shares its place");
        if (counter.result() != null) {
          final String name = counter.result().metric().name();
          assertTrue(names.add(name), name + " is declared twice");
          assertFalse(counter.result().metric().label().isBlank(), name + " has no label");
          assertFalse(counter.result().metric().meaning().isBlank(), name + " has no meaning");
        }
      }
      assertEquals(
          slots.stream().mapToInt(Integer::intValue).min().orElseThrow() + slots.size() - 1,
          slots.stream().mapToInt(Integer::intValue).max().orElseThrow(),
          type + " has gaps");
    }
  }
}
