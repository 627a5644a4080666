package io.hopwright.models.program.language;

import io.hopwright.models.program.Spelling;
import io.hopwright.models.program.language.Expression.Function;
import io.hopwright.models.program.language.Expression.Literal;
import io.hopwright.models.program.language.Expression.Operator;
import io.hopwright.models.program.language.Expression.Question;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Parser of expressions by precedence climbing, which also determines which of them are times. */
final class ExpressionParser {
  private static final int MOST_PARTS = 250;
  private static final int LONGEST_NUMBER = 40;

  /** Behind {@code or} and {@code and}, before the comparisons. */
  private static final int NOT = 3;

  private static final int SIGN = 7;

  /** Operator between two values. */
  private record Infix(Operator operator, int precedence) {}

  private static final Map<String, Infix> INFIXES =
      Map.ofEntries(
          Map.entry("or", new Infix(Operator.OR, 1)),
          Map.entry("and", new Infix(Operator.AND, 2)),
          Map.entry("==", new Infix(Operator.EQUAL, 4)),
          Map.entry("!=", new Infix(Operator.NOT_EQUAL, 4)),
          Map.entry("<", new Infix(Operator.LESS, 4)),
          Map.entry("<=", new Infix(Operator.LESS_OR_EQUAL, 4)),
          Map.entry(">", new Infix(Operator.GREATER, 4)),
          Map.entry(">=", new Infix(Operator.GREATER_OR_EQUAL, 4)),
          Map.entry("+", new Infix(Operator.ADD, 5)),
          Map.entry("-", new Infix(Operator.SUBTRACT, 5)),
          Map.entry("*", new Infix(Operator.MULTIPLY, 6)),
          Map.entry("/", new Infix(Operator.DIVIDE, 6)),
          Map.entry("%", new Infix(Operator.MODULO, 6)));

  private static final Map<String, Integer> ARGUMENTS =
      Map.of(
          "min", 2, "max", 2, "abs", 1, "log2", 1, "pow2", 1, "coord", 2, "shift", 3, "extent", 2,
          "rand", 2);

  /** Bytes, or picoseconds, of a unit. */
  static final Map<String, Long> UNITS =
      Map.of(
          "B", 1L,
          "KiB", 1L << 10,
          "MiB", 1L << 20,
          "GiB", 1L << 30,
          "ns", 1_000L,
          "us", 1_000_000L,
          "ms", 1_000_000_000L,
          "s", 1_000_000_000_000L);

  /** All of them, for messages. */
  static final String UNIT_NAMES = "B, KiB, MiB, GiB, ns, us, ms or s";

  private final TokenReader tokens;
  private final Diagnostics mistakes;
  private final SymbolTable names;
  private int parts;
  private boolean random;

  ExpressionParser(TokenReader tokens, Diagnostics mistakes, SymbolTable names) {
    this.tokens = tokens;
    this.mistakes = mistakes;
    this.names = names;
  }

  /** Returns whether a random number was read. */
  boolean readRandom() {
    return random;
  }

  /** Reads a number. */
  Expression number() {
    return number(any());
  }

  /** Reads a time. */
  Expression time() {
    final Expression time = any();
    if (time.kind() == ExpressionKind.NUMBER) {
      mistakes.add(time.place(), "is a number; a time is needed, such as 250 us");
    }
    return time;
  }

  /** Reads a number or a time. */
  Expression any() {
    parts = 0;
    return climb(1);
  }

  private Expression number(Expression expression) {
    if (expression.kind().isTime()) {
      mistakes.add(expression.place(), "is a time; a number is needed");
    }
    return expression;
  }

  private Expression climb(int least) {
    final TextPosition start = tokens.peek().place();
    Expression left = prefix(least);
    while (true) {
      final Token token = tokens.peek();
      final Infix infix = token.type() == Token.Type.NUMBER ? null : INFIXES.get(token.text());
      if (infix == null || infix.precedence() < least) {
        return left;
      }
      countPart();
      tokens.take();
      final Expression right = climb(infix.precedence() + 1);
      left = binary(start.to(tokens.last()), token, infix.operator(), left, right);
    }
  }

  private void countPart() {
    if (++parts > MOST_PARTS) {
      throw tokens.lost(
          "the expression has more than " + MOST_PARTS + " parts; name some of them with let");
    }
  }

  private Expression prefix(int least) {
    countPart();
    final Token token = tokens.peek();
    if (token.is("not")) {
      if (least > NOT) {
        throw tokens.lost("put not and its operand in ( )");
      }
      tokens.take();
      final Expression of = number(climb(NOT));
      return new Expression.Unary(placeOf(token), ExpressionKind.NUMBER, Function.NOT, of);
    }
    if (token.is("-") || token.is("+")) {
      tokens.take();
      final Expression of = climb(SIGN);
      return token.is("+")
          ? of
          : new Expression.Unary(placeOf(token), of.kind(), Function.MINUS, of);
    }
    return primary();
  }

