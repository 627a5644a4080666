package io.hopwright.models.contract;

import io.hopwright.models.bluegene.BlueGeneCases;
import io.hopwright.models.cascade.CascadeCases;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.extoll.ExtollCases;
import io.hopwright.models.fabric.DragonflyFabric;
import io.hopwright.models.fabric.FabricCases;
import io.hopwright.models.ideal.IdealCases;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.network.NetworkMachine;
import io.hopwright.models.pcie.PcieCases;
import io.hopwright.models.run.Machine;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.tnw.TnwCases;
import io.hopwright.models.tofu.TofuCases;
import io.hopwright.models.toy.LeafSpine;
import io.hopwright.models.toy.Ring;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Configurations of a machine for the contract tests. */
public interface MachineCases {
  /** Every build takes one of this number of runs from {@link #cutWithTables}. */
  int ONE_IN = 8;

  /** Returns the cases of every machine; a new machine needs one more line here. */
  static List<MachineCases> all() {
    return List.of(
        new BlueGeneCases(), //
        new CascadeCases(),
        new ExtollCases(),
        new IdealCases(),
        new PcieCases(),
        FabricCases.of(new DragonflyFabric(), "machine.groups=4"),
        FabricCases.of(new Ring(), "machine.nodes=16")
            .golden(
                "681b549dab3eea06",
                "machine.nodes=10 workload.load=saturated run.ticks=5000 partition.shape=5"),
        FabricCases.of(new LeafSpine(), "machine.leaves=4 machine.hosts=4 machine.spines=4"),
        FabricCases.of(
                new LeafSpine(),
                "machine.leaves=4 machine.hosts=4 machine.spines=4 router.upRoute=random")
            .golden("0cd921b4ea44526f", "workload.load=saturated run.ticks=2000 partition.shape=4"),
        FabricCases.of(new NetworkMachine(), "machine.extents=4x4")
            .cutBy("partition.count=4", "partition.count=2"),
        new TnwCases(),
        new TofuCases());
  }

  /** Returns the cases of the machine that {@link RandomCases} selects, or of every machine. */
  static Stream<MachineCases> wanted() {
    return all().stream().filter(cases -> RandomCases.wants(cases.machine().name()));
  }

  /** Returns the cases of a machine. */
  static MachineCases of(Machine machine) {
    return all().stream()
        .filter(cases -> cases.machine().name().equals(machine.name()))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the runs of every machine with all tables and in few partitions, for tests of a run and
   * of its continuations.
   *
   * @param inEveryBuild whether to return those for every build, one in eight, or all others
   * @param wanted whether a run is one for the test
   */
  static Stream<Case> cutWithTables(boolean inEveryBuild, Predicate<Case> wanted) {
    return wanted()
        .flatMap(
            cases -> {
              final List<Case> all =
                  cases
                      .runs()
                      .map(run -> run.set(cases.allTables() + " " + cases.fewCuts()))
                      .filter(wanted)
                      .toList();
              return IntStream.range(0, all.size())
                  .filter(index -> index % ONE_IN == 0 == inEveryBuild)
                  .mapToObj(all::get);
            });
  }

  Machine machine();

  /** Returns small machines that cover every kind of activity. */
  Stream<Case> runs();

  /**
   * Returns settings that cut the machines of {@link #runs}: whole, then into more and more parts.
   */
  List<String> cuts();

  /** Returns settings that cut the machines into two to four partitions. */
  String fewCuts();

  /** Returns settings that switch all measurements on. */
  String allTables();

  /** Returns the table with a row for each link of a partition. */
  default String tableOfParts() {
    return LinkGrouping.LINK.table();
  }

  /** Returns a machine of four partitions that are busy for some time. */
  Case busy();

  /** Returns a machine in which most partitions are idle most of the time. */
  Case idle();

  /**
   * Returns the windows to compare with that of the lookahead, in ticks: two, or all distinctive
   * ones.
   */
  default List<Long> windows(long lookaheadTicks, boolean all) {
    return (all
            ? LongStream.of(lookaheadTicks - 1, lookaheadTicks / 2, 2, 1)
            : LongStream.of(lookaheadTicks - 1, 1))
        .filter(ticks -> ticks > 0 && ticks < lookaheadTicks)
        .distinct()
        .boxed()
        .toList();
  }

  /** Returns runs by their expected digests. */
  Map<String, Case> goldens();

  /** Returns hand-picked cases for the reference model: small and short ones, or large ones. */
  Stream<Case> picked(boolean large);

  /** Returns a case for the reference model with as many random settings as possible. */
  Case random(long seed);

  /** Returns the results and columns that only this reference model omits. */
  default List<String> unknown() {
    return List.of();
  }

  /** Returns cases that the reference model does not support, by the key that requests it. */
  Map<String, Case> asking();

  /** Returns a case for each table of jobs, and the given others. */
  static Map<String, Case> withTables(Case machine, Map<String, Case> others) {
    final Map<String, Case> asking = new TreeMap<>(others);
    for (Key<?> key : JobTables.KEYS.keys()) {
      final boolean flag = key.parameter().kind() == Parameter.Kind.FLAG;
      asking.put(key.name(), machine.set(key.name() + (flag ? "=true" : "=5")));
    }
    return asking;
  }

  /** Returns cases that ask for counts of links and flows, of a machine with loads and jobs. */
  static Map<String, Case> askingOfFlows(Case machine, Case jobs) {
    return withTables(
        jobs,
        Map.of(
            "workload.loadFromTick",
            machine.set(
                "workload.load=0.2 workload.earlierLoad=0.1 workload.loadFromTick=1"
                    + " run.warmupTicks=9"),
            "statistics.links",
            machine.set("statistics.links=link"),
            "statistics.sources",
            machine.set("statistics.sources=true"),
            "statistics.pairs",
            machine.set("statistics.pairs=true")));
  }

  /** Returns cases with the smallest and largest share of their forecast that a run may reach. */
  Stream<Forecasted> forecasted();

  /**
   * Returns jobs on a machine of twelve nodes or more, with the limits of the share of their
   * forecast packets.
   */
  static Stream<Forecasted> jobs(double least, double most, Case machine) {
    return machine
        .set("workload.kind=jobs jobs.a.ranks=12 jobs.a.compute.scale=0.01")
        .each(
            """
            jobs.a.program=halo-3d jobs.a.args.steps=2 jobs.a.args.bytes=9000
            jobs.a.program=alltoall jobs.a.args.bytes=700 jobs.a.place=random
            jobs.a.program=ring jobs.a.args.steps=3 jobs.a.args.bytes=3000 jobs.a.repeat=2
            jobs.a.program=incast jobs.a.args.steps=2 jobs.a.args.bytes=3000 software.progress=offload
            """)
        .map(model -> new Forecasted(least, most, model));
  }

  /** Case, and limits for the share of its forecast that a run reaches. */
  record Forecasted(double least, double most, Case model) {}
}
