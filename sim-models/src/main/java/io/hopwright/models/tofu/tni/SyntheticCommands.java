package io.hopwright.models.tofu.tni;

import io.hopwright.models.host.CommandQueues;

/**
 * Packets that follow from a workload: pure functions of node and number.
 *
 * @param queues queue of each stream
 * @param operation operation of all packets
 */
public record SyntheticCommands(CommandQueues queues, TniOperation operation)
    implements TniCommands {
  @Override
  public long birth(int queue) {
    return queues.birth(queue);
  }

  @Override
  public int destination(int queue) {
    return queues.destination(queue);
  }

  @Override
  public long sequence(int queue) {
    return queues.segment(queue);
  }

  @Override
  public int moved(int queue) {
    return queues.data(queue);
  }

  @Override
  public TniOperation operation(int queue) {
    return operation;
  }

  @Override
  public TniOperation operationOf(int packet) {
    return operation;
  }

  @Override
  public boolean usesAtomics() {
    return operation == TniOperation.ARMW;
  }

  @Override
  public boolean beginsMessage(int queue) {
    return queues.beginsMessage(queue);
  }

  @Override
  public boolean endsMessage(int queue) {
    return queues.endsMessage(queue);
  }

  /**
   * Records an issue. All packets of a message of a saturated stream have the generation time of
   * the first.
   */
  @Override
  public void issued(int queue, int packet, long birth, long tick) {
    queues.next(queue, birth);
  }

  @Override
  public int active() {
    return queues.active();
  }
}
