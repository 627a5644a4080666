package io.hopwright.models.cascade;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.topology.Dragonfly;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Links and blades that fail, and time-outs, read into {@link Faults}. */
final class FaultKeys {
  private static final String LINKS = "fault.links";
  private static final String BLADES = "fault.blades";
  private static final long MOST_TICKS = 1_000_000_000;
  private static final int MOST_LINKS_OF_A_WAY = 10;

  private static final Key<Integer> LINK_ARIES =
      Key.integer(LINKS + ".*.aries", null, 0, RouteWord.MAX_ARIES - 1)
          .assumed("Aries at one end of a link that fails");
  private static final Key<Integer> LINK_PORT =
      Key.integer(LINKS + ".*.port", null, 0, Dragonfly.TILES - 1)
          .assumed("its port: 0 to 14 green, to 29 black, to 39 blue");
  private static final Key<Long> LINK_TICK =
      Key.ticks(LINKS + ".*.atTick", 0L, 0, RunPlan.MAX_TICKS)
          .assumed("tick at which the link fails, in both directions; 0: it was never there");
  private static final Key<Integer> BLADE_ARIES =
      Key.integer(BLADES + ".*.aries", null, 0, RouteWord.MAX_ARIES - 1)
          .assumed("Aries of a blade that fails with all its links");
  private static final Key<Long> BLADE_TICK =
      Key.ticks(BLADES + ".*.atTick", 0L, 0, RunPlan.MAX_TICKS)
          .assumed("tick at which it does; 0: it was never there");
  private static final Key<Long> REACTION =
      Key.ticks("fault.reactionTicks", 4_375_000L, 0, MOST_TICKS)
          .meaning("from a fault until all routers have new tables")
          .source("ASSUMED, 100 us; that it is done: " + Cascade.PAPER + "V");
  private static final Key<Long> QUIESCE =
      Key.ticks("fault.quiesceTicks", 437_500L, 0, MOST_TICKS)
          .meaning("before new tables in which no NIC issues requests")
          .source("ASSUMED, 10 us; that it is done: " + Cascade.PAPER + "V");
  private static final Key<Long> TIMEOUT =
      Key.ticks("nic.timeoutTicks", null, 1, 10_000_000_000L)
          .meaning(
              "from the issue of a request until it is given up if it is not answered; if not set,"
                  + " 43750000 (1 ms) with failed links or blades, and never without")
          .source("ASSUMED; that it is done: " + Cascade.PAPER + "V");

  /** 1 ms. */
  private static final long TIMEOUT_TICKS = 43_750_000;

  static final Component COMPONENT =
      Component.of(
          "fault",
          LINK_ARIES,
          LINK_PORT,
          LINK_TICK,
          BLADE_ARIES,
          BLADE_TICK,
          REACTION,
          QUIESCE,
          TIMEOUT);

  private FaultKeys() {}

  /** Tells whether any link or blade fails. */
  static boolean any(Settings settings) {
    return !settings.members(LINKS).isEmpty() || !settings.members(BLADES).isEmpty();
  }

  /**
   * Returns when requests are given up, {@link NicDesign#NO_TIMEOUT} for never: those of jobs only
   * if it is set.
   */
  static long timeoutTicks(Settings settings) {
    final boolean loses = any(settings) && !WorkloadKeys.jobs(settings);
    return settings
        .find(TIMEOUT)
        .orElse(loses ? (Long) TIMEOUT_TICKS : (Long) NicDesign.NO_TIMEOUT);
  }

