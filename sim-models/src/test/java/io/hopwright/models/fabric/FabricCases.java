package io.hopwright.models.fabric;

import static io.hopwright.models.testkit.Case.oneOf;

import io.hopwright.models.contract.MachineCases;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.Machine;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomPatterns;
import io.hopwright.models.topology.Grid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Cases of a fabric, generated from the ranges that its keys declare. The machine adds settings
 * that make it small: four routers or more, so that all tests can simulate it many times.
 */
public final class FabricCases implements MachineCases {
  /** One packet in this number of ticks is almost always alone. */
  private static final int FEW = 20_000;

  private static final String ENDS =
      """
      run.ticks=4000 run.warmupTicks=700 run.gridTicks=300 run.followTicks=5000
      workload.load=saturated run.ticks=4000
      workload.load=0.9 run.ticks=3000 run.end=drained
      workload.load=0.3 run.end=packets run.packets=500
      workload.load=0.9 run.ticks=4000 run.warmupTicks=1000 run.followTicks=100
      workload.kind=all-to-all workload.order=random run.end=drained run.ticks=1
      """;

  private static final String PATTERNS =
      """
      workload.kind=tornado
      workload.kind=permutation
      workload.kind=transpose
      workload.kind=bit-complement
      workload.kind=bit-reverse
      workload.kind=shuffle
      workload.kind=neighbours
      workload.kind=group-shift
      workload.kind=hot-spot workload.hotNodes=3,1 workload.hotWeights=1,4
      workload.kind=incast workload.target=1
      workload.kind=outcast workload.source=2
      """;

  /** Settings of the first of two jobs and of its machine of twelve nodes or more. */
  private static final String JOBS =
      """
      jobs.a.program=halo-3d jobs.a.ranks=12 jobs.a.ranksPerNode=2 jobs.a.place=random jobs.a.args.steps=1 jobs.a.args.every=1 jobs.a.args.bytes=9000
      jobs.a.program=alltoall jobs.a.ranks=7 jobs.a.place=round-robin jobs.a.args.steps=2 jobs.a.args.bytes=300 software.progress=host jobs.a.compute.noise=0.5
      jobs.a.program=incast jobs.a.ranks=6 jobs.a.args.steps=1 jobs.a.args.bytes=3000 software.progress=offload software.rendezvous=put software.eagerBytes=16 software.headerBytes=40
      """;

  private final Case machine;
  private final Map<String, Case> goldens = new LinkedHashMap<>();

  /** Settings that cut into four and into two partitions; empty if boxes do. */
  private List<String> cutInto = List.of();

  private FabricCases(Case machine) {
    this.machine = machine;
  }

  /**
   * Returns cases of a fabric.
   *
   * @param small settings of a small one, as text
   */
  public static FabricCases of(FabricMachine fabric, String small) {
    return new FabricCases(Case.of(fabric).set(small).set("run.gridTicks=500"));
  }

  /** Returns the same cases with one more digest that never changes. */
  public FabricCases golden(String digest, String settings) {
    goldens.put(digest, machine.set(settings));
    return this;
  }

  /** Returns the same cases with other settings than boxes for cutting the small fabric. */
  public FabricCases cutBy(String intoFour, String intoTwo) {
    cutInto = List.of(intoFour, intoTwo);
    return this;
  }

  /** Returns the settings of the small fabric with its components. */
  static FabricSettings read(Case model) {
    return ((FabricMachine) model.machine()).read(model.settings());
  }

  /** Returns the small fabric, measured from tick 0 and not followed. */
  Case small() {
    return machine;
  }

  @Override
  public Machine machine() {
    return machine.machine();
  }

  private Stream<Case> patterns() {
    return machine
        .each(PATTERNS.lines().filter(line -> has(line.strip())).reduce("", (a, b) -> a + "\n" + b))
        .filter(FabricCases::isPossible);
  }

  /** Returns whether the machine has a pattern. */
  private boolean has(String line) {
    final String kind = line.split("[= ]", -1)[1];
    return machine().parameters().stream()
        .filter(parameter -> parameter.key().equals("workload.kind"))
        .anyMatch(parameter -> parameter.words().contains(kind));
  }

  /** Returns cases with two jobs each: one from a row, and one in the background. */
  private Stream<Case> jobs() {
    return machine
        .set("workload.kind=jobs")
        .each(JOBS)
        .map(
            run ->
                run.set("jobs.a.compute.scale=0.01")
                    .set("jobs.b.program=random jobs.b.ranks=5 jobs.b.background=true")
                    .set("jobs.b.ranksPerNode=3 jobs.b.compute.scale=0.1 jobs.b.repeat=9"));
  }

