package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.bluegene.ReferenceDraws;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.Colour;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A naive model of the Cray Cascade network, written from {@code docs/models/cascade.md} alone, to
 * check the fast model by equal digests.
 *
 * <p>Events wait in a map by tick. In each tick all of them are applied (phase 1), then every
 * router they touch acts once (phase 2). Rules are cited by the words of that page in quotation
 * marks. Always checked: every delivery at the right node, exactly once, with the right size, by at
 * most as many links as its way may have; no buffer over capacity.
 *
 * <p>Confined to one thread.
 */
public final class ReferenceCascade {
  /** A packet that has reached its node; {@code birthTick} is the creation of a response. */
  public record Delivery(
      long tick,
      int source,
      int destination,
      long sequence,
      int packetClass,
      int dataBytes,
      int links,
      boolean minimal,
      long birthTick) {}

  /** Something that touches a router at a tick. */
  private record Event(ReferenceAries aries, Runnable effect) {}

  final ReferenceCascadeConfig config;
  final ReferenceDragonfly dragonfly;
  final ReferenceCascadeTraffic traffic;
  final ReferenceRouting routing;
  private final List<ReferenceAries> routers = new ArrayList<>();
  private final TreeMap<Long, List<Event>> events = new TreeMap<>();
  private Consumer<Delivery> listener = delivery -> {};
  private boolean backwards;

  /** The tick being simulated, or the last one that was. */
  private long now = -1;

  /** Loads before all events of the latest multiple of hopTicks, and of the one before that. */
  private long[][] latestLoads;

  private long[][] rememberedLoads;
  private long interval;

  private long digest;
  private final long[] issued = new long[2];
  private final long[] delivered = new long[2];
  private long requestDataBytes;
  private final Map<Colour, Long> packetHops = new EnumMap<>(Colour.class);
  private final Map<Colour, Long> wireTicks = new EnumMap<>(Colour.class);
  private long excessTicksSum;
  private long excessTicksMin = Long.MAX_VALUE;
  private long excessTicksMax = Long.MIN_VALUE;
  private final int[] linksMax = new int[2];
  private final long[] completions;
  private long lastDeliveryTick = -1;

  /** Sequence numbers delivered, by class and requester. */
  private final BitSet[][] deliveredSequences;

