package io.hopwright.models.pcie.engines;

import io.hopwright.models.declare.Meaning;
import io.hopwright.models.pcie.tree.PcieElements;
import java.util.List;

/** Transports of messages. */
enum TransportKind {
  @Meaning("the source writes the data to the target")
  PUSH,
  @Meaning("the target reads the data from the source")
  PULL,
  @Meaning(
      "the source writes the data to the target, with the launch time of a"
          + " transfer between hosts")
  HOST,
  @Meaning(
      "the data are copied to the memory of the source, then to the memory of the"
          + " target, then to the target")
  STAGED,
  @Meaning(
      "the card of the source's host reads the data from the source and writes"
          + " them to the target: RDMA, GPUDirect")
  CARD,
  @Meaning(
      "rCUDA: the data go in chunks to the memory of the GPU's host, and from"
          + " there to the GPU")
  RCUDA,
  @Meaning(
      "a GPU writes the data to host memory, and another or the same GPU reads"
          + " them from there")
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