  private static boolean isPossible(Case model) {
    try {
      model.network();
      return true;
    } catch (SettingsException refused) {
      return false;
    }
  }

  /** Returns the parameters of delays of links. */
  private List<Parameter> delays() {
    return machine().parameters().stream()
        .filter(
            parameter ->
                parameter.kind() == Parameter.Kind.TICKS
                    && !parameter.key().matches("(run|statistics|workload)[.].*"))
        .toList();
  }

  /** Returns the parameters of delays of links that can have a unit. */
  private List<Parameter> quantities() {
    return machine().parameters().stream()
        .filter(parameter -> parameter.kind() == Parameter.Kind.QUANTITY)
        .filter(parameter -> !parameter.isFree() && !parameter.key().endsWith("rate"))
        .toList();
  }

  /** Returns the size of the smallest buffer, which is one packet. */
  static long least(Case model) {
    final FabricSpec spec = read(model).spec();
    return (long) spec.flits() * spec.flitBytes();
  }

  /** Returns the parameters of buffers. */
  static List<Parameter> buffers(Machine machine) {
    return machine.parameters().stream()
        .filter(parameter -> parameter.key().endsWith("vcBytes") && !parameter.isFree())
        .toList();
  }

  private Case withTightBuffers(Case model) {
    Case tight = model;
    for (Parameter buffer : buffers(machine())) {
      tight = tight.with(buffer.key(), least(machine));
    }
    return tight;
  }

  private Case withDelays(Case model, long shorter, long longer) {
    Case delayed = model;
    boolean odd = false;
    for (Parameter delay : delays()) {
      delayed = delayed.with(delay.key(), odd ? longer : shorter);
      odd = !odd;
    }
    for (Parameter delay : quantities()) {
      delayed = delayed.with(delay.key(), Long.toString(odd ? longer : shorter));
      odd = !odd;
    }
    return delayed;
  }

  @Override
  public Stream<Case> runs() {
    return Stream.of(
            machine.each(ENDS),
            Stream.of(
                withTightBuffers(machine.set("workload.load=saturated run.ticks=4000")),
                withDelays(machine.set("workload.load=0.9 run.ticks=3000 run.end=drained"), 7, 31),
                idle()),
            jobs().limit(2),
            patterns().map(model -> model.set("workload.load=0.2 run.ticks=3000")))
        .flatMap(cases -> cases);
  }

  /** Returns the setting that cuts the small fabric into four or two partitions. */
  private String into(int partitions) {
    return cutInto.isEmpty() ? cut(partitions) : cutInto.get(partitions == 4 ? 0 : 1);
  }

