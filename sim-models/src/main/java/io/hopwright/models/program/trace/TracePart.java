package io.hopwright.models.program.trace;

import io.hopwright.models.program.ProgramException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Part of a trace of calls, by recorded time and by name (docs/models/traces.md, "Selected times
 * and calls"). Notes which names occur. Confined to one thread, except for {@link #ALL}.
 */
public final class TracePart {
  /** The whole trace. */
  public static final TracePart ALL = new TracePart(0, Long.MAX_VALUE, 0, List.of());

  /** The name that stands for all one-sided calls. */
  public static final String ONE_SIDED = "one-sided";

  private static final String PREFIX = "mpi_";
  private static final String WINDOW = "win_";
  private static final Set<String> TRANSFERS = Set.of("put", "get", "accumulate");

  private final long from;
  private final long to;
  private final int skipped;
  private final Set<String> names = new TreeSet<>();
  private final Set<String> met = new TreeSet<>();
  private final boolean isAll;
  private boolean kept;

  /**
   * Creates a part.
   *
   * @param from recorded time in ps of the first kept call
   * @param to first recorded time in ps after the part
   * @param skipped number of first calls of each rank that are omitted
   * @param names names of calls that are omitted
   */
  public TracePart(long from, long to, int skipped, Collection<String> names) {
    this.from = from;
    this.to = to;
    this.skipped = skipped;
    names.forEach(name -> this.names.add(plain(name)));
    isAll = !needsTimes() && skipped == 0 && names.isEmpty();
  }

  private static String plain(String name) {
    final String small = name.toLowerCase(Locale.ROOT);
    return small.startsWith(PREFIX) ? small.substring(PREFIX.length()) : small;
  }

  /** Returns whether recorded times decide. */
  public boolean needsTimes() {
    return from > 0 || to < Long.MAX_VALUE;
  }

  /**
   * Returns whether a call is kept.
   *
   * @param number number of calls of the rank before it
   * @param name name of the MPI function
   * @param picoseconds recorded time
   */
  public boolean keeps(int number, String name, long picoseconds) {
    if (isAll) {
      return true;
    }
    final boolean keeps =
        !isNamed(name) && number >= skipped && picoseconds >= from && picoseconds < to;
    kept |= keeps;
    return keeps;
  }

  private boolean isNamed(String name) {
    if (names.isEmpty()) {
      return false;
    }
    final String plain = plain(name);
    final boolean oneSided = plain.startsWith(WINDOW) || TRANSFERS.contains(plain);
    final String found = oneSided && names.contains(ONE_SIDED) ? ONE_SIDED : plain;
    if (!names.contains(found)) {
      return false;
    }
    met.add(found);
    return true;
  }

  /**
   * Returns the kept part of a compute time, in ps.
   *
   * @param number number of calls of the rank before it
   * @param end recorded time at its end
   */
  public long kept(int number, long end, long picoseconds) {
    return number < skipped
        ? 0
        : Math.max(0, Math.min(end, to) - Math.max(end - picoseconds, from));
  }

  /** Returns the omitted names that no call had. */
  public List<String> unmet() {
    final List<String> unmet = new ArrayList<>(names);
    unmet.removeAll(met);
    return unmet;
  }

  /**
   * Checks that a call was kept.
   *
   * @param name name of the trace, for messages
   * @throws ProgramException if no call was kept
   */
  public void requireCalls(String name) {
    if (!isAll && !kept) {
      throw new ProgramException(
          name + ": the selected part has no call; select a longer time, or skip fewer calls");
    }
  }
}
