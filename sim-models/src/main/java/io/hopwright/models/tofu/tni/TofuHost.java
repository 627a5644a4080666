package io.hopwright.models.tofu.tni;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.tofu.network.Generation;
import io.hopwright.models.tofu.network.TofuFrames;
import io.hopwright.models.tofu.network.TofuPaper;
import io.hopwright.models.tofu.network.TofuRouter;
import io.hopwright.models.tofu.network.TofuTopology;
import java.util.Optional;
import java.util.OptionalInt;

/** Network interfaces and hosts, read into a {@link TniDesign}. */
public final class TofuHost {
  static final int MOST_TICKS = 1_000_000;
  static final String IF_NOT_SET = "; that of machine.generation if not set";
  static final String STAGES = "FIT: Table III; ASSUMED how its latencies are divided";
  static final String LINKS = "FIT: one link and two switches take 99, 300 or 100 ns, IV.E and V.B";
  static final int LEAST = 3 * TofuFrames.UNIT_BYTES;
  static final int MOST = TofuRouter.MAX_BUFFER;
  static final String BUS = "host.bus";
  static final String CACHE_INJECTION = "nic.cacheInjection";
  static final String SEND_BYTES = "nic.sendBytes";
  static final String BUFFER_BYTES = "nic.bufferBytes";

  enum Descriptor {
    @Meaning("written into the network interface")
    DIRECT,
    @Meaning("fetched from main memory")
    MEMORY
  }

  enum CacheInjection {
    @Meaning("into the cache")
    ON,
    @Meaning("into main memory")
    OFF
  }

  /** Keys of the host; the generation has the defaults of unset keys. */
  public record Keys(
      @Setting(key = BUS)
          @Meaning(
              "interconnect of processor and network interfaces; if not set, k on tofu"
                  + " and none elsewhere")
          @Source("FIT: Table IV; " + TofuPaper.SECTION + "V.C")
          Optional<ProcessorBus> bus,
      @Setting(key = "nic.descriptor", word = "direct")
          @Meaning("location of descriptors")
          @Source(TofuPaper.SECTION + "V.B, Table III")
          Descriptor descriptor,
      @Setting(key = CACHE_INJECTION)
          @Meaning("destination of written data; on if not set; not available on tofu")
          @Source(TofuPaper.SECTION + "V.B, Table III")
          Optional<CacheInjection> cacheInjection,
      @Setting(
              key = "nic.mtuBytes",
              byDefault = TofuFrames.MAX_DATA,
              min = TofuFrames.UNIT_BYTES,
              max = TofuFrames.MAX_DATA,
              step = TofuFrames.UNIT_BYTES)
          @Meaning("largest amount of data of a packet")
          @Source("constants of the library utf")
          int mtuBytes,
      @Setting(key = "nic.acknowledge", word = "false")
          @Meaning("whether the last packet of each Put is answered")
          boolean acknowledge,
      @Setting(key = "nic.outstanding", byDefault = 16, min = 1, max = 1_024)
          @Meaning("largest number of unanswered packets of a stream")
          int outstanding,
      @Setting(key = "nic.injectionTicks", min = 1, max = MOST_TICKS)
          @Meaning("time from issue to the router" + IF_NOT_SET)
          @Source(LINKS)
          OptionalInt injection,
      @Setting(key = "nic.ejectionTicks", min = 1, max = MOST_TICKS)
          @Meaning("time from the last router to the network interface" + IF_NOT_SET)
          @Source(LINKS)
          OptionalInt ejection,
      @Setting(key = "nic.postTicks", min = 1, max = MOST_TICKS)
          @Meaning("time from the start of a message to the fetch of its descriptor" + IF_NOT_SET)
          @Source(STAGES)
          OptionalInt post,
      @Setting(key = "nic.sendTicks", min = 1, max = MOST_TICKS)
          @Meaning(
              "time from the fetch of a descriptor, or from the creation of an answer, to"
                  + " the issue of its packet"
                  + IF_NOT_SET)
          @Source(STAGES)
          OptionalInt send,
      @Setting(key = "nic.receiveTicks", min = 1, max = MOST_TICKS)
          @Meaning("time from a packet's last byte until it is checked" + IF_NOT_SET)
          @Source(STAGES)
          OptionalInt receive,
      @Setting(key = "nic.writeTicks", min = 1, max = MOST_TICKS)
          @Meaning("time from the check of a packet until its data are written" + IF_NOT_SET)
          @Source(STAGES)
          OptionalInt write,
      @Setting(key = "nic.pollTicks", min = 1, max = MOST_TICKS)
          @Meaning("time from the writing of data until the processor has seen them" + IF_NOT_SET)
          @Source(STAGES)
          OptionalInt poll,
      @Setting(key = "nic.atomicTicks", byDefault = 60, min = 1, max = MOST_TICKS)
          @Meaning("time of an atomic operation in a network interface")
          int atomicTicks,
      @Setting(key = SEND_BYTES, byDefault = 4_096, min = LEAST, max = MOST, step = 1)
          @Meaning("buffer of the router for packets of a class from each TNI")
          int sendBytes,
      @Setting(key = BUFFER_BYTES, byDefault = 8_192, min = LEAST, max = MOST, step = 1)
          @Meaning("buffer of each TNI for arriving packets of a class")
          int bufferBytes) {}

