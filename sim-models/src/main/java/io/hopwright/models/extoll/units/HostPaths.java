package io.hopwright.models.extoll.units;

import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.extoll.network.ExtollCells;
import io.hopwright.models.extoll.network.ExtollPaper;
import java.util.List;

/**
 * Hosts between the network and the memory of data: hosts of accelerators, or hosts with cluster
 * nodes behind them ({@code docs/models/extoll.md}, "Hosts in between"). Immutable; safe for any
 * thread.
 *
 * @param transport transport of accelerators' data
 * @param bridged whether a cluster node is behind each host of the booster
 * @param staging staging of data that NICs cannot access; null if they can access all
 * @param peers access of NICs to accelerators through root complexes; null if there is none
 */
public record HostPaths(Transport transport, boolean bridged, Staging staging, PeerPath peers) {
  /** Transports of accelerators' data to the network. */
  enum Transport {
    @Meaning("an accelerator has its own NIC, which is directly on the network")
    DIRECT,
    @Meaning(
        "accelerator and NIC are devices of a host, which copies data between them"
            + " through its memory")
    STAGED,
    @Meaning(
        "accelerator and NIC are devices of a host, and the NIC reads and writes"
            + " accelerators through the root complex")
    P2P
  }

  /** Nodes behind hosts. */
  enum Bridge {
    @Meaning("programs of hosts run on the hosts themselves")
    NONE,
    @Meaning("programs of hosts run on cluster nodes, which InfiniBand joins to the hosts")
    INFINIBAND
  }

  private static final String TRANSPORT = "naa.transport";
  private static final String BRIDGE = "host.bridge";
  static final int LEAST = ExtollCells.MOST_DATA;
  static final int MOST = 1 << 22;
  static final int MOST_TICKS = 100_000_000;
  static final int MOST_RATE = 100_000;

  /** Keys of hosts in between. */
  record Keys(
      @Setting(key = TRANSPORT, word = "direct")
          @Meaning("path of accelerator data to the network")
          @Source(ExtollPaper.SECTION + "1.2, 3.2.1, 4.1")
          Transport transport,
      @Setting(key = BRIDGE, word = "none")
          @Meaning("cluster nodes behind the hosts")
          @Source(ExtollPaper.SECTION + "5.1.3, 6.1.3")
          Bridge bridge,
      @Setting(key = "staging.chunkBytes", byDefault = 16_384, min = LEAST, max = MOST, step = 1)
          @Meaning("size of a chunk that is copied between an accelerator and its host")
          int stagingBytes,
      @Setting(key = "staging.chunkTicks", byDefault = 29_850, min = 1, max = MOST_TICKS)
          @Meaning(
              "overhead of each copy and of each send of a chunk between an accelerator"
                  + " and its host")
          @Source("FIT: direct is 30 % faster on the prototype (" + ExtollPaper.SECTION + "6.1)")
          int stagingTicks,
      @Setting(key = "bridge.chunkBytes", byDefault = 65_536, min = LEAST, max = MOST, step = 1)
          @Meaning("size of a chunk over InfiniBand")
          int bridgeBytes,
      @Setting(key = "bridge.chunkTicks", byDefault = 5_040, min = 1, max = MOST_TICKS)
          @Meaning("overhead of each transfer of a chunk over InfiniBand")
          @Source("ASSUMED: 0.4 us")
          int bridgeTicks,
      @Setting(key = "bridge.megabytesPerSecond", byDefault = 6_100, min = 1, max = MOST_RATE)
          @Meaning("rate of InfiniBand, in MB/s")
          @Source(ExtollPaper.SECTION + "3.1")
          int bridgeRate,
      @Setting(key = "bridge.latencyTicks", byDefault = 23_940, min = 1, max = MOST_TICKS)
          @Meaning("latency of InfiniBand after the last byte")
          @Source(ExtollPaper.SECTION + "3.1: 1.9 us")
          int bridgeLatency,
      @Setting(key = "p2p.readMegabytesPerSecond", byDefault = 800, max = MOST_RATE)
          @Meaning(
              "rate limit of a root complex for reads of an accelerator by a NIC; 0 for none, in"
                  + " MB/s")
          @Source(ExtollPaper.SECTION + "3.2.4")
          int readRate,
      @Setting(key = "p2p.writeMegabytesPerSecond", byDefault = 9_800, max = MOST_RATE)
          @Meaning(
              "rate limit of a root complex for writes to an accelerator by a NIC; 0 for none, in"
                  + " MB/s")
          @Source(ExtollPaper.SECTION + "3.1")
          int writeRate) {
    private static final KeyRecord<Keys> KEYS = KeyRecord.of(Keys.class);
  }

  /** Keys that only some paths have. */
  public static final List<KeyScope> SCOPES =
      List.of(
          KeyScope.with(TRANSPORT, "staged", "staging.chunkBytes", "staging.chunkTicks"),
          KeyScope.with(
              TRANSPORT, "p2p", "p2p.readMegabytesPerSecond", "p2p.writeMegabytesPerSecond"),
          KeyScope.with(
              BRIDGE,
              "infiniband",
              "bridge.chunkBytes",
              "bridge.chunkTicks",
              "bridge.megabytesPerSecond",
              "bridge.latencyTicks"));

  /**
   * Reads the settings.
   *
   * @throws SettingsException if there are hosts in between on both sides
   */
  public static HostPaths of(Settings settings, int accelerators, DeviceDesign devices) {
    final Keys keys = Keys.KEYS.read(settings);
    final boolean bridged = keys.bridge == Bridge.INFINIBAND;
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        bridged && keys.transport != Transport.DIRECT,
        BRIDGE,
        "is infiniband, but naa.transport = "
            + settings.word(TRANSPORT)
            + ", and only one of them can have hosts in between; use none, or direct");
    problems.throwIfAny();
    return new HostPaths(
        keys.transport,
        bridged,
        staging(keys, accelerators, devices),
        keys.transport == Transport.P2P
            ? new PeerPath(
                devices.hostPcie(), devices.acceleratorPcie(), keys.readRate, keys.writeRate)
            : null);
  }

  private static Staging staging(Keys keys, int accelerators, DeviceDesign devices) {
    if (keys.bridge == Bridge.INFINIBAND) {
      return new Staging(
          true,
          accelerators,
          keys.bridgeBytes,
          keys.bridgeTicks,
          keys.bridgeLatency,
          bytes -> PeerPath.ticks(bytes, keys.bridgeRate));
    }
    return keys.transport == Transport.STAGED
        ? new Staging(
            false,
            accelerators,
            keys.stagingBytes,
            keys.stagingTicks,
            devices.keys().latencyTicks(),
            bytes -> devices.acceleratorPcie().writeTicks((int) bytes))
        : null;
  }

  /** Returns the setting because of which data of programs do not go directly to the network. */
  public String setting(Settings settings) {
    final String key = bridged ? BRIDGE : TRANSPORT;
    return key + " = " + settings.word(key);
  }

  /** Returns whether accelerators have hosts, on whose processors their programs run. */
  boolean hostCentric() {
    return transport != Transport.DIRECT;
  }

  /** Returns whether there are no hosts in between. */
  public boolean direct() {
    return !hostCentric() && !bridged;
  }
}
