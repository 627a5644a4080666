package io.hopwright.models.tnw.programs;

/**
 * Endless lattice-Boltzmann code: each step sends borders to the neighbours in x and optionally in
 * y, then computes (Pivanti et al. 2010, section 4).
 *
 * @param directions 2 for neighbours in x, 4 for those in x and y
 * @param packetsX packets of a border in x
 * @param packetsY packets of a border in y
 * @param computeTicks compute ticks of a step
 * @param byEngine whether a thread waits for the descriptors that it has written
 */
public record LatticeBoltzmann(
    int directions, int packetsX, int packetsY, long computeTicks, boolean byEngine)
    implements ThreadProgram {
  private static final int PER_STEP = 6;

  @Override
  public int threads() {
    return directions;
  }

  @Override
  public void operation(int node, int thread, long step, long previousBirth, Operation operation) {
    final int packets = thread < 2 ? packetsX : packetsY;
    switch ((int) (step % PER_STEP)) {
      case 0 -> operation.set(Kind.CREDIT, thread ^ 1, 0, packets);
      case 1 -> operation.set(Kind.SEND, thread, 0, packets);
      case 2 -> operation.set(Kind.AWAIT, thread ^ 1, 0, 0);
      case 3 -> operation.set(byEngine ? Kind.AWAIT_SENT : Kind.NOTHING, thread, 0, 0);
      case 4 -> operation.set(Kind.BARRIER);
      default -> operation.set(Kind.COMPUTE, 0, 0, computeTicks);
    }
  }

  @Override
  public boolean sends(int node, int thread, long step, long previousBirth) {
    return true;
  }
}