  /** Key of the workload: place of the memory of sent data. */
  public static final Key<MemoryGroups> MEMORY_GROUPS =
      Key.choice("workload.cmg", MemoryGroups.NEAR, Choice.of(MemoryGroups.values()))
          .meaning("core-memory groups of the processes")
          .source(TofuPaper.SECTION + "IV.A, V.B");

  private static final KeyRecord<Keys> KEYS = KeyRecord.of(Keys.class);
  public static final Component COMPONENT = KEYS.component("host");

  private TofuHost() {}

  /**
   * Reads the settings.
   *
   * @param units of the largest packet
   * @throws SettingsException naming the inconsistent settings
   */
  public static TniDesign of(Settings settings, int units) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Generation generation = settings.get(TofuTopology.GENERATION);
    final MemoryGroups groups = settings.get(MEMORY_GROUPS);
    final Keys keys = KEYS.read(settings);
    final ProcessorBus bus =
        keys.bus.orElse(generation == Generation.TOFU ? ProcessorBus.K : ProcessorBus.NONE);
    check(settings, keys, bus, problems);
    TofuRouter.checkRoom(SEND_BYTES, keys.sendBytes, units, keys.mtuBytes, problems);
    TofuRouter.checkRoom(BUFFER_BYTES, keys.bufferBytes, units, keys.mtuBytes, problems);
    problems.throwIfAny();
    final boolean toMemory = keys.cacheInjection.equals(Optional.of(CacheInjection.OFF));
    return new TniDesign(
        keys,
        generation,
        keys.injection.orElse(generation.injectionTicks()),
        keys.ejection.orElse(generation.ejectionTicks()),
        keys.post.orElse(generation.postTicks())
            + (keys.descriptor == Descriptor.MEMORY ? generation.descriptorTicks() : 0)
            + (groups.farSender() ? generation.farTicks() : 0),
        keys.send.orElse(generation.sendTicks()),
        keys.receive.orElse(generation.receiveTicks()),
        keys.write.orElse(generation.writeTicks()) + (toMemory ? generation.memoryWriteTicks() : 0),
        keys.poll.orElse(generation.pollTicks())
            + (groups.farReceiver() ? generation.farTicks() : 0),
        bus);
  }

  /** Returns the largest data of a packet. */
  public static int mtuBytes(Settings settings) {
    return KEYS.read(settings).mtuBytes;
  }

  private static void check(
      Settings settings, Keys keys, ProcessorBus bus, SettingsException.Collector problems) {
    final Generation generation = settings.get(TofuTopology.GENERATION);
    final String name = settings.value(TofuTopology.GENERATION).toString();
    problems.when(
        keys.cacheInjection.isPresent() && generation.memoryWriteTicks() == Generation.NONE,
        CACHE_INJECTION,
        "is set, but " + name + " has none; leave it out, or use another machine.generation");
    problems.when(
        settings.get(MEMORY_GROUPS) != MemoryGroups.NEAR
            && generation.farTicks() == Generation.NONE,
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
