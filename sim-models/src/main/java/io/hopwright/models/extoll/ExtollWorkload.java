package io.hopwright.models.extoll;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Messages;
import io.hopwright.models.host.Segmenter;
import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.Key.Choice;
import io.hopwright.models.machine.Key.Described;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.machine.WorkloadKeys;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.BirthsElsewhere;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.ManyToOne;
import io.hopwright.models.traffic.OpenLoopBirths;
import io.hopwright.models.traffic.RandomOrder;
import io.hopwright.models.traffic.RandomRing;
import io.hopwright.models.traffic.RotatingShift;
import io.hopwright.models.traffic.SaturatedBirths;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.UniformDestinations;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What accelerators send, and to whom ({@code docs/models/extoll.md}, "Workloads of links").
 *
 * @param seed of all random numbers
 * @param accelerators of the machine
 * @param cellTicks of links
 * @param kind where messages go
 * @param load what accelerators offer, in units of a link; empty if they are saturated
 * @param messageBytes sizes of messages, equally likely
 * @param units that send at each of them
 * @param target for {@link Kind#MANY_TO_ONE}: the one
 */
record ExtollWorkload(
    long seed,
    int accelerators,
    int cellTicks,
    Kind kind,
    OptionalDouble load,
    List<Integer> messageBytes,
    int units,
    int target) {
  /** Where messages go. */
  enum Kind implements Described {
    UNIFORM("to random other accelerators"),
    ALL_TO_ALL("each accelerator to each other, in a rotating shift"),
    ALL_TO_ALL_RANDOM("each accelerator to each other, in a random order of its own"),
    PERMUTATION("to the next accelerator on a random ring"),
    MANY_TO_ONE("all to one accelerator, a hot spot (incast)");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    @Override
    public String meaning() {
      return meaning;
    }
  }

  /** Largest message. */
  private static final int MAX_BYTES = 16_777_215;

  private static final WorkloadKeys<Kind> ANY =
      WorkloadKeys.of(
          Choice.of(Kind.values()),
          new WorkloadKeys.Load(
              "what a link takes of full packets, 9.77 GB/s or on FPGAs 1.55 GB/s of data",
              "always another message in each stream",
              0x1p-20,
              100,
              Extoll.PAPER + "2.4.4, 5.1"));
  private static final Key<List<Integer>> MESSAGE_BYTES =
      Key.bytesList(
          "workload.messageBytes",
          List.of(Cells.MOST_DATA),
          1,
          MAX_BYTES,
          1,
          "size of a message, sent in packets of up to 496 B, or a list of sizes that are equally"
              + " likely",
          RunPlan.SOURCE);
  private static final Key<Integer> UNITS =
      Key.integer(
          "workload.units",
          1,
          1,
          Ports.UNITS,
          "functional units of an accelerator's NIC that send, each as much as a link takes",
          RunPlan.SOURCE);
  private static final Key<Integer> TARGET =
      Key.integer(
          "workload.target",
          0,
          0,
          PacketId.MAX_NODES - 1,
          "for many-to-one: which",
          RunPlan.SOURCE);

  static final Component COMPONENT =
      Component.of("workload", ANY.kind(), ANY.load(), MESSAGE_BYTES, UNITS, TARGET);

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming all that does not fit together
   */
  static ExtollWorkload of(Settings settings, ExtollTopology topology) {
    final ExtollWorkload workload =
        new ExtollWorkload(
            settings.get(RunPlan.SEED),
            topology.accelerators(),
            topology.nic().cellTicks(),
            settings.get(ANY.kind()),
            settings.get(ANY.load()),
            settings.get(MESSAGE_BYTES),
            settings.get(UNITS),
            settings.get(TARGET));
    workload.check(settings);
    return workload;
  }

  private void check(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    ANY.check(settings, allToAll(), problems);
    problems.when(
        accelerators < 2,
        ExtollTopology.SHAPE,
        "has a single accelerator, which has nobody to send to; make it larger");
    problems.when(
        kind == Kind.MANY_TO_ONE && target >= accelerators,
        TARGET,
        "is not below the number of accelerators, " + accelerators + "; use one that exists");
    problems.when(
        openLoop() && messagesPerTick() < GeometricGaps.MIN_PROBABILITY,
        ANY.load(),
        "is less than one message of a stream in 2^40 ticks; raise it or make messages smaller");
    problems.when(
        openLoop() && messagesPerTick() > 1,
        ANY.load(),
        "is more than one message of a stream per tick; lower it or make messages larger");
    problems.throwIfAny();
  }

  /** Tells whether all messages are there at tick 0. */
  boolean allToAll() {
    return kind == Kind.ALL_TO_ALL || kind == Kind.ALL_TO_ALL_RANDOM;
  }

  private boolean openLoop() {
    return !allToAll() && load.isPresent();
  }

  /** Tells whether a node sends anything. */
  boolean sends(int node) {
    return node < accelerators && !(kind == Kind.MANY_TO_ONE && node == target);
  }

  double meanMessageBytes() {
    return sizes().mean();
  }

  double meanPacketsPerMessage() {
    return messageBytes.stream().mapToInt(segments()::segments).average().orElseThrow();
  }

  /** Returns the ticks that a packet keeps a port busy on average. */
  double meanPacketTicks() {
    double ticks = 0;
    long packets = 0;
    for (int bytes : messageBytes) {
      for (int rest = bytes; rest > 0; rest -= Cells.MOST_DATA) {
        ticks += Cells.ticks(Cells.of(Math.min(rest, Cells.MOST_DATA)), cellTicks);
        packets++;
      }
    }
    return ticks / packets;
  }

  /** Returns the data that a link takes of full packets, in bytes per tick. */
  static double linkBytesPerTick(int cellTicks) {
    return (double) Cells.MOST_DATA / Cells.ticks(Cells.MOST, cellTicks);
  }

  /** Returns the messages of a stream per tick. */
  private double messagesPerTick() {
    return load.orElseThrow() * linkBytesPerTick(cellTicks) / meanMessageBytes() / units;
  }

  /** Returns what an accelerator offers in bytes per tick, null if there is no such number. */
  Double offeredBytesPerTick() {
    return openLoop() ? (Double) (load.orElseThrow() * linkBytesPerTick(cellTicks)) : null;
  }

  /** Returns what each stream of an accelerator sends in a run. */
  List<Messages> messages(RunPlan run) {
    final Births births = births(run);
    final Destinations destinations = destinations();
    final Sizes sizes = sizes();
    return IntStream.range(0, units)
        .mapToObj(stream -> new Messages(stream, units, births, destinations, sizes))
        .toList();
  }

  private Sizes sizes() {
    return new Sizes(
        Purpose.SIZE.draws(seed), 0, messageBytes.stream().mapToInt(Integer::intValue).toArray());
  }

  /** Returns how messages go out as packets. */
  Segmenter segments() {
    return Segmenter.of(Cells.MOST_DATA, sizes());
  }

  private Births births(RunPlan run) {
    if (allToAll()) {
      return new BirthsAtStart(accelerators - 1L);
    }
    final Births births =
        openLoop()
            ? new OpenLoopBirths(
                Purpose.GAP.draws(seed),
                0,
                new GeometricGaps(messagesPerTick()),
                Math.min(run.sendingTo(), RunPlan.MAX_TICKS))
            : new SaturatedBirths();
    return kind == Kind.MANY_TO_ONE ? new BirthsElsewhere(births, target) : births;
  }

  private Destinations destinations() {
    return switch (kind) {
      case UNIFORM -> new UniformDestinations(Purpose.DESTINATION.draws(seed), 0, accelerators);
      case ALL_TO_ALL -> new RotatingShift(accelerators);
      case ALL_TO_ALL_RANDOM ->
          new RandomOrder(new KeyedPermutation(Purpose.ORDER.draws(seed), accelerators - 1));
      case PERMUTATION ->
          new RandomRing(
              new KeyedPermutation(Purpose.PERMUTATION.draws(seed), accelerators), accelerators);
      case MANY_TO_ONE -> new ManyToOne(target);
    };
  }

  /** Returns where a message goes, the way all other accelerators are sent to alike or not. */
  int destination(int node) {
    return destinations().destination(node, 0);
  }

  /** Tells whether destinations are spread evenly over all other accelerators. */
  boolean isUniform() {
    return kind == Kind.UNIFORM || allToAll();
  }
}
