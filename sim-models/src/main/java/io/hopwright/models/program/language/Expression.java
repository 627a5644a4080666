package io.hopwright.models.program.language;

import io.hopwright.core.random.Draws;

/**
 * Expression with a value at each rank: a tree. Immutable; evaluation errors throw {@link
 * RankFailure}.
 */
sealed interface Expression {
  /** Returns its position. */
  TextPosition place();

  /** Returns its kind; a number by default. */
  default ExpressionKind kind() {
    return ExpressionKind.NUMBER;
  }

  /** Returns the value for the rank whose memory begins at {@code at}. */
  long value(long[] state, int at);

  /**
   * Returns the value of {@code of}. Literals and variables, which most operands are, need no call
   * through the interface: a third of the time of a send.
   */
  static long evaluate(Expression of, long[] state, int at) {
    if (of instanceof Literal literal) {
      return literal.value;
    }
    if (of instanceof Variable variable) {
      return state[at + variable.word];
    }
    return of.value(state, at);
  }

  /** Returns this with what {@code binding} knows put in; itself if there is nothing to put in. */
  default Expression bind(Binding binding) {
    return this;
  }

  /** Lifetime of a value, the longest first. */
  enum Lasting {
    /** From the binding on. */
    BOUND,
    /** The value holds as long as the variables of the rank do. */
    VARIABLES,
    /** It is drawn at random, so that it must be evaluated once only. */
    DRAWN
  }

  /** Returns how long the value lasts: for good unless something in it does not. */
  default Lasting lasting() {
    return Lasting.BOUND;
  }

  /** Returns whether a random number is in it. */
  default boolean draws() {
    return lasting() == Lasting.DRAWN;
  }

