package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

/** NICs 0 and 1, or 2 and 3, and the four processor tiles that they share towards the router. */
final class ReferenceNicPair {
  static final int TILES = 4;

  private final ReferenceAries aries;
  private final int firstPort;

  /** The even and the odd one; null where an I/O blade has none. */
  private final ReferenceNic[] nics;

  private final long[] busyUntil = new long[TILES];

  private int issuedLast = 1;

  ReferenceNicPair(ReferenceAries aries, int pair, ReferenceNic even, ReferenceNic odd) {
    this.aries = aries;
    firstPort = ReferenceDragonfly.FIRST_TILE + TILES * pair;
    nics = new ReferenceNic[] {even, odd};
  }

  /** Issues packets of the pair as long as one can be issued at tick t. */
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

  /** Makes a packet take the lowest-numbered free tile and arrive at the router at a later tick. */
  void send(ReferenceCascadePacket packet, long tick, long arrivalTick) {
    final int tile = freeTile(packet, tick);
    issuedLast = aries.cascade.dragonfly.seat(packet.source()).nic() % 2;
    busyUntil[tile] = tick + packet.tileTicks(aries.cascade.config);
    aries.cascade.wake(busyUntil[tile], aries);
    aries.issue(packet, firstPort + tile, 4 * packet.packetClass, arrivalTick);
  }

  /** The lowest-numbered tile that is free and whose buffer has room, or −1. */
  int freeTile(ReferenceCascadePacket packet, long tick) {
    for (int tile = 0; tile < TILES; tile++) {
      if (busyUntil[tile] <= tick
          && aries.hasRoom(firstPort + tile, 4 * packet.packetClass, packet.flits())) {
        return tile;
      }
    }
    return -1;
  }
}
