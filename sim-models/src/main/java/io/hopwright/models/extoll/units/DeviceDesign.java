package io.hopwright.models.extoll.units;

import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.Source;
import io.hopwright.models.extoll.network.ExtollPaper;
import io.hopwright.models.extoll.network.ExtollTopology;
import io.hopwright.models.extoll.network.NicKind;
import io.hopwright.models.host.PcieLink;
import io.hopwright.models.host.PcieRate;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Hosts and accelerators, their PCIe links, and the times of units ({@code docs/models/extoll.md},
 * "Units, hosts and accelerators"); times in ticks.
 *
 * @param keys settings of the study
 * @param hostPcie link of a host
 * @param acceleratorPcie link of an accelerator
 * @param engineTicks ticks of the pipeline of a unit
 * @param gapTicks ticks between two items of a unit
 */
public record DeviceDesign(
    Keys keys, PcieLink hostPcie, PcieLink acceleratorPcie, int engineTicks, int gapTicks) {
  /** Bytes of a line that a processor writes at once. */
  public static final int LINE_BYTES = 64;

  /** Bytes of a descriptor of RMA. */
  public static final int DESCRIPTOR_BYTES = 24;

  /** Bytes before those of a message by VELO, in its lines and in the mailbox. */
  public static final int MAIL_HEADER_BYTES = 8;

  static final int MOST_TICKS = 1_000_000;
  static final int MOST_PLACES = 1_024;
  static final String FIT = "FIT: 8 B by VELO over one link take 600 ns";
  static final String LINKS = ExtollPaper.SECTION + "2.4, 5.1; of accelerators on the ASIC ASSUMED";
  static final String IF_NOT_SET = "; that of machine.nic if not set";

  /** Keys of devices; defaults of unset keys depend on the NIC. */
  public record Keys(
      @Setting(key = "host.pcie") @Meaning("PCIe link of a host" + IF_NOT_SET) @Source(LINKS)
          Optional<PcieRate> hostPcie,
      @Setting(key = "naa.pcie") @Meaning("PCIe link of an accelerator" + IF_NOT_SET) @Source(LINKS)
          Optional<PcieRate> acceleratorPcie,
      @Setting(key = "pcie.latencyTicks", byDefault = 1_260, min = 1, max = MOST_TICKS)
          @Meaning("latency of a PCIe link after the last byte, in either direction")
          int latencyTicks,
      @Setting(key = "host.memoryTicks", byDefault = 2_520, min = 1, max = MOST_TICKS)
          @Meaning("latency of a read of a host's memory")
          int hostMemoryTicks,
      @Setting(key = "naa.memoryTicks", byDefault = 5_040, min = 1, max = MOST_TICKS)
          @Meaning("latency of a read of an accelerator's memory")
          int acceleratorMemoryTicks,
      @Setting(key = "unit.engineTicks", min = 1, max = MOST_TICKS)
          @Meaning("latency of the pipeline of a unit" + IF_NOT_SET)
          OptionalInt engineTicks,
      @Setting(key = "unit.gapTicks", min = 1, max = MOST_TICKS)
          @Meaning("time between two items in the pipeline of a unit" + IF_NOT_SET)
          @Source("ASSUMED: 126 million a second on the ASIC")
          OptionalInt gapTicks,
      @Setting(key = "registerFile.ticks", byDefault = 1_260, min = 1, max = MOST_TICKS)
          @Meaning("latency of an access to the register file")
          int registerTicks,
      @Setting(key = "host.sendTicks", byDefault = 865, min = 1, max = MOST_TICKS)
          @Meaning("software time of a send, also on accelerators")
          @Source(FIT)
          int sendTicks,
      @Setting(key = "host.lineTicks", byDefault = 252, min = 1, max = MOST_TICKS)
          @Meaning("time between two lines of a thread, also on accelerators")
          @Source(FIT)
          int lineTicks,
      @Setting(key = "host.pollTicks", byDefault = 1_260, min = 1, max = MOST_TICKS)
          @Meaning("time from data in memory to the end of a wait for them")
          @Source(FIT)
          int pollTicks,
      @Setting(key = "host.interruptTicks", byDefault = 25_200, min = 1, max = MOST_TICKS)
          @Meaning("time from an interrupt to its handler")
          int interruptTicks,
      @Setting(key = "host.posted", byDefault = 64, min = 1, max = MOST_PLACES)
          @Meaning(
              "largest number of lines of stores and messages of VELO of a node that wait for"
                  + " the network")
          int posted,
      @Setting(key = "rma.packets", byDefault = 32, min = 1, max = MOST_PLACES)
          @Meaning(
              "largest number of packets of RMA of a node that wait for the network or for an"
                  + " answer")
          int rmaPackets,
      @Setting(key = "smfu.tags", byDefault = 32, min = 1, max = MOST_PLACES)
          @Meaning("largest number of unanswered loads of a node")
          int smfuTags,
      @Setting(key = "config.pollTicks", byDefault = 12_600, min = 1, max = MOST_TICKS)
          @Meaning("time from a command of the backdoor to the first read of its status")
          int configPollTicks,
      @Setting(key = "config.accessTicks", byDefault = 3_780, min = 1, max = MOST_TICKS)
          @Meaning("duration of a command of the backdoor")
          int configAccessTicks) {
    public static final KeyRecord<Keys> KEYS = KeyRecord.of(Keys.class);
  }

  public static DeviceDesign of(Settings settings) {
    final boolean fpga = settings.get(ExtollTopology.NIC) == NicKind.FPGA;
    final Keys keys = Keys.KEYS.read(settings);
    return new DeviceDesign(
        keys,
        keys.hostPcie().orElse(fpga ? PcieRate.GEN2X8 : PcieRate.GEN3X16).link(),
        keys.acceleratorPcie().orElse(fpga ? PcieRate.GEN2X8 : PcieRate.GEN2X16).link(),
        keys.engineTicks().orElse(fpga ? 2_016 : 504),
        keys.gapTicks().orElse(fpga ? 630 : 100));
  }
}
