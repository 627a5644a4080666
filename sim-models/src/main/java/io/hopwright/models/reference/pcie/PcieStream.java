package io.hopwright.models.reference.pcie;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Stream of an element: its writes or reads for a stage of a flow (section "Flows, stages,
 * streams").
 */
final class PcieStream {
  /**
   * Stage as a task of an element.
   *
   * @param pulls whether it reads
   * @param element element that writes or reads
   * @param peer element that it writes to or reads from
   * @param launchTicks ticks of "the first chunk of each message only"
   * @param chunkTicks ticks "for each chunk always"
   * @param mostReads largest number of outstanding requests
   */
  record Stage(
      boolean pulls, int element, int peer, long launchTicks, long chunkTicks, int mostReads) {}

  private final ReferencePcie machine;
  final PcieFlow flow;
  private final int place;
  final Stage stage;

  private int reads;
  private final Deque<PcieChunk> available = new ArrayDeque<>();

  /** The chunk that has opened; null if none has. */
  private PcieChunk open;

  private long readyTick;
  private int issued;

  PcieStream(ReferencePcie machine, PcieFlow flow, int place, Stage stage) {
    this.machine = machine;
    this.flow = flow;
    this.place = place;
    this.stage = stage;
  }

  void makeAvailable(PcieChunk chunk) {
    chunk.availableTick = machine.now();
    available.add(chunk);
  }

  /**
   * Opens a chunk in the tick in which it is available and the chunk before it has been issued
   * completely.
   */
  void open(long tick) {
    if (open == null && !available.isEmpty() && (place > 0 || flow.hasBuffer())) {
      open = available.remove();
      if (place == 0) {
        flow.takeBuffer();
      }
      issued = 0;
      final boolean launched = !open.first && machine.rules.launchesMessages();
      final long opened = machine.rules.opensInTurn() ? tick : open.availableTick;
      readyTick = opened + stage.chunkTicks + (launched ? 0 : stage.launchTicks);
      machine.wake(readyTick);
    }
  }

  boolean hasPacket(long tick) {
    return open != null && readyTick <= tick && (!stage.pulls || reads < stage.mostReads);
  }

  /** Bytes that the next packet writes or asks for. */
  int nextBytes() {
    final int most = stage.pulls ? machine.parameters.readBytes : PcieParameters.PACKET_BYTES;
    return Math.min(most, open.bytes - issued);
  }

  /** Takes out the next packet. */
  PciePacket issue(long tick, long number) {
    final PcieChunk chunk = open;
    final int bytes = nextBytes();
    final PciePacket packet =
        stage.pulls
            ? new PciePacket(
                PciePacket.REQUEST,
                stage.element,
                stage.peer,
                number,
                0,
                chunk,
                new PcieRead(this, bytes))
            : new PciePacket(
                PciePacket.WRITE, stage.element, stage.peer, number, bytes, chunk, null);
    reads += stage.pulls ? 1 : 0;
    issued += bytes;
    if (issued == chunk.bytes) {
      open = null;
      if (place == 0 && chunk.last) {
        flow.onIssued(chunk.message, tick);
      }
      open(tick);
    }
    return packet;
  }

  /** Returns how many of its requests have not been answered in full. */
  int outstandingRequests() {
    return reads;
  }

  /** One of its requests has been answered in full. */
  void onAnswered() {
    reads--;
  }

  @Override
  public String toString() {
    return String.format(
        "flow %d, stage %d: %s, %d chunks wait, %d reads",
        flow.number,
        place,
        open == null ? "idle" : "open, ready at " + readyTick,
        available.size(),
        reads);
  }
}
