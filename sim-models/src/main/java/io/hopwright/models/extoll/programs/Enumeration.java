package io.hopwright.models.extoll.programs;

import io.hopwright.models.extoll.smfu.AcceleratorBar;
import io.hopwright.models.extoll.smfu.AcceleratorDevice;
import io.hopwright.models.extoll.smfu.AcceleratorWindows;
import io.hopwright.models.extoll.smfu.ConfigurationSpace;
import io.hopwright.models.extoll.smfu.Registers;
import io.hopwright.models.extoll.units.UnitProgram;
import io.hopwright.models.extoll.units.UnitWork;
import java.util.ArrayList;
import java.util.List;

/**
 * Hosts that configure their accelerators over the network (Frey 2021, section 4.2). The operations
 * access configuration registers, each through the backdoor of the accelerator's NIC, and at the
 * end registers of the NIC itself. Immutable; safe for any thread.
 */
public final class Enumeration implements UnitProgram {
  /**
   * Steps of an operation: three writes, a pause, status and two words of an answer, each awaited.
   */
  private static final int STEPS = 10;

  private static final int STATUS_STEP = 4;
  private static final int DECIDED_STEP = 6;

  /** Enables memory, input and output, and being a bus master. */
  private static final int ENABLE = 7;

  /** Check of accesses that read nothing that matters. */
  private static final Check NONE = (target, progress) -> {};

  private final int accelerators;
  private final int hosts;
  private final AcceleratorDevice device;
  private final int pollTicks;
  private final List<Access> accesses = new ArrayList<>();

  /**
   * Access to a configuration register.
   *
   * @param header header that the backdoor sends
   * @param data data to write
   * @param check check of the value read
   */
  private record Access(long header, long data, Check check) {}

  /** Check of the value that an access has read against the known properties of the device. */
  @FunctionalInterface
  private interface Check {
    void answered(int target, Progress progress);
  }

  /**
   * Creates the program of all hosts.
   *
   * @param accelerators of the machine
   * @param hosts of the machine
   * @param device design of every accelerator
   * @param pollTicks from a command to the first read of its status
   */
  public Enumeration(int accelerators, int hosts, AcceleratorDevice device, int pollTicks) {
    this.accelerators = accelerators;
    this.hosts = hosts;
    this.device = device;
    this.pollTicks = pollTicks;
    configureRootPort();
    writeDevice(ConfigurationSpace.IDENTITY, 0);
    readDevice(ConfigurationSpace.IDENTITY, NONE);
    device.bars().forEach(this::configureBar);
    if (device.vectors() > 0) {
      configureInterrupts();
    }
    writeDevice(ConfigurationSpace.COMMAND, ENABLE);
  }

  private void configureRootPort() {
    final List<AcceleratorBar> prefetchable = device.window(true);
    writeRootPort(ConfigurationSpace.IDENTITY, 0);
    writeRootPort(ConfigurationSpace.BUSES, 1 << 16 | 1 << 8);
    writeRootPort(
        ConfigurationSpace.MEMORY_WINDOW, ConfigurationSpace.megabytes(device.window(false)));
    writeRootPort(
        ConfigurationSpace.PREFETCHABLE_WINDOW, ConfigurationSpace.megabytes(prefetchable));
    writeRootPort(ConfigurationSpace.PREFETCHABLE_BASE, ConfigurationSpace.upperBase(prefetchable));
    writeRootPort(
        ConfigurationSpace.PREFETCHABLE_LIMIT, ConfigurationSpace.upperLimit(prefetchable));
    writeRootPort(ConfigurationSpace.COMMAND, ENABLE);
  }

  private void configureBar(AcceleratorBar bar) {
    writeDevice(bar.register(), low(-1));
    readDevice(
        bar.register(),
        (target, progress) -> {
          progress.memory = progress.value;
          if (!bar.wide()) {
            checkSize(target, bar, AcceleratorBar.size((int) progress.memory, -1));
          }
        });
    writeDevice(bar.register(), low(bar.address()));
    if (bar.wide()) {
      final int high = bar.register() + Integer.BYTES;
      writeDevice(high, low(-1));
      readDevice(
          high,
          (target, progress) ->
              checkSize(
                  target, bar, AcceleratorBar.size((int) progress.memory, (int) progress.value)));
      writeDevice(high, bar.address() >>> Integer.SIZE);
    }
  }

  private static void checkSize(int target, AcceleratorBar bar, long size) {
    if (size != bar.bytes()) {
      throw new IllegalStateException(
          "node " + target + " asks for a window of " + size + " B, not " + bar.bytes());
    }
  }

