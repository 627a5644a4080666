package io.hopwright.models.program.collectives;

import java.util.Locale;
import java.util.function.IntUnaryOperator;

/**
 * Algorithm of a collective: the steps of each member as a function of its index, the number of
 * members, root, bytes and the number of the step. Nothing is stored.
 *
 * <p>All members have the same number of steps, including empty ones. After R. Thakur et al.,
 * Optimization of collective communication operations in MPICH (2005). A step takes a constant
 * time; up to 2³⁰ members.
 */
public enum Algorithm {
  /** Each member is notified by members at growing distances. */
  BARRIER_DISSEMINATION(Algorithm::levels) {
    @Override
    void step(Step s, int k) {
      s.send(s.around(s.member() + (1 << k)), 0, 0);
      s.receive(s.around(s.member() - (1 << k)), 0, 0);
    }
  },

  /** Barrier by a unit of the machine. */
  BARRIER_HARDWARE,

  /** Down a binomial tree. */
  BCAST_BINOMIAL(Algorithm::levels) {
    @Override
    void step(Step s, int k) {
      final int t = 1 << (levels(s.members()) - 1 - k);
      final int v = s.fromRoot();
      if ((v & (2 * t - 1)) == t) {
        s.receive(s.atRoot(v - t));
      } else if ((v & (2 * t - 1)) == 0 && t < s.members() - v) {
        s.send(s.atRoot(v + t));
      }
    }
  },

  /** Chunks down a binomial tree, then exchanged over ever larger distances. */
  BCAST_SCATTER_DOUBLING(m -> 2 * levels(m)) {
    @Override
    void step(Step s, int k) {
      s.even(s.members());
      final int levels = levels(s.members());
      if (k < levels) {
        scatter(s, k);
      } else {
        final int v = s.fromRoot();
        final int t = 1 << (k - levels);
        s.send(s.atRoot(v ^ t), v & -t, t);
        s.receive(s.atRoot(v ^ t), (v ^ t) & -t, t);
      }
    }
  },

  /** Chunks down a binomial tree, then around a ring. */
  BCAST_SCATTER_RING(m -> levels(m) + m - 1) {
    @Override
    void step(Step s, int k) {
      s.even(s.members());
      final int levels = levels(s.members());
      if (k < levels) {
        scatter(s, k);
      } else {
        ring(s, s.fromRoot() - (k - levels));
      }
    }
  },

  /** Up a binomial tree. */
  REDUCE_BINOMIAL(Algorithm::levels) {
    @Override
    void step(Step s, int k) {
      final int t = 1 << k;
      final int v = s.fromRoot();
      if ((v & (2 * t - 1)) == t) {
        s.send(s.atRoot(v - t));
      } else if ((v & (2 * t - 1)) == 0 && t < s.members() - v) {
        s.receive(s.atRoot(v + t));
        s.reduce();
      }
    }
  },

  /** Reduce-scatter by halving, then a gather up a binomial tree. */
  REDUCE_HALVING(m -> fold(m) + 2 * log2(m) + fold(m)) {
    @Override
    void step(Step s, int k) {
      final int log2 = log2(s.members());
      final int step = k - fold(s.members());
      if (step < 2 * log2) {
        final int j = folded(s, k, 2 * log2);
        if (j >= 0) {
          s.even(1 << log2);
          if (step < log2) {
            halve(s, j, step);
          } else {
            gatherChunks(s, j, step - log2);
          }
        }
      } else if (isFoldedAway(s.root(), s.members())) {
        if (s.member() == s.root() + 1) {
          s.send(s.root());
        } else if (s.member() == s.root()) {
          s.receive(s.root() + 1);
        }
      }
    }

    private void gatherChunks(Step s, int j, int k) {
      final int last = (1 << log2(s.members())) - 1;
      final int root = foldedIndex(s.root(), s.members());
      final int t = 1 << k;
      final int v = (j - root) & last;
      if ((v & (2 * t - 1)) == t) {
        s.send(unfolded((j - t) & last, s.members()), j, t);
      } else if ((v & (2 * t - 1)) == 0) {
        s.receive(unfolded((j + t) & last, s.members()), (j + t) & last, t);
      }
    }
  },