  private Expression primary() {
    final Token token = tokens.peek();
    if (token.type() == Token.Type.NUMBER) {
      return literal();
    }
    if (token.is("(")) {
      tokens.take();
      final Expression inner = climb(1);
      tokens.expect(")", " at the end of what is in ( )");
      return inner;
    }
    if (token.type() != Token.Type.WORD) {
      throw tokens.lost("expected a number, a name or (");
    }
    if (Keywords.FUNCTIONS.contains(token.text())) {
      return call();
    }
    tokens.take();
    return switch (token.text()) {
      case "rank" -> new Expression.Rank(token.place());
      case "size" -> new Expression.Size(token.place());
      default -> named(token);
    };
  }

  private Expression named(Token token) {
    final SymbolTable.Meaning meaning = names.get(token.text());
    if (meaning instanceof SymbolTable.ParameterName parameter) {
      return new Expression.Parameter(token.place(), parameter.kind(), parameter.index());
    }
    if (meaning instanceof SymbolTable.VariableName variable) {
      return new Expression.Variable(token.place(), variable.kind(), variable.word());
    }
    if (meaning != null) {
      throw tokens.lost(token.place(), "is " + meaning.text() + ", which has no value");
    }
    if (Keywords.isTaken(token.text())) {
      throw tokens.lost(
          token.place(), "is a keyword of the language; expected a value, such as rank or size");
    }
    if (tokens.is("(")) {
      throw tokens.lost(
          token.place(),
          "there is no such function" + Spelling.nearest(token.text(), Keywords.FUNCTIONS));
    }
    final List<String> known = new ArrayList<>(names.all());
    known.addAll(List.of("rank", "size"));
    mistakes.add(
        token.place(),
        "this name is not defined"
            + Spelling.nearest(token.text(), known, "; give it a value with let or param"));
    if (!names.isFull()) {
      names.putVariable(token.text(), ExpressionKind.UNKNOWN);
    }
    return new Literal(token.place(), ExpressionKind.UNKNOWN, 0);
  }

  /** Reads a number with or without a unit. */
  Literal literal() {
    final Token number = tokens.take();
    if (number.type() != Token.Type.NUMBER) {
      throw tokens.lost(number.place(), "expected a number");
    }
    final Token unit = tokens.peek();
    final boolean hasUnit = unit.type() == Token.Type.WORD && UNITS.containsKey(unit.text());
    final TextPosition place = hasUnit ? number.place().to(unit.place()) : number.place();
    final boolean time = hasUnit && !unit.text().endsWith("B");
    if (hasUnit) {
      tokens.take();
    }
    return new Literal(
        place,
        time ? ExpressionKind.TIME : ExpressionKind.NUMBER,
        value(place, number.text().replace("_", ""), hasUnit ? unit.text() : "B", time));
  }

  private long value(TextPosition place, String digits, String unit, boolean time) {
    if (digits.length() > LONGEST_NUMBER) {
      throw tokens.lost(place, "numbers have at most " + LONGEST_NUMBER + " digits");
    }
    try {
      return new BigDecimal(digits).multiply(BigDecimal.valueOf(UNITS.get(unit))).longValueExact();
    } catch (ArithmeticException e) {
      mistakes.add(
          place,
          time
              ? "is not an integer number of picoseconds below 2^63"
              : "is not an integer below 2^63; only times and sizes can have a decimal point");
      return 0;
    }
  }

  private Expression binary(
      TextPosition place, Token token, Operator operator, Expression left, Expression right) {
    return new Expression.Binary(
        place, kind(token, operator, left.kind(), right.kind()), operator, left, right);
  }

  private ExpressionKind kind(
      Token token, Operator operator, ExpressionKind left, ExpressionKind right) {
    if (left == ExpressionKind.UNKNOWN || right == ExpressionKind.UNKNOWN) {
      return ExpressionKind.UNKNOWN;
    }
    final boolean times = left.isTime() && right.isTime();
    final boolean none = !left.isTime() && !right.isTime();
    final ExpressionKind kind =
        switch (operator) {
          case ADD, SUBTRACT, MIN, MAX -> times || none ? left : null;
          case MULTIPLY -> none ? left : times ? null : ExpressionKind.TIME;
          case DIVIDE -> times || none ? ExpressionKind.NUMBER : left.isTime() ? left : null;
          case MODULO, AND, OR -> none ? left : null;
          case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
              times || none ? ExpressionKind.NUMBER : null;
        };
    if (kind == null) {
      mistakes.add(
          token.place(),
          ("not of %s and %s; times can be added to and compared with times, and"
                  + " multiplied with or divided by numbers")
              .formatted(left.text(), right.text()));
      return ExpressionKind.UNKNOWN;
    }
    return kind;
  }