  /** A machine before tick 0. */
  public ReferenceCascade(ReferenceCascadeConfig config) {
    this.config = config;
    dragonfly = new ReferenceDragonfly(config);
    ReferenceCascadeConfig.require(dragonfly.nodes() >= 2, "two nodes");
    final ReferenceDraws draws = new ReferenceDraws(config.seed());
    traffic = new ReferenceCascadeTraffic(config, dragonfly, draws);
    routing = new ReferenceRouting(config, dragonfly, draws);
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      routers.add(new ReferenceAries(this, aries));
    }
    latestLoads = loads();
    rememberedLoads = latestLoads; // "before the first such tick all loads are 0"
    completions = new long[dragonfly.nodes()];
    deliveredSequences = new BitSet[2][dragonfly.nodes()];
    for (final BitSet[] ofClass : deliveredSequences) {
      Arrays.setAll(ofClass, node -> new BitSet());
    }
    for (final ReferenceAries aries : routers) {
      for (final ReferenceNic nic : aries.nics) {
        if (nic != null) {
          nic.start();
        }
      }
    }
  }

  /** Simulates the ticks before {@code stopTick} of a machine. */
  public static ReferenceCascadeResult run(ReferenceCascadeConfig config, long stopTick) {
    final ReferenceCascade cascade = new ReferenceCascade(config);
    cascade.runUntil(stopTick);
    return cascade.result();
  }

  /**
   * Has {@code onDelivery} called at every delivery from now on, in no promised order in a tick.
   */
  public void listen(Consumer<Delivery> onDelivery) {
    listener = onDelivery;
  }

  /** Has events and routers of a tick taken in reverse, which must not change anything. */
  void goBackwards() {
    backwards = true;
  }

  /** Simulates the ticks before {@code stopTick} that have not been simulated yet. */
  public void runUntil(long stopTick) {
    while (!events.isEmpty() && events.firstKey() < stopTick) {
      final Map.Entry<Long, List<Event>> due = events.pollFirstEntry();
      rememberLoads(due.getKey());
      now = due.getKey();
      final List<Event> ofTick = due.getValue();
      if (backwards) {
        Collections.reverse(ofTick);
      }
      final Set<ReferenceAries> touched = new LinkedHashSet<>();
      for (final Event event : ofTick) {
        event.effect.run();
        touched.add(event.aries);
      }
      for (final ReferenceAries aries : touched) {
        aries.act(now);
      }
    }
  }

  /** Simulates until nothing happens any more. */
  public void drain() {
    runUntil(Long.MAX_VALUE);
  }

  // ---------------------------------------------------------------------------------- events

  long now() {
    return now;
  }

  /** Has something happen in phase 1 of a later tick. */
  void at(long tick, ReferenceAries aries, Runnable effect) {
    if (tick <= now) {
      throw new IllegalStateException("tick " + now + ": event for tick " + tick);
    }
    events.computeIfAbsent(tick, key -> new ArrayList<>()).add(new Event(aries, effect));
  }

  /** Has a router look at a later tick whether it can do something. */
  void wake(long tick, ReferenceAries aries) {
    at(tick, aries, () -> {});
  }

  ReferenceAries aries(int number) {
    return routers.get(number);
  }

  int routers() {
    return routers.size();
  }

  // ----------------------------------------------------------------------------------- loads

  /**
   * "Of tick t, the load before all events of tick (⌊t/4,375⌋ − 1)·4,375"; nothing has changed
   * since the last tick that had events.
   */
  private void rememberLoads(long tick) {
    final long intervalOfTick = tick / config.hopTicks();
    if (intervalOfTick == interval) {
      return;
    }
    final long[][] present = loads();
    rememberedLoads = intervalOfTick == interval + 1 ? latestLoads : present;
    latestLoads = present;
    interval = intervalOfTick;
  }

  private long[][] loads() {
    final long[][] loads = new long[routers.size()][ReferenceDragonfly.FIRST_TILE];
    for (final ReferenceAries aries : routers) {
      for (int port = 0; port < ReferenceDragonfly.FIRST_TILE; port++) {
        final ReferenceLink link = aries.link(port);
        loads[aries.number][port] = link == null ? 0 : link.loadFlits();
      }
    }
    return loads;
  }

  /** The load of an output as other Aries of its group know it. */
  long rememberedLoadFlits(int aries, int port) {
    return rememberedLoads[aries][port];
  }

  // -------------------------------------------------------------------------------- measures

  /** Requests take this long without anything in the way; responses are not measured. */
  private long zeroLoadTicks(ReferenceCascadePacket packet) {
    return config.injectionTicks()
        + config.ejectionTicks()
        + (long) config.hopTicks() * packet.links
        + packet.hostTicks();
  }

  void onIssue(ReferenceCascadePacket packet) {
    issued[packet.packetClass]++;
  }

  void onHop(Colour colour, int linkTicks) {
    packetHops.merge(colour, 1L, Long::sum);
    wireTicks.merge(colour, (long) linkTicks, Long::sum);
  }

  void onDelivery(ReferenceCascadePacket packet, int node) {
    checkDelivery(packet, node);
    digest += digestWord(packet.source(), node, packet.sequence, packet.packetClass, now);
    delivered[packet.packetClass]++;
    lastDeliveryTick = now;
    if (packet.isRequest()) {
      requestDataBytes += packet.dataBytes;
      final long excessTicks = now - packet.birthTick - zeroLoadTicks(packet);
      excessTicksSum += excessTicks;
      excessTicksMin = Math.min(excessTicksMin, excessTicks);
      excessTicksMax = Math.max(excessTicksMax, excessTicks);
    } else {
      completions[packet.requester]++;
    }
    final int way = packet.route.isMinimal() ? 0 : 1;
    linksMax[way] = Math.max(linksMax[way], packet.links);
    listener.accept(
        new Delivery(
            now,
            packet.source(),
            node,
            packet.sequence,
            packet.packetClass,
            packet.dataBytes,
            packet.links,
            packet.route.isMinimal(),
            packet.birthTick));
  }

  /** "Measures" of the BlueGene/L page, with core 0. */
  static long digestWord(int source, int destination, long sequence, int packetClass, long tick) {
    final long nodes = ReferenceDraws.mix(source + ((long) destination << 32));
    final long packet = ReferenceDraws.mix(nodes + sequence + ((long) packetClass << 56));
    return ReferenceDraws.mix(packet + tick);
  }

  /** Right node, exactly once, as the workload has it, by a way of the right kind. */
  private void checkDelivery(ReferenceCascadePacket packet, int node) {
    final BitSet sequences = deliveredSequences[packet.packetClass][packet.requester];
    final int sequence = Math.toIntExact(packet.sequence);
    final long message = packet.sequence / traffic.requestsPerMessage;
    final int mostLinks = packet.route.isMinimal() ? 5 : 10;
    final boolean right =
        node == packet.destination()
            && packet.target == traffic.destination(packet.requester, message)
            && packet.dataBytes
                == (packet.isRequest() ? traffic.dataBytes(packet.requester, sequence) : 0)
            && packet.links <= mostLinks
            && packet.blueLinksCrossed <= mostLinks / 5
            && !sequences.get(sequence);
    if (!right) {
      throw new IllegalStateException(
          String.format(
              "tick %d: node %d received %s after %d links; wrong node, size or way, or delivered"
                  + " before",
              now, node, packet, packet.links));
    }
    sequences.set(sequence);
  }

  /** Whether nothing waits or is under way and every credit is back at its sender. */
  public boolean isHome() {
    for (final ReferenceAries aries : routers) {
      boolean home = aries.arrivals.isEmpty();
      for (final ReferenceOutput output : aries.outputs) {
        home &= output == null || output.isHome();
      }
      for (final int[] port : aries.bufferedFlits) {
        home &= isZero(port);
      }
      for (final ReferenceNicPair pair : aries.pairs) {
        for (final int[] tile : pair.chargeFlits) {
          home &= isZero(tile);
        }
      }
      for (final ReferenceNic nic : aries.nics) {
        home &=
            nic == null
                || (nic.isSilent()
                    && Arrays.stream(nic.chargeFlits).allMatch(ReferenceCascade::isZero));
      }
      if (!home) {
        return false;
      }
    }
    return true;
  }

  static boolean isZero(int[] flits) {
    return Arrays.stream(flits).allMatch(count -> count == 0);
  }

  /** Everything that has happened so far. */
  public ReferenceCascadeResult result() {
    return new ReferenceCascadeResult(
        digest,
        list(issued),
        list(delivered),
        requestDataBytes,
        byColour(packetHops),
        byColour(wireTicks),
        excessTicksSum,
        excessTicksMin,
        excessTicksMax,
        linksMax[0],
        linksMax[1],
        list(completions),
        lastDeliveryTick);
  }

  private static List<Long> byColour(Map<Colour, Long> counts) {
    return Arrays.stream(Colour.values()).map(colour -> counts.getOrDefault(colour, 0L)).toList();
  }

  private static List<Long> list(long[] values) {
    return Arrays.stream(values).boxed().toList();
  }
}