  private void configureInterrupts() {
    final int vectorBits = device.vectorBits();
    if (vectorBits > 0) {
      readDevice(
          ConfigurationSpace.INTERRUPT_CONTROL,
          (target, progress) -> {
            if (progress.value != ConfigurationSpace.wanted(vectorBits)) {
              throw new IllegalStateException(
                  "node " + target + " does not ask for " + device.vectors() + " vectors");
            }
          });
    }
    writeDevice(ConfigurationSpace.INTERRUPTS, low(AcceleratorWindows.INTERRUPT));
    writeDevice(
        ConfigurationSpace.INTERRUPTS + Integer.BYTES,
        AcceleratorWindows.INTERRUPT >>> Integer.SIZE);
    writeDevice(ConfigurationSpace.INTERRUPTS + 2 * Integer.BYTES, 0);
    writeDevice(ConfigurationSpace.INTERRUPT_CONTROL, ConfigurationSpace.enabled(vectorBits));
  }

  private void writeRootPort(int register, long data) {
    accesses.add(new Access(ConfigurationSpace.header(0, 0, true, register), data, NONE));
  }

  private void writeDevice(int register, long data) {
    accesses.add(new Access(ConfigurationSpace.header(1, 1, true, register), data, NONE));
  }

  private void readDevice(int register, Check check) {
    accesses.add(new Access(ConfigurationSpace.header(1, 1, false, register), 0, check));
  }

  private static long low(long address) {
    return address & 0xFFFF_FFFFL;
  }

  @Override
  public int threads(int node) {
    return node < accelerators ? 0 : 1;
  }

  /** Returns the steps of one accelerator; behind its accesses, its bases and its host. */
  int stepsOfEach() {
    return accesses.size() * STEPS + device.bars().size() + 1;
  }

  @Override
  public void next(int node, int thread, Progress progress, Operation operation) {
    final List<Integer> own = AcceleratorWindows.accelerators(node, accelerators, hosts);
    if (progress.step == (long) own.size() * stepsOfEach()) {
      operation.set(Verb.END, 0);
      return;
    }
    configure(
        own.get((int) (progress.step / stepsOfEach())),
        (int) (progress.step % stepsOfEach()),
        progress,
        operation);
  }

  /**
   * Fills in an operation for one accelerator, and counts on.
   *
   * @param step of {@link #stepsOfEach}
   */
  void configure(int target, int step, Progress progress, Operation operation) {
    if (step >= accesses.size() * STEPS) {
      progress.step++;
      writeBase(target, step - accesses.size() * STEPS, operation);
      return;
    }
    final int turn = step % STEPS;
    if (turn == DECIDED_STEP && progress.value == 0) {
      progress.step += STATUS_STEP - DECIDED_STEP;
      configure(target, step + STATUS_STEP - DECIDED_STEP, progress, operation);
      return;
    }
    progress.step++;
    final int number = step / STEPS;
    final Access access = accesses.get(number);
    switch (turn) {
      case 0 -> {
        if (number > 0) {
          accesses.get(number - 1).check.answered(target, progress);
        }
        write(target, Registers.TX0, access.header, operation);
      }
      case 1 -> write(target, Registers.TX1, access.data, operation);
      case 2 -> write(target, Registers.COMMAND, 1, operation);
      case 3 -> operation.set(Verb.COMPUTE, pollTicks);
      case STATUS_STEP -> read(target, Registers.STATUS, operation);
      case DECIDED_STEP -> read(target, Registers.RX0, operation);
      case DECIDED_STEP + 2 -> {
        checkAnswered(target, number, progress);
        read(target, Registers.RX1, operation);
      }
      default -> operation.set(Verb.AWAIT_NOTIFICATION, UnitWork.COMPLETER);
    }
  }

  private void writeBase(int target, int which, Operation operation) {
    if (which < device.bars().size()) {
      final long base = device.bars().get(which).address();
      write(target, Registers.FIRST_BASE + which, base, operation);
    } else {
      assign(target, operation);
    }
  }

  /** Makes the accesses of an accelerator go to the host of the thread. */
  static void assign(int target, Operation operation) {
    write(target, Registers.REVERSE, 1, operation);
  }

  /** Reads whether that is so. */
  static void readReverse(int target, Operation operation) {
    read(target, Registers.REVERSE, operation);
  }

  private static void write(int target, int register, long value, Operation operation) {
    operation.send(UnitWork.of(UnitWork.IMMEDIATE, target, 0, 0, Long.BYTES, 0, register), value);
  }

  private static void read(int target, int register, Operation operation) {
    final int completer = 1 << UnitWork.COMPLETER;
    operation.send(UnitWork.of(UnitWork.READ, target, 0, 0, Long.BYTES, completer, register), 0);
  }

  private static void checkAnswered(int target, int number, Progress progress) {
    if (progress.value != ConfigurationSpace.SUCCESS) {
      throw new IllegalStateException(
          "configuration operation " + number + " of node " + target + " was not supported");
    }
  }
}
