package io.hopwright.models.tofu.network;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.topology.Tofu6D;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Router of a node and its links, read into a {@link CrossbarDesign}. */
public final class TofuRouter {
  /** Largest buffer that can be asked for. */
  public static final int MAX_BUFFER = 1 << 20;

  /** Words of a packet: who it is, its times, its route. */
  public static final int WORDS = 3;

  /** Kinds of ports: links by axis, and those to network interfaces. */
  public static final List<String> KINDS =
      Stream.concat(Tofu6D.AXES.stream(), Stream.of("tni")).toList();

  private static final int VCS_PER_CLASS = 2;
  private static final int MOST_TICKS = 1_000_000;
  private static final String IF_NOT_SET = "; that of machine.generation if not set";

  private static final Key<Integer> VC_BYTES =
      Key.bytes("router.vcBytes", null, 3 * TofuFrames.UNIT_BYTES, MAX_BUFFER, 1)
          .meaning("buffer of each VC behind a link" + IF_NOT_SET)
          .source("ASSUMED: more than a frame and a round trip");

  /** Hop ticks of all links. */
  static final Key<Integer> HOP_TICKS =
      Key.delay("link.hopTicks", null, 1, MOST_TICKS)
          .meaning("time from one router to the next" + IF_NOT_SET)
          .source("FIT: one link and two switches take 99, 300 or 100 ns, IV.E and V.B");

  private static final Key<Integer> CREDIT_TICKS =
      Key.delay("link.creditTicks", null, 1, MOST_TICKS)
          .meaning(
              "time from the departure of a packet's tail until its credits are available at"
                  + " the sender"
                  + IF_NOT_SET)
          .source("ASSUMED: the time of a hop");

  public static final Component SWITCH = Component.of("switch", VC_BYTES);
  public static final Component LINK =
      new Component(
          "link",
          Stream.concat(Stream.of(HOP_TICKS, CREDIT_TICKS), SliceErrors.KEYS.stream()).toList());

  private TofuRouter() {}

  /**
   * Reads the settings.
   *
   * @param units of the largest packet
   * @param mtuBytes largest data of a packet, for messages
   * @throws SettingsException if such a packet does not fit a buffer
   */
  public static CrossbarDesign of(Settings settings, Tofu6D machine, int units, int mtuBytes) {
    final Generation generation = settings.get(TofuTopology.GENERATION);
    final int vcBytes = settings.find(VC_BYTES).orElse(generation.vcBytes());
    final SettingsException.Collector problems = new SettingsException.Collector();
    checkRoom(VC_BYTES.name(), vcBytes, units, mtuBytes, problems);
    problems.throwIfAny();
    final List<Integer> ticks = TofuFrames.ticks(generation);
    final List<PortKind> kinds = new ArrayList<>();
    for (int axis = 0; axis < Tofu6D.AXES.size(); axis++) {
      final int of = axis;
      kinds.add(
          new PortKind(
              Tofu6D.AXES.get(axis),
              (int)
                  IntStream.range(0, Tofu6D.PORTS)
                      .filter(port -> Tofu6D.axisOfPort(port) == of)
                      .count(),
              true,
              vcBytes / TofuFrames.UNIT_BYTES,
              ticks,
              hopTicks(settings),
              settings.find(CREDIT_TICKS).orElse(generation.hopTicks())));
    }
    kinds.add(PortKind.endpoints(KINDS.get(Tofu6D.AXES.size()), generation.tnis(), ticks));
    return new CrossbarDesign(
        kinds,
        VCS_PER_CLASS * TofuPacketId.CLASSES,
        new PacketFormat(
            TofuFrames.MOST_UNITS,
            mostHops(machine),
            new TofuRouteWord(machine).bits(),
            WORDS + (WorkloadKeys.jobs(settings) ? MessageWords.WORDS : 0)));
  }

  /** Returns the ticks from one router to the next. */
  public static int hopTicks(Settings settings) {
    return settings.find(HOP_TICKS).orElse(settings.get(TofuTopology.GENERATION).hopTicks());
  }

  /** Returns the most links that a packet takes: those among twelve nodes twice. */
  private static int mostHops(Tofu6D machine) {
    return IntStream.range(0, Tofu6D.AXES.size())
        .map(axis -> machine.longest(axis) * (axis < Tofu6D.OUTER_AXES ? 1 : 2))
        .sum();
  }

  /** Adds a problem for a buffer that does not hold the largest packet. */
  public static void checkRoom(
      String key, int bytes, int units, int mtuBytes, SettingsException.Collector problems) {
    problems.when(
        bytes / TofuFrames.UNIT_BYTES < units,
        key,
        ("is below the %s B of the largest packet of this workload; use at least that, or a"
                + " smaller nic.mtuBytes than %s")
            .formatted(units * TofuFrames.UNIT_BYTES, mtuBytes));
  }
}
