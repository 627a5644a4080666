package io.hopwright.models.reference.fabric;

import io.hopwright.models.reference.fabric.FabricReference.Candidate;
import io.hopwright.models.reference.fabric.FabricReference.Link;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Output of an input-queued router to a link or to a node: sections "Candidates" and "Outputs" of
 * {@code docs/models/vc-router.md}. Confined to the thread of its machine.
 */
final class VcOutput {
  private final VcRouter router;
  private final int port;

  /** Null of an output to a node. */
  private final Link link;

  /** Ticks of a transmission: {@code w}, or {@code w_n}. */
  private final long w;

  /** Crossing time. */
  private final long x;

  /** Flits sent on each VC whose credits are not back. */
  private final int[] charges;

  /** The input to take first. */
  private int pointer;

  /** The VC of the link to take first. */
  private int vcPointer;

  /** Tick of the last grant; null if there was none. */
  private Long granted;

  /** Ticks at which transmissions begin that had not begun when last looked at. */
  private final List<Long> starts = new ArrayList<>();

  /** Tick at which the last transmission ends, {@code z}. */
  private long end;

  VcOutput(VcRouter router, int port, Link link) {
    this.router = router;
    this.port = port;
    this.link = link;
    w = link == null ? router.machine.value.nodePorts.w() : link.ofClass().w();
    x = router.numbers.crossing(w);
    charges = new int[router.machine.value.vcs];
  }

  int port() {
    return port;
  }

  Link link() {
    return link;
  }

  int pointer() {
    return pointer;
  }

  long crossing() {
    return x;
  }

  /** Returns the sum of the charges of all VCs. */
  int load() {
    return Arrays.stream(charges).sum();
  }

  int charge(int vc) {
    return charges[vc];
  }

  void giveBack(int vc, int flits) {
    charges[vc] -= flits;
  }

  /** "A candidate is possible at tick t if all of these hold". */
  boolean isPossible(Candidate candidate, long t) {
    final boolean crossbar = granted == null || granted <= t - x;
    starts.removeIf(start -> start <= t);
    final boolean queue = end <= t || starts.size() < router.numbers.queue();
    return crossbar
        && queue
        && (link == null || candidate.vcs().stream().anyMatch(this::hasCredits));
  }

  private boolean hasCredits(int vc) {
    return charges[vc] + router.flits() <= link.ofClass().cap();
  }

  /** A grant at tick {@code g} to a packet from an input. */
  void grant(FabricPacket packet, int input, Candidate candidate, long g) {
    pointer = (input + 1) % router.ports();
    granted = g;
    final long s = Math.max(g, end);
    end = s + w;
    starts.add(s);
    router.machine.wake(s); // one packet fewer in the queue
    router.machine.wake(end);
    router.machine.start(kind(), link != null, w);
    if (link == null) {
      router.machine.at(s + router.machine.value.nodePorts.out(), () -> deliver(packet));
      return;
    }
    final int vc =
        VcRouter.goingRound(vcPointer, charges.length)
            .filter(candidate.vcs()::contains)
            .filter(this::hasCredits)
            .findFirst()
            .orElseThrow();
    vcPointer = (vc + 1) % charges.length;
    charges[vc] += router.flits();
    packet.takeLink();
    packet.routeTicks += link.ofClass().hop();
    router
        .machine
        .router(link.farEnd().router())
        .expect(packet, link.farEnd().port(), vc, s + link.ofClass().hop());
  }

  private void deliver(FabricPacket packet) {
    router.deliver(packet, port);
  }

  private String kind() {
    return link == null ? ReferenceFabric.NODE : link.ofClass().name();
  }

  @Override
  public String toString() {
    return router + ", port " + port;
  }
}
