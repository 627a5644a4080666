package io.hopwright.models.pcie;

import io.hopwright.models.host.LongQueues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The streams of the end elements of a partition: where each is in its chunks and messages ({@code
 * docs/models/pcie.md}, "Flows, stages, streams"). Confined to its partition; 100 B per stream, and
 * 12 B per flow of the machine.
 */
final class Streams {
  /** No stream. */
  static final int NONE = -1;

  private static final long NEVER = Long.MAX_VALUE;

  private final PcieWorkload workload;
  private final int chunks;

  /** First stream of each element; streams of an element are one behind the other. */
  private final int[] first;

  private final int[] flows;
  private final int[] stages;
  private final Stage[] parts;
  private final int[] mostReads;

  /** By flow and stage: the stream, {@link #NONE} if it is elsewhere. */
  private final int[] streamOf;

  /** Messages begun by a stream of the first stage, and when the next one begins. */
  private final int[] begun;

  private final long[] nextBegin;

  /** Births of messages of which no chunk has been opened. */
  private final LongQueues births;

  private final long[] birth;

  /** Chunks that came here, and those opened, in all. */
  private final long[] arrived;

  private final long[] opened;
  private final boolean[] open;
  private final int[] rest;
  private final long[] readyAt;

  /** Of pulls: reads outstanding, and what has been received of the chunk to be completed. */
  private final int[] outstanding;

  private final int[] received;
  private final int[] completed;
  private long unsettled;

  /**
   * Creates the streams of some elements.
   *
   * @param nodes the elements
   */
  Streams(PcieWorkload workload, EngineDesign engine, Elements elements, int... nodes) {
    this.workload = workload;
    chunks = workload.chunks();
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
      final List<Stage> of = workload.flows().get(flow).stages();
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
    parts = new Stage[count];
    mostReads = new int[count];
    begun = new int[count];
    nextBegin = new long[count];
    births = new LongQueues(count);
    birth = new long[count];
    arrived = new long[count];
    opened = new long[count];
    open = new boolean[count];
    rest = new int[count];
    readyAt = new long[count];
    outstanding = new int[count];
    received = new int[count];
    completed = new int[count];
    for (int stream = 0; stream < count; stream++) {
      parts[stream] = workload.flows().get(flows[stream]).stages().get(stages[stream]);
      mostReads[stream] =
          engine.reads(elements.kind(parts[stream].engine()), elements.kind(parts[stream].peer()));
      streamOf[flows[stream] * CargoWord.MOST_STAGES + stages[stream]] = stream;
      nextBegin[stream] = stages[stream] == 0 ? 0 : NEVER;
      unsettled += stages[stream] == 0 ? workload.messages() : 0;
    }
  }

  /** Returns the first stream of an element; those of the next follow its last. */
  int first(int router) {
    return first[router];
  }

  /** Returns the number of streams. */
  int count() {
    return flows.length;
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

  /** Tells whether the open chunk is the last of its message. */
  boolean isLastOfMessage(int stream) {
    return opened[stream] % chunks == 0;
  }

  /** Returns how many messages and chunks are to be issued by what is here. */
  long unsettled() {
    return unsettled;
  }

  /** Tells whether all that was read has come. */
  boolean areAtRest() {
    return Arrays.stream(outstanding).allMatch(reads -> reads == 0);
  }

  /** Begins the next message and opens the next chunk of a stream if it is time. */
  void advance(int stream, long tick) {
    if (nextBegin[stream] <= tick) {
      nextBegin[stream] = NEVER;
      begun[stream]++;
      births.add(stream, tick);
      arrived[stream] += chunks;
      unsettled += chunks - 1;
    }
    if (!open[stream] && opened[stream] < arrived[stream]) {
      final int chunk = (int) (opened[stream] % chunks);
      if (chunk == 0) {
        birth[stream] = births.remove(stream);
      }
      opened[stream]++;
      open[stream] = true;
      rest[stream] = workload.chunk(chunk);
      readyAt[stream] =
          tick + parts[stream].chunkTicks() + (chunk == 0 ? parts[stream].launchTicks() : 0);
    }
  }

  /** Tells whether a stream has a packet to issue. */
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

  /** Takes note that some bytes of the open chunk were issued, or asked for. */
  void issued(int stream, int bytes, long tick) {
    rest[stream] -= bytes;
    outstanding[stream] += parts[stream].pull() ? 1 : 0;
    if (rest[stream] > 0) {
      return;
    }
    open[stream] = false;
    unsettled--;
    if (isLastOfMessage(stream) && stages[stream] == 0 && begun[stream] < workload.messages()) {
      nextBegin[stream] = Math.max(tick, begun[stream] * workload.intervalTicks());
    }
    advance(stream, tick);
  }

  /** Takes note of a completion; tells whether it completes a chunk. */
  boolean received(int flow, int stage, int bytes, boolean lastOfRead) {
    final int stream = streamOf[flow * CargoWord.MOST_STAGES + stage];
    outstanding[stream] -= lastOfRead ? 1 : 0;
    received[stream] += bytes;
    if (received[stream] < workload.chunk(completed[stream])) {
      return false;
    }
    received[stream] = 0;
    completed[stream] = (completed[stream] + 1) % chunks;
    return true;
  }

  /** Tells whether the chunk of a pull that was completed last was the last of its message. */
  boolean completedMessage(int flow, int stage) {
    return completed[streamOf[flow * CargoWord.MOST_STAGES + stage]] == 0;
  }

  /** Takes note that a chunk has come to the stream of a stage. */
  void arrive(int flow, int stage, long messageBirth) {
    final int stream = streamOf[flow * CargoWord.MOST_STAGES + stage];
    if (arrived[stream] % chunks == 0) {
      births.add(stream, messageBirth);
    }
    arrived[stream]++;
    unsettled++;
  }
}
