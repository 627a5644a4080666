package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.extoll.ExtollNic.Step;

/**
 * The link between an NIC and its device: "PCIe" of the rules. Confined to the machine's thread.
 */
final class ExtollPcie {
  private static final int MOST_DATA = 256;
  private static final int WRITE = 24;
  private static final int COMPLETION = 20;
  private static final int READ = 24;

  private final ExtollNic nic;
  private final String generation;
  private final long memoryTicks;
  private final ExtollServer toDevice = new ExtollServer();
  private final ExtollServer fromDevice = new ExtollServer();

  ExtollPcie(ExtollNic nic, String generation, long memoryTicks) {
    this.nic = nic;
    this.generation = generation;
    this.memoryTicks = memoryTicks;
  }

  /** Ticks of so many bytes. */
  static long ticks(String generation, long bytes) {
    return switch (generation) {
      case "gen2x8" -> (63 * bytes + 19) / 20;
      case "gen2x16" -> (63 * bytes + 39) / 40;
      case "gen3x8" -> (819 * bytes + 511) / 512;
      case "gen3x16" -> (819 * bytes + 1023) / 1024;
      default -> throw new IllegalArgumentException(generation);
    };
  }

  /** Sends pieces one behind the other; returns when the last one starts. */
  private long send(boolean down, int data, int overhead, Runnable there) {
    final ExtollServer server = down ? toDevice : fromDevice;
    int left = data;
    while (true) {
      final int piece = Math.min(left, MOST_DATA);
      final long ticks = ticks(generation, piece + overhead);
      final long start = server.join(nic.now(), ticks);
      left -= piece;
      if (left == 0) {
        nic.at(
            start + ticks + nic.parameters().pcieLatencyTicks,
            down ? Step.TO_DEVICE : Step.FROM_DEVICE,
            there);
        return start;
      }
    }
  }

  /** The NIC writes into memory. */
  long write(int data, Runnable there) {
    return send(true, data, WRITE, there);
  }

  /** The NIC answers a load of the device. */
  long complete(int data, Runnable there) {
    return send(true, data, COMPLETION, there);
  }

  /** The NIC reads from memory. */
  long read(int data, Runnable whole) {
    return send(
        true,
        0,
        READ,
        () ->
            nic.at(
                nic.now() + memoryTicks, Step.MEMORY, () -> send(false, data, COMPLETION, whole)));
  }

  /** The device writes to the NIC. */
  void post(int data, Runnable there) {
    send(false, data, WRITE, there);
  }

  /** The device reads from the NIC. */
  void request(Runnable there) {
    send(false, 0, READ, there);
  }
}
