package io.hopwright.runner.bench;

import java.util.Map;

/** What the benchmark has to know about a machine. Stateless; safe for any thread. */
interface RowMachine {
  /** Returns the name of the machine. */
  String name();

  /** Returns the settings of a row, but for those that are the same for all machines. */
  Map<String, Object> settings(RowPlan plan);

  /** Returns the size of the smallest network that is worth while, to load classes with. */
  String smallSize();

  /** Returns for how many ticks that one is to run. */
  long loadingTicks();

  /** Returns the ticks until queues are as long as they will be. */
  long steadyTicks(RowPlan plan);

  /** Returns the heap per node that leaves the collector nothing to do. */
  long heapBytesPerNode();

  /** Returns the number of words of a packet that crosses. */
  int packetWords();

  /** Returns the machine of a name. */
  static RowMachine of(String name) {
    for (RowMachine machine : new RowMachine[] {new TorusRows(), new DragonflyRows()}) {
      if (machine.name().equals(name)) {
        return machine;
      }
    }
    throw new IllegalArgumentException("no rows for the machine " + name);
  }
}
