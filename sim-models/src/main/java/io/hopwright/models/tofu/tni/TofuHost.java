package io.hopwright.models.tofu.tni;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.tofu.network.Generation;
import io.hopwright.models.tofu.network.TofuFrames;
import io.hopwright.models.tofu.network.TofuPaper;
import io.hopwright.models.tofu.network.TofuRouter;
import io.hopwright.models.tofu.network.TofuTopology;
import java.util.List;

/** Network interfaces and hosts, read into a {@link TniDesign}. */
public final class TofuHost {
  private static final int MOST_TICKS = 1_000_000;
  private static final String IF_NOT_SET = "; that of machine.generation if not set";
  private static final String STAGES = "FIT: Table III; ASSUMED how its latencies are divided";

  /** Place of descriptors. */
  private static final Key<Integer> INJECTION =
      delay(
          "nic.injectionTicks",
          "time from issue to the router",
          "FIT: one link and two switches take 99, 300 or 100 ns, IV.E and V.B");

  private static final Key<Integer> EJECTION =
      delay(
          "nic.ejectionTicks",
          "time from the last router to the network interface",
          "FIT: one link and two switches take 99, 300 or 100 ns, IV.E and V.B");
  private static final Key<Integer> POST =
      delay(
          "nic.postTicks",
          "time from the start of a message to the fetch of its descriptor",
          STAGES);
  private static final Key<Integer> SEND =
      delay(
          "nic.sendTicks",
          "time from that fetch, or from the creation of an answer, to its issue",
          STAGES);
  private static final Key<Integer> RECEIVE =
      delay("nic.receiveTicks", "time from a packet's last byte until it is checked", STAGES);
  private static final Key<Integer> WRITE =
      delay("nic.writeTicks", "time from that check until data are written", STAGES);
  private static final Key<Integer> POLL =
      delay("nic.pollTicks", "time from that write until the processor has seen the data", STAGES);
  private static final Key<Integer> ATOMIC =
      Key.delay("nic.atomicTicks", 60, 1, MOST_TICKS)
          .assumed("time of an atomic operation in a network interface");
  private static final Key<Boolean> DESCRIPTOR =
      Key.choice(
              "nic.descriptor",
              false,
              new Choice<>(false, "direct", "written into the network interface"),
              new Choice<>(true, "memory", "fetched from main memory"))
          .meaning("location of descriptors")
          .source(TofuPaper.SECTION + "V.B, Table III");
  private static final Key<Boolean> CACHE_INJECTION =
      Key.choice(
              "nic.cacheInjection",
              null,
              new Choice<>(true, "on", "into the cache"),
              new Choice<>(false, "off", "into main memory"))
          .meaning("destination of written data; on if not set, and unknown to tofu")
          .source(TofuPaper.SECTION + "V.B, Table III");
  private static final Key<Integer> MTU =
      Key.bytes(
              "nic.mtuBytes",
              TofuFrames.MAX_DATA,
              TofuFrames.UNIT_BYTES,
              TofuFrames.MAX_DATA,
              TofuFrames.UNIT_BYTES)
          .meaning("largest amount of data of a packet")
          .source("constants of the library utf");
  private static final Key<Boolean> ACKNOWLEDGE =
      Key.flag("nic.acknowledge", false).assumed("whether the last packet of each Put is answered");
  private static final Key<Integer> OUTSTANDING =
      Key.integer("nic.outstanding", 16, 1, 1_024)
          .assumed("largest number of unanswered packets of a stream");
  private static final Key<Integer> SEND_BYTES =
      buffer("nic.sendBytes", 4_096, "buffer of the router for packets of a class from each TNI");
  private static final Key<Integer> BUFFER_BYTES =
      buffer("nic.bufferBytes", 8_192, "buffer of each TNI for arriving packets of a class");
  private static final Key<ProcessorBus> BUS =
      Key.choice("host.bus", null, Choice.of(ProcessorBus.values()))
          .meaning(
              "interconnect of processor and network interfaces; k on tofu and none elsewhere"
                  + " if not set")
          .source("FIT: Table IV; " + TofuPaper.SECTION + "V.C");

