package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.extoll.ExtollNic.Step;
import io.hopwright.models.reference.extoll.ExtollParameters.Between;
import java.util.function.IntToLongFunction;

/**
 * Link between an NIC and its device (section "PCIe" of the rules). Confined to the machine's
 * thread.
 */
final class ExtollPcie {
  private static final int MOST_DATA = 256;
  private static final int WRITE = 24;
  private static final int COMPLETION = 20;
  private static final int READ = 24;

  private final ExtollNic nic;
  private final String generation;
  private final long memoryTicks;

  /** Whether the data are an accelerator's, behind the root complex. */
  private final boolean peer;

  private final ExtollServer toDevice = new ExtollServer();
  private final ExtollServer fromDevice = new ExtollServer();

  ExtollPcie(ExtollNic nic) {
    this.nic = nic;
    final ExtollParameters parameters = nic.parameters();
    final Between between = parameters.between;
    final boolean ofHost = nic.isHost() || between == Between.STAGED;
    peer = !nic.isHost() && between == Between.P2P;
    generation = ofHost || peer ? parameters.hostPcie : parameters.acceleratorPcie;
    final long memory = ofHost ? parameters.hostMemoryTicks : parameters.acceleratorMemoryTicks;
    memoryTicks = peer ? 2L * parameters.pcieLatencyTicks + memory : memory;
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

  /** Ticks of a write of some data over a link, in pieces. */
  static long writeTicks(String generation, int data) {
    final int last = data % MOST_DATA;
    return (long) (data / MOST_DATA) * ticks(generation, MOST_DATA + WRITE)
        + (last == 0 ? 0 : ticks(generation, last + WRITE));
  }

  /** "The longest of" its ticks on both links, and those that a rate leaves it. */
  private long peerTicks(int piece, int overhead, long rate) {
    final ExtollParameters parameters = nic.parameters();
    final long edges =
        Math.max(
            ticks(parameters.hostPcie, piece + overhead),
            ticks(parameters.acceleratorPcie, piece + overhead));
    return rate == 0 ? edges : Math.max(edges, (12_600L * piece + rate - 1) / rate);
  }

  private long send(boolean down, int data, int overhead, Runnable there) {
    return send(down, data, piece -> ticks(generation, piece + overhead), there);
  }

  /** Sends pieces one behind the other; returns when the last one starts. */
  private long send(boolean down, int data, IntToLongFunction ofPiece, Runnable there) {
    final ExtollServer server = down ? toDevice : fromDevice;
    int left = data;
    while (true) {
      final int piece = Math.min(left, MOST_DATA);
      final long ticks = ofPiece.applyAsLong(piece);
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

  /** The NIC writes data of a put, or those that a get has asked for. */
  long writeData(int data, Runnable there) {
    final long rate = nic.parameters().peerWriteRate;
    return peer
        ? send(true, data, piece -> peerTicks(piece, WRITE, rate), there)
        : write(data, there);
  }

  private void answer(int data, Runnable whole) {
    final long rate = nic.parameters().peerReadRate;
    if (peer) {
      send(false, data, piece -> peerTicks(piece, COMPLETION, rate), whole);
    } else {
      send(false, data, COMPLETION, whole);
    }
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
        () -> nic.at(nic.now() + memoryTicks, Step.MEMORY, () -> answer(data, whole)));
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
