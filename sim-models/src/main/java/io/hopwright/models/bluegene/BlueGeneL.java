package io.hopwright.models.bluegene;

import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.Parameter;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.router.RouterDesign;
import java.util.ArrayList;
import java.util.List;

/** BlueGene/L: its parameters, and the network they describe. */
public final class BlueGeneL implements Machine {
  private static final String PAPER = "Blumrich et al. 2003, section ";
  private static final long MAX_VC_BYTES =
      (long) RouterDesign.MAX_VC_CHUNKS * RouterDesign.CHUNK_BYTES;
  private static final String OURS = "a property of the run, not of the machine";

  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.shape(
              "machine.shape",
              List.of(8L, 8L, 8L),
              65_536,
              "nodes in x, y and z; at most 65,536 in all",
              PAPER + "1: a midplane is 8x8x8, the final machine 64x32x32"),
          Parameter.shape(
              "partition.shape",
              List.of(8L, 8L, 8L),
              65_536,
              "nodes of a partition in x, y and z, simulated by one actor; does not change results",
              PAPER + "3: a midplane"),
          Parameter.word(
              "workload.kind",
              "uniform",
              List.of("uniform", "all-to-all", "saturated", "probe"),
              "uniform: open loop, random destinations; all-to-all: each node to each other, in a"
                  + " random order of its own; saturated: random destinations, injection FIFOs"
                  + " never empty; probe: one packet for each hop count, one at a time",
              OURS),
          Parameter.number(
              "workload.load",
              0.5,
              0x1p-30,
              1e6,
              "for uniform: target link utilization, packets, trailers and token-acks together",
              OURS),
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
              List.of("dynamic", "static"),
              "dynamic: minimal adaptive on dynamic VCs, bubble VC as escape; static: x, y, z on the"
                  + " bubble VC",
              PAPER + "2"),
          Parameter.integer(
              "router.dynamicVcs", 2L, 0, 4, "dynamic virtual channels per receiver", PAPER + "2"),
          Parameter.bytes(
              "router.vcBytes",
              1024L,
              256,
              MAX_VC_BYTES,
              32,
              "buffer of each dynamic VC, and of the bubble VCs unless router.escapeVcBytes is set",
              PAPER + "2"),
          Parameter.bytes(
              "router.escapeVcBytes",
              null,
              512,
              MAX_VC_BYTES,
              32,
              "buffer of the bubble VC and of the high-priority VC; router.vcBytes if not set",
              PAPER + "2; entering a bubble VC takes the tokens of two full packets"),
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
              "ASSUMED"));

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
  public List<Parameter> parameters() {
    final List<Parameter> all = new ArrayList<>(PARAMETERS);
    all.addAll(RunPlan.PARAMETERS);
    return List.copyOf(all);
  }

  @Override
  public Network<?> network(Settings settings) {
    return BlueGeneNetwork.of(settings);
  }
}