  /** All data exchanged over ever larger distances. */
  ALLREDUCE_DOUBLING(m -> log2(m) + 2 * fold(m)) {
    @Override
    void step(Step s, int k) {
      final int j = folded(s, k, log2(s.members()));
      if (j >= 0) {
        final int other = unfolded(j ^ (1 << (k - fold(s.members()))), s.members());
        s.send(other);
        s.receive(other);
        s.reduce();
      }
    }
  },

  /** Reduce-scatter by halving, then an allgather by doubling (Rabenseifner). */
  ALLREDUCE_HALVING(m -> 2 * log2(m) + 2 * fold(m)) {
    @Override
    void step(Step s, int k) {
      final int log2 = log2(s.members());
      final int j = folded(s, k, 2 * log2);
      final int step = k - fold(s.members());
      if (j >= 0) {
        s.even(1 << log2);
        if (step < log2) {
          halve(s, j, step);
        } else {
          final int t = 1 << (step - log2);
          final int other = unfolded(j ^ t, s.members());
          s.send(other, j & -t, t);
          s.receive(other, (j ^ t) & -t, t);
        }
      }
    }
  },

  /** Chunks around a ring, reduced on the first way around. */
  ALLREDUCE_RING(m -> 2 * (m - 1)) {
    @Override
    void step(Step s, int k) {
      s.even(s.members());
      final int around = s.members() - 1;
      if (k < around) {
        ring(s, s.member() - k);
        s.reduce();
      } else {
        ring(s, s.around(s.member() + 1 - (k - around)));
      }
    }
  },

  /** Pieces of the data around a ring, several at once. */
  ALLREDUCE_PIPELINED_RING {
    @Override
    public int steps(int members, long bytes) {
      return members == 1 ? 0 : 2 * (members - 1) * pieces(members, bytes);
    }

    @Override
    public int inFlight(int members, long bytes) {
      final int rounds = rounds(members, bytes);
      return (int) ((ringPieces(members, bytes) + rounds - 1) / rounds);
    }

    @Override
    void step(Step s, int k) {
      final int around = s.members() - 1;
      final int atOnce = inFlight(s.members(), s.bytes());
      final int turn = k / atOnce % (2 * around);
      final int round = k / atOnce / (2 * around);
      final int pieces = pieces(s.members(), s.bytes());
      s.evenPiece(s.members(), round * atOnce + k % atOnce, pieces);
      if (turn < around) {
        ring(s, s.member() - turn);
        s.reduce();
      } else {
        ring(s, s.around(s.member() + 1 - (turn - around)));
      }
    }

    private int pieces(int members, long bytes) {
      return rounds(members, bytes) * inFlight(members, bytes);
    }

    private static int rounds(int members, long bytes) {
      return (int) ((ringPieces(members, bytes) + MOST_PIECES - 1) / MOST_PIECES);
    }

    private static long ringPieces(int members, long bytes) {
      return Math.max(1, (bytes + members * RING_CHUNK - 1) / (members * RING_CHUNK));
    }
  },

  /** Chunks up and down two binary trees at once. */
  ALLREDUCE_DOUBLE_TREE {
    @Override
    public int steps(int members, long bytes) {
      return members == 1 ? 0 : DoubleTree.steps(levels(members), bytes);
    }

    @Override
    public int inFlight(int members, long bytes) {
      return DoubleTree.WINDOW;
    }

    @Override
    void step(Step s, int k) {
      DoubleTree.step(s, k, levels(s.members()));
    }
  },

  /** Allreduce by a unit of the machine that combines words. */
  ALLREDUCE_HARDWARE,

