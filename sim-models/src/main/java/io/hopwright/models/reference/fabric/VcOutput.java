package io.hopwright.models.reference.fabric;

import io.hopwright.models.reference.fabric.FabricReference.Candidate;
import io.hopwright.models.reference.fabric.FabricReference.Link;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Output of an input-queued router to a link or to a node (sections "Candidates" and "Outputs" of
 * {@code docs/models/vc-router.md}). Confined to the thread of its machine.
 */
final class VcOutput {
  private final VcRouter router;
  private final int port;

  /** Null of an output to a node. */
  private final Link link;

  /** Ticks of a transmission of a full packet: {@code w}, or {@code w_n}. */
  private final long w;

  /** Flits sent on each VC whose credits are not back. */
  private final int[] charges;

  /** The input to take first. */
  private int pointer;

  /** The VC of the link to take first. */
  private int vcPointer;

  /** Tick from which on no packet crosses to it. */
  private long crossed;

  /** Ticks at which transmissions begin that had not begun when last looked at. */
  private final List<Long> starts = new ArrayList<>();

  /** Tick at which the last transmission ends, {@code z}. */
  private long end;

  VcOutput(VcRouter router, int port, Link link) {
    this.router = router;
    this.port = port;
    this.link = link;
    w = link == null ? router.machine.value.nodePorts.w() : link.ofClass().w();
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

  private long ticks(FabricPacket packet) {
    final FabricReference value = router.machine.value;
    return link == null ? value.nodeTicks(packet) : value.linkTicks(link.ofClass(), packet);
  }

  /** Returns the crossing time of a packet. */
  long crossing(FabricPacket packet) {
    return router.numbers.crossing(ticks(packet));
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

  /** Returns whether a candidate is possible at tick t, for which several conditions must hold. */
  boolean isPossible(FabricPacket packet, Candidate candidate, long t) {
    return crossed <= t
        && (router.machine.jobs == null ? hasRoom(t) : hasRoomOfJobs(t))
        && (link == null || candidate.vcs().stream().anyMatch(vc -> hasCredits(packet, vc)));
  }

  /** Returns whether the link is idle, or fewer than q packets wait in the queue. */
  private boolean hasRoom(long t) {
    starts.removeIf(start -> start <= t);
    return end <= t || starts.size() < router.numbers.queue();
  }

  /**
   * Returns whether rule 2 of candidates holds with jobs: z − t ≤ q·w with the w of a full packet.
   */
  private boolean hasRoomOfJobs(long t) {
    return router.numbers.queue() == VcNumbers.UNLIMITED || end - t <= router.numbers.queue() * w;
  }

  private boolean hasCredits(FabricPacket packet, int vc) {
    return charges[vc] + packet.flits <= link.ofClass().cap();
  }

  /** A grant at tick {@code g} to a packet from an input. */
  void grant(FabricPacket packet, int input, Candidate candidate, long g) {
    pointer = (input + 1) % router.ports();
    crossed = g + crossing(packet);
    final long s = Math.max(g, end);
    end = s + ticks(packet);
    starts.add(s);
    router.machine.wake(crossed);
    router.machine.wake(s); // one packet fewer in the queue
    router.machine.wake(end);
    if (router.machine.jobs != null && router.numbers.queue() != VcNumbers.UNLIMITED) {
      router.machine.wake(end - router.numbers.queue() * w); // room in the queue
    }
    router.machine.start(kind(), link != null, ticks(packet));
    if (link == null) {
      router.machine.at(s + router.machine.value.out(packet), () -> deliver(packet));
      return;
    }
    final int vc =
        VcRouter.goingRound(vcPointer, charges.length)
            .filter(candidate.vcs()::contains)
            .filter(each -> hasCredits(packet, each))
            .findFirst()
            .orElseThrow();
    vcPointer = (vc + 1) % charges.length;
    charges[vc] += packet.flits;
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
