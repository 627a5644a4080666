package io.hopwright.models.extoll.units;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
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
    @Meaning("an accelerator has its own NIC")
    DIRECT,
    @Meaning("a host has both, and copies data between them through its memory")
    STAGED,
    @Meaning("a host has both, and the NIC reads and writes accelerators through the root complex")
    P2P
  }

  private static final int MOST_CHUNK = 1 << 22;
  private static final int MOST_TICKS = 100_000_000;
  private static final int MOST_RATE = 100_000;

  public static final Key<Transport> TRANSPORT =
      Key.choice("naa.transport", Transport.DIRECT, Choice.of(Transport.values()))
          .meaning("path of accelerator data to the network")
          .source(ExtollPaper.SECTION + "1.2, 3.2.1, 4.1");
  public static final Key<Boolean> BRIDGE =
      Key.choice(
              "host.bridge",
              false,
              new Choice<>(false, "none", "programs of hosts run on them"),
              new Choice<>(
                  true,
                  "infiniband",
                  "programs of hosts run on cluster nodes, joined to them by InfiniBand"))
          .meaning("nodes behind hosts")
          .source(ExtollPaper.SECTION + "5.1.3, 6.1.3");
  private static final Key<Integer> STAGING_BYTES =
      chunkBytes(
          "staging", 16_384, "size of a chunk that is copied between an accelerator and its host");
  private static final Key<Integer> STAGING_TICKS =
      chunkTicks(
          "staging",
          29_850,
          "overhead of each copy and each send of such a chunk",
          "FIT: direct is 30 % faster on the prototype (" + ExtollPaper.SECTION + "6.1)");
  private static final Key<Integer> BRIDGE_BYTES =
      chunkBytes("bridge", 65_536, "size of a chunk over InfiniBand");
  private static final Key<Integer> BRIDGE_TICKS =
      chunkTicks("bridge", 5_040, "overhead of each transfer of such a chunk", "ASSUMED: 0.4 us");
  private static final Key<Integer> BRIDGE_RATE =
      rate(
          "bridge.megabytesPerSecond", 6_100, 1, "rate of InfiniBand", ExtollPaper.SECTION + "3.1");
  private static final Key<Integer> BRIDGE_LATENCY =
      Key.delay("bridge.latencyTicks", 23_940, 1, MOST_TICKS)
          .meaning("latency of InfiniBand after the last byte")
          .source(ExtollPaper.SECTION + "3.1: 1.9 us");
  private static final Key<Integer> READ_RATE =
      rate(
          "p2p.readMegabytesPerSecond",
          800,
          0,
          "rate limit of a root complex for reads of an accelerator by a NIC; 0 for none",
          ExtollPaper.SECTION + "3.2.4");
  private static final Key<Integer> WRITE_RATE =
      rate(
          "p2p.writeMegabytesPerSecond",
          9_800,
          0,
          "rate limit of a root complex for writes to an accelerator by a NIC; 0 for none",
          ExtollPaper.SECTION + "3.1");

  /** Keys of the part {@code host}. */
  static final List<Key<?>> KEYS =
      List.of(
          TRANSPORT,
          BRIDGE,
          STAGING_BYTES,
          STAGING_TICKS,
          BRIDGE_BYTES,
          BRIDGE_TICKS,
          BRIDGE_RATE,
          BRIDGE_LATENCY,
          READ_RATE,
          WRITE_RATE);

  private static Key<Integer> chunkBytes(String prefix, int byDefault, String meaning) {
    return Key.bytes(prefix + ".chunkBytes", byDefault, ExtollCells.MOST_DATA, MOST_CHUNK, 1)
        .assumed(meaning);
  }

  private static Key<Integer> chunkTicks(
      String prefix, int byDefault, String meaning, String source) {
    return Key.delay(prefix + ".chunkTicks", byDefault, 1, MOST_TICKS)
        .meaning(meaning)
        .source(source);
  }

  private static Key<Integer> rate(
      String name, int byDefault, int least, String meaning, String source) {
    return Key.integer(name, byDefault, least, MOST_RATE)
        .meaning(meaning + ", in MB/s")
        .source(source);
  }

  /**
   * Reads the settings.
   *
   * @throws SettingsException if there are hosts in between on both sides
   */
  public static HostPaths of(Settings settings, int accelerators, DeviceDesign devices) {
    final Transport transport = settings.get(TRANSPORT);
    final boolean bridged = settings.get(BRIDGE);
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        bridged && transport != Transport.DIRECT,
        BRIDGE,
        "is infiniband, but naa.transport = "
            + settings.value(TRANSPORT)
            + ", and only one of them can have hosts in between; use none, or direct");
    problems.throwIfAny();
    return new HostPaths(
        transport,
        bridged,
        staging(settings, accelerators, devices),
        transport == Transport.P2P
            ? new PeerPath(
                devices.hostPcie(),
                devices.acceleratorPcie(),
                settings.get(READ_RATE),
                settings.get(WRITE_RATE))
            : null);
  }

  private static Staging staging(Settings settings, int accelerators, DeviceDesign devices) {
    if (settings.get(BRIDGE)) {
      final long rate = settings.get(BRIDGE_RATE);
      return new Staging(
          true,
          accelerators,
          settings.get(BRIDGE_BYTES),
          settings.get(BRIDGE_TICKS),
          settings.get(BRIDGE_LATENCY),
          bytes -> PeerPath.ticks(bytes, rate));
    }
    return settings.get(TRANSPORT) == Transport.STAGED
        ? new Staging(
            false,
            accelerators,
            settings.get(STAGING_BYTES),
            settings.get(STAGING_TICKS),
            devices.keys().latencyTicks(),
            bytes -> devices.acceleratorPcie().writeTicks((int) bytes))
        : null;
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