  /** Up a binomial tree, ever more blocks. */
  GATHER_BINOMIAL(Algorithm::levels) {
    @Override
    void step(Step s, int k) {
      s.blocks();
      final int t = 1 << k;
      final int v = s.fromRoot();
      if ((v & (2 * t - 1)) == t) {
        s.send(s.atRoot(v - t), v, Math.min(t, s.members() - v));
      } else if ((v & (2 * t - 1)) == 0 && t < s.members() - v) {
        s.receive(s.atRoot(v + t), v + t, Math.min(t, s.members() - v - t));
      }
    }
  },

  /** Down a binomial tree, ever fewer blocks. */
  SCATTER_BINOMIAL(Algorithm::levels) {
    @Override
    void step(Step s, int k) {
      s.blocks();
      scatter(s, k);
    }
  },

  /** Blocks exchanged over ever larger distances. */
  ALLGATHER_DOUBLING(Algorithm::levels) {
    @Override
    void step(Step s, int k) {
      s.blocks();
      final int i = s.member();
      final int t = 1 << k;
      s.send(i ^ t, i & -t, t);
      s.receive(i ^ t, (i ^ t) & -t, t);
    }
  },

  /** Blocks to ever farther members, for any number of members (Bruck). */
  ALLGATHER_BRUCK(Algorithm::levels) {
    @Override
    void step(Step s, int k) {
      s.blocks();
      final int t = 1 << k;
      final int count = Math.min(t, s.members() - t);
      final int from = s.around(s.member() + t);
      s.send(s.around(s.member() - t), s.member(), count);
      s.receive(from, from, count);
    }
  },

  /** Blocks around a ring. */
  ALLGATHER_RING(m -> m - 1) {
    @Override
    void step(Step s, int k) {
      s.blocks();
      ring(s, s.member() - k);
    }
  },

  /** Blocks by the bits of their distance (Bruck). */
  ALLTOALL_BRUCK(Algorithm::levels) {
    @Override
    void step(Step s, int k) {
      final int t = 1 << k;
      final int whole = s.members() >> (k + 1) << k;
      final int rest = Math.max(0, (s.members() & (2 * t - 1)) - t);
      s.exchangeScattered(s.around(s.member() + t), s.around(s.member() - t), whole + rest);
    }
  },

  /** Each block to its member, many on the way at once. */
  ALLTOALL_WINDOW(m -> m - 1) {
    @Override
    void step(Step s, int k) {
      s.receive(s.around(s.member() + k + 1));
      s.send(s.around(s.member() - k - 1));
    }
  },

  /** Each block to its member, one after the other. */
  ALLTOALL_PAIRWISE(m -> m - 1) {
    @Override
    void step(Step s, int k) {
      final int d = k + 1;
      if (isPowerOfTwo(s.members())) {
        s.send(s.member() ^ d);
        s.receive(s.member() ^ d);
      } else {
        s.send(s.around(s.member() + d));
        s.receive(s.around(s.member() - d));
      }
    }
  },

  /** Halves of ever smaller ranges of shares. */
  REDUCE_SCATTER_HALVING(m -> log2(m) + 2 * fold(m)) {
    @Override
    void step(Step s, int k) {
      final int log2 = log2(s.members());
      final int step = k - fold(s.members());
      if (step < log2) {
        s.shares(1 << log2);
      }
      final int j = folded(s, k, log2);
      if (j >= 0) {
        halve(s, j, step);
      }
    }
  },

  /** Each share to its member, one after the other. */
  REDUCE_SCATTER_PAIRWISE(m -> m - 1) {
    @Override
    void step(Step s, int k) {
      s.send(s.around(s.member() + k + 1));
      s.receive(s.around(s.member() - k - 1));
      s.reduce();
    }
  },

  /** Blocks around a ring, reduced on the way. */
  REDUCE_SCATTER_RING(m -> m - 1) {
    @Override
    void step(Step s, int k) {
      s.blocks();
      ring(s, s.member() - 1 - k);
      s.reduce();
    }
  },

