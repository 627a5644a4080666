package io.hopwright.partition.cluster;

import io.hopwright.core.window.SavedRun;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.StateParts;
import io.hopwright.partition.wire.proto.NoState;
import io.hopwright.partition.wire.proto.State;
import io.hopwright.partition.wire.proto.WireMessage;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Sender of the states of a worker's partitions to the seed. Works beside the simulation, on its
 * own thread. The seed decides when a checkpoint is due and where it is stored.
 */
final class StateSender implements StateTraffic {
  private final int run;
  private final Peer seed;
  private final ExecutorService thread;
  private final Semaphore free = new Semaphore(StateParts.IN_FLIGHT);

  /** Creates the sender of one run. */
  StateSender(int run, Peer seed) {
    this.run = run;
    this.seed = seed;
    thread = Executors.newSingleThreadExecutor(StateSender::daemon);
  }

  /** Returns a thread that does not keep the JVM from ending. */
  static Thread daemon(Runnable task) {
    final Thread thread = new Thread(task, "states");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public boolean isDue(long tick) {
    return false;
  }

  @Override
  public void take(SavedRun saved) {
    thread.execute(() -> send(saved));
  }

  private void send(SavedRun saved) {
    try {
      saved
          .states()
          .forEach((index, state) -> StateParts.cut(run, saved.tick(), index, state, this::send));
    } catch (CancellationException e) {
      // The run has ended, and nobody wants them any more.
    } finally {
      saved.release();
    }
  }

  private void send(State part) {
    try {
      free.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException();
    }
    seed.send(WireMessage.newBuilder().setState(part));
  }

  @Override
  public void failed(long tick, Throwable failure) {
    seed.send(
        WireMessage.newBuilder()
            .setNoState(
                NoState.newBuilder()
                    .setRun(run)
                    .setTick(tick)
                    .setReason(Texts.cut(String.valueOf(failure.getMessage())))));
  }

  @Override
  public void onMessage(Peer sender, WireMessage message) {
    if (sender.number() != seed.number() || !message.hasStateTaken()) {
      throw new MalformedMessageException(sender + " sent a state to a worker during a run");
    }
    if (message.getStateTaken().getRun() == run) {
      free.release();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