  private static Lasting shorter(Lasting one, Lasting other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** Returns {@code bound}, or its value if its parts are literals and it has one. */
  private static Expression folded(Expression bound, Expression... parts) {
    for (Expression part : parts) {
      if (!(part instanceof Literal)) {
        return bound;
      }
    }
    try {
      return new Literal(bound.place(), bound.kind(), bound.value(null, 0));
    } catch (RankFailure e) {
      // It fails where and when a rank comes to it.
      return bound;
    }
  }

  /** Number, size or time. */
  record Literal(TextPosition place, ExpressionKind kind, long value) implements Expression {
    @Override
    public long value(long[] state, int at) {
      return value;
    }
  }

  /** Parameter, set by a study. */
  record Parameter(TextPosition place, ExpressionKind kind, int index) implements Expression {
    @Override
    public long value(long[] state, int at) {
      throw new IllegalStateException("parameter " + index + " is not bound");
    }

    @Override
    public Expression bind(Binding binding) {
      return new Literal(place, kind, binding.arguments().get(index));
    }
  }

  /** Variable of the rank. */
  record Variable(TextPosition place, ExpressionKind kind, int word) implements Expression {
    @Override
    public long value(long[] state, int at) {
      return state[at + word];
    }

    @Override
    public Lasting lasting() {
      return Lasting.VARIABLES;
    }
  }

  /** Number of the rank. */
  record Rank(TextPosition place) implements Expression {
    @Override
    public long value(long[] state, int at) {
      return RankMemory.rank(state, at);
    }

    @Override
    public Lasting lasting() {
      return Lasting.VARIABLES;
    }
  }

  /** Number of ranks. */
  record Size(TextPosition place) implements Expression {
    @Override
    public long value(long[] state, int at) {
      throw new IllegalStateException("size is not bound");
    }

    @Override
    public Expression bind(Binding binding) {
      return new Literal(place, ExpressionKind.NUMBER, binding.ranks());
    }
  }

  /** Functions of one value. */
  enum Function {
    MINUS,
    NOT,
    ABS,
    LOG2,
    POW2
  }

  /** Function applied to one value. */
  record Unary(TextPosition place, ExpressionKind kind, Function function, Expression of)
      implements Expression {
    static final int HIGHEST_POWER = 62;

    @Override
    public long value(long[] state, int at) {
      final long a = Expression.evaluate(of, state, at);
      return switch (function) {
        case MINUS -> negated(a);
        case NOT -> a == 0 ? 1 : 0;
        case ABS -> a < 0 ? negated(a) : a;
        case LOG2 -> {
          if (a < 1) {
            throw new RankFailure(place, "log2 needs an argument of 1 or more, not " + a);
          }
          yield Long.SIZE - 1 - Long.numberOfLeadingZeros(a);
        }
        case POW2 -> {
          if (a < 0 || a > HIGHEST_POWER) {
            throw new RankFailure(
                place, "pow2 needs an argument of 0 to " + HIGHEST_POWER + ", not " + a);
          }
          yield 1L << a;
        }
      };
    }

    private long negated(long a) {
      if (a == Long.MIN_VALUE) {
        throw tooLarge(place);
      }
      return -a;
    }

    @Override
    public Expression bind(Binding binding) {
      final Expression bound = of.bind(binding);
      return folded(new Unary(place, kind, function, bound), bound);
    }

    @Override
    public Lasting lasting() {
      return of.lasting();
    }
  }

  /** Operators on two values. */
  enum Operator {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    MODULO,
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL,
    AND,
    OR,
    MIN,
    MAX
  }

  /** Operator applied to two values. */
  record Binary(
      TextPosition place, ExpressionKind kind, Operator operator, Expression left, Expression right)
      implements Expression {
    @Override
    public long value(long[] state, int at) {
      final long a = Expression.evaluate(left, state, at);
      if (operator == Operator.AND || operator == Operator.OR) {
        return logic(a, state, at);
      }
      final long b = Expression.evaluate(right, state, at);
      try {
        return value(a, b);
      } catch (ArithmeticException e) {
        throw tooLarge(place);
      }
    }

    private long value(long a, long b) {
      return switch (operator) {
        case ADD -> Math.addExact(a, b);
        case SUBTRACT -> Math.subtractExact(a, b);
        case MULTIPLY -> Math.multiplyExact(a, b);
        case DIVIDE, MODULO -> quotient(a, b);
        case EQUAL -> truth(a == b);
        case NOT_EQUAL -> truth(a != b);
        case LESS -> truth(a < b);
        case LESS_OR_EQUAL -> truth(a <= b);
        case GREATER -> truth(a > b);
        case GREATER_OR_EQUAL -> truth(a >= b);
        case MIN -> Math.min(a, b);
        case MAX -> Math.max(a, b);
        case AND, OR -> throw new AssertionError(operator);
      };
    }

    /** Leaves the right side out if the left one decides. */
    private long logic(long a, long[] state, int at) {
      final boolean decided = (a != 0) == (operator == Operator.OR);
      return truth(decided ? a != 0 : Expression.evaluate(right, state, at) != 0);
    }

    private static long truth(boolean holds) {
      return holds ? 1 : 0;
    }

    private long quotient(long a, long b) {
      if (b == 0) {
        throw new RankFailure(place, "division by 0");
      }
      if (operator == Operator.MODULO) {
        return Math.floorMod(a, b);
      }
      if (a == Long.MIN_VALUE && b == -1) {
        throw tooLarge(place);
      }
      return Math.floorDiv(a, b);
    }

    @Override
    public Expression bind(Binding binding) {
      final Expression first = left.bind(binding);
      final Expression second = right.bind(binding);
      return folded(new Binary(place, kind, operator, first, second), first, second);
    }

    @Override
    public Lasting lasting() {
      return shorter(left.lasting(), right.lasting());
    }
  }

  /** Functions of a grid. */
  enum Question {
    COORDINATE,
    SHIFT,
    EXTENT
  }

  /**
   * Function of a grid.
   *
   * @param grid number of the grid
   * @param name name of the grid
   * @param layout the grid, once bound
   * @param by distance of a shift; null for other functions
   */
  record OfGrid(
      TextPosition place,
      Question question,
      int grid,
      String name,
      RankGrid layout,
      Expression dimension,
      Expression by)
      implements Expression {
    @Override
    public long value(long[] state, int at) {
      final int d = dimension(place, name, layout, Expression.evaluate(dimension, state, at));
      return switch (question) {
        case COORDINATE -> layout.coordinate(RankMemory.rank(state, at), d);
        case SHIFT ->
            layout.shift(RankMemory.rank(state, at), d, Expression.evaluate(by, state, at));
        case EXTENT -> layout.extent(d);
      };
    }

    static int dimension(TextPosition place, String name, RankGrid layout, long d) {
      if (d < 0 || d >= layout.dimensions()) {
        throw new RankFailure(place, noDimension(name, layout.dimensions(), d));
      }
      return (int) d;
    }

    static String noDimension(String name, int dimensions, long d) {
      return "grid " + name + " has dimensions 0 to " + (dimensions - 1) + ", not " + d;
    }

    @Override
    public Expression bind(Binding binding) {
      final Expression bound =
          new OfGrid(
              place,
              question,
              grid,
              name,
              binding.grids().get(grid),
              dimension.bind(binding),
              by == null ? null : by.bind(binding));
      return question == Question.EXTENT ? folded(bound, ((OfGrid) bound).dimension()) : bound;
    }

    @Override
    public Lasting lasting() {
      final Lasting asked =
          by == null ? dimension.lasting() : shorter(dimension.lasting(), by.lasting());
      return question == Question.EXTENT ? asked : shorter(asked, Lasting.VARIABLES);
    }
  }

  /**
   * Random integer.
   *
   * @param random the draws, once bound
   */
  record Random(TextPosition place, Expression least, Expression most, Draws random, int job)
      implements Expression {
    @Override
    public long value(long[] state, int at) {
      final long a = Expression.evaluate(least, state, at);
      final long b = Expression.evaluate(most, state, at);
      final long count = b - a + 1;
      if (b < a || count <= 0) {
        throw new RankFailure(
            place, "the second number, " + b + ", must be " + a + " or up to 2^63 - 2 more");
      }
      final long component = (long) job << Integer.SIZE | RankMemory.rank(state, at);
      final long x = random.draw(component, state[at + RankMemory.RANDS]++, 0);
      return a + Math.multiplyHigh(x, count) + (x >> (Long.SIZE - 1) & count);
    }

    @Override
    public Expression bind(Binding binding) {
      return new Random(
          place, least.bind(binding), most.bind(binding), binding.draws(), binding.job());
    }

    @Override
    public Lasting lasting() {
      return Lasting.DRAWN;
    }
  }

  private static RankFailure tooLarge(TextPosition place) {
    return new RankFailure(place, "the result does not fit into 64 bits");
  }

  /** Returns {@code of} bound, null for null. */
  static Expression bound(Expression of, Binding binding) {
    return of == null ? null : of.bind(binding);
  }
}
