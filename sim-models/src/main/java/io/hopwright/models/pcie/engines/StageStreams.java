package io.hopwright.models.pcie.engines;

import io.hopwright.models.host.LongQueues;
import io.hopwright.models.pcie.tree.PcieElements;
import io.hopwright.models.traffic.Sizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Streams of the end elements of a partition: the position of each in its chunks and messages
 * ({@code docs/models/pcie.md}, "Flows, stages, streams"). Confined to its partition; 88 B per
 * stream, and 12 B per flow of the machine.
 */
final class StageStreams {
  /** No stream. */
  static final int NONE = -1;

  private static final long NEVER = Long.MAX_VALUE;

  private final PcieWorkload workload;
  private final Sizes sizes;

  /** First stream of each element; streams of an element are one behind the other. */
  private final int[] first;

  private final int[] flows;
  private final int[] stages;
  private final FlowStage[] parts;
  private final int[] mostReads;

  /** Stream of each flow and stage, {@link #NONE} if it is in another partition. */
  private final int[] streamOf;

  /** Tick at which a stream of the first stage begins its next message. */
  private final long[] nextBegin;

  /** Births of messages of which no chunk has been opened. */
  private final LongQueues births;

  /** Chunks that are here and have not been opened. */
  private final int[] waiting;

  /** Whether the chunk that arrived last is not the last of its message. */
  private final boolean[] amidMessage;

  /** Messages of which a chunk has been opened; of the last one its birth and unopened bytes. */
  private final int[] messages;

  private final long[] birth;
  private final int[] restOfMessage;

  /**
   * Whether each stream has an open chunk, the chunk's bytes to be issued, and the tick from which
   * they may be issued.
   */
  private final boolean[] open;

  private final int[] rest;
  private final long[] readyAt;

  /** Outstanding reads, by pull. */
  private final int[] outstanding;

  /** Number of each first stage's open chunks whose buffers are not free, and its limit. */
  private final int[] held;

  private final int[] buffers;

  private long unsettled;

  /**
   * Creates the streams of some elements.
   *
   * @param nodes the elements
   */
  StageStreams(PcieWorkload workload, EngineDesign engine, PcieElements elements, int... nodes) {
    this.workload = workload;
    sizes = workload.sizes();
    first = new int[nodes.length + 1];
    streamOf = new int[workload.flows().size() * CargoWord.MOST_STAGES];
    Arrays.fill(streamOf, NONE);
    final List<int[]> found = new ArrayList<>();
    final int[] localOf = new int[elements.count()];
    Arrays.fill(localOf, NONE);
    for (int router = 0; router < nodes.length; router++) {
      localOf[nodes[router]] = router;
    }
    final List<List<int[]>> byRouter = new ArrayList<>();
    for (int router = 0; router < nodes.length; router++) {
      byRouter.add(new ArrayList<>());
    }
    for (int flow = 0; flow < workload.flows().size(); flow++) {
      final List<FlowStage> of = workload.flows().get(flow).stages();
      for (int stage = 0; stage < of.size(); stage++) {
        final int router = localOf[of.get(stage).engine()];
        if (router != NONE) {
          byRouter.get(router).add(new int[] {flow, stage});
        }
      }
    }
    for (int router = 0; router < nodes.length; router++) {
      found.addAll(byRouter.get(router));
      first[router + 1] = found.size();
    }
    final int count = found.size();
    flows = found.stream().mapToInt(each -> each[0]).toArray();
    stages = found.stream().mapToInt(each -> each[1]).toArray();
    parts = new FlowStage[count];
    mostReads = new int[count];
    nextBegin = new long[count];
    births = new LongQueues(count);
    waiting = new int[count];
    amidMessage = new boolean[count];
    messages = new int[count];
    birth = new long[count];
    restOfMessage = new int[count];
    open = new boolean[count];
    rest = new int[count];
    readyAt = new long[count];
    outstanding = new int[count];
    held = new int[count];
    buffers = new int[count];
    for (int stream = 0; stream < count; stream++) {
      parts[stream] = workload.flows().get(flows[stream]).stages().get(stages[stream]);
      mostReads[stream] =
          engine.reads(elements.kind(parts[stream].engine()), elements.kind(parts[stream].peer()));
      streamOf[flows[stream] * CargoWord.MOST_STAGES + stages[stream]] = stream;
      nextBegin[stream] = stages[stream] == 0 ? 0 : NEVER;
      buffers[stream] =
          stages[stream] == 0
              ? workload.flows().get(flows[stream]).buffers()
              : MessageFlow.UNLIMITED;
      unsettled += stages[stream] == 0 ? workload.messages() : 0;
    }
  }