  /** All data exchanged over ever larger distances, kept from lower members only. */
  SCAN_DOUBLING(Algorithm::levels) {
    @Override
    void step(Step s, int k) {
      final int other = s.member() ^ (1 << k);
      if (other < s.members()) {
        s.send(other);
        s.receive(other);
        s.reduce();
      }
    }
  };

  /** The most steps in flight. */
  public static final int WINDOW = 32;

  /** The most pieces that are on a ring at once. */
  private static final int MOST_PIECES = 8;

  /** The most bytes of a chunk of a piece on a ring. */
  private static final long RING_CHUNK = 524_288;

  /** Steps that are not computed one by one. */
  private static final int MANY_STEPS = 10_000;

  /** Bytes of a word, which units of machines combine. */
  public static final int WORD = 8;

  /** Number of steps, by the number of members, two or more. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final IntUnaryOperator steps;

  Algorithm() {
    this(members -> 0);
  }

  Algorithm(IntUnaryOperator steps) {
    this.steps = steps;
  }

  /** Fills in step {@code k}; members, root and bytes are there, and the data are one chunk. */
  void step(Step s, int k) {
    throw new IllegalStateException(word() + " has no steps");
  }

  /** Returns the number of steps for {@code members} members, 0 for one. */
  public int steps(int members, long bytes) {
    return members == 1 ? 0 : steps.applyAsInt(members);
  }

  /**
   * Returns a lower bound of the operations of a member in its steps. It is exact except for
   * reductions in steps that {@link #alike} counts. Takes time proportional to the other steps, of
   * which there are few.
   *
   * @param s filled anew
   */
  public final long leastOperations(Step s, int member, int members, int root, long bytes) {
    if (onlyPowersOfTwo() && !isPowerOfTwo(members)) {
      return 0;
    }
    final int steps = steps(members, bytes);
    if (this == ALLREDUCE_DOUBLE_TREE && steps > MANY_STEPS) {
      // Each member sends or receives each chunk once up and once down.
      return 4L * DoubleTree.chunks(levels(members), bytes);
    }
    final long alike = alike(members, bytes);
    final int atOnce = isSliding() ? 1 : inFlight(members, bytes);
    long operations = 2 * alike + (alike + atOnce - 1) / atOnce;
    for (int k = 0; k < steps - alike; k++) {
      s.fill(this, k, member, members, root, bytes);
      final int messages =
          (s.receiveFrom() == Step.NOBODY ? 0 : 1) + (s.sendTo() == Step.NOBODY ? 0 : 1);
      operations += messages == 0 ? 0 : messages + 1;
      operations += s.reducing() && s.receiveBytes() > 0 ? 1 : 0;
    }
    return operations;
  }

  /** Returns how many of the last steps have a receive and a send for each member. */
  private int alike(int members, long bytes) {
    return switch (this) {
      case BCAST_SCATTER_RING -> Math.max(0, members - 1);
      case ALLREDUCE_RING,
          ALLGATHER_RING,
          ALLTOALL_WINDOW,
          ALLTOALL_PAIRWISE,
          ALLREDUCE_PIPELINED_RING,
          REDUCE_SCATTER_PAIRWISE,
          REDUCE_SCATTER_RING ->
          steps(members, bytes);
      default -> 0;
    };
  }

  /**
   * Returns the number of steps of which a member has receives and sends in flight, at most {@link
   * #WINDOW}. A member waits for all of them together. If the algorithm {@link #isSliding}, it
   * waits for each step separately, before the step that is this number later.
   */
  public int inFlight(int members, long bytes) {
    return this == ALLTOALL_WINDOW ? WINDOW : 1;
  }

  /** Returns whether a member waits for each step on its own. */
  public boolean isSliding() {
    return this == ALLREDUCE_PIPELINED_RING || this == ALLREDUCE_DOUBLE_TREE;
  }

  /** Returns whether the number of members must be a power of two. */
  public boolean onlyPowersOfTwo() {
    return this == BCAST_SCATTER_DOUBLING || this == ALLGATHER_DOUBLING;
  }