  private Expression call() {
    final Token function = tokens.take();
    tokens.expect("(", " behind " + function.text());
    return switch (function.text()) {
      case "coord" -> ofGrid(function, Question.COORDINATE);
      case "shift" -> ofGrid(function, Question.SHIFT);
      case "extent" -> ofGrid(function, Question.EXTENT);
      default -> ofValues(function, arguments(function, 0));
    };
  }

  /** Reads the rest of a call, of which {@code before} arguments have been read. */
  private List<Expression> arguments(Token function, int before) {
    final int count = ARGUMENTS.getOrDefault(function.text(), before);
    final List<Expression> arguments = new ArrayList<>();
    if (before == 0 && !tokens.is(")")) {
      arguments.add(climb(1));
    }
    while (tokens.takeIf(",")) {
      arguments.add(climb(1));
    }
    tokens.expect(")", " at the end of " + function.text() + "(");
    if (arguments.size() + before != count) {
      throw tokens.lost(
          placeOf(function),
          (arguments.size() + before) + " arguments; " + function.text() + " has " + count);
    }
    return arguments;
  }

  private TextPosition placeOf(Token function) {
    return function.place().to(tokens.last());
  }

  private Expression ofValues(Token function, List<Expression> of) {
    final TextPosition place = placeOf(function);
    final Expression a = of.get(0);
    return switch (function.text()) {
      case "min" -> binary(place, function, Operator.MIN, a, of.get(1));
      case "max" -> binary(place, function, Operator.MAX, a, of.get(1));
      case "abs" -> new Expression.Unary(place, a.kind(), Function.ABS, a);
      case "log2" -> new Expression.Unary(place, ExpressionKind.NUMBER, Function.LOG2, number(a));
      case "pow2" -> new Expression.Unary(place, ExpressionKind.NUMBER, Function.POW2, number(a));
      default -> {
        random = true;
        yield new Expression.Random(place, number(a), number(of.get(1)), null, 0);
      }
    };
  }

  private Expression ofGrid(Token function, Question question) {
    final Token name = tokens.word("the name of a grid");
    final SymbolTable.GridName grid = grid(name);
    final List<Expression> arguments = arguments(function, 1);
    final TextPosition place = placeOf(function);
    arguments.forEach(this::number);
    final Expression dimension = arguments.get(0);
    checkDimension(place, name.text(), grid, dimension);
    return new Expression.OfGrid(
        place,
        question,
        grid.index(),
        name.text(),
        null,
        dimension,
        question == Question.SHIFT ? arguments.get(1) : null);
  }

  private SymbolTable.GridName grid(Token name) {
    if (names.get(name.text()) instanceof SymbolTable.GridName grid) {
      return grid;
    }
    throw tokens.lost(
        name.place(),
        "there is no grid of this name"
            + Spelling.nearest(
                name.text(),
                names.all(SymbolTable.GridName.class),
                "; make one: grid " + name.text() + " = torus(3)"));
  }

  private void checkDimension(
      TextPosition place, String name, SymbolTable.GridName grid, Expression dimension) {
    if (dimension instanceof Literal literal
        && (literal.value() < 0 || literal.value() >= grid.dimensions())) {
      mistakes.add(place, Expression.OfGrid.noDimension(name, grid.dimensions(), literal.value()));
    }
  }

  /** Reads a group. */
  GroupExpression members() {
    final Token word = tokens.word("a group: world, line, plane or ranks");
    if (word.is("world")) {
      return new GroupExpression.World(0);
    }
    if (!Keywords.GROUPS.contains(word.text())) {
      throw tokens.lost(
          word.place(), "there is no such group" + Spelling.nearest(word.text(), Keywords.GROUPS));
    }
    parts = 0;
    tokens.expect("(", " behind " + word.text());
    if (word.is("ranks")) {
      final List<Expression> of = new ArrayList<>();
      do {
        of.add(number(climb(1)));
      } while (tokens.takeIf(","));
      tokens.expect(")", " at the end of ranks(");
      if (of.size() != 3) {
        throw tokens.lost(placeOf(word), "write ranks(first, count, step)");
      }
      return new GroupExpression.Ranks(placeOf(word), of.get(0), of.get(1), of.get(2), 0);
    }
    final Token name = tokens.word("the name of a grid");
    final SymbolTable.GridName grid = grid(name);
    tokens.expect(",", " after the name of the grid");
    final Expression dimension = number(climb(1));
    tokens.expect(")", " at the end of " + word.text() + "(");
    checkDimension(placeOf(word), name.text(), grid, dimension);
    return new GroupExpression.InGrid(
        placeOf(word), word.is("line"), grid.index(), name.text(), null, dimension);
  }
}
