package io.hopwright.core.window;

import java.util.ArrayList;
import java.util.List;

/**
 * The event batches between the partitions of one JVM: two for each pair of neighbours, written in
 * turns, handed over by reference.
 */
final class Exchange {
  private final List<List<EventBatch[]>> into = new ArrayList<>();
  private final List<List<EventBatch[]>> outOf = new ArrayList<>();

  Exchange(Simulation<?> simulation) {
    for (int partition = 0; partition < simulation.partitions(); partition++) {
      into.add(new ArrayList<>());
      outOf.add(new ArrayList<>());
    }
    for (int from = 0; from < simulation.partitions(); from++) {
      for (int to : simulation.neighbours(from)) {
        final EventBatch[] pair = {new EventBatch(), new EventBatch()};
        for (EventBatch batch : pair) {
          batch.open(-1);
        }
        outOf.get(from).add(pair);
        into.get(to).add(pair);
      }
    }
  }

  List<EventBatch[]> into(int partition) {
    return into.get(partition);
  }

  List<EventBatch[]> outOf(int partition) {
    return outOf.get(partition);
  }
}
