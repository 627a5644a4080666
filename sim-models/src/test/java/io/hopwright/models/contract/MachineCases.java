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
  /** Of so many runs {@link #cutWithTables} has one in every build. */
  int ONE_IN = 8;

  /** Those of every machine; a new machine is one more line here. */
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

  /** Those of the machine that {@link RandomCases} are to try, of every machine without one. */
  static Stream<MachineCases> wanted() {
    return all().stream().filter(cases -> RandomCases.wants(cases.machine().name()));
  }

  /** Returns those of a machine. */
  static MachineCases of(Machine machine) {
    return all().stream()
        .filter(cases -> cases.machine().name().equals(machine.name()))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the runs of every machine with all tables and in few partitions, for tests of a run and
   * of what follows from its state.
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

  /** Returns small machines that do something of every kind. */
  Stream<Case> runs();

  /** Returns settings that cut the machines of {@link #runs}: whole, then in ever more parts. */
  List<String> cuts();

  /** Returns settings that cut them into two to four. */
  String fewCuts();

  /** Returns settings that have all measured that can be. */
  String allTables();

  /** Returns one of these tables, with rows of all that a partition has. */
  default String tableOfParts() {
    return LinkGrouping.LINK.table();
  }

  /** Returns a machine of four partitions that are busy for a while. */
  Case busy();

  /** Returns a machine in which most partitions have nothing to do most of the time. */
  Case idle();

  /**
   * Returns the windows to compare with that of the lookahead, in ticks: a few, or all that tell.
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

  /** Returns digests of some runs. */
  Map<String, Case> goldens();

  /** Returns cases for the reference model, picked by hand; small and short ones, or large ones. */
  Stream<Case> picked(boolean large);

  /** Returns a case for the reference model with everything set at random that can be. */
  Case random(long seed);

  /** Returns the results and columns that this reference model leaves out beside all others. */
  default List<String> unknown() {
    return List.of();
  }

  /** Returns cases that ask for what the reference model does not know, by the key that does. */
  Map<String, Case> asking();

  /** Returns cases that ask for each table of jobs, and others. */
  static Map<String, Case> withTables(Case machine, Map<String, Case> others) {
    final Map<String, Case> asking = new TreeMap<>(others);
    for (Key<?> key : JobTables.KEYS.keys()) {
      final boolean flag = key.parameter().kind() == Parameter.Kind.FLAG;
      asking.put(key.name(), machine.set(key.name() + (flag ? "=true" : "=5")));
    }
    return asking;
  }

  /** Returns cases with the least and the most share of what they forecast that may come true. */
  Stream<Forecasted> forecasted();

  /** Returns jobs on a machine of twelve nodes or more, and how much of their packets come true. */
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

  /** Case, and the share of its forecast that is reached. */
  record Forecasted(double least, double most, Case model) {}
}
