package io.hopwright.models.reference.pcie;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Messages from a source to a target, stage by stage (section "Flows, stages, streams"). */
final class PcieFlow {
  private final ReferencePcie machine;
  private final PcieParameters parameters;
  final int number;
  final int source;
  final int target;
  final List<PcieStream> stages = new ArrayList<>();

  /** Begins of messages that have not been delivered. */
  private final Map<Long, Long> begins = new HashMap<>();

  private long delivered;

  /**
   * Whether buffers limit the flow: a copy through memory does not open without a free buffer;
   * other flows have no limit.
   */
  private final boolean counted;

  private long freeBuffers;

  PcieFlow(ReferencePcie machine, int number, int source, int target) {
    this.machine = machine;
    this.number = number;
    this.source = source;
    this.target = target;
    parameters = machine.parameters;
    counted = parameters.transport == PcieParameters.Transport.THROUGH_MEMORY;
    freeBuffers = parameters.copyBuffers;
    final ReferencePcieTopology topology = machine.topology;
    final boolean far = topology.hostOf(source) != topology.hostOf(target);
    switch (parameters.transport) {
      case PUSH ->
          push(source, target, parameters.dmaLaunchTicks + (far ? parameters.hostLaunchTicks : 0L));
      case PULL -> pull(target, source, parameters.dmaLaunchTicks, parameters.dmaReads);
      case HOST -> push(source, target, parameters.hostLaunchTicks);
      case STAGED -> {
        final int near = topology.memoryOfRootOf(source);
        final int there = topology.memoryOfRootOf(target);
        push(source, near, parameters.dmaLaunchTicks);
        push(near, there, parameters.hostLaunchTicks);
        push(there, target, parameters.dmaLaunchTicks);
      }
      case CARD -> {
        final int card = topology.cardOfHostOf(source);
        final boolean ofGpu = topology.kind(source) == ReferencePcieTopology.Kind.GPU;
        pull(
            card,
            source,
            parameters.cardLaunchTicks,
            ofGpu ? parameters.cardGpuReads : parameters.cardReads);
        push(card, target, 0);
      }
      case RCUDA -> {
        final int there = topology.memoryOfRootOf(target);
        add(
            new PcieStream.Stage(
                false, source, there, parameters.hostLaunchTicks, parameters.rcudaChunkTicks, 0));
        push(there, target, 0);
      }
      case THROUGH_MEMORY -> {
        final int memory = topology.memoryOfRootOf(parameters.copiesAtTarget ? target : source);
        final long launch = parameters.dmaLaunchTicks;
        final long chunk = parameters.copyChunkTicks;
        add(new PcieStream.Stage(false, source, memory, launch, chunk, 0));
        add(new PcieStream.Stage(true, target, memory, launch, chunk, parameters.dmaReads));
      }
    }
  }

  boolean hasBuffer() {
    return !counted || freeBuffers > 0;
  }

  void takeBuffer() {
    freeBuffers--;
  }

  private void freeBuffer() {
    freeBuffers++;
  }

  private void push(int from, int to, long launchTicks) {
    add(new PcieStream.Stage(false, from, to, launchTicks, 0, 0));
  }

  private void pull(int to, int from, long launchTicks, int mostReads) {
    add(new PcieStream.Stage(true, to, from, launchTicks, 0, mostReads));
  }

  private void add(PcieStream.Stage stage) {
    stages.add(new PcieStream(machine, this, stages.size(), stage));
  }

  /** Message 0 "begins at tick 0"; the others see {@link #onIssued}. */
  void begin(long message, long tick) {
    begins.put(message, tick);
    final long messageBytes = parameters.messageBytes.drawn(machine.draws, number, message, 0);
    long left = messageBytes;
    while (left > 0) {
      final long bytes = Math.min(left, parameters.chunkBytes);
      final boolean first = left == messageBytes;
      left -= bytes;
      stages
          .get(0)
          .makeAvailable(new PcieChunk(this, message, Math.toIntExact(bytes), first, left == 0));
    }
  }

  /** The last packet of a message has been issued by the stream of stage 0. */
  void onIssued(long message, long tick) {
    final long next = message + 1;
    if (next == parameters.messages) {
      return;
    }
    final long begin = Math.max(tick, Math.multiplyExact(next, parameters.intervalTicks));
    if (begin == tick) {
      begin(next, tick);
    } else {
      machine.at(begin, () -> begin(next, begin));
    }
  }

  /** Data of a chunk have been delivered at the element where its stage ends. */
  void deliver(PcieChunk chunk, int bytes, long tick) {
    chunk.delivered += bytes;
    if (chunk.stage == stages.size() - 1) {
      machine.add("moved." + number, bytes);
    }
    if (chunk.delivered < chunk.bytes) {
      return;
    }
    if (chunk.stage < stages.size() - 1) {
      chunk.delivered = 0;
      chunk.stage++;
      onComplete(chunk);
      return;
    }
    if (chunk.last) {
      delivered++;
      machine.onMessage(tick - begins.remove(chunk.message));
    }
    if (counted && machine.rules.keepsBuffers()) {
      signal(target, source, this::freeBuffer);
    }
  }

  /** A chunk is complete at the stage before the one that it is at now. */
  private void onComplete(PcieChunk chunk) {
    final PcieStream next = stages.get(chunk.stage);
    if (!counted) {
      next.makeAvailable(chunk);
      return;
    }
    final int memory = next.stage.peer();
    signal(memory, target, () -> next.makeAvailable(chunk));
    if (!machine.rules.keepsBuffers()) {
      signal(memory, source, this::freeBuffer);
    }
  }

  private void signal(int from, int to, Runnable onDelivery) {
    machine.router(from).engine.signal(new PcieSignal(to, onDelivery));
  }

  /** All messages delivered, and all buffers free. */
  boolean isOver() {
    return delivered == parameters.messages && (!counted || freeBuffers == parameters.copyBuffers);
  }
}
