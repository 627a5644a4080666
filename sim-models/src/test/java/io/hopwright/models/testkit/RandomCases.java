package io.hopwright.models.testkit;

/**
 * Number of random cases of a test: {@code -Dhopwright.cases=} if given, with the first seed {@code
 * -Dhopwright.firstCase=}; otherwise the default of the test. {@code -Dhopwright.machine=} selects
 * the cases of one machine.
 */
public final class RandomCases {
  private static final int COUNT = Integer.getInteger("hopwright.cases", 0);
  private static final long FIRST = Long.getLong("hopwright.firstCase", Long.MIN_VALUE);

  private static final String MACHINE = System.getProperty("hopwright.machine", "");

  private RandomCases() {}

  /** Returns whether the machine of this name is selected. */
  public static boolean wants(String machine) {
    return MACHINE.isEmpty() || MACHINE.equalsIgnoreCase(machine);
  }

  /** Returns how many cases. */
  public static int count(int usual) {
    return COUNT > 0 ? COUNT : usual;
  }

  /** Returns the number of the first case, which is a seed in most tests. */
  public static long first(long usual) {
    return FIRST != Long.MIN_VALUE ? FIRST : usual;
  }
}
