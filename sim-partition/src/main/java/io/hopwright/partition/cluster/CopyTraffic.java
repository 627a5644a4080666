package io.hopwright.partition.cluster;

import io.hopwright.partition.copies.CopyKeeper;
import io.hopwright.partition.copies.CopyReceiver;
import io.hopwright.partition.copies.CopySender;
import io.hopwright.partition.copies.CopySource;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.proto.CopiesOver;
import io.hopwright.partition.wire.proto.CopyBegin;
import io.hopwright.partition.wire.proto.CopyEnd;
import io.hopwright.partition.wire.proto.CopyWanted;
import io.hopwright.partition.wire.proto.WireMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Copies of checkpoints between the seed and workers: the seed sends one to a worker that keeps
 * copies, or asks for one. A JVM receives one copy at a time. Thread-safe.
 */
final class CopyTraffic implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String ENDED = "the run has ended";

  private final CopyKeeper keeper;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            final Thread copies = new Thread(task, "copies");
            copies.setDaemon(true);
            return copies;
          });

  /** Copies that are being sent, by the number of the member that receives them. */
  private final Map<Integer, CopySender> sending = new HashMap<>();

  private CopyReceiver receiving;
  private Request request;
  private long copies;

  /** Why no copy is sent or received any more; null while copies are possible. */
  private String over;

  /**
   * Request for a copy.
   *
   * @param end completed with null when the copy is here, else with the reason why it is not
   */
  private record Request(long copy, CopyKeeper into, CompletableFuture<String> end) {}

  CopyTraffic(CopyKeeper keeper) {
    this.keeper = keeper;
  }

  CopyKeeper keeper() {
    return keeper;
  }

  /** Sends a copy; returns null when the member has it complete, else the reason why not. */
  String send(Peer peer, CopySource source) {
    return send(peer, nextNumber(), source);
  }

  private synchronized long nextNumber() {
    return ++copies;
  }

  private String send(Peer peer, long number, CopySource source) {
    final CopySender sender = new CopySender(number, source, peer::send, PATIENCE);
    synchronized (this) {
      if (over != null) {
        return over;
      }
      sending.put(peer.number(), sender);
    }
    try {
      return sender.send();
    } finally {
      synchronized (this) {
        sending.remove(peer.number(), sender);
      }
    }
  }

  /**
   * Requests a copy and waits for it.
   *
   * @param into receives it
   * @return null when it is here, else the reason why not
   */
  String fetch(Peer peer, String name, long tick, CopyKeeper into) {
    final Request mine;
    synchronized (this) {
      if (over != null) {
        return over;
      }
      mine = new Request(nextNumber(), into, new CompletableFuture<>());
      request = mine;
    }
    peer.send(
        WireMessage.newBuilder()
            .setCopyWanted(
                CopyWanted.newBuilder().setCopy(mine.copy()).setName(name).setTick(tick)));
    return mine.end().join();
  }

  /** Receives a message about copies, on the thread that brings it. */
  void onMessage(Peer sender, WireMessage message) {
    switch (message.getContentCase()) {
      case COPY_BEGIN -> onBegin(sender, message.getCopyBegin());
      case COPY_PART -> onPart(message);
      case COPY_TAKEN -> {
        final CopySender mine = sentTo(sender, message.getCopyTaken().getCopy());
        if (mine != null) {
          mine.onTaken();
        }
      }
      case COPY_END -> onEnd(sender, message.getCopyEnd());
      case COPY_WANTED -> {
        requireSeed(sender);
        execute(() -> sendWanted(sender, message.getCopyWanted()));
      }
      case COPIES_OVER -> {
        requireSeed(sender);
        execute(() -> remove(message.getCopiesOver()));
      }
      default -> throw new IllegalArgumentException(message.getContentCase().name());
    }
  }

  private static void requireSeed(Peer sender) {
    if (sender.number() != 0) {
      throw new MalformedMessageException(
          sender + " is not the seed, and sent a copy or asked for one");
    }
  }

  private synchronized CopySender sentTo(Peer peer, long copy) {
    final CopySender sender = sending.get(peer.number());
    return sender != null && sender.copy() == copy ? sender : null;
  }

  private synchronized void onBegin(Peer sender, CopyBegin begin) {
    final Request mine = request;
    final boolean requested = mine != null && mine.copy() == begin.getCopy();
    if (!requested) {
      requireSeed(sender);
    }
    if (receiving != null) {
      receiving.abandon("another copy has begun");
    }
    receiving =
        new CopyReceiver(
            begin,
            requested ? mine.into() : keeper,
            sender::send,
            this::execute,
            failure -> {
              if (requested) {
                mine.end().complete(failure);
              }
            });
    receiving.begin();
  }

  private synchronized void onPart(WireMessage message) {
    if (receiving != null && receiving.copy() == message.getCopyPart().getCopy()) {
      receiving.part(message.getCopyPart());
    }
  }

  private synchronized void onEnd(Peer sender, CopyEnd end) {
    final String failure = end.getFailure().isEmpty() ? null : Texts.shown(end.getFailure());
    final CopySender mine = sentTo(sender, end.getCopy());
    if (mine != null) {
      mine.end(failure);
    } else if (receiving != null && receiving.copy() == end.getCopy()) {
      receiving.abandon(failure);
    } else if (request != null && request.copy() == end.getCopy()) {
      request.end().complete(failure);
    }
  }

  private void sendWanted(Peer sender, CopyWanted wanted) {
    try {
      send(sender, wanted.getCopy(), keeper.open(wanted.getName(), wanted.getTick()));
    } catch (IOException | RuntimeException e) {
      sender.send(
          WireMessage.newBuilder()
              .setCopyEnd(
                  CopyEnd.newBuilder()
                      .setCopy(wanted.getCopy())
                      .setFailure(Texts.cut(String.valueOf(e.getMessage())))));
    }
  }

  private void remove(CopiesOver copiesOver) {
    try {
      keeper.remove(copiesOver.getName());
    } catch (IOException | RuntimeException e) {
      LoggerFactory.getLogger(CopyTraffic.class)
          .warn("copies of checkpoints are not removed: {}", e.getMessage());
    }
  }

  private void execute(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      // The run has ended, and with it all copies.
    }
  }

  /** Ends all copies that are not complete. */
  synchronized void end(String reason) {
    if (over != null) {
      return;
    }
    over = reason;
    sending.values().forEach(sender -> sender.end(reason));
    if (receiving != null) {
      receiving.abandon(reason);
    }
    if (request != null) {
      request.end().complete(reason);
    }
  }

  /** Ends all copies, and waits until the disk is no longer used. */
  @Override
  public void close() {
    end(ENDED);
    thread.shutdown();
    try {
      thread.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
