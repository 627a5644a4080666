package io.hopwright.models.extoll.programs;

import io.hopwright.core.random.Draws;
import io.hopwright.models.extoll.smfu.AcceleratorBar;
import io.hopwright.models.extoll.smfu.AcceleratorWindows;
import io.hopwright.models.extoll.units.DeviceDesign;
import io.hopwright.models.extoll.units.UnitProgram;
import io.hopwright.models.extoll.units.UnitWork;
import java.util.List;

/**
 * Loads or stores of a processor at random addresses of a device behind SMFU ({@code
 * docs/models/extoll.md}, "Accesses"), followed by an optional interrupt of an accelerator.
 *
 * @param kind kind of packets
 * @param source the node
 * @param target the other node
 * @param count number of accesses
 * @param bytes bytes of an access
 * @param inside whether addresses belong to the target; otherwise they are addresses of a host that
 *     belong to no device
 * @param interrupts whether the source, an accelerator, interrupts the target at the end
 * @param first configuration of the target before the accesses; null for none
 * @param addresses address map of hosts
 * @param accelerators accelerators of the machine
 * @param hosts hosts of the machine
 * @param draws draws of addresses
 */
public record RandomAccesses(
    int kind,
    int source,
    int target,
    int count,
    int bytes,
    boolean inside,
    boolean interrupts,
    Enumeration first,
    AcceleratorWindows addresses,
    int accelerators,
    int hosts,
    Draws draws)
    implements UnitProgram {
  private static final int LINE_BYTES = DeviceDesign.LINE_BYTES;
  private static final long MOST_OUTSIDE = 1 << 14;
  private static final long LINES_OF_HOST = 1L << 33;

  /** Behind the configuration: a register is read, and awaited. */
  private static final int FENCE_STEPS = 2;

  @Override
  public int threads(int node) {
    return node == source || (interrupts && node == target) ? 1 : 0;
  }

  @Override
  public void next(int node, int thread, Progress progress, Operation operation) {
    if (node != source) {
      operation.set(progress.step++ == 0 ? Verb.AWAIT_INTERRUPT : Verb.END, 0);
      return;
    }
    final int before = first == null ? 0 : first.stepsOfEach();
    final long access = progress.step - (first == null ? 0 : before + FENCE_STEPS);
    if (progress.step < before) {
      first.configure(target, (int) progress.step, progress, operation);
      return;
    }
    progress.step++;
    if (access == count && interrupts) {
      operation.interrupt(0);
    } else if (access >= count) {
      operation.set(Verb.END, 0);
    } else if (access >= 0) {
      operation.send(UnitWork.of(kind, 0, thread, 0, bytes, 0, UnitWork.MEMORY), address(access));
    } else if (access == -1) {
      operation.set(Verb.AWAIT_NOTIFICATION, UnitWork.COMPLETER);
    } else {
      Enumeration.readReverse(target, operation);
    }
  }

  private long address(long access) {
    final long which = draws.draw(source, access, 0);
    final long where = draws.draw(source, access, 1);
    final boolean even = (which & 1) == 0;
    if (source < accelerators) {
      return LINE_BYTES * (where & (LINES_OF_HOST - 1));
    }
    final long offset = where & (MOST_OUTSIDE - 1);
    if (!inside) {
      return even
          ? AcceleratorWindows.HOST_BASE - LINE_BYTES * (1 + offset)
          : endOfAll() + LINE_BYTES * offset;
    }
    final List<AcceleratorBar> bars = addresses.device().bars();
    final int bar = (int) Long.remainderUnsigned(which, bars.size());
    final int place = AcceleratorWindows.place(target, accelerators, hosts);
    return addresses.hostStart(bar, place) + line(where, bars.get(bar).bytes());
  }

  /** Sizes are powers of two. */
  private static long line(long where, long size) {
    return LINE_BYTES * (where & (size / LINE_BYTES - 1));
  }

  private long endOfAll() {
    return addresses.hostEnd(AcceleratorWindows.accelerators(source, accelerators, hosts).size());
  }
}
