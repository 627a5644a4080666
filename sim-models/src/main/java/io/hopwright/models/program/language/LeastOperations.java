package io.hopwright.models.program.language;

import io.hopwright.models.program.Group;
import io.hopwright.models.program.IntPair;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationLimit;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Step;
import io.hopwright.models.program.language.Expression.Question;
import java.util.Arrays;

/**
 * Lower bound of the operations of a rank, computed from its statements without executing them. A
 * loop counts by its bounds, a branch with unknown condition as the shorter alternative, and a
 * collective by its algorithm.
 *
 * <p>Values are intervals. Takes a time proportional to the statements, not to the rounds of loops,
 * and 16 B per variable. Confined to one thread.
 */
final class LeastOperations {
  /** A loop of up to so many rounds is evaluated round by round. */
  private static final long MOST_UNROLLED = 8;

  private static final long MOST = OperationLimit.MOST;

  private final BoundStatements program;
  private final int ranks;
  private final long[] low;
  private final long[] high;
  private final long[] state = new long[RankMemory.VARIABLES];
  private final Operation group = new Operation();
  private final Step step = new Step();

  /** Interval of values. */
  private record Range(long low, long high) {
    static final Range ANY = new Range(Long.MIN_VALUE, Long.MAX_VALUE);
    static final Range TRUTH = new Range(0, 1);

    static Range of(long value) {
      return new Range(value, value);
    }

    static Range truth(boolean always, boolean never) {
      return always ? of(1) : never ? of(0) : TRUTH;
    }

    boolean known() {
      return low == high;
    }

    boolean isFalse() {
      return low == 0 && high == 0;
    }

    boolean isTrue() {
      return low > 0 || high < 0;
    }
  }

  /** Operation on two numbers that can overflow. */
  @FunctionalInterface
  private interface Exact {
    long apply(long a, long b);
  }

  LeastOperations(BoundStatements program) {
    this.program = program;
    ranks = program.job().ranks();
    low = new long[program.stride()];
    high = new long[program.stride()];
  }

  /** Returns the bound for a rank, without its end; 2⁶¹ if that is less. */
  long of(int rank) {
    Arrays.fill(low, 0);
    Arrays.fill(high, 0);
    state[RankMemory.RANK] = IntPair.of(rank, 0);
    return from(0, program.code().length);
  }

  private static long sum(long a, long b) {
    return Math.min(MOST, a + b);
  }

  private static long product(long a, long b) {
    return a == 0 || b <= MOST / a ? Math.min(MOST, a * b) : MOST;
  }

  /** Returns the bound for the instructions of a piece of the text, blocks as a whole. */
  private long from(int begin, int end) {
    final Instruction[] code = program.code();
    long sum = 0;
    int at = begin;
    while (at < end) {
      final Instruction instruction = code[at];
      if (instruction instanceof Instruction.For loop) {
        sum = sum(sum, loop(loop, at));
        at = loop.target();
      } else if (instruction instanceof Instruction.Forever loop) {
        final int again = again(at);
        forget(at + 1, again);
        sum = sum(sum, product(loop.rounds(), from(at + 1, again)));
        forget(at + 1, again);
        at = again + 1;
      } else if (instruction instanceof Instruction.Unless branch) {
        final int otherwise = branch.target();
        final boolean both =
            code[otherwise - 1] instanceof Instruction.Jump jump && jump.target() > otherwise;
        final int behind = both ? ((Instruction.Jump) code[otherwise - 1]).target() : otherwise;
        sum = sum(sum, branch(branch, at + 1, both ? otherwise - 1 : otherwise, behind));
        at = behind;
      } else {
        sum = sum(sum, one(instruction));
        at++;
      }
    }
    return sum;
  }

  private int again(int forever) {
    int at = forever + 1;
    while (!(program.code()[at] instanceof Instruction.Again again)
        || again.target() != forever + 1) {
      at++;
    }
    return at;
  }

  /**
   * Returns the bound for the two blocks of a condition: from begin, and behind then, to the end.
   */
  private long branch(Instruction.Unless branch, int begin, int then, int end) {
    final Range condition = range(branch.condition());
    final int otherwise = branch.target();
    if (condition.isTrue()) {
      return from(begin, then);
    }
    if (condition.isFalse()) {
      return from(otherwise, end);
    }
    forget(begin, end);
    final long one = from(begin, then);
    forget(begin, end);
    final long other = from(otherwise, end);
    forget(begin, end);
    return Math.min(one, other);
  }

