package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.extoll.ExtollMessage.End;
import io.hopwright.models.reference.extoll.ExtollNic.Step;
import io.hopwright.models.reference.extoll.ExtollOperation.News;
import io.hopwright.models.reference.extoll.ExtollParameters.Between;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;

/**
 * Stages between the memory of a node's accelerator, or of its cluster node, and the memory that
 * its NIC reads and writes (section "Stages" of the rules). Confined to the thread of its machine.
 */
final class ExtollStages {
  private final ExtollNic nic;
  private final ExtollServer out = new ExtollServer();
  private final ExtollServer in = new ExtollServer();

  /** Chunks that have joined {@code post} and not begun. */
  private final Deque<ExtollMessage> waiting = new ArrayDeque<>();

  /** Whether one has begun whose last packet has not been issued. */
  private boolean posting;

  /** Tick from which the next one may begin. */
  private long nextBegin;

  ExtollStages(ExtollNic nic) {
    this.nic = nic;
  }

  /** Returns whether data of puts are copied from and to the memory that the NIC uses. */
  boolean areStaged() {
    return areBridged() || (nic.parameters().between == Between.STAGED && !nic.isHost());
  }

  /** Returns whether a cluster node is behind the node. */
  boolean areBridged() {
    return nic.parameters().between == Between.BRIDGE && nic.isHost();
  }

  boolean isSilent() {
    return waiting.isEmpty() && !posting;
  }

  // --------------------------------------------------------------------------------- servers

  /** {@code w(b)}. */
  private long copyTicks(int bytes) {
    final ExtollParameters parameters = nic.parameters();
    return areBridged()
        ? (12_600L * bytes + parameters.bridgeRate - 1) / parameters.bridgeRate
        : ExtollPcie.writeTicks(parameters.acceleratorPcie, bytes);
  }

  /** {@code λ}. */
  private long latencyTicks() {
    return areBridged() ? nic.parameters().bridgeLatencyTicks : nic.parameters().pcieLatencyTicks;
  }

  /** An item joins {@code out}. */
  void bringOut(int bytes, Runnable inHostMemory) {
    serve(out, bytes, Step.IN_HOST_MEMORY, inHostMemory);
  }

  /** An item joins {@code in}. */
  void bringIn(int bytes, Runnable there) {
    serve(in, bytes, Step.THERE, there);
  }

  private void serve(ExtollServer server, int bytes, Step step, Runnable effect) {
    final long ticks = nic.parameters().chunkTicks + copyTicks(bytes);
    final long begin = server.join(nic.now(), ticks);
    nic.at(begin + ticks + latencyTicks(), step, effect);
  }

  /** A chunk joins {@code post}. */
  private void post(ExtollMessage chunk) {
    waiting.add(chunk);
    beginNext();
  }

  private void beginNext() {
    if (posting || waiting.isEmpty()) {
      return;
    }
    posting = true;
    final ExtollMessage chunk = waiting.remove();
    nic.at(
        Math.max(nic.now(), nextBegin) + nic.parameters().chunkTicks,
        Step.POSTED,
        () -> nic.pcie.post(ExtollThread.DESCRIPTOR_BYTES, () -> nic.put(chunk)));
  }

  /** The last packet of the chunk that {@code post} works on is issued. */
  private void posted() {
    posting = false;
    nextBegin = nic.now() + 1;
    beginNext();
  }

  // ---------------------------------------------------------------------------------- chunks

  /** A put of so many bytes whose source or target is staged begins. */
  void put(ExtollMessage message, long bytes) {
    long left = bytes;
    while (left > 0) {
      final int now = (int) Math.min(left, nic.parameters().chunkBytes);
      left -= now;
      final ExtollMessage chunk = chunk(message, now, left == 0);
      if (areStaged()) {
        bringOut(now, () -> post(chunk));
      } else {
        post(chunk);
      }
    }
  }

  private ExtollMessage chunk(ExtollMessage put, int bytes, boolean last) {
    final ExtollStages target = nic.peer(put.target()).stages;
    final Set<End> told = EnumSet.noneOf(End.class);
    if (last) {
      told.addAll(put.told());
    }
    if (target.areStaged()) {
      told.add(End.COMPLETER);
    }
    return new ExtollMessage(
        put.source(),
        put.thread(),
        put.target(),
        put.targetThread(),
        bytes,
        Set.copyOf(told),
        put.birthTick(),
        put.beginTick(),
        null,
        new Chunk(put, bytes, last));
  }

  /** Progress of a chunk. */
  private final class Chunk implements ExtollCargo {
    private final ExtollMessage put;
    private final int bytes;
    private final boolean last;

    Chunk(ExtollMessage put, int bytes, boolean last) {
      this.put = put;
      this.bytes = bytes;
      this.last = last;
    }

    @Override
    public void issued(ExtollPacket packet) {
      if (packet.last && last && put.cargo() != null) {
        put.cargo().issued(packet);
      }
      if (packet.last) {
        posted();
      }
    }

    @Override
    public void told(News what, ExtollPacket packet) {
      final ExtollNic target = nic.peer(put.target());
      if (what == News.REQUESTER) {
        nic.tell(put.thread(), End.REQUESTER, put);
      } else if (target.stages.areStaged()) {
        target.stages.bringIn(bytes, () -> there(packet));
      } else {
        there(packet);
      }
    }

    /**
     * Records an arrival: when the last chunk of a put is there, its completer is notified if
     * requested.
     */
    private void there(ExtollPacket packet) {
      if (last && put.cargo() != null) {
        put.cargo().told(News.COMPLETER, packet);
      } else if (last && put.told().contains(End.COMPLETER)) {
        nic.peer(put.target()).tell(put.targetThread(), End.COMPLETER, put);
      }
    }
  }
}
