package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.ReferenceCrossbarOutput;
import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.tofu.TofuLinkQuality.Frame;
import java.util.Map;

/** Output of a router, to a link or to a TNI (section "Router" of {@code docs/models/tofu.md}). */
final class TofuOutput extends ReferenceCrossbarOutput<TofuPacket> {
  private final TofuNode node;

  /** Null if no frame gets lost. */
  private TofuLinkQuality quality;

  /** Creates an output with a queue for each VC of a link, or for each class to a TNI. */
  TofuOutput(TofuNode node, int port, End farEnd, String kind, int queues, int capacityUnits) {
    super(node, port, farEnd, kind, queues, capacityUnits);
    this.node = node;
  }

  @Override
  protected long start(TofuPacket packet, long tick) {
    if (quality == null) {
      return tick + node.machine.frameTicks(packet);
    }
    final Frame good = quality.send(tick, packet.dataBytes());
    return good.beginTick() + good.ticks();
  }

  @Override
  protected void forward(TofuPacket packet, int queue, long tailTick) {
    if (farEnd() == null) {
      node.receive(packet, tailTick);
      return;
    }
    // the packet arrives F₂ − F later, so that no link behind it runs dry
    final long start = tailTick - node.machine.frameTicks(packet);
    cross(packet, queue, start + node.machine.parameters.hopTicks);
  }

  /** Makes frames over this link get lost. */
  void lose(TofuLinkQuality lossy) {
    quality = lossy;
  }

  /** Adds what happened to frames to sums by name. */
  void addQuality(Map<String, Long> sums) {
    if (quality != null) {
      quality.addTo(sums);
    }
  }
}
