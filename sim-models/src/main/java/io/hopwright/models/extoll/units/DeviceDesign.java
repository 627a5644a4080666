package io.hopwright.models.extoll.units;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.extoll.network.ExtollPaper;
import io.hopwright.models.extoll.network.ExtollTopology;
import io.hopwright.models.extoll.network.NicKind;
import io.hopwright.models.host.PcieLink;
import io.hopwright.models.host.PcieRate;
import java.util.List;

/**
 * Hosts and accelerators, their PCIe links, and what units do for them ({@code
 * docs/models/extoll.md}, "Units, hosts and accelerators"); times in ticks.
 *
 * @param hostPcie link of a host
 * @param acceleratorPcie link of an accelerator
 * @param latencyTicks of a PCIe link after the last byte
 * @param hostMemoryTicks of a read of a host's memory
 * @param acceleratorMemoryTicks of a read of an accelerator's memory
 * @param engineTicks of the pipeline of a unit
 * @param gapTicks between two items of it
 * @param registerTicks of an access to the register file
 * @param sendTicks software of a send
 * @param lineTicks between two lines of a thread
 * @param pollTicks from data in memory to the end of a wait
 * @param interruptTicks from an interrupt to its handler
 * @param posted lines and messages of a node on their way to the network
 * @param rmaPackets packets of RMA on their way to the network, and requests without response
 * @param smfuTags loads without response
 * @param configPollTicks from a command of the backdoor to the first look at its status
 * @param configAccessTicks of a command of the backdoor
 */
public record DeviceDesign(
    PcieLink hostPcie,
    PcieLink acceleratorPcie,
    int latencyTicks,
    int hostMemoryTicks,
    int acceleratorMemoryTicks,
    int engineTicks,
    int gapTicks,
    int registerTicks,
    int sendTicks,
    int lineTicks,
    int pollTicks,
    int interruptTicks,
    int posted,
    int rmaPackets,
    int smfuTags,
    int configPollTicks,
    int configAccessTicks) {
  /** Bytes of a line that a processor writes at once. */
  public static final int LINE_BYTES = 64;

  /** Bytes of a descriptor of RMA. */
  public static final int DESCRIPTOR_BYTES = 24;

  /** Bytes before those of a message by VELO, in its lines and in the mailbox. */
  public static final int MAIL_HEADER_BYTES = 8;

  private static final int MOST_TICKS = 1_000_000;
  private static final int MOST_PLACES = 1_024;
  private static final String FIT = "FIT: 8 B by VELO over one link take 600 ns";
  private static final String IF_NOT_SET = "; that of machine.nic if not set";

  private static final Key<PcieRate> HOST_PCIE = pcie("host", "a host");
  private static final Key<PcieRate> ACCELERATOR_PCIE = pcie("naa", "an accelerator");
  private static final Key<Integer> LATENCY =
      ticks(
          "pcie.latencyTicks",
          1_260,
          "of a PCIe link after the last byte, either way",
          Key.ASSUMED);
  private static final Key<Integer> HOST_MEMORY =
      ticks("host.memoryTicks", 2_520, "of a read of a host's memory", Key.ASSUMED);
  private static final Key<Integer> ACCELERATOR_MEMORY =
      ticks("naa.memoryTicks", 5_040, "of a read of an accelerator's memory", Key.ASSUMED);
  private static final Key<Integer> ENGINE =
      ticks("unit.engineTicks", null, "of the pipeline of a unit" + IF_NOT_SET, Key.ASSUMED);
  private static final Key<Integer> GAP =
      ticks(
          "unit.gapTicks",
          null,
          "between two items of that pipeline" + IF_NOT_SET,
          "ASSUMED: 126 million a second on the ASIC");
  private static final Key<Integer> REGISTER =
      ticks("registerFile.ticks", 1_260, "of an access to the register file", Key.ASSUMED);
  private static final Key<Integer> SEND =
      ticks("host.sendTicks", 865, "software of a send, on accelerators too", FIT);
  private static final Key<Integer> LINE =
      ticks("host.lineTicks", 252, "between two lines of a thread, on accelerators too", FIT);
  private static final Key<Integer> POLL =
      ticks("host.pollTicks", 1_260, "from data in memory to the end of a wait for them", FIT);
  private static final Key<Integer> INTERRUPT =
      ticks("host.interruptTicks", 25_200, "from an interrupt to its handler", Key.ASSUMED);
  private static final Key<Integer> POSTED =
      places(
          "host.posted",
          64,
          "lines of stores and messages of VELO of a node that are not in the network yet");
  private static final Key<Integer> RMA_PACKETS =
      places(
          "rma.packets",
          32,
          "packets of RMA of a node that are not in the network yet, or not answered");
  private static final Key<Integer> SMFU_TAGS =
      places("smfu.tags", 32, "loads of a node without answer");
  private static final Key<Integer> CONFIG_POLL =
      ticks(
          "config.pollTicks",
          12_600,
          "from a command of the backdoor to the first look at its status",
          Key.ASSUMED);
  private static final Key<Integer> CONFIG_ACCESS =
      ticks("config.accessTicks", 3_780, "of a command of the backdoor", Key.ASSUMED);

  /** Keys of the part {@code host}. */
  static final List<Key<?>> KEYS =
      List.of(
          HOST_PCIE,
          ACCELERATOR_PCIE,
          LATENCY,
          HOST_MEMORY,
          ACCELERATOR_MEMORY,
          ENGINE,
          GAP,
          REGISTER,
          SEND,
          LINE,
          POLL,
          INTERRUPT,
          POSTED,
          RMA_PACKETS,
          SMFU_TAGS,
          CONFIG_POLL,
          CONFIG_ACCESS);

  private static Key<PcieRate> pcie(String whose, String meaning) {
    return Key.choice(whose + ".pcie", null, Choice.of(PcieRate.values()))
        .meaning("PCIe link of " + meaning + IF_NOT_SET)
        .source(ExtollPaper.SECTION + "2.4, 5.1; of accelerators on the ASIC ASSUMED");
  }

  private static Key<Integer> ticks(String name, Integer byDefault, String meaning, String source) {
    return Key.delay(name, byDefault, 1, MOST_TICKS).meaning(meaning).source(source);
  }

  private static Key<Integer> places(String name, int byDefault, String meaning) {
    return Key.integer(name, byDefault, 1, MOST_PLACES).assumed(meaning);
  }

  public static DeviceDesign of(Settings settings) {
    final boolean fpga = settings.get(ExtollTopology.NIC) == NicKind.FPGA;
    return new DeviceDesign(
        settings.find(HOST_PCIE).orElse(fpga ? PcieRate.GEN2X8 : PcieRate.GEN3X16).link(),
        settings.find(ACCELERATOR_PCIE).orElse(fpga ? PcieRate.GEN2X8 : PcieRate.GEN2X16).link(),
        settings.get(LATENCY),
        settings.get(HOST_MEMORY),
        settings.get(ACCELERATOR_MEMORY),
        settings.find(ENGINE).orElse(fpga ? 2_016 : 504),
        settings.find(GAP).orElse(fpga ? 630 : 100),
        settings.get(REGISTER),
        settings.get(SEND),
        settings.get(LINE),
        settings.get(POLL),
        settings.get(INTERRUPT),
        settings.get(POSTED),
        settings.get(RMA_PACKETS),
        settings.get(SMFU_TAGS),
        settings.get(CONFIG_POLL),
        settings.get(CONFIG_ACCESS));
  }
}
