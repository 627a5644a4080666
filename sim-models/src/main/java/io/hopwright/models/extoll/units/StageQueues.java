package io.hopwright.models.extoll.units;

import io.hopwright.models.host.LongQueues;
import io.hopwright.models.switching.Wakes;

/**
 * Queues of items that pass the stages of nodes, one queue per stage and node. Items complete in
 * queue order, because stages serve in order. Confined to its partition; 32 B per entry.
 */
public final class StageQueues {
  /** Number of stages of a node with units. */
  static final int STAGES = 9;

  /** PCIe towards the NIC. */
  static final int FROM_DEVICE = 0;

  /** PCIe towards the device. */
  static final int TO_DEVICE = 1;

  /** Engines, from the first unit on. */
  static final int ENGINES = 2;

  /** The register file. */
  static final int REGISTERS = 5;

  /** The backdoor to the PCIe link. */
  static final int BACKDOOR = 6;

  /** Memory of the device. */
  static final int MEMORY = 7;

  /** Buffers that have room again. */
  static final int ROOM = 8;

  /** Used to wake a node; the unit number is irrelevant. */
  private final Wakes wakes;

  private final int stages;
  private final LongQueues queues;
  private int entries;

  /** Fields of the last entry taken. */
  private long work;

  private long birth;
  private long value;

  /** Creates empty queues of so many stages of each node. */
  StageQueues(int nodes, int stages, Wakes wakes) {
    this.stages = stages;
    this.wakes = wakes;
    queues = new LongQueues(nodes * stages);
  }

  /** Adds an item that completes a stage of a node at a tick, not before earlier items. */
  void add(int node, int stage, long tick, long ofWork, long ofBirth, long ofValue) {
    final int queue = node * stages + stage;
    queues.add(queue, tick);
    queues.add(queue, ofWork);
    queues.add(queue, ofBirth);
    queues.add(queue, ofValue);
    entries++;
    wakes.at(tick, node, 0);
  }

  /** Takes the first entry of a stage if it is through. */
  boolean take(int node, int stage, long tick) {
    final int queue = node * stages + stage;
    if (queues.isEmpty(queue) || queues.first(queue) > tick) {
      return false;
    }
    queues.remove(queue);
    work = queues.remove(queue);
    birth = queues.remove(queue);
    value = queues.remove(queue);
    entries--;
    return true;
  }

  /** Returns what the entry is about that was taken last. */
  long work() {
    return work;
  }

  /** Returns the birth of its message. */
  long birth() {
    return birth;
  }

  /** Returns the present or future content of its register. */
  long value() {
    return value;
  }

  /** Schedules an evaluation of a node in the next tick. */
  void wakeNext(int node, long tick) {
    wakes.at(tick + 1, node, 0);
  }

  /** Schedules an evaluation of a node at a tick. */
  void wake(int node, long tick) {
    wakes.at(tick, node, 0);
  }

  /** Returns the number of entries of all. */
  int entries() {
    return entries;
  }
}
