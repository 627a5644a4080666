package io.hopwright.models.reference.cascade;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

/** NICs 0 and 1, or 2 and 3, and the four processor tiles that they share towards the router. */
final class ReferenceNicPair {
  static final int TILES = 4;

  private final ReferenceAries aries;
  private final int firstPort;
  private final int capacityFlits;

  /** The even and the odd one; null where an I/O blade has none. */
  private final ReferenceNic[] nics;

  private final long[] busyUntil = new long[TILES];

  /** Flits in the buffer behind each tile, or on their way there, per class. */
  final int[][] chargeFlits = new int[TILES][2];

  private int issuedLast = 1;

  ReferenceNicPair(ReferenceAries aries, int pair, ReferenceNic even, ReferenceNic odd) {
    this.aries = aries;
    firstPort = ReferenceDragonfly.FIRST_TILE + TILES * pair;
    capacityFlits = aries.cascade.config.electricalVcBytes / 3;
    nics = new ReferenceNic[] {even, odd};
  }

  /** "As long as a packet can be issued at tick t, the pair issues one". */
  void issue(long tick) {
    both().forEach(nic -> nic.beforeIssues(tick));
    boolean issued;
    do {
      final int first = 1 - issuedLast;
      issued = tryToIssue(first, tick) || tryToIssue(1 - first, tick);
    } while (issued);
    both().forEach(nic -> nic.afterIssues(tick));
  }

  private Stream<ReferenceNic> both() {
    return Arrays.stream(nics).filter(Objects::nonNull);
  }

  private boolean tryToIssue(int which, long tick) {
    return nics[which] != null && nics[which].issue(this, tick);
  }

  /** Has a packet take "the lowest-numbered such tile" and arrive at the router at a later tick. */
  void send(ReferenceCascadePacket packet, long tick, long arrivalTick) {
    final int tile = freeTile(packet, tick);
    issuedLast = aries.cascade.dragonfly.seat(packet.source()).nic() % 2;
    busyUntil[tile] = tick + packet.tileTicks(aries.cascade.config);
    chargeFlits[tile][packet.packetClass] += packet.flits();
    packet.inputPort = firstPort + tile;
    packet.inputVc = 4 * packet.packetClass;
    aries.cascade.wake(busyUntil[tile], aries);
    aries.cascade.at(arrivalTick, aries, () -> aries.arrivals.add(packet));
  }

  /** The lowest-numbered tile that is free and whose buffer has room, or −1. */
  int freeTile(ReferenceCascadePacket packet, long tick) {
    for (int tile = 0; tile < TILES; tile++) {
      final int charge = chargeFlits[tile][packet.packetClass];
      if (busyUntil[tile] <= tick && charge + packet.flits() <= capacityFlits) {
        return tile;
      }
    }
    return -1;
  }

  /** "At a processor tile, at t'". */
  void giveBack(int port, int packetClass, int flits) {
    chargeFlits[port - firstPort][packetClass] -= flits;
  }
}