  /**
   * Returns the box with the fewest routers that cuts the small fabric into this number of
   * partitions.
   */
  private String cut(int partitions) {
    final List<String> boxes = new ArrayList<>();
    addBoxes("partition.shape=", 0, extents(), boxes);
    return boxes.stream()
        .filter(box -> machine.set(box).network().partitions() == partitions)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    machine + " in no " + partitions + " partitions; have another small one"));
  }

  private List<Integer> extents() {
    final Fabric fabric = read(machine).fabric();
    final Grid grid = fabric.grid();
    return grid == null
        ? List.of(fabric.topology().routers())
        : IntStream.range(0, grid.axes()).mapToObj(grid::extent).toList();
  }

  private static void addBoxes(String prefix, int axis, List<Integer> extents, List<String> boxes) {
    for (int extent = 1; extent <= extents.get(axis); extent++) {
      final String box = prefix + extent;
      if (axis + 1 == extents.size()) {
        boxes.add(box);
      } else {
        addBoxes(box + "x", axis + 1, extents, boxes);
      }
    }
  }

  private String box(int extent) {
    return "partition.shape="
        + "x".repeat(extents().size() - 1).replace("x", extent + "x")
        + extent;
  }

  @Override
  public List<String> cuts() {
    return List.of(box(1 << 20), into(4), into(2), box(1));
  }

  @Override
  public String fewCuts() {
    return into(4);
  }

  @Override
  public String allTables() {
    return "statistics.links=link,whole statistics.pairs=true statistics.heat=always";
  }

  @Override
  public Case busy() {
    return machine.set(into(4)).set("run.ticks=6000");
  }

  @Override
  public Case idle() {
    // The lookahead depends on which links are cut, and a run is interrupted between windows.
    return machine
        .set("workload.load=0.001 run.ticks=20000 run.followTicks=100000")
        .with("run.windowTicks", read(machine).design().lookaheadTicks());
  }

  @Override
  public Map<String, Case> goldens() {
    return goldens;
  }

  @Override
  public Stream<Case> picked(boolean large) {
    return Stream.concat(
        Stream.concat(runs(), patterns().map(model -> model.set("workload.load=saturated")))
            .map(model -> model.with("run.ticks", large ? 20_000 : 4_000)),
        jobs());
  }

  @Override
  public Case random(long seed) {
    final Random random = new Random(seed);
    Case any = randomSize(random).with("seed", random.nextLong());
    for (Parameter buffer : buffers(machine())) {
      final long packets = oneOf(random, 1L, 2L, random.nextLong(1, 20));
      any = any.with(buffer.key(), packets * least(machine));
    }
    for (Parameter delay : delays()) {
      any = any.with(delay.key(), random.nextLong(1, oneOf(random, 5L, 100L)));
    }
    for (Parameter delay : quantities()) {
      any = any.with(delay.key(), Long.toString(random.nextLong(1, oneOf(random, 5L, 100L))));
    }
    final Case loaded =
        any.with("run.ticks", random.nextLong(1_000, 4_000))
            .with("workload.load", oneOf(random, "saturated", random.nextDouble(0.01, 1)));
    final FabricSettings settings = read(any);
    final List<Long> axes =
        settings.spec().traits().hasAxes() ? settings.fabric().topology().shape() : List.of();
    final Case sent = RandomPatterns.of(loaded, settings.nodes().nodes(), axes, random);
    return random.nextBoolean() && !"saturated".equals(sent.values().get("workload.load"))
        ? sent.drained()
        : sent;
  }

  /** Returns the small fabric with other values of its own keys, up to twice as large. */
  private Case randomSize(Random random) {
    final List<Parameter> own =
        machine().components().get(0).keys().stream()
            .<Parameter>map(key -> key.parameter())
            .toList();
    for (int trial = 0; trial < 100; trial++) {
      Case any = machine;
      for (Parameter parameter : own) {
        final Object now = machine.settings().value(parameter.key());
        if (now == null) {
          continue;
        }
        any =
            switch (parameter.kind()) {
              case INTEGER -> {
                final long most = (long) Math.min(parameter.max(), 2.0 * (Long) now);
                yield any.with(parameter.key(), random.nextLong((long) parameter.min(), most + 1));
              }
              case FLAG -> any.with(parameter.key(), random.nextBoolean());
              case WORD ->
                  any.with(
                      parameter.key(),
                      parameter.words().get(random.nextInt(parameter.words().size())));
              case SHAPE ->
                  any.with(
                      parameter.key(),
                      ((List<?>) now)
                          .stream().map(extent -> random.nextLong(1, 2 * (Long) extent)).toList());
              default -> any;
            };
      }
      if (isPossible(any)) {
        return any;
      }
    }
    throw new IllegalStateException(machine + ": no other values of its own keys are accepted");
  }

  @Override
  public Map<String, Case> asking() {
    return MachineCases.withTables(
        machine,
        Map.of(
            "workload.loadFromTick",
            machine.set(
                "workload.load=0.2 workload.earlierLoad=0.1 workload.loadFromTick=1 run.warmupTicks=9"),
            "statistics.links",
            machine.set("statistics.links=link"),
            "statistics.pairs",
            machine.set("statistics.pairs=true")));
  }

  /** Returns the ticks in which all nodes together send a number of packets at a given load. */
  private static long ticks(FabricSettings settings, double load, long packets) {
    return Math.round(
        packets * settings.spec().nodeTicks() / (load * settings.sources().offering()));
  }

  @Override
  public Stream<Forecasted> forecasted() {
    final Stream<Forecasted> carried =
        Stream.concat(
                Stream.of(
                    machine,
                    machine.set("run.end=drained"),
                    machine.set("run.end=packets run.packets=10000")),
                patterns())
            .map(
                model -> {
                  final FabricSettings settings = read(model);
                  final double load = FabricBounds.of(settings).load() / 2;
                  return new Forecasted(
                      0.95,
                      1.05,
                      model.with("workload.load", load, "run.ticks", ticks(settings, load, FEW)));
                });
    // A saturated link is shared by waiting packets, not by their sources.
    final Stream<Forecasted> tooMuch =
        machine
            .set("run.ticks=50000")
            .each("workload.load=saturated\nworkload.load=1.0 run.end=drained")
            .map(model -> new Forecasted(0.6, 1.7, model));
    return Stream.of(carried, tooMuch, MachineCases.jobs(0.5, 2, machine)).flatMap(cases -> cases);
  }
}
