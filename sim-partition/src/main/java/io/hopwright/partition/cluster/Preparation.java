package io.hopwright.partition.cluster;

import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.Window;
import io.hopwright.partition.wire.StateParts;
import io.hopwright.partition.wire.proto.Prepare;
import io.hopwright.partition.wire.proto.Prepared;
import io.hopwright.partition.wire.proto.State;
import io.hopwright.partition.wire.proto.WindowBounds;
import io.hopwright.partition.wire.proto.WireMessage;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Preparation of the workers: sends the configuration and the starting point, and waits until all
 * have built the same simulation. For one run; confined to one thread.
 */
final class Preparation {
  /**
   * Characters of a part of the configuration: at most three bytes each, within the largest frame.
   */
  private static final int CONFIG_CHARACTERS = 64 * 1024;

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final int run;
  private final Membership membership;
  private final Assignment assignment;
  private final BooleanSupplier cancelled;
  private final Set<Integer> prepared = new HashSet<>();
  private int inFlight;
  private Deadline deadline = Deadline.after(LIMIT);

  /**
   * Creates the preparation of a run.
   *
   * @param run number of the run
   * @param cancelled whether it is cancelled
   */
  Preparation(int run, Membership membership, Assignment assignment, BooleanSupplier cancelled) {
    this.run = run;
    this.membership = membership;
    this.assignment = assignment;
    this.cancelled = cancelled;
  }

  /**
   * Prepares all workers.
   *
   * @param from where the run stood when it is begun
   * @param recovers whether the members are gathered again if one is lost
   * @throws RefusedException if a worker makes something else of the configuration, or is too slow
   * @throws CancellationException if it is cancelled
   */
  void prepareAll(SavedRun from, boolean recovers) {
    final Iterator<String> parts = Texts.parts(assignment.config(), CONFIG_CHARACTERS).iterator();
    while (parts.hasNext()) {
      final Prepare.Builder prepare = Prepare.newBuilder().setRun(run).setConfig(parts.next());
      if (!parts.hasNext()) {
        prepare.setLast(true).addAllMemberOf(assignment.placement().toList()).setRecovers(recovers);
        if (!from.states().isEmpty()) {
          prepare.setFrom(bounds(from.last()));
        }
      }
      membership.sendAll(WireMessage.newBuilder().setPrepare(prepare));
    }
    if (!from.states().isEmpty()) {
      membership.others().forEach(peer -> sendStates(peer, from));
    }
    while (prepared.size() < membership.others().size()) {
      takeNext();
    }
  }

  private static WindowBounds bounds(Window window) {
    return WindowBounds.newBuilder()
        .setNumber(window.number())
        .setFromTick(window.fromTick())
        .setToTick(window.toTick())
        .build();
  }

  private void sendStates(Peer peer, SavedRun from) {
    for (int partition : assignment.placement().partitionsOf(peer.number())) {
      StateParts.cut(
          run, from.tick(), partition, from.states().get(partition), part -> send(peer, part));
    }
  }

  private void send(Peer peer, State part) {
    while (inFlight >= StateParts.IN_FLIGHT) {
      takeNext();
    }
    inFlight++;
    peer.send(WireMessage.newBuilder().setState(part));
  }

  private void takeNext() {
    final WireMessage message = membership.take(deadline, cancelled);
    if (cancelled.getAsBoolean()) {
      throw new CancellationException("interrupted before anything was simulated");
    }
    if (message == null) {
      throw new RefusedException(
          "%s of %s workers have read the configuration within %s s"
              .formatted(prepared.size(), membership.others().size(), LIMIT.toSeconds()));
    }
    if (message.hasStateTaken() && message.getStateTaken().getRun() == run) {
      inFlight--;
      deadline = Deadline.after(LIMIT);
    }
    if (message.hasPrepared() && message.getPrepared().getRun() == run) {
      check(membership.peer(message.getMember()), message.getPrepared());
      prepared.add(message.getMember());
    }
  }

  private void check(Peer peer, Prepared answer) {
    if (!answer.getConfigHash().equals(assignment.hash())) {
      throw new RefusedException(
          "%s reads the configuration as %s, but this member as %s; all members need the same build"
              .formatted(peer, Texts.word(answer.getConfigHash()), assignment.hash()));
    }
  }
}
