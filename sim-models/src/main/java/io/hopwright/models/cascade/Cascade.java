package io.hopwright.models.cascade;

import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.Parameter;
import io.hopwright.models.machine.Parameter.Word;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.cascade.CascadeReference;
import java.util.List;

/** Cray Cascade: the parameters of its network, and the network they describe. */
public final class Cascade implements Machine {
  private static final String PAPER = "Faanes et al. 2012, section ";
  private static final String OURS = "a property of the run, not of the machine";
  private static final long MAX_BUFFER = 16_383L * Packets.FLIT_BYTES;

  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.integer(
              "machine.groups", 8L, 1, 241, "dragonfly groups", PAPER + "II.C: at most 241"),
          Parameter.integer(
              "machine.chassisPerGroup", 6L, 1, 6, "chassis of a group", PAPER + "II.C: 6"),
          Parameter.integer(
              "machine.lastGroupChassis",
              null,
              1,
              6,
              "chassis of the last group; as many as the others if not set",
              PAPER + "II.D: all groups except the last must be full"),
          Parameter.integer(
              "machine.bladesPerChassis",
              16L,
              2,
              16,
              "blades of a chassis, each with an Aries and four nodes; even",
              PAPER + "II.C: 16; fewer for toy machines"),
          Parameter.integer(
              "machine.cablesPerPair",
              null,
              1,
              240,
              "blue cables, of four links, between two groups; as many as fit if not set",
              PAPER + "II.D; may be reduced"),
          Parameter.integer(
              "machine.plannedGroups",
              null,
              1,
              241,
              "groups that the bundles of cables leave room for; machine.groups if not set",
              PAPER + "II.D: upgrade without rewiring"),
          Parameter.word(
              "machine.blueLinks",
              "optical",
              List.of(
                  new Word("optical", "4.6875 GB/s"),
                  new Word("electrical", "5.25 GB/s, in small systems")),
              "kind and speed of the blue links",
              PAPER + "II.C"),
          Parameter.integer(
              "machine.ioBladesPerGroup",
              0L,
              0,
              96,
              "blades of each group that hold two I/O nodes in place of four nodes",
              PAPER + "II.A; their places are ASSUMED"),
          Parameter.integer(
              "partition.groups",
              1L,
              1,
              241,
              "groups of a partition, simulated by one actor; does not change results",
              PAPER + "II.D: a group is two cabinets"),
          Implementation.parameter(),
          Parameter.word(
              "workload.kind",
              "uniform",
              List.of(
                  new Word("uniform", "to random other nodes"),
                  new Word("all-to-all", "each node to each other, in a rotating shift"),
                  new Word(
                      "all-to-all-random", "each node to each other, in a random order of its own"),
                  new Word("group-shift", "to the same place some groups on"),
                  new Word("many-to-one", "all to one node"),
                  new Word("permutation", "to the next node on a random ring")),
              "where messages go",
              OURS),
          Parameter.numberOr(
              new Word("saturated", "always another message"),
              "workload.load",
              0.5,
              0x1p-20,
              100.0,
              "data offered by each node, in units of 7.5 GB/s; not for all-to-all, which is all"
                  + " there at tick 0",
              PAPER + "VIII: 7.5 GB/s each way with symmetric traffic"),
          Parameter.bytesList(
              "workload.messageBytes",
              List.of(64L),
              1,
              4L << 20,
              1,
              "size of a message, sent as requests of 64 B, or a list of sizes that are equally likely",
              PAPER + "VIII"),
          Parameter.integer(
              "workload.shiftGroups", 1L, 1, 240, "for group-shift: how many groups on", OURS),
          Parameter.integer(
              "workload.target", 0L, 0, PacketId.MAX_NODES - 1L, "for many-to-one: which", OURS),
          Parameter.word(
              "router.routing",
              "adaptive",
              List.of(
                  new Word("minimal", "a random minimal one"),
                  new Word("valiant", "one over a random root"),
                  new Word("adaptive", "two of each, by load, the long ones at a higher cost"),
                  new Word("tuned", "two of each, by load and by the packet's path"),
                  new Word(
                      "deterministic",
                      "a minimal one by a hash of source and destination, so that packets stay in"
                          + " order"),
                  new Word(
                      "deterministic-valiant",
                      "one over a root by a hash of source and destination")),
              "which routes a packet chooses from, and how",
              PAPER + "III"),
          Parameter.word(
              "router.gateways",
              "any",
              List.of(
                  new Word("any", "any between two groups"),
                  new Word("near", "those the fewest local links away from where the packet is")),
              "blue links that routes are drawn from",
              PAPER + "III: minimal routes may differ in length; near is ASSUMED"),
          Parameter.integer(
              "router.bias",
              300L,
              -100_000,
              100_000,
              "flits added to the cost of non-minimal routes; negative favours them",
              PAPER
                  + "III; the value is ASSUMED: about what is under way on a busy link, so that a"
                  + " quiet network routes minimally"),
          Parameter.integer(
              "router.nonMinimalWeight",
              2L,
              1,
              16,
              "factor on the load of non-minimal routes",
              "ASSUMED, after Kim et al. 2008: twice the links"),
          Parameter.bytes(
              "router.electricalVcBytes",
              8192L,
              128,
              MAX_BUFFER,
              1,
              "buffer of each VC behind an electrical link or processor tile",
              "ASSUMED"),
          Parameter.bytes(
              "router.opticalVcBytes",
              16384L,
              128,
              MAX_BUFFER,
              1,
              "buffer of each VC behind an optical link",
              "ASSUMED"),
          Parameter.ticks(
              "link.hopTicks",
              4_375L,
              840,
              1_000_000,
              "from one router to the next, 4/175 ns each",
              PAPER + "VIII: about 100 ns"),
          Parameter.ticks(
              "link.creditTicks",
              4_375L,
              1,
              1_000_000,
              "from a tail leaving a buffer until its credits count at the sender",
              "ASSUMED: as long as a hop"),
          Parameter.ticks(
              "nic.injectionTicks",
              15_312L,
              1,
              1_000_000,
              "from a NIC to the first router",
              "FIT: 0.8 us for a Put over one link"),
          Parameter.ticks(
              "nic.ejectionTicks",
              15_313L,
              1,
              1_000_000,
              "from the last router to the host interface",
              "FIT: 0.8 us for a Put over one link"),
          Parameter.bytes(
              "nic.bufferBytes",
              4096L,
              128,
              MAX_BUFFER,
              1,
              "the NIC's buffer for packets of a class that arrive through a processor tile",
              "ASSUMED"),
          Parameter.integer(
              "nic.outstanding",
              1_024L,
              1,
              1_024,
              "requests a NIC may have issued and not seen answered",
              PAPER + "VIII"),
          Parameter.heat(OURS),
          Parameter.flag("statistics.links", false, "also writes how busy each link was", OURS),
          Parameter.flag(
              "statistics.sources",
              false,
              "also writes how many requests of each node were answered",
              OURS));

  @Override
  public String name() {
    return "cascade";
  }

  @Override
  public String title() {
    return "Cray Cascade: dragonfly of Aries routers, adaptive routing packet by packet";
  }

  @Override
  public String source() {
    return "G. Faanes et al., Cray Cascade: a Scalable HPC System based on a Dragonfly Network, SC"
        + " 2012";
  }

  @Override
  public List<Parameter> ownParameters() {
    return PARAMETERS;
  }

  @Override
  public RunResult results() {
    return CascadeMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(
        settings,
        CascadeReference.unknown(settings),
        () -> CascadeNetwork.of(settings),
        network -> new CascadeReference(settings, network));
  }
}
