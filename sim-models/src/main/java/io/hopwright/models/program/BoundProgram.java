package io.hopwright.models.program;

/**
 * A program of so many ranks: says of each rank what it does next.
 *
 * <p>All that changes is in an array of longs that the caller keeps, {@link #stride()} of them for
 * a rank; nothing is allocated by {@link #next}. Immutable; safe for any thread, if each rank's
 * longs are one thread's.
 */
public final class BoundProgram {
  /** Requests have numbers below this. */
  public static final int MOST_REQUESTS = 1_000_000 + Program.MOST_REQUEST_NAMES;

  /** A rank that has done so many statements without an operation does not go on. */
  public static final int MOST_SILENT = 1_000_000;

  private final Program program;
  private final Job job;
  private final int words;
  private final Instruction[] code;

  BoundProgram(Program program, Job job, int words, Instruction[] code) {
    this.program = program;
    this.job = job;
    this.words = words;
    this.code = code;
  }

  /** Returns the program. */
  public Program program() {
    return program;
  }

  /** Returns what it is bound to. */
  public Job job() {
    return job;
  }

  /** Returns how many longs a rank has. */
  public int stride() {
    return words;
  }

  /** Puts a rank at its beginning; its longs begin at {@code at}. */
  public void start(long[] state, int at, int rank) {
    java.util.Arrays.fill(state, at, at + words, 0);
    state[at] = Memory.pair(rank, 0);
  }

  /** Returns how many operations a rank has done, whose longs begin at {@code at}. */
  public long operations(long[] state, int at) {
    return state[at + Memory.OPERATIONS];
  }

  /**
   * Tells what a rank does next; after its end, END again and again.
   *
   * @param state with the rank's longs from {@code at} on
   * @param operation filled in
   * @throws ProgramException if the rank cannot go on, with line, column, rank and the remedy
   */
  public void next(long[] state, int at, Operation operation) {
    try {
      for (int silent = 0; silent < MOST_SILENT; silent++) {
        final int number = Memory.high(state[at]);
        state[at] += 1L << Integer.SIZE;
        final Instruction instruction = code[number];
        if (instruction.execute(state, at, operation)) {
          operation.count(state[at + Memory.OPERATIONS]++, instruction.line());
          return;
        }
      }
    } catch (Failure e) {
      throw new ProgramException(program.message(e.place(), who(state, at), e.getMessage()));
    }
    throw new ProgramException(
        program.name()
            + ":"
            + code[Memory.high(state[at])].line()
            + ": "
            + who(state, at)
            + MOST_SILENT
            + " statements without an operation; let the loop do less, or something");
  }

  private static String who(long[] state, int at) {
    return "rank " + Memory.rank(state, at) + ": ";
  }
}
