package io.hopwright.models.bluegene;

import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.Parameter;
import io.hopwright.models.machine.Parameter.Word;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.bluegene.BlueGeneReference;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.topology.Torus;
import java.util.List;
import java.util.stream.Stream;

/** BlueGene/L: its parameters, and the network they describe. */
public final class BlueGeneL implements Machine {
  private static final String PAPER = "Blumrich et al. 2003, section ";
  private static final long MAX_VC_BYTES = RouterSettings.LARGEST_VC;
  private static final String OURS = "a property of the run, not of the machine";

  private static final List<Word> AXES =
      Stream.of("x", "y", "z").map(axis -> new Word(axis, "dimension " + axis)).toList();

  /** The directions of a node, in the order of its ports. */
  static final List<Word> DIRECTIONS =
      Stream.of("x+", "x-", "y+", "y-", "z+", "z-")
          .map(way -> new Word(way, "direction " + way))
          .toList();

  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.shape(
              "machine.shape",
              Torus.DIMENSIONS,
              Torus.DIMENSIONS,
              List.of(8L, 8L, 8L),
              65_536,
              "nodes in x, y and z; at most 65,536 in all",
              PAPER + "1: a midplane is 8x8x8, the final machine 64x32x32"),
          Parameter.shape(
              "partition.shape",
              Torus.DIMENSIONS,
              Torus.DIMENSIONS,
              List.of(8L, 8L, 8L),
              65_536,
              "nodes of a partition in x, y and z, simulated by one actor; does not change results",
              PAPER + "3: a midplane"),
          Implementation.parameter(
              new Word(
                  "pipelined",
                  "the naive model with a tick for each of the three phases of arbitration, as in"
                      + " hardware")),
          Parameter.number(
              "reference.gapProbability",
              0.0,
              0,
              1,
              "for machine.implementation = reference and pipelined: chance that a receiver in"
                  + " which nothing could go on in one tick asks for nothing in the next",
              PAPER + "4: an arbitration gap of the hardware; its size is ASSUMED"),
          Parameter.flag(
              "machine.virtualNodeMode",
              false,
              "whether both cores of a node compute and send: half of the injection FIFOs each, and"
                  + " reception FIFOs of their own",
              PAPER + "1; which FIFOs a core has is ASSUMED"),
          Parameter.integer(
              "link.megabytesPerSecond",
              175L,
              1,
              1_000_000,
              "speed of a link; turns ticks into seconds and changes nothing else",
              PAPER + "2; 350 in its early studies"),
          Parameter.word(
              "workload.kind",
              "uniform",
              List.of(
                  new Word("uniform", "to random other nodes"),
                  new Word("all-to-all", "each node to each other, in a random order of its own"),
                  new Word("hot-region", "a fraction of the packets goes to a box at the origin"),
                  new Word("neighbour", "to the six neighbours in turn"),
                  new Word(
                      "broadcast",
                      "around the ring in each direction in turn, a copy to each node"),
                  new Word("ring", "workload.hops hops in + direction of x"),
                  new Word("probe", "one packet for each hop count, one at a time")),
              "where packets go",
              OURS),
          Parameter.numberOr(
              new Word("saturated", "injection FIFOs are never empty"),
              "workload.load",
              0.5,
              0x1p-30,
              1e6,
              "target link utilization, packets, trailers and token-acks together",
              OURS),
          Parameter.number(
              "workload.hotFraction",
              0.25,
              0,
              1,
              "for hot-region: fraction of the packets that goes to the box",
              PAPER + "4"),
          Parameter.shape(
              "workload.hotBox",
              Torus.DIMENSIONS,
              Torus.DIMENSIONS,
              List.of(8L, 8L, 8L),
              65_536,
              "for hot-region: nodes of the box in x, y and z",
              PAPER + "4: one eighth of a machine of 4,096 nodes"),
          Parameter.integer(
              "workload.hops",
              null,
              1,
              32_768,
              "for ring: hops of every packet, at most half of the ring; half of it if not set",
              OURS),
          Parameter.words(
              "workload.dimensions",
              List.of("x", "y", "z"),
              AXES,
              "for all-to-all: dimensions of the groups that exchange packets, all at once: a"
                  + " machine, planes or lines",
              PAPER + "4"),
          Parameter.bytesList(
              "workload.packetBytes",
              List.of(256L),
              32,
              256,
              32,
              "packet size, or a list of sizes that are equally likely",
              PAPER + "2: 32 to 256 B in chunks of 32 B"),
          Parameter.integer(
              "workload.packetsPerDestination",
              1L,
              1,
              1_000_000,
              "for all-to-all: packets from each node to each other node",
              PAPER + "4: one packet of 240 B payload"),
          Parameter.number(
              "workload.highPriorityLoad",
              0.0,
              0,
              1e6,
              "target link utilization of high-priority packets to random destinations, on top",
              OURS),
          Parameter.word(
              "router.routing",
              "dynamic",
              List.of(
                  new Word("dynamic", "minimal adaptive on dynamic VCs, with an escape VC"),
                  new Word("static", "x, then y, then z, on the escape VC")),
              "how packets choose their way",
              PAPER + "2"),
          Parameter.integer(
              "router.dynamicVcs", 2L, 0, 4, "dynamic virtual channels per receiver", PAPER + "2"),
          Parameter.bytes(
              "router.vcBytes",
              1024L,
              256,
              MAX_VC_BYTES,
              32,
              "buffer of each dynamic VC, and of the other VCs unless router.escapeVcBytes is set",
              PAPER + "2"),
          Parameter.bytes(
              "router.escapeVcBytes",
              null,
              256,
              MAX_VC_BYTES,
              32,
              "buffer of an escape VC and of the high-priority VC; router.vcBytes if not set",
              PAPER + "2; entering a bubble VC takes the tokens of two full packets"),
          Parameter.bytes(
              "router.totalVcBytes",
              null,
              256,
              6 * MAX_VC_BYTES,
              32,
              "buffer of all dynamic and escape VCs of a receiver, which share it equally; replaces"
                  + " the sizes of each if set",
              PAPER + "4: equal total buffers of 3 KB in Figure 6"),
          Parameter.word(
              "router.escape",
              "bubble",
              List.of(
                  new Word("bubble", "one escape VC, which packets enter only if two fit"),
                  new Word("dateline", "a pair, the high one from the dateline of a dimension on")),
              "how escape VCs stay free of deadlock",
              PAPER + "2 and 4"),
          Parameter.words(
              "router.escapeOrder",
              List.of("x", "y", "z"),
              Stream.concat(AXES.stream(), DIRECTIONS.stream()).toList(),
              "order of the dimensions, or of the six directions, on escape VCs",
              PAPER + "4"),
          Parameter.word(
              "router.bubbleRule",
              "full",
              List.of(
                  new Word("full", "as a packet of full size"),
                  new Word("original", "its own size, which deadlocks when sizes differ")),
              "what a packet on a bubble VC is charged",
              PAPER + "2"),
          Parameter.word(
              "router.hintBits",
              "software",
              List.of(
                  new Word("software", "at random"),
                  new Word("registers", "range registers, always +")),
              "who chooses between two equally short ways around a ring",
              PAPER + "2; the random choice is ASSUMED"),
          Parameter.bytes(
              "router.tokenAckBytes",
              12L,
              0,
              64,
              1,
              "link time of a token-ack, its trailer included; 0 returns tokens without taking a"
                  + " link",
              "FIT: 8 B and a trailer of 4 B make the overheads of section 4 come out"),
          Parameter.flag(
              "router.tokenAckMerging",
              false,
              "whether one token-ack returns all tokens that wait for its link",
              "ASSUMED; section 2 has combined packets but not how they combine"),
          Parameter.bytes(
              "injection.bytes",
              null,
              256,
              65_536,
              32,
              "size of an injection FIFO; infinite if not set",
              PAPER + "3: infinite in the paper's simulator"),
          Parameter.word(
              "injection.choice",
              "sequence",
              List.of(
                  new Word("sequence", "each in turn"),
                  new Word("direction", "by the packet's first direction"),
                  new Word("random", "a random one"),
                  new Word("shortest", "the emptiest; with injection.bytes")),
              "which normal injection FIFO a packet joins",
              "ASSUMED"),
          Parameter.numberOr(
              new Word("unlimited", "all at the start"),
              "injection.pace",
              "unlimited",
              1e-6,
              2,
              "for all-to-all: rate at which a node's packets are born, relative to the one that"
                  + " fills the busiest links",
              "ASSUMED; section 4 expects flow control of the injection to come closer to the"
                  + " peak"),
          Parameter.word(
              "injection.phases",
              "one",
              List.of(
                  new Word("one", "packets go to their destination"),
                  new Word(
                      "two",
                      "first along the longest dimension to a node that receives them whole and sends"
                          + " them on through the others, with injection FIFOs of their own for each"
                          + " phase")),
              "for all-to-all: in how many steps packets go",
              "Kumar et al., ICPP 2008, and IBM RC24327: the two-phase schedule; FIFOs ASSUMED"),
          Parameter.ticks(
              "injection.forwardTicks",
              0L,
              0,
              1L << 20,
              "with injection.phases = two: time from the reception of a packet until it joins an"
                  + " injection FIFO again",
              "ASSUMED"),
          Parameter.bytes(
              "reception.bytes",
              null,
              256,
              65_536,
              32,
              "size of a reception FIFO; infinite and drained at once if not set",
              PAPER + "3: no limit in the paper's simulator"),
          Parameter.number(
              "reception.drainBytesPerTick",
              1.0,
              1.0 / 1024,
              1e6,
              "with reception.bytes: bytes per tick that a core takes out of a reception FIFO",
              "ASSUMED"),
          Parameter.integer("router.paths", 2L, 1, 4, "transfer busses of a receiver", PAPER + "2"),
          Parameter.flag(
              "router.bypass",
              true,
              "whether a packet may pass a receiver without entering its VC",
              PAPER + "2"),
          Parameter.flag(
              "router.jsq",
              false,
              "join the shortest queue, by 2-bit ranges of tokens, instead of a random choice",
              PAPER + "2; off in the base policy of section 4"),
          Parameter.number(
              "router.slqFraction",
              0.0,
              0,
              1,
              "fraction of arbitration cycles that serve the longest queue",
              PAPER + "4: 0.75 in Figure 5, 0 in the base policy"),
          Parameter.number(
              "router.inNetworkPriority",
              1.0,
              0,
              1,
              "fraction of cycles in which packets in the network go before injected ones",
              PAPER + "2: typically 1.0"),
          Parameter.ticks(
              "router.arbitrationTicks",
              0L,
              0,
              32,
              "delay from header complete to the first request, on top of the header's 8 ticks",
              "ASSUMED; section 3 says several cycles, which the header's 8 ticks cover"),
          Parameter.ticks(
              "router.vcEntryTicks",
              0L,
              0,
              32,
              "delay for entering a VC, which the bypass saves",
              "ASSUMED; 0 makes the bypass equal to cutting through an empty VC"),
          Parameter.ticks(
              "router.regrantTicks",
              0L,
              0,
              32,
              "ticks that a link stays dead after each use",
              "ASSUMED"),
          Parameter.words(
              "statistics.links",
              List.of(),
              List.of(
                  new Word("link", "each by itself"),
                  new Word("direction", "x+, x-, y+, y-, z+, z-"),
                  new Word("dimension", "x, y, z"),
                  new Word("region", "entering, leaving, inside and outside of the box"),
                  new Word("whole", "all links of the machine")),
              "also writes what links carried, how long they stalled and how full the buffers"
                  + " behind them were, a table for each of these ways to add links up",
              OURS),
          Parameter.heat(OURS),
          Parameter.shape(
              "statistics.box",
              Torus.DIMENSIONS,
              Torus.DIMENSIONS,
              null,
              65_536,
              "nodes of a box at the origin whose links and sources are counted apart;"
                  + " workload.hotBox for a hot region if not set",
              OURS),
          Parameter.flag(
              "statistics.unblocking",
              false,
              "also counts the credits that came back to a sender, and those among them without"
                  + " which a waiting packet could not have gone on",
              PAPER + "4, Figure 9"),
          Parameter.ticks(
              "packetLog.fromTick",
              null,
              0,
              TorusPartition.MAX_TICKS,
              "writes the packet log, from this tick on",
              OURS),
          Parameter.ticks(
              "packetLog.toTick",
              null,
              0,
              TorusPartition.MAX_TICKS,
              "writes the packet log, up to this tick",
              OURS),
          Parameter.integer(
              "packetLog.source",
              null,
              0,
              65_535,
              "writes the packet log, for packets from this node",
              OURS),
          Parameter.integer(
              "packetLog.destination",
              null,
              0,
              65_535,
              "writes the packet log, for packets to this node",
              OURS),
          Parameter.integer(
              "packetLog.entries",
              1_000_000L,
              1,
              100_000_000,
              "where the packet log ends, at the end of a tick",
              OURS));

  @Override
  public String name() {
    return "bluegene-l";
  }

  @Override
  public String title() {
    return "BlueGene/L: three-dimensional torus, virtual cut-through, adaptive bubble router";
  }

  @Override
  public String source() {
    return "M. Blumrich et al., Design and Analysis of the BlueGene/L Torus Interconnection Network,"
        + " IBM Research Report, 2003";
  }

  @Override
  public List<Parameter> ownParameters() {
    return PARAMETERS;
  }

  @Override
  public RunResult results() {
    return BlueGeneMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(
        settings,
        BlueGeneReference.unknown(settings),
        () -> BlueGeneNetwork.of(settings),
        network -> new BlueGeneReference(settings, network));
  }
}
