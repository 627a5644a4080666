package io.hopwright.models.testkit;

/**
 * How many cases at random a test tries: {@code -Dhopwright.cases=} if that is given, and from
 * which on, {@code -Dhopwright.firstCase=}; else what the test says. Those of one machine alone
 * with {@code -Dhopwright.machine=}.
 */
public final class RandomCases {
  private static final int COUNT = Integer.getInteger("hopwright.cases", 0);
  private static final long FIRST = Long.getLong("hopwright.firstCase", Long.MIN_VALUE);

  private static final String MACHINE = System.getProperty("hopwright.machine", "");

  private RandomCases() {}

  /** Returns whether a machine with a name is to be tried. */
  public static boolean wants(String machine) {
    return MACHINE.isEmpty() || MACHINE.equalsIgnoreCase(machine);
  }

  /** Returns how many cases. */
  public static int count(int usual) {
    return COUNT > 0 ? COUNT : usual;
  }

  /** Returns the first case, the seed of most. */
  public static long first(long usual) {
    return FIRST != Long.MIN_VALUE ? FIRST : usual;
  }
}