  /** Returns the first stream of an element; those of the next follow its last. */
  int first(int router) {
    return first[router];
  }

  int flow(int stream) {
    return flows[stream];
  }

  int stage(int stream) {
    return stages[stream];
  }

  boolean isPull(int stream) {
    return parts[stream].pull();
  }

  int peer(int stream) {
    return parts[stream].peer();
  }

  /** Returns the birth of the message of the chunk that is open. */
  long birth(int stream) {
    return birth[stream];
  }

  /** Returns the bytes of the open chunk that have not been issued. */
  int rest(int stream) {
    return rest[stream];
  }

  /** Returns whether the open chunk is the last of its message. */
  boolean isLastOfMessage(int stream) {
    return restOfMessage[stream] == 0;
  }

  /** Returns the number of messages and chunks that the local streams still must issue. */
  long unsettled() {
    return unsettled;
  }

  /** Returns whether all that was read has come, and all buffers are free. */
  boolean areAtRest() {
    return Arrays.stream(outstanding).allMatch(reads -> reads == 0)
        && Arrays.stream(held).allMatch(chunks -> chunks == 0);
  }

  /** Begins the next message and opens the next chunk of a stream if it is time. */
  void advance(int stream, long tick) {
    if (nextBegin[stream] <= tick) {
      nextBegin[stream] = NEVER;
      births.add(stream, tick);
      final int chunks = workload.chunks(nextBytes(stream));
      waiting[stream] += chunks;
      unsettled += chunks - 1;
    }
    if (!open[stream] && waiting[stream] > 0 && held[stream] < buffers[stream]) {
      open(stream, tick);
    }
  }

  /** Returns the size of the next message of which a chunk is opened. */
  private int nextBytes(int stream) {
    return sizes.bytes(flows[stream], messages[stream]);
  }

  private void open(int stream, long tick) {
    final boolean first = restOfMessage[stream] == 0;
    if (first) {
      birth[stream] = births.remove(stream);
      restOfMessage[stream] = nextBytes(stream);
      messages[stream]++;
    }
    waiting[stream]--;
    held[stream] += buffers[stream] == MessageFlow.UNLIMITED ? 0 : 1;
    open[stream] = true;
    rest[stream] = Math.min(workload.chunkBytes(), restOfMessage[stream]);
    restOfMessage[stream] -= rest[stream];
    readyAt[stream] = tick + parts[stream].chunkTicks() + (first ? parts[stream].launchTicks() : 0);
  }

  /** Returns whether a stream has a packet to issue. */
  boolean isReady(int stream, long tick) {
    return open[stream]
        && readyAt[stream] <= tick
        && (!parts[stream].pull() || outstanding[stream] < mostReads[stream]);
  }

  /** Returns the next tick at which a message begins or a chunk may be issued from then on. */
  long next(int stream, long tick) {
    final long ready = open[stream] && readyAt[stream] > tick ? readyAt[stream] : NEVER;
    return Math.min(ready, nextBegin[stream]);
  }

  /** Records that some bytes of the open chunk were issued, or requested. */
  void issued(int stream, int bytes, long tick) {
    rest[stream] -= bytes;
    outstanding[stream] += parts[stream].pull() ? 1 : 0;
    if (rest[stream] > 0) {
      return;
    }
    open[stream] = false;
    unsettled--;
    if (isLastOfMessage(stream) && stages[stream] == 0 && messages[stream] < workload.messages()) {
      nextBegin[stream] = Math.max(tick, messages[stream] * workload.intervalTicks());
    }
    advance(stream, tick);
  }

  /** Records that a buffer of a flow is free. */
  void free(int flow) {
    held[stream(flow, 0)]--;
  }

  /** Records that a read of a stage has been answered completely. */
  void answered(int flow, int stage) {
    outstanding[stream(flow, stage)]--;
  }

  /**
   * Records that a chunk has arrived at the stream of a stage.
   *
   * @param last whether it is the last of its message
   */
  void arrive(int flow, int stage, long messageBirth, boolean last) {
    final int stream = stream(flow, stage);
    if (!amidMessage[stream]) {
      births.add(stream, messageBirth);
    }
    amidMessage[stream] = !last;
    waiting[stream]++;
    unsettled++;
  }

  private int stream(int flow, int stage) {
    return streamOf[flow * CargoWord.MOST_STAGES + stage];
  }
}
