package io.hopwright.models.extoll.units;

import io.hopwright.models.host.LongQueues;
import io.hopwright.models.host.Servers;
import io.hopwright.models.switching.Wakes;

/**
 * Chunks in flight between the memories of a partition's nodes and memories that their NICs can
 * access ({@code docs/models/extoll.md}, "Stages"). Each node copies chunks out one after the
 * other, sends them one after the other, and copies them in one after the other. Confined to its
 * partition; 32 B per entry and 50 B per node.
 */
public final class StagedCopies {
  /** Out of a memory that the NIC does not reach. */
  private static final int OUT = 0;

  /** Into such a memory. */
  private static final int IN = 1;

  /** Behind a copy: descriptors whose ticks are over. */
  private static final int POST = 2;

  private static final int STAGES = 3;
  private static final int COPIES = 2;

  private final Staging staging;
  private final int[] nodes;
  private final StageQueues due;
  private final Servers copies;

  /** Chunks that wait to be sent, by node; three words each. */
  private final LongQueues waiting;

  /** Whether a chunk is being sent, by node. */
  private final boolean[] sending;

  StagedCopies(Staging staging, int[] nodes, Wakes wakes) {
    this.staging = staging;
    this.nodes = nodes;
    due = new StageQueues(nodes.length, STAGES, wakes);
    copies = new Servers(nodes.length * COPIES);
    waiting = new LongQueues(nodes.length);
    sending = new boolean[nodes.length];
  }

  /** Returns whether a put of a node goes in chunks. */
  boolean concerns(int node, int target) {
    return staging.concerns(nodes[node], target);
  }

  /** Returns whether data of a node are in a memory that its NIC does not reach. */
  boolean isStaged(int node) {
    return staging.isStaged(nodes[node]);
  }

  /** Returns whether mail of a node is there as well. */
  boolean hasMail(int node) {
    return staging.ofHosts() && isStaged(node);
  }

  /**
   * Adds a posted put.
   *
   * @param work a descriptor, with any number of bytes
   * @param value value that travels with its packets
   */
  void put(int node, long bytes, long tick, long work, long birth, long value) {
    final int target = UnitWork.node(work);
    for (long rest = bytes; rest > 0; rest -= staging.chunkBytes()) {
      final boolean last = rest <= staging.chunkBytes();
      final long chunk =
          UnitWork.chunk(work, staging.bytesOfChunk(bytes, last), last, staging.isStaged(target));
      if (isStaged(node)) {
        copy(node, OUT, UnitWork.bytes(chunk), tick, chunk, birth, value);
      } else {
        send(node, tick, chunk, birth, value);
      }
    }
  }

  /** Adds posted mail, to be copied out. */
  void mail(int node, long bytes, long tick, int transfer) {
    copy(node, OUT, bytes, tick, UnitWork.of(UnitWork.MAIL, 0, 0, 0, 0, 0, 0), 0, transfer);
  }

  /** Adds an arrival to be copied in: mail, or a chunk of a put of the given bytes. */
  void arrive(int node, long bytesOfPut, long tick, long work, long birth, long value) {
    final int bytes =
        UnitWork.kind(work) == UnitWork.MAIL
            ? UnitWork.bytes(work)
            : staging.bytesOfChunk(bytesOfPut, UnitWork.ends(work));
    copy(node, IN, bytes, tick, work, birth, value);
  }

  private void copy(
      int node, int direction, long bytes, long tick, long work, long birth, long value) {
    final long end = copies.serve(COPIES * node + direction, tick, staging.ticks(bytes));
    due.add(node, direction, end + staging.latencyTicks(), work, birth, value);
  }

  /** Adds a chunk that the NIC can access. */
  void send(int node, long tick, long work, long birth, long value) {
    waiting.add(node, work);
    waiting.add(node, birth);
    waiting.add(node, value);
    sendNext(node, tick);
  }

  private void sendNext(int node, long tick) {
    if (sending[node] || waiting.isEmpty(node)) {
      return;
    }
    sending[node] = true;
    due.add(
        node,
        POST,
        tick + staging.chunkTicks(),
        waiting.remove(node),
        waiting.remove(node),
        waiting.remove(node));
  }

  /** Records that the last packet of a chunk is issued. */
  void issued(int node, long tick) {
    assert sending[node] : "nothing is sent by node " + nodes[node];
    sending[node] = false;
    sendNext(node, tick + 1);
  }

  /**
   * Takes the next item that was copied into memory that the NIC cannot access; returns whether
   * there was one.
   */
  boolean takeCopiedIn(int node, long tick) {
    return due.take(node, IN, tick);
  }

  /** Takes the next item that was copied to memory that the NIC can access. */
  boolean takeCopiedOut(int node, long tick) {
    return due.take(node, OUT, tick);
  }

  /** Takes a descriptor for the NIC. */
  boolean takeDescriptor(int node, long tick) {
    return due.take(node, POST, tick);
  }

  /** Returns the work request of the last item taken. */
  long work() {
    return due.work();
  }

  /** Returns its birth. */
  long birth() {
    return due.birth();
  }

  /** Returns the value that goes with it. */
  long value() {
    return due.value();
  }

  /** Returns how much is being copied, or waits to be sent. */
  int entries() {
    return due.entries() + (waiting.areEmpty() ? 0 : 1);
  }

  /** Returns whether no chunk is being sent. */
  boolean atRest() {
    for (boolean each : sending) {
      if (each) {
        return false;
      }
    }
    return true;
  }
}