  /**
   * Reads the settings.
   *
   * @param hostTicks from a host to a router, and from a router to a host
   * @return null if nothing fails
   * @throws SettingsException naming all that does not fit together
   */
  static Faults of(
      Settings settings, Dragonfly dragonfly, CascadeRouter router, long hostTicks, long endTick) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    checkTimeout(
        settings, 2 * (hostTicks + (long) MOST_LINKS_OF_A_WAY * router.hopTicks()), problems);
    if (!any(settings)) {
      refuseWithoutFaults(settings, problems);
      problems.throwIfAny();
      return null;
    }
    final List<Faults.Link> links =
        settings.members(LINKS).stream()
            .map(name -> problems.get(() -> link(settings, dragonfly, name, endTick)))
            .filter(Objects::nonNull)
            .toList();
    final List<Faults.Blade> blades =
        settings.members(BLADES).stream()
            .map(name -> problems.get(() -> blade(settings, dragonfly, name, endTick)))
            .filter(Objects::nonNull)
            .toList();
    problems.when(
        settings.get(QUIESCE) > settings.get(REACTION),
        QUIESCE,
        "is above " + REACTION + " = " + settings.get(REACTION) + "; lower it, or raise that");
    problems.throwIfAny();
    final Faults faults =
        new Faults(
            dragonfly,
            links,
            blades,
            router.hopTicks(),
            settings.get(REACTION),
            settings.get(QUIESCE));
    checkDifferent(settings, dragonfly, problems);
    checkGroups(dragonfly, faults, problems);
    problems.throwIfAny();
    return faults;
  }

  private static void checkTimeout(
      Settings settings, long least, SettingsException.Collector problems) {
    final long timeout = timeoutTicks(settings);
    problems.when(
        timeout != NicDesign.NO_TIMEOUT && timeout < least,
        TIMEOUT,
        "is below the "
            + least
            + " ticks that the longest way there and back takes in an empty network; use more");
  }

  private static void refuseWithoutFaults(Settings settings, SettingsException.Collector problems) {
    for (Key<?> key : List.of(REACTION, QUIESCE)) {
      problems.when(
          !Objects.equals(settings.value(key), key.parameter().defaultValue()),
          key,
          "is set, but nothing fails; name what does in " + LINKS + " or " + BLADES);
    }
  }

  private static Faults.Link link(
      Settings settings, Dragonfly dragonfly, String name, long endTick) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Integer aries = problems.get(() -> settings.get(LINK_ARIES.of(name)));
    final Integer port = problems.get(() -> settings.get(LINK_PORT.of(name)));
    problems.throwIfAny();
    final long tick = settings.get(LINK_TICK.of(name));
    checkAries(dragonfly, LINK_ARIES.of(name), aries, problems);
    checkTick(LINK_TICK.of(name), tick, endTick, problems);
    problems.when(
        aries < dragonfly.aries() && dragonfly.neighbour(aries, port) == Dragonfly.NONE,
        LINK_PORT.of(name),
        "has no link at Aries " + aries + "; name another port or Aries");
    problems.throwIfAny();
    return new Faults.Link(aries, port, tick);
  }

  private static Faults.Blade blade(
      Settings settings, Dragonfly dragonfly, String name, long endTick) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final int aries = settings.get(BLADE_ARIES.of(name));
    final long tick = settings.get(BLADE_TICK.of(name));
    checkAries(dragonfly, BLADE_ARIES.of(name), aries, problems);
    checkTick(BLADE_TICK.of(name), tick, endTick, problems);
    problems.throwIfAny();
    return new Faults.Blade(aries, tick);
  }

  private static void checkAries(
      Dragonfly dragonfly, Key<?> key, int aries, SettingsException.Collector problems) {
    problems.when(
        aries >= dragonfly.aries(),
        key,
        "is not below the " + dragonfly.aries() + " Aries of the machine; name one of them");
  }

  private static void checkTick(
      Key<?> key, long tick, long endTick, SettingsException.Collector problems) {
    problems.when(
        tick >= endTick,
        key,
        "is not before the end of the measured interval at tick %s; use an earlier one"
            .formatted(endTick));
  }

  private static void checkDifferent(
      Settings settings, Dragonfly dragonfly, SettingsException.Collector problems) {
    final Set<List<Integer>> seen = new HashSet<>();
    for (String name : settings.members(LINKS)) {
      final int aries = settings.get(LINK_ARIES.of(name));
      final int port = settings.get(LINK_PORT.of(name));
      final List<Integer> one = List.of(aries, port);
      final List<Integer> other =
          List.of(dragonfly.neighbour(aries, port), dragonfly.neighbourPort(aries, port));
      problems.when(
          seen.contains(one) || seen.contains(other),
          LINKS + "." + name,
          "is a link that fails already, named from this end or the other; leave it out");
      seen.add(one);
    }
    final Set<Integer> blades = new HashSet<>();
    for (String name : settings.members(BLADES)) {
      problems.when(
          !blades.add(settings.get(BLADE_ARIES.of(name))),
          BLADES + "." + name,
          "is a blade that fails already; leave it out");
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
        "leaves no blue link to groups " + cutOff + "; have one less fail");
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
