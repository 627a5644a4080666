package io.hopwright.models.extoll;

import java.util.List;

/**
 * Hosts that configure their accelerators over the network (Frey 2021, section 4.2): operations
 * upon configuration registers, each by the backdoor of the accelerator's NIC, and three registers
 * of the NIC itself at the end.
 *
 * @param accelerators of the machine
 * @param hosts of the machine
 * @param addresses where the windows of accelerators are to begin, and how large they are
 * @param pollTicks from a command to the first look at its status
 */
record Enumeration(int accelerators, int hosts, AcceleratorWindows addresses, int pollTicks)
    implements UnitProgram {
  /** Configuration operations of an accelerator. */
  static final int OPERATIONS = 26;

  /** Of an operation: three writes, a pause, status and two words of an answer, each awaited. */
  private static final int STEPS = 10;

  private static final int STATUS_STEP = 4;
  private static final int DECIDED_STEP = 6;
  private static final int FINAL_WRITES = 3;

  /** Steps of one accelerator. */
  static final int PER_ACCELERATOR = OPERATIONS * STEPS + FINAL_WRITES;

  private static final int FIRST_BAR_OPERATION = 9;
  private static final int PER_BAR = 3;
  private static final List<Integer> BARS =
      List.of(
          ConfigurationSpace.MEMORY_BAR,
          ConfigurationSpace.MEMORY_BAR + Integer.BYTES,
          ConfigurationSpace.REGISTER_BAR,
          ConfigurationSpace.REGISTER_BAR + Integer.BYTES);

  @Override
  public int threads(int node) {
    return node < accelerators ? 0 : 1;
  }

  @Override
  public void next(int node, int thread, Progress progress, Operation operation) {
    final List<Integer> own = AcceleratorWindows.accelerators(node, accelerators, hosts);
    if (progress.step == (long) own.size() * PER_ACCELERATOR) {
      operation.set(Verb.END, 0);
      return;
    }
    configure(
        own.get((int) (progress.step / PER_ACCELERATOR)),
        (int) (progress.step % PER_ACCELERATOR),
        progress,
        operation);
  }

  /**
   * Fills in an operation for one accelerator, and counts on.
   *
   * @param step of {@link #PER_ACCELERATOR}
   */
  void configure(int target, int step, Progress progress, Operation operation) {
    if (step >= OPERATIONS * STEPS) {
      progress.step++;
      writeRegister(target, step - OPERATIONS * STEPS, operation);
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
    switch (turn) {
      case 0 -> write(target, Registers.TX0, header(number), operation);
      case 1 -> write(target, Registers.TX1, data(number), operation);
      case 2 -> write(target, Registers.COMMAND, 1, operation);
      case 3 -> operation.set(Verb.COMPUTE, pollTicks);
      case STATUS_STEP -> read(target, Registers.STATUS, operation);
      case DECIDED_STEP -> read(target, Registers.RX0, operation);
      case DECIDED_STEP + 2 -> {
        checkAnswered(target, number, progress);
        read(target, Registers.RX1, operation);
      }
      default -> operation.set(Verb.AWAIT_NOTIFICATION, Work.COMPLETER);
    }
    if (turn == 0 && number > 0) {
      learn(target, number - 1, progress);
    }
  }

  private void writeRegister(int target, int which, Operation operation) {
    switch (which) {
      case 0 -> write(target, Registers.MEMORY_BASE, addresses.memoryBase(), operation);
      case 1 -> write(target, Registers.REGISTER_BASE, addresses.registerBase(), operation);
      default -> assign(target, operation);
    }
  }

  /** Has what an accelerator itself accesses go to the host of the thread. */
  static void assign(int target, Operation operation) {
    write(target, Registers.REVERSE, 1, operation);
  }

  /** Reads whether that is so. */
  static void readReverse(int target, Operation operation) {
    read(target, Registers.REVERSE, operation);
  }

  private static void write(int target, int register, long value, Operation operation) {
    operation.send(Work.of(Work.IMMEDIATE, target, 0, 0, Long.BYTES, 0, register), value);
  }

  private static void read(int target, int register, Operation operation) {
    final int completer = 1 << Work.COMPLETER;
    operation.send(Work.of(Work.READ, target, 0, 0, Long.BYTES, completer, register), 0);
  }

  private static void checkAnswered(int target, int number, Progress progress) {
    if (progress.value != ConfigurationSpace.SUCCESS) {
      throw new IllegalStateException(
          "configuration operation " + number + " of node " + target + " was not supported");
    }
  }

  /** Takes in what the operation before has read: of windows, how large they are. */
  private void learn(int target, int number, Progress progress) {
    final int ofBars = number - FIRST_BAR_OPERATION;
    if (ofBars < 0 || ofBars >= PER_BAR * BARS.size() || ofBars % PER_BAR != 1) {
      return;
    }
    final int bar = ofBars / PER_BAR;
    if (bar % 2 == 0) {
      progress.memory = progress.value;
      return;
    }
    final long size = ConfigurationSpace.size((int) progress.memory, (int) progress.value);
    final long expected = bar == 1 ? addresses.memoryBytes() : addresses.registerBytes();
    if (size != expected) {
      throw new IllegalStateException(
          "node " + target + " asks for a window of " + size + " B, not " + expected);
    }
  }

  private static long low(long address) {
    return address & 0xFFFF_FFFFL;
  }

  private long header(int number) {
    final int register = register(number);
    final boolean reads =
        number == 8
            || (number >= FIRST_BAR_OPERATION
                && number < FIRST_BAR_OPERATION + PER_BAR * BARS.size()
                && (number - FIRST_BAR_OPERATION) % PER_BAR == 1);
    return ConfigurationSpace.header(number < 7 ? 0 : 1, number < 7 ? 0 : 1, !reads, register);
  }

  private int register(int number) {
    final int ofBars = number - FIRST_BAR_OPERATION;
    if (ofBars >= 0 && ofBars < PER_BAR * BARS.size()) {
      return BARS.get(ofBars / PER_BAR);
    }
    return switch (number) {
      case 1 -> ConfigurationSpace.BUSES;
      case 2 -> ConfigurationSpace.MEMORY_WINDOW;
      case 3 -> ConfigurationSpace.PREFETCHABLE_WINDOW;
      case 4 -> ConfigurationSpace.PREFETCHABLE_BASE;
      case 5 -> ConfigurationSpace.PREFETCHABLE_LIMIT;
      case 6, OPERATIONS - 1 -> ConfigurationSpace.COMMAND;
      case 21, 22, 23, 24 -> ConfigurationSpace.INTERRUPTS + (number - 21) * Integer.BYTES;
      default -> ConfigurationSpace.IDENTITY;
    };
  }

  private long data(int number) {
    final int ofBars = number - FIRST_BAR_OPERATION;
    if (ofBars >= 0 && ofBars < PER_BAR * BARS.size()) {
      final long base = ofBars < 2 * PER_BAR ? addresses.memoryBase() : addresses.registerBase();
      final boolean high = ofBars / PER_BAR % 2 == 1;
      return switch (ofBars % PER_BAR) {
        case 0 -> 0xFFFF_FFFFL;
        case 1 -> 0;
        default -> high ? base >>> Integer.SIZE : low(base);
      };
    }
    return switch (number) {
      case 1 -> 1 << 16 | 1 << 8;
      case 2 -> AcceleratorWindows.megabytes(addresses.registerBase(), addresses.registerEnd());
      case 3 -> AcceleratorWindows.megabytes(addresses.memoryBase(), addresses.memoryEnd());
      case 4 -> addresses.memoryBase() >>> Integer.SIZE;
      case 5 -> addresses.memoryEnd() >>> Integer.SIZE;
      case 6, OPERATIONS - 1 -> 7;
      case 21 -> low(AcceleratorWindows.INTERRUPT);
      case 22 -> AcceleratorWindows.INTERRUPT >>> Integer.SIZE;
      case 24 -> 1;
      default -> 0;
    };
  }
}
