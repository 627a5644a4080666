package io.hopwright.models.program.calls;

import java.util.Set;
import java.util.regex.Pattern;

/** MPI functions whose effect is not simulated (docs/models/traces.md, "MPI calls"). */
public final class UnsupportedCalls {
  /** Why a function is refused whose effect is not simulated, to follow its name. */
  public static final String NOT_SIMULATED =
      "is not simulated; record a program that does not call it";

  private static final Set<String> ONE_SIDED =
      Set.of("Put", "Get", "Accumulate", "Win_create", "Win_fence", "Win_lock", "Win_start");

  private static final Pattern OTHERS =
      Pattern.compile(
          "R(put|get|accumulate|get_accumulate)|Get_accumulate|Fetch_and_op|Compare_and_swap"
              + "|I(barrier|bcast|gatherv?|scatterv?|allgatherv?|alltoall[vw]?|allreduce|scan"
              + "|exscan|reduce(_scatter(_block)?)?)|I?neighbor_.*|Intercomm_create|Comm_spawn(_multiple)?"
              + "|Comm_accept");

  private UnsupportedCalls() {}

  /**
   * Returns the reason why a function cannot be simulated, to follow its name in a message; null if
   * it can be or has no effect.
   *
   * @param call name without {@code MPI_}
   */
  public static String reason(String call) {
    if (ONE_SIDED.contains(call)) {
      return "is one-sided, which is not simulated; trace commands leave such calls out with --skip"
          + " one-sided";
    }
    return OTHERS.matcher(call).matches() ? NOT_SIMULATED : null;
  }
}