  private long loop(Instruction.For loop, int at) {
    final int next = loop.target() - 1;
    final Range first = range(loop.from());
    final Range last = range(loop.to());
    final Range step = range(loop.step());
    final boolean exact = first.known() && last.known();
    final long rounds = step.known() ? rounds(first, last, step.low) : 0;
    long sum = 0;
    if (exact && rounds <= MOST_UNROLLED) {
      for (long round = 0; round < rounds; round++) {
        set(loop.word(), Range.of(first.low + round * step.low));
        sum = sum(sum, from(at + 1, next));
      }
    } else {
      forget(at + 1, next);
      set(loop.word(), new Range(Math.min(first.low, last.low), Math.max(first.high, last.high)));
      sum = product(rounds, rounds == 0 ? 0 : from(at + 1, next));
      forget(at + 1, next);
      set(loop.word(), Range.ANY);
    }
    return sum;
  }

  /** Returns the least number of rounds of a loop. */
  private static long rounds(Range first, Range last, long step) {
    try {
      if (step == 0) {
        return 0;
      }
      final long least =
          step > 0
              ? Math.subtractExact(last.low, first.high)
              : Math.subtractExact(first.low, last.high);
      return least < 0 ? 0 : least / Math.absExact(step) + 1;
    } catch (ArithmeticException e) {
      return 0;
    }
  }

  /** Forgets the variables that get a value in a piece of the text. */
  private void forget(int begin, int end) {
    for (int at = begin; at < end; at++) {
      if (program.code()[at] instanceof Instruction.Let let) {
        set(let.word(), Range.ANY);
      } else if (program.code()[at] instanceof Instruction.For loop) {
        set(loop.word(), Range.ANY);
      }
    }
  }

  private void set(int word, Range range) {
    low[word] = range.low;
    high[word] = range.high;
  }

  private long one(Instruction instruction) {
    if (instruction instanceof Instruction.Let let) {
      set(let.word(), range(let.value()));
      return 0;
    }
    if (instruction instanceof Instruction.Message message) {
      return message.peer() == null || range(message.peer()).low >= 0 ? 1 : 0;
    }
    if (instruction instanceof Instruction.OneSided oneSided) {
      return range(oneSided.peer()).low >= 0 ? 1 : 0;
    }
    if (instruction instanceof Instruction.Together together) {
      return collective(together);
    }
    return instruction instanceof Instruction.Compute || instruction instanceof Instruction.Fence
        ? 1
        : 0;
  }

  private long collective(Instruction.Together together) {
    final GroupExpression members = together.members();
    if (!isKnown(members)) {
      return members instanceof GroupExpression.Ranks ? 0 : 1;
    }
    try {
      members.tell(state, 0, group);
    } catch (RankFailure e) {
      // The rank fails there, and does nothing more.
      return 0;
    }
    final int rank = RankMemory.rank(state, 0);
    final int member = Group.index(group.group(), group.blocks(), rank);
    if (member < 0) {
      return 0;
    }
    final Range bytes = range(together.bytes());
    final Range root = range(together.root());
    final int count = group.members();
    final boolean valid =
        bytes.known()
            && bytes.low >= 0
            && bytes.low <= Operation.MOST_BYTES
            && root.known()
            && root.low >= 0
            && root.low < count;
    if (!valid) {
      return 1;
    }
    final Algorithm how = together.algorithm(count, bytes.low);
    return how.byHardware()
        ? 1
        : 1 + how.leastOperations(step, member, count, (int) root.low, bytes.low);
  }

  /** Returns whether a group is known without variables. */
  private static boolean isKnown(GroupExpression group) {
    if (group instanceof GroupExpression.InGrid grid) {
      return grid.dimension() instanceof Expression.Literal;
    }
    return !(group instanceof GroupExpression.Ranks some)
        || (some.first() instanceof Expression.Literal
            && some.count() instanceof Expression.Literal
            && some.step() instanceof Expression.Literal);
  }

  // ---------------------------------------------------------------- intervals

  private Range range(Expression of) {
    if (of instanceof Expression.Literal literal) {
      return Range.of(literal.value());
    }
    if (of instanceof Expression.Variable variable) {
      return new Range(low[variable.word()], high[variable.word()]);
    }
    if (of instanceof Expression.Rank) {
      return Range.of(RankMemory.rank(state, 0));
    }
    if (of instanceof Expression.Unary unary) {
      return unary(unary);
    }
    if (of instanceof Expression.Binary binary) {
      return binary(binary);
    }
    if (of instanceof Expression.OfGrid grid) {
      return grid(grid);
    }
    if (of instanceof Expression.Random random) {
      return new Range(range(random.least()).low, range(random.most()).high);
    }
    return Range.ANY;
  }

