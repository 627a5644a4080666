package io.hopwright.models.reference.fabric;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Input of an input-queued router. Confined to the thread of its machine. */
final class VcInput {
  private final VcRouter router;
  private final int port;
  private final List<VcBuffer> buffers;

  /** Flits that the node of the port has been charged, by VC; unused at a link port. */
  final int[] charges;

  /** The VC to take first. */
  private int pointer;

  /** Packets that cross. */
  private int crossing;

  VcInput(VcRouter router, int port, int vcs) {
    this.router = router;
    this.port = port;
    buffers = IntStream.range(0, vcs).mapToObj(vc -> new VcBuffer(this, vc)).toList();
    charges = new int[vcs];
  }

  int port() {
    return port;
  }

  VcBuffer buffer(int vc) {
    return buffers.get(vc);
  }

  List<VcBuffer> buffers() {
    return buffers;
  }

  /** Returns its buffers from the pointer on, going round. */
  Stream<VcBuffer> fromPointer() {
    return VcRouter.goingRound(pointer, buffers.size()).mapToObj(buffers::get);
  }

  /** "Fewer than {@code I} packets cross from it". */
  boolean isFree(VcNumbers numbers) {
    return crossing < numbers.inputSpeedup();
  }

  /** Moves the pointer past the VC of a packet that begins to cross. */
  void grant(int vc) {
    pointer = (vc + 1) % buffers.size();
    crossing++;
  }

  void leave() {
    crossing--;
  }

  @Override
  public String toString() {
    return router + ", input " + port;
  }
}
