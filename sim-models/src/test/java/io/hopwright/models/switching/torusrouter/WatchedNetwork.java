package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.core.window.Window;
import io.hopwright.models.bluegene.BlueGeneNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Network whose packets between partitions are observed from outside. */
final class WatchedNetwork implements Simulation<WatchedNetwork.Watch> {
  /** Listener for packets that leave a partition for another. */
  interface Observer {
    /**
     * Receives the tick at which the header of a packet will be complete at the far end of {@code
     * output}.
     */
    void sent(int partition, long first, int output, long headerTick);
  }

  private final BlueGeneNetwork network;
  private final Consumer<TorusPartition> prepare;
  private final Observer observer;
  private final List<Watch> watches = new ArrayList<>();

  private WatchedNetwork(
      BlueGeneNetwork network, Consumer<TorusPartition> prepare, Observer observer) {
    this.network = network;
    this.prepare = prepare;
    this.observer = observer;
  }

  static WatchedNetwork of(BlueGeneNetwork network) {
    return observed(network, (partition, first, output, headerTick) -> {});
  }

  static WatchedNetwork observed(BlueGeneNetwork network, Observer observer) {
    return new WatchedNetwork(network, partition -> {}, observer);
  }

  /** Returns a network that prepares each partition after it is built. */
  static WatchedNetwork prepared(BlueGeneNetwork network, Consumer<TorusPartition> prepare) {
    return new WatchedNetwork(network, prepare, (partition, first, output, headerTick) -> {});
  }

  /** Returns the partitions built so far. */
  List<Watch> watches() {
    return watches;
  }

  @Override
  public int partitions() {
    return network.partitions();
  }

  @Override
  public int[] neighbours(int partition) {
    return network.neighbours(partition);
  }

  @Override
  public long windowTicks() {
    return network.windowTicks();
  }

  @Override
  public long gridTicks() {
    return network.gridTicks();
  }

  @Override
  public StopRule stopRule() {
    return network.stopRule();
  }

  @Override
  public Watch build(int partition) {
    final Watch watch = new Watch(partition, network.build(partition));
    prepare.accept(watch.partition);
    watches.add(watch);
    return watch;
  }

  /** Partition, and the number of packets that left it for others in the last window. */
  final class Watch implements Partition {
    private final int index;
    private final TorusPartition partition;
    private long crossing;

    private Watch(int index, TorusPartition partition) {
      this.index = index;
      this.partition = partition;
    }

    TorusPartition partition() {
      return partition;
    }

    long crossing() {
      return crossing;
    }

    @Override
    public long nextEffectTick() {
      return partition.nextEffectTick();
    }

    @Override
    public void accept(EventBatch batch) {
      partition.accept(batch);
    }

    @Override
    public void simulate(Window window, EventBatch[] outgoing) {
      partition.simulate(window, outgoing);
      crossing = 0;
      for (EventBatch batch : outgoing) {
        crossing += batch.packets();
        for (int at = 0; at < batch.packets(); at++) {
          final int sender = PacketPlace.input(batch.packetEvent(at)) / 8 ^ 1;
          observer.sent(index, batch.packetWord(at, 0), sender, batch.packetTick(at));
        }
      }
    }

    @Override
    public void addProgress(Progress sum) {
      partition.addProgress(sum);
    }

    @Override
    public void finish(long stopTick) {
      partition.finish(stopTick);
    }

    @Override
    public void exportStatistics(Words words) {
      partition.exportStatistics(words);
    }

    @Override
    public void saveWaits(boolean all, Words words) {
      partition.saveWaits(all, words);
    }
  }
}
