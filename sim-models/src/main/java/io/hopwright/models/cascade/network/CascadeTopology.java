package io.hopwright.models.cascade.network;

import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Shared;
import io.hopwright.models.declare.Source;
import io.hopwright.models.topology.Dragonfly;
import java.util.OptionalInt;

/**
 * Groups of a Cascade and the cables between them.
 *
 * @param dragonfly the links
 * @param electricalBlue whether links between groups are electrical, like those within a group
 */
public record CascadeTopology(Dragonfly dragonfly, boolean electricalBlue) {
  private static final String GROUPS = "machine.groups";
  private static final String LAST_GROUP_CHASSIS = "machine.lastGroupChassis";
  private static final String BLADES = "machine.bladesPerChassis";
  private static final String CABLES = "machine.cablesPerPair";
  private static final String PLANNED_GROUPS = "machine.plannedGroups";
  private static final String IO_BLADES = "machine.ioBladesPerGroup";

  /** Kinds of links between groups. */
  enum BlueLinks {
    @Meaning("4.6875 GB/s")
    OPTICAL,
    @Meaning("5.25 GB/s, in small systems")
    ELECTRICAL
  }

  /** Keys of the topology. */
  public record Keys(
      @Setting(key = GROUPS, byDefault = 8, min = 1, max = 241)
          @Meaning("dragonfly groups")
          @Source(CascadePaper.SECTION + "II.C: at most 241")
          int groups,
      @Setting(key = "machine.chassisPerGroup", byDefault = 6, min = 1, max = 6)
          @Meaning("chassis of a group")
          @Source(CascadePaper.SECTION + "II.C: 6")
          int chassis,
      @Setting(key = LAST_GROUP_CHASSIS, min = 1, max = 6)
          @Meaning("chassis of the last group; the same as the others if not set")
          @Source(CascadePaper.SECTION + "II.D: all groups except the last must be full")
          OptionalInt lastGroupChassis,
      @Setting(key = BLADES, byDefault = 16, min = 2, max = 16)
          @Meaning("blades of a chassis, each with an Aries and four nodes; even")
          @Source(CascadePaper.SECTION + "II.C: 16; fewer for toy machines")
          int blades,
      @Setting(key = CABLES, min = 1, max = 240)
          @Meaning(
              "blue cables, of four links each, between two groups; as many as possible if"
                  + " not set")
          @Source(CascadePaper.SECTION + "II.D; may be reduced")
          OptionalInt cables,
      @Setting(key = PLANNED_GROUPS, min = 1, max = 241)
          @Meaning(
              "number of groups for which the bundles of cables are planned; machine.groups"
                  + " if not set")
          @Source(CascadePaper.SECTION + "II.D: upgrade without rewiring")
          OptionalInt plannedGroups,
      @Setting(key = "machine.blueLinks", word = "optical")
          @Meaning("kind and speed of the blue links")
          @Source(CascadePaper.SECTION + "II.C")
          BlueLinks blueLinks,
      @Setting(key = IO_BLADES, byDefault = 0, max = 96)
          @Meaning("blades of each group that hold two I/O nodes in place of four nodes")
          @Source(CascadePaper.SECTION + "II.A; their places are ASSUMED")
          int ioBlades) {}

  public static final KeyRecord<Keys> KEYS = KeyRecord.of(Keys.class);

  private static final Shared<Dragonfly.Plan, Dragonfly> DRAGONFLIES = new Shared<>(Dragonfly::new);

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming the inconsistent settings
   */
  public static CascadeTopology of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Keys keys = KEYS.read(settings);
    final int groups = keys.groups();
    final int planned = keys.plannedGroups().orElse(groups);
    final int chassis = keys.chassis();
    final int lastChassis = keys.lastGroupChassis().orElse(chassis);
    final int blades = keys.blades();
    problems.when(blades % 2 != 0, BLADES, "must be even, as two blades share blue cables");
    problems.when(
        planned < groups,
        PLANNED_GROUPS,
        "is below the " + groups + " groups of the machine; raise it or leave it out");
    problems.when(
        lastChassis > chassis,
        LAST_GROUP_CHASSIS,
        "is above the " + chassis + " chassis of a full group; use fewer");
    problems.throwIfAny();
    final int ioBlades = keys.ioBlades();
    final int smallest = blades * lastChassis;
    problems.when(
        ioBlades > smallest,
        IO_BLADES,
        "is above the " + smallest + " blades of the smallest group; use fewer");
    checkBundles(keys, planned, Dragonfly.groupCables(chassis, blades), problems);
    problems.throwIfAny();
    final Dragonfly.Plan plan =
        new Dragonfly.Plan(
            groups, planned, chassis, lastChassis, blades, keys.cables().orElse(0), ioBlades);
    final int cutOff = plan.groupCutOff();
    problems.when(
        cutOff != Dragonfly.NONE,
        LAST_GROUP_CHASSIS,
        "leaves no cable between group " + cutOff + " and the last; use more chassis or cables");
    problems.throwIfAny();
    return new CascadeTopology(DRAGONFLIES.of(plan), keys.blueLinks() == BlueLinks.ELECTRICAL);
  }

  /** A group has a bundle of cables to each other one that is planned. */
  private static void checkBundles(
      Keys keys, int planned, int cables, SettingsException.Collector problems) {
    final int most = Dragonfly.mostCablesPerPair(cables, planned);
    problems.when(
        most == 0,
        keys.plannedGroups().isPresent() ? PLANNED_GROUPS : GROUPS,
        ("needs %s bundles per group, but a group has only %s cables; use at most %s groups or"
                + " larger ones")
            .formatted(planned - 1, cables, cables + 1));
    problems.when(
        most > 0 && keys.cables().orElse(1) > most,
        CABLES,
        ("is above the %s cables that each pair of %s groups of %s cables can have; use" + " fewer")
            .formatted(most, planned, cables));
  }
}