  /** Key of the workload: place of the memory of sent data. */
  public static final Key<MemoryGroups> MEMORY_GROUPS =
      Key.choice("workload.cmg", MemoryGroups.NEAR, Choice.of(MemoryGroups.values()))
          .meaning("core-memory groups of the processes")
          .source(TofuPaper.SECTION + "IV.A, V.B");

  public static final Component COMPONENT =
      Component.of(
          "host",
          BUS,
          DESCRIPTOR,
          CACHE_INJECTION,
          MTU,
          ACKNOWLEDGE,
          OUTSTANDING,
          INJECTION,
          EJECTION,
          POST,
          SEND,
          RECEIVE,
          WRITE,
          POLL,
          ATOMIC,
          SEND_BYTES,
          BUFFER_BYTES);

  private TofuHost() {}

  private static Key<Integer> delay(String name, String description, String source) {
    return Key.delay(name, null, 1, MOST_TICKS).meaning(description + IF_NOT_SET).source(source);
  }

  private static Key<Integer> buffer(String name, int byDefault, String description) {
    return Key.bytes(name, byDefault, 3 * TofuFrames.UNIT_BYTES, TofuRouter.MAX_BUFFER, 1)
        .assumed(description);
  }

  /**
   * Reads the settings.
   *
   * @param units of the largest packets there are
   * @throws SettingsException naming what does not fit together
   */
  public static TniDesign of(Settings settings, int units) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Generation generation = settings.get(TofuTopology.GENERATION);
    final MemoryGroups groups = settings.get(MEMORY_GROUPS);
    final boolean injection = settings.find(CACHE_INJECTION).orElse(true);
    final ProcessorBus bus =
        settings
            .find(BUS)
            .orElse(generation == Generation.TOFU ? ProcessorBus.K : ProcessorBus.NONE);
    check(settings, generation, groups, bus, problems);
    for (Key<Integer> buffer : List.of(SEND_BYTES, BUFFER_BYTES)) {
      TofuRouter.checkRoom(buffer, settings.get(buffer), units, mtuBytes(settings), problems);
    }
    problems.throwIfAny();
    return new TniDesign(
        generation,
        generation.tnis(),
        settings.find(INJECTION).orElse(generation.injectionTicks()),
        settings.find(EJECTION).orElse(generation.ejectionTicks()),
        settings.find(POST).orElse(generation.postTicks())
            + (settings.get(DESCRIPTOR) ? generation.descriptorTicks() : 0)
            + (groups.farSender() ? generation.farTicks() : 0),
        settings.find(SEND).orElse(generation.sendTicks()),
        settings.find(RECEIVE).orElse(generation.receiveTicks()),
        settings.find(WRITE).orElse(generation.writeTicks())
            + (injection ? 0 : generation.memoryWriteTicks()),
        settings.find(POLL).orElse(generation.pollTicks())
            + (groups.farReceiver() ? generation.farTicks() : 0),
        settings.get(ATOMIC),
        settings.get(SEND_BYTES) / TofuFrames.UNIT_BYTES,
        settings.get(BUFFER_BYTES) / TofuFrames.UNIT_BYTES,
        settings.get(OUTSTANDING),
        settings.get(MTU),
        settings.get(ACKNOWLEDGE),
        bus);
  }

  /** Returns the most data of a packet. */
  public static int mtuBytes(Settings settings) {
    return settings.get(MTU);
  }

  private static void check(
      Settings settings,
      Generation generation,
      MemoryGroups groups,
      ProcessorBus bus,
      SettingsException.Collector problems) {
    final String name = settings.value(TofuTopology.GENERATION).toString();
    problems.when(
        settings.find(CACHE_INJECTION).isPresent()
            && generation.memoryWriteTicks() == Generation.NONE,
        CACHE_INJECTION,
        "is set, but " + name + " has none; leave it out, or use another machine.generation");
    problems.when(
        groups != MemoryGroups.NEAR && generation.farTicks() == Generation.NONE,
        MEMORY_GROUPS,
        "is for tofud only, but machine.generation = " + name + "; use near, or tofud");
    problems.when(
        bus != ProcessorBus.NONE && generation != Generation.TOFU,
        BUS,
        "is a bus of tofu, but the interfaces of "
            + name
            + " are on the processor's chip; leave it out, or use machine.generation = tofu");
  }
}
