package io.hopwright.models.cascade;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Shared;
import io.hopwright.models.topology.Dragonfly;

/**
 * Groups of a Cascade and the cables between them.
 *
 * @param dragonfly the links
 * @param electricalBlue whether those between groups are electrical, as they are within a group
 */
record CascadeTopology(Dragonfly dragonfly, boolean electricalBlue) {
  private static final Key<Integer> GROUPS =
      Key.integer("machine.groups", 8, 1, 241)
          .meaning("dragonfly groups")
          .source(Cascade.PAPER + "II.C: at most 241");
  private static final Key<Integer> CHASSIS =
      Key.integer("machine.chassisPerGroup", 6, 1, 6)
          .meaning("chassis of a group")
          .source(Cascade.PAPER + "II.C: 6");
  private static final Key<Integer> LAST_GROUP_CHASSIS =
      Key.integer("machine.lastGroupChassis", null, 1, 6)
          .meaning("chassis of the last group; as many as the others if not set")
          .source(Cascade.PAPER + "II.D: all groups except the last must be full");
  private static final Key<Integer> BLADES =
      Key.integer("machine.bladesPerChassis", 16, 2, 16)
          .meaning("blades of a chassis, each with an Aries and four nodes; even")
          .source(Cascade.PAPER + "II.C: 16; fewer for toy machines");
  private static final Key<Integer> CABLES =
      Key.integer("machine.cablesPerPair", null, 1, 240)
          .meaning("blue cables, of four links, between two groups; as many as fit if not set")
          .source(Cascade.PAPER + "II.D; may be reduced");
  private static final Key<Integer> PLANNED_GROUPS =
      Key.integer("machine.plannedGroups", null, 1, 241)
          .meaning("groups that the bundles of cables leave room for; machine.groups if not set")
          .source(Cascade.PAPER + "II.D: upgrade without rewiring");
  private static final Key<Boolean> ELECTRICAL_BLUE =
      Key.choice(
              "machine.blueLinks",
              false,
              new Choice<>(false, "optical", "4.6875 GB/s"),
              new Choice<>(true, "electrical", "5.25 GB/s, in small systems"))
          .meaning("kind and speed of the blue links")
          .source(Cascade.PAPER + "II.C");
  private static final Key<Integer> IO_BLADES =
      Key.integer("machine.ioBladesPerGroup", 0, 0, 96)
          .meaning("blades of each group that hold two I/O nodes in place of four nodes")
          .source(Cascade.PAPER + "II.A; their places are ASSUMED");

  private static final Shared<Dragonfly.Plan, Dragonfly> DRAGONFLIES = new Shared<>(Dragonfly::new);

  static final Component COMPONENT =
      Component.of(
          "topology",
          GROUPS,
          CHASSIS,
          LAST_GROUP_CHASSIS,
          BLADES,
          CABLES,
          PLANNED_GROUPS,
          ELECTRICAL_BLUE,
          IO_BLADES);

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static CascadeTopology of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final int groups = settings.get(GROUPS);
    final int planned = settings.find(PLANNED_GROUPS).orElse(groups);
    final int chassis = settings.get(CHASSIS);
    final int lastChassis = settings.find(LAST_GROUP_CHASSIS).orElse(chassis);
    final int blades = settings.get(BLADES);
    problems.when(
        blades % 2 != 0, BLADES, "is odd, but two blades share blue cables; make it even");
    problems.when(
        planned < groups,
        PLANNED_GROUPS,
        "is below the " + groups + " groups there are; raise it or leave it out");
    problems.when(
        lastChassis > chassis,
        LAST_GROUP_CHASSIS,
        "is above the " + chassis + " chassis of a full group; make it smaller");
    problems.throwIfAny();
    final int ioBlades = settings.get(IO_BLADES);
    final int smallest = blades * lastChassis;
    problems.when(
        ioBlades > smallest,
        IO_BLADES,
        "is above the " + smallest + " blades of the smallest group; make it smaller");
    checkBundles(settings, planned, Dragonfly.groupCables(chassis, blades), problems);
    problems.throwIfAny();
    final Dragonfly.Plan plan =
        new Dragonfly.Plan(
            groups,
            planned,
            chassis,
            lastChassis,
            blades,
            settings.find(CABLES).orElse(0),
            ioBlades);
    final int cutOff = plan.groupCutOff();
    problems.when(
        cutOff != Dragonfly.NONE,
        LAST_GROUP_CHASSIS,
        "leaves no cable between group " + cutOff + " and the last; use more chassis or cables");
    problems.throwIfAny();
    return new CascadeTopology(DRAGONFLIES.of(plan), settings.get(ELECTRICAL_BLUE));
  }

  /** A group has a bundle of cables to each other one that is planned. */
  private static void checkBundles(
      Settings settings, int planned, int cables, SettingsException.Collector problems) {
    final int most = Dragonfly.mostCablesPerPair(cables, planned);
    problems.when(
        most == 0,
        settings.find(PLANNED_GROUPS).isPresent() ? PLANNED_GROUPS : GROUPS,
        ("needs %s bundles per group, but a group has only %s cables; use at most %s groups or"
                + " larger ones")
            .formatted(planned - 1, cables, cables + 1));
    problems.when(
        most > 0 && settings.find(CABLES).orElse(1) > most,
        CABLES,
        "is above the %s cables that each pair of %s groups of %s cables can have; make it smaller"
            .formatted(most, planned, cables));
  }
}
