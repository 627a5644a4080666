package io.hopwright.models.cascade.faults;

import io.hopwright.models.cascade.network.CascadePaper;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.topology.Dragonfly;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Keys of failing links and blades, and of time-outs. */
public record FaultKeys(
    @Setting(key = REACTION, byDefault = 4_375_000, max = MOST_TICKS)
        @Meaning("time from a fault until all routers have new tables")
        @Source("ASSUMED, 100 us; source of the mechanism: " + CascadePaper.SECTION + "V")
        long reactionTicks,
    @Setting(key = QUIESCE, byDefault = 437_500, max = MOST_TICKS)
        @Meaning("time before new tables are in use in which no NIC issues requests")
        @Source("ASSUMED, 10 us; source of the mechanism: " + CascadePaper.SECTION + "V")
        long quiesceTicks,
    @Setting(key = TIMEOUT, min = 1, max = 10_000_000_000L)
        @Meaning(
            "time from the issue of a request until it times out; if not set, 43750000 (1"
                + " ms) with failed links or blades, otherwise infinite")
        @Source("ASSUMED; source of the mechanism: " + CascadePaper.SECTION + "V")
        OptionalLong timeoutTicks) {
  /** Requests are never given up. */
  public static final long NO_TIMEOUT = 0;

  private static final String REACTION = "fault.reactionTicks";
  private static final String QUIESCE = "fault.quiesceTicks";
  private static final String TIMEOUT = "nic.timeoutTicks";
  static final long MOST_TICKS = 1_000_000_000;
  private static final int MOST_LINKS_OF_A_WAY = 10;

  /** 1 ms. */
  private static final long TIMEOUT_TICKS = 43_750_000;

  public static final KeyRecord<FaultKeys> KEYS = KeyRecord.of(FaultKeys.class);
  public static final Component COMPONENT =
      Faults.Link.KEYS.component("fault").and(Faults.Blade.KEYS.keys()).and(KEYS.keys());

  /** Returns whether any link or blade fails. */
  public static boolean any(Settings settings) {
    return !settings.members(Faults.LINKS).isEmpty() || !settings.members(Faults.BLADES).isEmpty();
  }

  /**
   * Returns the keys of failures with the ticks before which they have no effect. That is the tick
   * of the failure, or 0 for the first one if it sets the time-out of all requests.
   *
   * @param programs whether jobs run, whose requests time out by the key only
   */
  public Map<String, Long> effectiveFrom(Settings settings, boolean programs) {
    final Map<String, Long> members = new LinkedHashMap<>();
    settings
        .members(Faults.LINKS)
        .forEach(
            name ->
                members.put(
                    Faults.LINKS + "." + name, Faults.Link.KEYS.read(settings, name).tick()));
    settings
        .members(Faults.BLADES)
        .forEach(
            name ->
                members.put(
                    Faults.BLADES + "." + name, Faults.Blade.KEYS.read(settings, name).tick()));
    final long first = members.values().stream().min(Long::compare).orElse(Faults.NEVER);
    final boolean timeoutIsSet = programs || timeoutTicks.isPresent();
    final Map<String, Long> keys = new TreeMap<>(Map.of(REACTION, first, QUIESCE, first));
    members.forEach(
        (member, tick) -> {
          final long from = timeoutIsSet || tick > first ? tick : 0;
          List.of(".aries", ".port", ".atTick").forEach(key -> keys.put(member + key, from));
        });
    return keys;
  }

  /**
   * Returns the time after which requests are given up, {@link #NO_TIMEOUT} for never.
   *
   * @param loses whether requests of a workload get lost: those of jobs are given up only if the
   *     key is set
   */
  public long timeoutTicks(boolean loses) {
    return timeoutTicks.orElse(loses ? TIMEOUT_TICKS : NO_TIMEOUT);
  }

  /**
   * Reads the failures.
   *
   * @param hostTicks from a host to a router, and from a router to a host
   * @return null without failures
   * @throws SettingsException naming all inconsistent settings
   */
  public Faults faults(
      Settings settings, Dragonfly dragonfly, int hopTicks, long hostTicks, long endTick) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final long least = 2 * (hostTicks + (long) MOST_LINKS_OF_A_WAY * hopTicks);
    problems.when(
        timeoutTicks.isPresent() && timeoutTicks.getAsLong() < least,
        TIMEOUT,
        "is below the " + least + " ticks of the longest round trip at zero load; use more");
    if (!any(settings)) {
      problems.whenSet(
          settings,
          KEYS.keys().subList(0, 2),
          "is set, but nothing fails; name failures in " + Faults.LINKS + " or " + Faults.BLADES);
      problems.throwIfAny();
      return null;
    }
    final List<Faults.Link> links =
        settings.members(Faults.LINKS).stream()
            .map(name -> problems.get(() -> link(settings, dragonfly, name, endTick)))
            .filter(Objects::nonNull)
            .toList();
    final List<Faults.Blade> blades =
        settings.members(Faults.BLADES).stream()
            .map(name -> problems.get(() -> blade(settings, dragonfly, name, endTick)))
            .filter(Objects::nonNull)
            .toList();
    problems.when(
        quiesceTicks > reactionTicks,
        QUIESCE,
        "is above " + REACTION + " = " + reactionTicks + "; lower it, or raise that");
    problems.throwIfAny();
    final Faults faults =
        new Faults(dragonfly, links, blades, hopTicks, reactionTicks, quiesceTicks);
    checkDifferent(settings, dragonfly, problems);
    checkGroups(dragonfly, faults, problems);
    problems.throwIfAny();
    return faults;
  }

  private static Faults.Link link(
      Settings settings, Dragonfly dragonfly, String name, long endTick) {
    final Faults.Link link = Faults.Link.KEYS.read(settings, name);
    final SettingsException.Collector problems = new SettingsException.Collector();
    final String member = Faults.LINKS + "." + name;
    checkAries(dragonfly, member, link.aries(), problems);
    checkTick(member, link.tick(), endTick, problems);
    problems.when(
        link.aries() < dragonfly.aries()
            && dragonfly.neighbour(link.aries(), link.port()) == Dragonfly.NONE,
        member + ".port",
        "has no link at Aries " + link.aries() + "; name another port or Aries");
    problems.throwIfAny();
    return link;
  }

  private static Faults.Blade blade(
      Settings settings, Dragonfly dragonfly, String name, long endTick) {
    final Faults.Blade blade = Faults.Blade.KEYS.read(settings, name);
    final SettingsException.Collector problems = new SettingsException.Collector();
    final String member = Faults.BLADES + "." + name;
    checkAries(dragonfly, member, blade.aries(), problems);
    checkTick(member, blade.tick(), endTick, problems);
    problems.throwIfAny();
    return blade;
  }

  private static void checkAries(
      Dragonfly dragonfly, String member, int aries, SettingsException.Collector problems) {
    problems.when(
        aries >= dragonfly.aries(),
        member + ".aries",
        "is not below the " + dragonfly.aries() + " Aries of the machine; name one of them");
  }

  private static void checkTick(
      String member, long tick, long endTick, SettingsException.Collector problems) {
    problems.when(
        tick >= endTick,
        member + ".atTick",
        "is not before the end of the measured interval at tick %s; use an earlier one"
            .formatted(endTick));
  }

  private static void checkDifferent(
      Settings settings, Dragonfly dragonfly, SettingsException.Collector problems) {
    final Set<List<Integer>> seen = new HashSet<>();
    for (String name : settings.members(Faults.LINKS)) {
      final Faults.Link link = Faults.Link.KEYS.read(settings, name);
      final List<Integer> one = List.of(link.aries(), link.port());
      final List<Integer> other =
          List.of(
              dragonfly.neighbour(link.aries(), link.port()),
              dragonfly.neighbourPort(link.aries(), link.port()));
      problems.when(
          seen.contains(one) || seen.contains(other),
          Faults.LINKS + "." + name,
          "names a failing link a second time, from this end or the other; leave it out");
      seen.add(one);
    }
    final Set<Integer> blades = new HashSet<>();
    for (String name : settings.members(Faults.BLADES)) {
      problems.when(
          !blades.add(Faults.Blade.KEYS.read(settings, name).aries()),
          Faults.BLADES + "." + name,
          "names a failing blade a second time; leave it out");
    }
  }

  /** Every group has to keep a blue link to some other one. */
  private static void checkGroups(
      Dragonfly dragonfly, Faults faults, SettingsException.Collector problems) {
    final List<Integer> cutOff = new ArrayList<>();
    for (int group = 0; dragonfly.groups() > 1 && group < dragonfly.groups(); group++) {
      if (isCutOff(dragonfly, faults, group)) {
        cutOff.add(group);
      }
    }
    problems.when(
        !cutOff.isEmpty(),
        "fault",
        "leaves no blue link to groups " + cutOff + "; remove a failing link");
  }

  private static boolean isCutOff(Dragonfly dragonfly, Faults faults, int group) {
    final int first = dragonfly.firstAries(group);
    for (int aries = first; aries < first + dragonfly.ariesIn(group); aries++) {
      for (int port = Dragonfly.BLUE; port < Dragonfly.TILES; port++) {
        if (dragonfly.neighbour(aries, port) != Dragonfly.NONE
            && !faults.hasFailed(aries, port, Faults.NEVER - 1)) {
          return false;
        }
      }
    }
    return true;
  }
}