  /** Returns whether a unit of the machine performs it, if there is one; members join and wait. */
  public boolean byHardware() {
    return this == BARRIER_HARDWARE || this == ALLREDUCE_HARDWARE;
  }

  /** Returns whether the algorithm allows the given bytes of each member. */
  public boolean takes(long bytes) {
    return !byHardware() || bytes <= WORD;
  }

  /** Returns the word in programs, as {@code scatter-ring}. */
  public String word() {
    final String name = name().toLowerCase(Locale.ROOT).replace('_', '-');
    final String collective = collective().word().replace('_', '-');
    return name.substring(collective.length() + 1);
  }

  /** Returns the words of the collective and its algorithm, such as {@code bcast scatter-ring}. */
  public String fullName() {
    return collective().word() + " " + word();
  }

  /** Returns the collective that the algorithm performs. */
  public Collective collective() {
    for (Collective collective : Collective.values()) {
      if (collective.algorithms().contains(this)) {
        return collective;
      }
    }
    throw new AssertionError(name());
  }

  public static boolean isPowerOfTwo(int m) {
    return (m & (m - 1)) == 0;
  }

  /** Returns ⌈log₂ m⌉. */
  private static int levels(int m) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(m - 1);
  }

  /** Returns ⌊log₂ m⌋. */
  private static int log2(int m) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(m);
  }

  /** Returns how many steps folding takes: 1, or 0 for a power of two. */
  private static int fold(int m) {
    return isPowerOfTwo(m) ? 0 : 1;
  }

  private static int tooMany(int m) {
    return m - Integer.highestOneBit(m);
  }

  private static boolean isFoldedAway(int i, int m) {
    return i < 2 * tooMany(m) && (i & 1) == 0;
  }

  /** Returns the number of {@code i}, or of the one it was folded into, among those that remain. */
  private static int foldedIndex(int i, int m) {
    return i < 2 * tooMany(m) ? i / 2 : i - tooMany(m);
  }

  /**
   * Folds members away, {@code inner} steps before it unfolds them; returns this member's number
   * among those that remain if the step is one of these, negative if it was folded away.
   */
  private static int folded(Step s, int k, int inner) {
    final int i = s.member();
    final int m = s.members();
    if (k >= fold(m) && k < fold(m) + inner) {
      return isFoldedAway(i, m) ? -1 : foldedIndex(i, m);
    }
    if (i < 2 * tooMany(m)) {
      final boolean folds = k < fold(m);
      if (((i & 1) == 0) == folds) {
        s.send(i ^ 1);
      } else {
        s.receive(i ^ 1);
      }
      if (folds && (i & 1) != 0) {
        s.reduce();
      }
    }
    return -1;
  }

  /** Returns the member whose number among those that remain is {@code j}. */
  private static int unfolded(int j, int m) {
    return j < tooMany(m) ? 2 * j + 1 : j + tooMany(m);
  }

  private static void halve(Step s, int j, int k) {
    final int t = Integer.highestOneBit(s.members()) >> (k + 1);
    final int other = unfolded(j ^ t, s.members());
    s.send(other, (j ^ t) & -t, t);
    s.receive(other, j & -t, t);
    s.reduce();
  }

  private static void scatter(Step s, int k) {
    final int m = s.members();
    final int t = 1 << (levels(m) - 1 - k);
    final int v = s.fromRoot();
    if ((v & (2 * t - 1)) == t) {
      s.receive(s.atRoot(v - t), v, Math.min(t, m - v));
    } else if ((v & (2 * t - 1)) == 0 && t < m - v) {
      s.send(s.atRoot(v + t), v + t, Math.min(t, m - v - t));
    }
  }

  /** Sends chunk {@code c} to the next member and receives the one before it from the last. */
  private static void ring(Step s, int c) {
    s.send(s.around(s.member() + 1), s.around(c), 1);
    s.receive(s.around(s.member() - 1), s.around(s.around(c) - 1), 1);
  }
}
