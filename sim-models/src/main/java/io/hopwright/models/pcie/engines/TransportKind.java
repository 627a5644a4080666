package io.hopwright.models.pcie.engines;

import io.hopwright.models.declare.Meaning;
import io.hopwright.models.pcie.tree.PcieElements;
import java.util.List;

/** Transports of messages. */
enum TransportKind {
  @Meaning("written by the source")
  PUSH,
  @Meaning("read by the target")
  PULL,
  @Meaning("written by the source, with the launch time of a transfer between hosts")
  HOST,
  @Meaning("copied to the memory of the source, to that of the target, and to the target")
  STAGED,
  @Meaning("read and written by the card of the source's host: RDMA, GPUDirect")
  CARD,
  @Meaning("rCUDA: in chunks to the memory of a GPU's host, and on to the GPU")
  RCUDA,
  @Meaning("written to host memory by a GPU, and read from there by another or the same")
  THROUGH_MEMORY;

  private static final int CARD_CHUNK = 4_096;
  private static final int RCUDA_CHUNK = 1 << 20;
  private static final int COPY_CHUNK = 1 << 17;

  /** Returns whether it is between hosts only. */
  boolean isBetweenHosts() {
    return this == STAGED || this == CARD || this == RCUDA;
  }

  /** Returns the bytes of a chunk unless a study says so. */
  int chunkBytes(int messageBytes) {
    return switch (this) {
      case CARD -> CARD_CHUNK;
      case RCUDA -> RCUDA_CHUNK;
      case THROUGH_MEMORY -> COPY_CHUNK;
      default -> messageBytes;
    };
  }

  /** Returns the flow from an element to another. */
  MessageFlow flow(PcieElements elements, EngineDesign engine, int source, int target) {
    return new MessageFlow(
        source,
        target,
        stages(elements, engine, source, target),
        this == THROUGH_MEMORY ? engine.dma().copyBuffers() : MessageFlow.UNLIMITED);
  }

  private List<FlowStage> stages(
      PcieElements elements, EngineDesign engine, int source, int target) {
    final int dma = engine.dma().launchTicks();
    final int host = engine.dma().hostLaunchTicks();
    final boolean away = elements.host(source) != elements.host(target);
    return switch (this) {
      case PUSH -> List.of(FlowStage.push(source, target, dma + (away ? host : 0)));
      case PULL -> List.of(FlowStage.pull(source, target, dma));
      case HOST -> List.of(FlowStage.push(source, target, host));
      case STAGED ->
          List.of(
              FlowStage.push(source, elements.memory(source), dma),
              FlowStage.push(elements.memory(source), elements.memory(target), host),
              FlowStage.push(elements.memory(target), target, dma));
      case CARD -> {
        final int card = elements.card(elements.host(source));
        yield List.of(
            FlowStage.pull(source, card, engine.cardLaunchTicks()),
            FlowStage.push(card, target, 0));
      }
      case RCUDA ->
          List.of(
              new FlowStage(
                  false, source, elements.memory(target), host, engine.dma().chunkTicks()),
              FlowStage.push(elements.memory(target), target, 0));
      case THROUGH_MEMORY -> {
        final int memory =
            elements.memory(engine.dma().copyMemory() == CopyMemory.SOURCE ? source : target);
        yield List.of(
            new FlowStage(false, source, memory, dma, engine.dma().copyChunkTicks()),
            new FlowStage(true, memory, target, dma, engine.dma().copyChunkTicks()));
      }
    };
  }
}
