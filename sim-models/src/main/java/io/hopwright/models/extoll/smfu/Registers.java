package io.hopwright.models.extoll.smfu;

/**
 * Registers of the nodes of a partition that are accessible over the network, and the backdoor to
 * the PCIe link behind them (Frey 2021, sections 2.4.7 and 4.2.1). Confined to its partition; 112 B
 * per node.
 */
public final class Registers {
  /** Registers with the packet that the backdoor sends: header and data. */
  public static final int TX0 = 1;

  public static final int TX1 = 2;

  /** Writing it sends that. */
  public static final int COMMAND = 3;

  /** Words of the answer, 0 while there is none. */
  public static final int STATUS = 4;

  /** The answer: how it went, and data. */
  public static final int RX0 = 5;

  public static final int RX1 = 6;

  /** Whether an accelerator's own accesses go to its host. */
  public static final int REVERSE = 7;

  /** Base address of an accelerator's first BAR for accesses from elsewhere; others follow. */
  public static final int FIRST_BASE = 8;

  private static final int COUNT = FIRST_BASE + AcceleratorDevice.MOST_BARS;
  private static final int WORDS_OF_ANSWER = 2;

  private final long[] values;
  private final ConfigurationSpace[] spaces;

  /**
   * Creates registers that are all zero.
   *
   * @param spaces behind the PCIe link of each node; null where the device is a host
   */
  public Registers(ConfigurationSpace... spaces) {
    values = new long[COUNT * spaces.length];
    this.spaces = spaces.clone();
  }

  public long read(int node, int register) {
    return values[COUNT * node + register];
  }

  /** Writes a register; returns whether this is a command to the backdoor. */
  public boolean write(int node, int register, long value) {
    values[COUNT * node + register] = value;
    if (register == COMMAND) {
      values[COUNT * node + STATUS] = 0;
    }
    return register == COMMAND;
  }

  /** Performs the access of the backdoor; then the answer is available. */
  public void access(int node) {
    final long header = read(node, TX0);
    final boolean accepted = spaces[node] != null && spaces[node].takes(header);
    final long data = accepted ? spaces[node].access(header, (int) read(node, TX1)) : 0;
    values[COUNT * node + RX0] =
        accepted ? ConfigurationSpace.SUCCESS : ConfigurationSpace.UNSUPPORTED;
    values[COUNT * node + RX1] = data;
    values[COUNT * node + STATUS] = WORDS_OF_ANSWER;
  }

  /** Returns the number of reachable accelerators: their bases are in open windows. */
  public long ready() {
    long ready = 0;
    for (int node = 0; node < spaces.length; node++) {
      final ConfigurationSpace space = spaces[node];
      final int of = node;
      ready +=
          space != null
                  && read(node, REVERSE) != 0
                  && space.isReached(bar -> read(of, FIRST_BASE + bar))
              ? 1
              : 0;
    }
    return ready;
  }

  /** Returns the configuration space behind the PCIe link of an accelerator. */
  public ConfigurationSpace space(int node) {
    return spaces[node];
  }
}
