package io.hopwright.partition.cluster;

import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.Window;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.StateParts;
import io.hopwright.partition.wire.proto.NoState;
import io.hopwright.partition.wire.proto.State;
import io.hopwright.partition.wire.proto.StateTaken;
import io.hopwright.partition.wire.proto.WireMessage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Collector of the states of all members' partitions at the seed. Passes them on when they are
 * complete, on its own thread. One checkpoint is gathered at a time.
 */
final class StateCollector implements StateTraffic {
  private static final long NONE = -1;

  private final int run;
  private final PartitionPlacement placement;
  private final RunMonitor.Checkpoints checkpoints;
  private final ExecutorService thread = Executors.newSingleThreadExecutor(StateSender::daemon);

  /** Tick of the checkpoint that is gathered. */
  private long tick = NONE;

  private StateParts parts;

  /** The window before it, once the states of this JVM are there. */
  private Window last;

  /** States of this tick and earlier ones are of no use any more. */
  private long over = NONE;

  /** Whether a checkpoint was asked for and is not over. */
  private boolean busy;

  /**
   * Creates the collector of one run.
   *
   * @param checkpoints receives the states of all partitions, and says when it wants them
   */
  StateCollector(int run, PartitionPlacement placement, RunMonitor.Checkpoints checkpoints) {
    this.run = run;
    this.placement = placement;
    this.checkpoints = checkpoints;
  }

  @Override
  public synchronized boolean isDue(long dueTick) {
    if (busy || !checkpoints.isDue(dueTick)) {
      return false;
    }
    busy = true;
    return true;
  }

  @Override
  public synchronized void take(SavedRun mine) {
    if (begin(mine.tick())) {
      last = mine.last();
      parts.addAll(mine.states());
      finishIfComplete();
    }
  }

  @Override
  public synchronized void failed(long failedTick, Throwable failure) {
    if (begin(failedTick)) {
      end();
      thread.execute(() -> checkpoints.failed(failedTick, failure));
    }
  }

  @Override
  public synchronized void onMessage(Peer sender, WireMessage message) {
    if (message.hasState() && message.getState().getRun() == run) {
      sender.send(
          WireMessage.newBuilder().setStateTaken(StateTaken.newBuilder().setRun(run).build()));
      onState(sender, message.getState());
    } else if (message.hasNoState() && message.getNoState().getRun() == run) {
      final NoState none = message.getNoState();
      failed(
          none.getTick(), new IllegalStateException(sender + ": " + Texts.shown(none.getReason())));
    }
  }

  private void onState(Peer sender, State state) {
    final int partition = state.getPartition();
    if (partition < 0
        || partition >= placement.partitions()
        || placement.memberOf(partition) != sender.number()) {
      throw new MalformedMessageException(
          sender + " sent the state of partition " + Integer.toUnsignedString(partition));
    }
    if (begin(state.getTick())) {
      parts.add(state);
      finishIfComplete();
    }
  }

  /** Returns whether states of a tick are wanted; members can be ahead of this one. */
  private boolean begin(long ofTick) {
    if (ofTick <= over || thread.isShutdown()) {
      return false;
    }
    if (ofTick != tick) {
      tick = ofTick;
      parts = new StateParts();
      last = null;
    }
    return true;
  }

  private void finishIfComplete() {
    if (last != null && parts.complete().size() == placement.partitions()) {
      final SavedRun saved = new SavedRun(last, parts.complete());
      over = tick;
      parts = null;
      thread.execute(
          () -> {
            try {
              checkpoints.take(saved);
            } finally {
              endBusy();
            }
          });
    }
  }

  private void end() {
    over = tick;
    parts = null;
    busy = false;
  }

  private synchronized void endBusy() {
    busy = false;
  }

  /** Waits for what has been handed over. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      thread.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
