package io.hopwright.partition.cluster;

import io.hopwright.core.state.StateImage;
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

  /** States that are complete, and not kept yet. */
  private int keeping;

  /** The window before it, once the states of this JVM are there. */
  private Window last;

  /** States of this tick and earlier ones are useless. */
  private long over = NONE;

  /** Whether a requested checkpoint is in progress. */
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
  public void copied() {
    checkpoints.copied();
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
      if (!onState(sender, message.getState())) {
        confirm(sender);
      }
    } else if (message.hasNoState() && message.getNoState().getRun() == run) {
      final NoState none = message.getNoState();
      failed(
          none.getTick(), new IllegalStateException(sender + ": " + Texts.shown(none.getReason())));
    }
  }

  private void confirm(Peer sender) {
    sender.send(
        WireMessage.newBuilder().setStateTaken(StateTaken.newBuilder().setRun(run).build()));
  }

  /** Returns whether this part is confirmed later, when the whole state is kept. */
  private boolean onState(Peer sender, State state) {
    final int partition = state.getPartition();
    if (partition < 0
        || partition >= placement.partitions()
        || placement.memberOf(partition) != sender.number()) {
      throw new MalformedMessageException(
          sender + " sent the state of partition " + Integer.toUnsignedString(partition));
    }
    if (!begin(state.getTick())) {
      return false;
    }
    parts.add(state);
    if (state.getLast()) {
      keeping++;
      final long ofTick = tick;
      final StateImage whole = parts.complete().get(partition);
      thread.execute(() -> keep(sender, ofTick, partition, whole));
    }
    return state.getLast();
  }

  /** Keeps a state beside the simulation. Its sender waits, so that few are in memory. */
  private void keep(Peer sender, long ofTick, int partition, StateImage whole) {
    try {
      if (isWanted(ofTick)) {
        kept(ofTick, partition, checkpoints.keep(ofTick, partition, whole));
      }
    } catch (RuntimeException e) {
      failed(ofTick, e);
    } finally {
      confirm(sender);
    }
  }

  private synchronized boolean isWanted(long ofTick) {
    return ofTick == tick && begin(ofTick);
  }

  private synchronized void kept(long ofTick, int partition, StateImage state) {
    if (isWanted(ofTick)) {
      parts.replace(partition, state);
      keeping--;
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
      keeping = 0;
      last = null;
    }
    return true;
  }

  private void finishIfComplete() {
    if (last != null && keeping == 0 && parts.complete().size() == placement.partitions()) {
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

  /** Waits until all states passed on have been processed. */
  @Override
  public void close() {
    synchronized (this) {
      thread.shutdown();
    }
    try {
      thread.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