  private Range unary(Expression.Unary unary) {
    final Range a = range(unary.of());
    return switch (unary.function()) {
      case MINUS -> a.low == Long.MIN_VALUE ? Range.ANY : new Range(-a.high, -a.low);
      case NOT -> Range.truth(a.isFalse(), a.isTrue());
      case ABS -> {
        if (a.low == Long.MIN_VALUE) {
          yield new Range(0, Long.MAX_VALUE);
        }
        final long farthest = Math.max(Math.abs(a.low), Math.abs(a.high));
        yield a.low >= 0 ? a : new Range(a.high < 0 ? -a.high : 0, farthest);
      }
      case LOG2 -> new Range(log2(Math.max(1, a.low)), log2(Math.max(1, a.high)));
      case POW2 -> new Range(1L << within(a.low), 1L << within(a.high));
    };
  }

  private static long log2(long a) {
    return Long.SIZE - 1L - Long.numberOfLeadingZeros(a);
  }

  private static long within(long power) {
    return Math.max(0, Math.min(Expression.Unary.HIGHEST_POWER, power));
  }

  private Range binary(Expression.Binary binary) {
    final Range a = range(binary.left());
    final Range b = range(binary.right());
    return switch (binary.operator()) {
      case ADD -> exact(Math::addExact, a.low, b.low, a.high, b.high);
      case SUBTRACT -> exact(Math::subtractExact, a.low, b.high, a.high, b.low);
      case MULTIPLY -> corners(Math::multiplyExact, a, b);
      case DIVIDE -> b.low > 0 || b.high < 0 ? corners(Math::floorDiv, a, b) : Range.ANY;
      case MODULO -> modulo(a, b);
      case EQUAL -> equal(a, b, true);
      case NOT_EQUAL -> equal(a, b, false);
      case LESS -> Range.truth(a.high < b.low, a.low >= b.high);
      case LESS_OR_EQUAL -> Range.truth(a.high <= b.low, a.low > b.high);
      case GREATER -> Range.truth(a.low > b.high, a.high <= b.low);
      case GREATER_OR_EQUAL -> Range.truth(a.low >= b.high, a.high < b.low);
      case AND -> Range.truth(a.isTrue() && b.isTrue(), a.isFalse() || b.isFalse());
      case OR -> Range.truth(a.isTrue() || b.isTrue(), a.isFalse() && b.isFalse());
      case MIN -> new Range(Math.min(a.low, b.low), Math.min(a.high, b.high));
      case MAX -> new Range(Math.max(a.low, b.low), Math.max(a.high, b.high));
    };
  }

  private static Range exact(Exact of, long a, long b, long c, long d) {
    try {
      return new Range(of.apply(a, b), of.apply(c, d));
    } catch (ArithmeticException e) {
      return Range.ANY;
    }
  }

  /** Returns the range of a function that is monotonic in each of its arguments. */
  private static Range corners(Exact of, Range a, Range b) {
    final Range one = exact(of, a.low, b.low, a.high, b.high);
    final Range other = exact(of, a.low, b.high, a.high, b.low);
    return new Range(
        Math.min(Math.min(one.low, one.high), Math.min(other.low, other.high)),
        Math.max(Math.max(one.low, one.high), Math.max(other.low, other.high)));
  }

  private static Range modulo(Range a, Range b) {
    if (a.known() && b.known() && b.low != 0) {
      return Range.of(Math.floorMod(a.low, b.low));
    }
    if (b.low > 0) {
      return a.low >= 0 && a.high < b.low ? a : new Range(0, b.high - 1);
    }
    return b.high < 0 ? new Range(b.low + 1, 0) : Range.ANY;
  }

  private static Range equal(Range a, Range b, boolean wanted) {
    final boolean always = a.known() && b.known() && a.low == b.low;
    final boolean never = a.high < b.low || a.low > b.high;
    return wanted ? Range.truth(always, never) : Range.truth(never, always);
  }

  private Range grid(Expression.OfGrid grid) {
    final RankGrid layout = grid.layout();
    final Range dimension = range(grid.dimension());
    final Range by = grid.question() == Question.SHIFT ? range(grid.by()) : Range.of(0);
    final boolean there = dimension.low >= 0 && dimension.high < layout.dimensions();
    final int rank = RankMemory.rank(state, 0);
    if (there && dimension.known() && by.known()) {
      final int d = (int) dimension.low;
      return Range.of(
          switch (grid.question()) {
            case COORDINATE -> layout.coordinate(rank, d);
            case SHIFT -> layout.shift(rank, d, by.low);
            case EXTENT -> layout.extent(d);
          });
    }
    return switch (grid.question()) {
      case COORDINATE -> new Range(0, ranks - 1L);
      case SHIFT -> new Range(layout.isTorus() ? 0 : -1, ranks - 1L);
      case EXTENT -> new Range(1, ranks);
    };
  }
}
