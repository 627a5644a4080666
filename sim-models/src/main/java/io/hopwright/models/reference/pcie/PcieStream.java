package io.hopwright.models.reference.pcie;

import java.util.ArrayDeque;
import java.util.Deque;

/** What an element writes or reads for a stage of a flow: "Flows, stages, streams". */
final class PcieStream {
  private final ReferencePcie machine;
  final PcieFlow flow;
  final int stage;
  final boolean pulls;

  /** The element that writes or reads, and the one that it writes to or reads from. */
  final int element;

  final int peer;

  /** "The first chunk of each message only"; "for each chunk always". */
  private final long launchTicks;

  private final long chunkTicks;

  /** The most requests outstanding. */
  private final int mostReads;

  private int reads;
  private final Deque<PcieChunk> available = new ArrayDeque<>();

  /** The chunk that has opened; null if none has. */
  private PcieChunk open;

  private long readyTick;
  private int issued;

  PcieStream(
      ReferencePcie machine,
      PcieFlow flow,
      int stage,
      boolean pulls,
      int element,
      int peer,
      long launchTicks,
      long chunkTicks,
      int mostReads) {
    this.machine = machine;
    this.flow = flow;
    this.stage = stage;
    this.pulls = pulls;
    this.element = element;
    this.peer = peer;
    this.launchTicks = launchTicks;
    this.chunkTicks = chunkTicks;
    this.mostReads = mostReads;
  }

  void makeAvailable(PcieChunk chunk) {
    chunk.availableTick = machine.now();
    available.add(chunk);
  }

  /** "In the tick in which it is available and the chunk before it has all been issued". */
  void open(long tick) {
    if (open == null && !available.isEmpty()) {
      open = available.remove();
      issued = 0;
      final boolean launched = !open.first && machine.rules.launchesMessages();
      final long opened = machine.rules.opensInTurn() ? tick : open.availableTick;
      readyTick = opened + chunkTicks + (launched ? 0 : launchTicks);
      machine.wake(readyTick);
    }
  }

  boolean hasPacket(long tick) {
    return open != null && readyTick <= tick && (!pulls || reads < mostReads);
  }

  /** Bytes that the next packet writes or asks for. */
  int nextBytes() {
    final int most = pulls ? machine.parameters.readBytes : PcieParameters.PACKET_BYTES;
    return Math.min(most, open.bytes - issued);
  }

  /** Takes out the next packet. */
  PciePacket issue(long tick, long number) {
    final PcieChunk chunk = open;
    final int bytes = nextBytes();
    final PciePacket packet =
        pulls
            ? new PciePacket(
                PciePacket.REQUEST, element, peer, number, 0, chunk, new PcieRead(this, bytes))
            : new PciePacket(PciePacket.WRITE, element, peer, number, bytes, chunk, null);
    reads += pulls ? 1 : 0;
    issued += bytes;
    if (issued == chunk.bytes) {
      open = null;
      if (stage == 0 && chunk.last) {
        flow.onIssued(chunk.message, tick);
      }
      open(tick);
    }
    return packet;
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
        stage,
        open == null ? "idle" : "open, ready at " + readyTick,
        available.size(),
        reads);
  }
}
