package io.hopwright.models.program.language;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.Spelling;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.language.Expression.Lasting;
import io.hopwright.models.program.language.Instruction.Requested;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Parser of programs by recursive descent; translates statements into instructions. */
final class Parser {
  private static final int MOST_BLOCKS = 32;
  private static final int MOST_DIMENSIONS = 6;
  private static final int NO_NAME = -1;

  private final Diagnostics mistakes;
  private final SymbolTable names = new SymbolTable();
  private final TokenReader tokens;
  private final ExpressionParser expressions;
  private final List<Statements.ParameterText> parameters = new ArrayList<>();
  private final List<Statements.GridText> grids = new ArrayList<>();
  private final List<Instruction> code = new ArrayList<>();

  /** Words of a loop for values that are evaluated once, or for counts, by depth. */
  private final List<List<Integer>> loopWords = new ArrayList<>();

  /** Words for what a statement must evaluate once and use more often. */
  private final List<Integer> spareWords = new ArrayList<>();

  /** First position, by word that some machines lack. */
  private final Map<String, TextPosition> uses = new LinkedHashMap<>();

  private boolean forever;

  /** Whether the rest of the text was not read, as blocks were nested too deeply. */
  private boolean tooDeep;

  private int depth;
  private int loops;

  private Parser(String text, Diagnostics mistakes) {
    this.mistakes = mistakes;
    tokens = new TokenReader(Lexer.tokens(text, mistakes), mistakes);
    expressions = new ExpressionParser(tokens, mistakes, names);
  }

  /**
   * Reads a program.
   *
   * @throws ProgramException with all errors
   */
  static Program parse(String name, String text) {
    final Diagnostics mistakes = new Diagnostics(name, text);
    final Parser parser = new Parser(text, mistakes);
    parser.readAll();
    mistakes.throwIfAny();
    final int lastLine = parser.tokens.last().line();
    parser.code.add(new Instruction.WaitAll(lastLine));
    parser.code.add(new Instruction.End(lastLine));
    return new Statements(
        name,
        text,
        parser.parameters,
        parser.grids,
        parser.code,
        parser.names.words(),
        parser.forever,
        parser.expressions.readRandom(),
        parser.uses);
  }

  /** Returns the literal in {@code text}, possibly with a sign; null if it is not a literal. */
  static Expression.Literal literal(String text) {
    final Diagnostics mistakes = new Diagnostics("", text);
    final Parser parser = new Parser(text, mistakes);
    try {
      final Expression.Literal literal = parser.signedLiteral();
      parser.tokens.skipLineEnds();
      return parser.tokens.atTextEnd() && !mistakes.any() ? literal : null;
    } catch (TokenReader.Lost e) {
      return null;
    }
  }

  private Expression.Literal signedLiteral() {
    final Token first = tokens.peek();
    final boolean negative = tokens.takeIf("-");
    final Expression.Literal literal = expressions.literal();
    return negative
        ? new Expression.Literal(
            first.place().to(literal.place()), literal.kind(), -literal.value())
        : literal;
  }

  private void readAll() {
    tokens.skipLineEnds();
    while (!tokens.atTextEnd() && !mistakes.tooMany()) {
      if (tokens.is("}")) {
        mistakes.add(tokens.take().place(), "no block is open here");
      } else {
        statement();
      }
      tokens.skipLineEnds();
    }
  }

  private void statement() {
    try {
      read(tokens.word("a statement"));
    } catch (TokenReader.Lost e) {
      tokens.skipStatement();
      if (tokens.is("{")) {
        recoverBlock();
      }
    }
  }

  /** Reads the block behind something that is wrong, for the errors in it. */
  private void recoverBlock() {
    try {
      block();
    } catch (TokenReader.Lost e) {
      tokens.skipStatement();
    }
  }

  private void read(Token word) {
    switch (word.text()) {
      case "for" -> loop(word);
      case "forever" -> forever(word);
      case "if" -> condition(word);
      default -> {
        simple(word);
        if (!tokens.atStatementEnd()) {
          throw tokens.lost(
              tokens.isWordBehindNumber()
                  ? "is not a unit; write "
                      + ExpressionParser.UNIT_NAMES
                      + ", or one statement in a line"
                  : "the statement has ended before; write one in a line");
        }
      }
    }
  }

  private void simple(Token word) {
    switch (word.text()) {
      case "param" -> parameter(word);
      case "grid" -> grid();
      case "let" -> let(word);
      case "compute" -> code.add(new Instruction.Compute(line(word), expressions.time()));
      case "send" -> send(word, Operation.Kind.SEND, Requested.NO);
      case "isend" -> send(word, Operation.Kind.SEND, Requested.UNNAMED);
      case "issend" -> send(word, Operation.Kind.SYNC_SEND, Requested.UNNAMED);
      case "recv" -> receive(word, Requested.NO);
      case "irecv" -> receive(word, Requested.UNNAMED);
      case "sendrecv" -> sendAndReceive(word);
      case "wait" -> await(word);
      case "waitall" -> code.add(new Instruction.WaitAll(line(word)));
      case Primitive.FENCE -> fence(word);
      default -> {
        final Optional<Primitive> primitive = Primitive.of(word.text());
        if (primitive.isPresent()) {
          oneSided(word, primitive.get());
        } else {
          collective(word);
        }
      }
    }
  }

  private static int line(Token word) {
    return word.place().line();
  }

  private TextPosition placeOf(Token word) {
    return word.place().to(tokens.last());
  }

  /** Reads a name that nothing has yet. */
  private Token newName() {
    final Token name = tokens.word("a name");
    checkNew(name);
    return name;
  }

  private void checkNew(Token name) {
    final SymbolTable.Meaning meaning = names.get(name.text());
    if (Keywords.isTaken(name.text())) {
      throw tokens.lost(name.place(), "is a keyword of the language; use another name");
    }
    if (meaning != null) {
      throw tokens.lost(name.place(), "is " + meaning.text() + " already; use another name");
    }
    if (names.isFull()) {
      throw tokens.lost(name.place(), "a program has at most " + SymbolTable.MOST + " names");
    }
  }

  private void parameter(Token word) {
    final Token name = newName();
    tokens.expect("=", " and a value after the name");
    final Expression.Literal value = signedLiteral();
    if (!code.isEmpty() || !grids.isEmpty()) {
      mistakes.add(placeOf(word), "params stand before all other statements");
    }
    names.put(name.text(), new SymbolTable.ParameterName(parameters.size(), value.kind()));
    parameters.add(new Statements.ParameterText(name.text(), value));
  }

  private void grid() {
    final Token name = newName();
    tokens.expect("=", " and torus(N) or mesh(N) behind the name");
    final Token form = tokens.word("torus(N) or mesh(N)");
    if (!form.is("torus") && !form.is("mesh")) {
      throw tokens.lost(form.place(), "a grid is a torus(N) or a mesh(N)");
    }
    tokens.expect("(", " behind " + form.text());
    final List<Expression> extents = new ArrayList<>();
    do {
      extents.add(expressions.number());
    } while (tokens.takeIf(","));
    tokens.expect(")", " at the end of " + form.text() + "(");
    final boolean balanced = extents.size() == 1;
    final int dimensions = balanced ? dimensions(extents.get(0)) : extents.size();
    if (dimensions > MOST_DIMENSIONS) {
      mistakes.add(placeOf(form), "a grid has 1 to " + MOST_DIMENSIONS + " dimensions");
    }
    names.put(name.text(), new SymbolTable.GridName(grids.size(), dimensions));
    grids.add(
        new Statements.GridText(
            placeOf(form), form.is("torus"), dimensions, balanced ? List.of() : extents));
  }

  private int dimensions(Expression number) {
    if (number instanceof Expression.Literal literal
        && literal.value() >= 1
        && literal.value() <= MOST_DIMENSIONS) {
      return (int) literal.value();
    }
    mistakes.add(
        number.place(), "write the number of dimensions, 1 to 6, or the extents of at least two");
    return 1;
  }

  private void let(Token word) {
    final Token name = tokens.word("a name");
    final boolean known = names.get(name.text()) instanceof SymbolTable.VariableName;
    if (!known) {
      checkNew(name);
    }
    tokens.expect("=", " and a value after the name");
    final Expression value = expressions.any();
    final SymbolTable.VariableName variable = variable(name, value.kind());
    code.add(new Instruction.Let(line(word), variable.word(), value));
  }

  private SymbolTable.VariableName variable(Token name, ExpressionKind kind) {
    if (!(names.get(name.text()) instanceof SymbolTable.VariableName variable)) {
      checkNew(name);
      return names.putVariable(name.text(), kind);
    }
    if (names.counts(name.text())) {
      mistakes.add(name.place(), "counts the enclosing loop; use another name");
    }
    if (variable.kind() != kind
        && variable.kind() != ExpressionKind.UNKNOWN
        && kind != ExpressionKind.UNKNOWN) {
      mistakes.add(
          name.place(),
          "is %s, and would become %s; use another name"
              .formatted(variable.kind().text(), kind.text()));
    }
    return variable;
  }

  private void send(Token word, Operation.Kind kind, Requested requested) {
    tokens.expect("to", " and a rank behind " + word.text());
    final Expression peer = expressions.number();
    final Expression bytes = expressions.number();
    final Expression tag = tokens.takeIf("tag") ? expressions.number() : untagged(word);
    message(word, kind, peer, bytes, tag, requested);
  }

  private void receive(Token word, Requested requested) {
    tokens.expect("from", " and a rank behind " + word.text());
    final Expression peer = tokens.takeIf("any") ? null : expressions.number();
    final boolean open = tokens.is("tag") || tokens.is("as") || tokens.atStatementEnd();
    final Expression bytes = open ? null : expressions.number();
    message(word, Operation.Kind.RECEIVE, peer, bytes, tag(word, true), requested);
  }

  private static Expression untagged(Token word) {
    return new Expression.Literal(word.place(), ExpressionKind.NUMBER, 0);
  }

  private Expression tag(Token word, boolean mayBeAny) {
    if (!tokens.takeIf("tag")) {
      return untagged(word);
    }
    return mayBeAny && tokens.takeIf("any") ? null : expressions.number();
  }

  private void message(
      Token word,
      Operation.Kind kind,
      Expression peer,
      Expression bytes,
      Expression tag,
      Requested requested) {
    final int name = nameOfRequest(word, requested);
    code.add(
        new Instruction.Message(
            line(word),
            placeOf(word),
            kind,
            peer,
            bytes,
            tag,
            name == NO_NAME ? requested : Requested.NAMED,
            name,
            0));
  }

  private void oneSided(Token word, Primitive primitive) {
    tokens.expect(primitive.preposition(), " and a rank behind " + word.text());
    final Expression peer = expressions.number();
    final Expression bytes = primitive.hasBytes() ? expressions.number() : null;
    final Requested requested = word.is(primitive.word()) ? Requested.NO : Requested.UNNAMED;
    final int name = nameOfRequest(word, requested);
    uses.putIfAbsent(primitive.word(), placeOf(word));
    code.add(
        new Instruction.OneSided(
            line(word),
            placeOf(word),
            primitive,
            peer,
            bytes,
            name == NO_NAME ? requested : Requested.NAMED,
            name,
            0));
  }

  private void fence(Token word) {
    uses.putIfAbsent(Primitive.FENCE, word.place());
    code.add(new Instruction.Fence(line(word)));
  }

  /** Reads the name of a request, if there is one; returns its number. */
  private int nameOfRequest(Token word, Requested requested) {
    if (!tokens.is("as")) {
      return NO_NAME;
    }
    final Token as = tokens.take();
    if (requested == Requested.NO) {
      throw tokens.lost(
          as.place(), word.text() + " waits and has no request; write i" + word.text());
    }
    return request(tokens.word("the name of a request")).index();
  }

  private SymbolTable.RequestName request(Token name) {
    if (names.get(name.text()) instanceof SymbolTable.RequestName request) {
      return request;
    }
    checkNew(name);
    if (names.requests() >= BoundProgram.MOST_REQUEST_NAMES) {
      throw tokens.lost(
          name.place(), "at most " + BoundProgram.MOST_REQUEST_NAMES + " requests have names");
    }
    return names.putRequest(name.text());
  }

  private void sendAndReceive(Token word) {
    tokens.expect("to", " and a rank behind sendrecv");
    Expression to = expressions.number();
    Expression bytes = expressions.number();
    tokens.expect("from", " and a rank behind the bytes to send");
    Expression from = tokens.takeIf("any") ? null : expressions.number();
    Expression most = tokens.is("tag") || tokens.atStatementEnd() ? null : expressions.number();
    Expression tag = tag(word, false);
    if (draws(to) || draws(bytes) || draws(from) || draws(most) || draws(tag)) {
      to = once(word, to, spareWords, 0);
      bytes = once(word, bytes, spareWords, 1);
      from = once(word, from, spareWords, 2);
      most = once(word, most, spareWords, 3);
      tag = once(word, tag, spareWords, 4);
    }
    message(word, Operation.Kind.RECEIVE, from, most, tag, Requested.PAIRED);
    message(word, Operation.Kind.SEND, to, bytes, tag, Requested.PAIRED);
    code.add(new Instruction.WaitPair(line(word)));
  }

  private static boolean draws(Expression expression) {
    return expression != null && expression.draws();
  }

  /** Evaluates {@code of} here, and returns an expression for its value. */
  private Expression once(Token word, Expression of, List<Integer> words, int index) {
    if (of == null) {
      return null;
    }
    final int spare = spare(words, index);
    code.add(new Instruction.Let(line(word), spare, of));
    return new Expression.Variable(of.place(), of.kind(), spare);
  }

  private int spare(List<Integer> words, int index) {
    while (words.size() <= index) {
      words.add(names.newWord());
    }
    return words.get(index);
  }

  private void await(Token word) {
    final Token name = tokens.word("the name of a request");
    if (!(names.get(name.text()) instanceof SymbolTable.RequestName request)) {
      throw tokens.lost(
          name.place(),
          "no request has this name"
              + Spelling.nearest(
                  name.text(),
                  names.all(SymbolTable.RequestName.class),
                  "; give one a name: isend … as " + name.text()));
    }
    code.add(new Instruction.Wait(line(word), request.index()));
  }

  private void collective(Token word) {
    final Collective collective = collectiveOf(word);
    Expression bytes = collective.hasBytes() ? expressions.number() : untagged(word);
    Expression root = untagged(word);
    if (collective.hasRoot()) {
      tokens.expect("root", " and an index behind the bytes");
      root = expressions.number();
    }
    GroupExpression members =
        tokens.takeIf("on") ? expressions.members() : new GroupExpression.World(0);
    final boolean using = tokens.takeIf("using");
    final Algorithm algorithm = using ? algorithm(collective) : null;
    if (bytes.draws() || root.draws() || members.draws()) {
      bytes = once(word, bytes, spareWords, 0);
      root = once(word, root, spareWords, 1);
      final AtomicInteger next = new AtomicInteger(2);
      members = members.with(one -> once(word, one, spareWords, next.getAndIncrement()));
    }
    code.add(
        new Instruction.Together(
            line(word), placeOf(word), collective, bytes, root, members, using, algorithm));
  }

  private Collective collectiveOf(Token word) {
    for (Collective collective : Collective.values()) {
      if (word.is(collective.word())) {
        return collective;
      }
    }
    if (word.is("else")) {
      throw tokens.lost(word.place(), "there is no if before this");
    }
    throw tokens.lost(
        word.place(),
        "there is no such statement"
            + (tokens.is("=")
                ? "; write let " + word.text() + " = …"
                : Spelling.nearest(word.text(), Keywords.STATEMENTS, "; expected a statement")));
  }

  /** Reads the name of an algorithm, in which there may be a minus; null for {@code auto}. */
  private Algorithm algorithm(Collective collective) {
    final Token first = tokens.word("the name of an algorithm");
    final StringBuilder name = new StringBuilder(first.text());
    while (tokens.takeIf("-")) {
      name.append('-').append(tokens.word("the rest of the algorithm's name").text());
    }
    if (first.is("auto")) {
      return null;
    }
    final List<String> known = collective.algorithms().stream().map(Algorithm::word).toList();
    final int found = known.indexOf(name.toString());
    if (found < 0) {
      throw tokens.lost(
          placeOf(first),
          collective.word() + " has the algorithms auto, " + String.join(", ", known));
    }
    return collective.algorithms().get(found);
  }

  /** Adds an instruction whose target is set later. */
  private int reserve() {
    code.add(null);
    return code.size() - 1;
  }

  private void block() {
    tokens.skipLineEnds();
    final Token open = tokens.peek();
    tokens.expect("{", " and a block");
    if (++depth > MOST_BLOCKS) {
      tooDeep = true;
      mistakes.add(open.place(), "blocks are at most " + MOST_BLOCKS + " deep");
      tokens.skipAll();
      throw new TokenReader.Lost();
    }
    tokens.skipLineEnds();
    while (!tokens.is("}")) {
      if (tokens.atTextEnd() || mistakes.tooMany()) {
        depth--;
        throw tooDeep
            ? new TokenReader.Lost()
            : tokens.lost(open.place(), "this block has no end; write } after it");
      }
      statement();
      tokens.skipLineEnds();
    }
    tokens.take();
    depth--;
  }

  private void loop(Token word) {
    final Token name = tokens.word("a name");
    final SymbolTable.VariableName variable = variable(name, ExpressionKind.NUMBER);
    tokens.expect("in", " and two bounds behind the name");
    Expression from = expressions.number();
    tokens.expect("..", " and the last value");
    Expression to = expressions.number();
    Expression step =
        tokens.takeIf("step")
            ? expressions.number()
            : new Expression.Literal(word.place(), ExpressionKind.NUMBER, 1);
    if (step instanceof Expression.Literal literal && literal.value() == 0) {
      mistakes.add(step.place(), "a loop with step 0 does not end");
    }
    if (to.lasting() != Lasting.BOUND || step.lasting() != Lasting.BOUND) {
      from = once(word, from, loopWords(), 0);
      to = once(word, to, loopWords(), 1);
      step = once(word, step, loopWords(), 2);
    }
    final int begin = reserve();
    final boolean outermost = !names.counts(name.text());
    names.count(name.text());
    loops++;
    block();
    loops--;
    if (outermost) {
      names.countNoMore(name.text());
    }
    code.add(new Instruction.Next(line(word), variable.word(), to, step, begin + 1));
    code.set(begin, new Instruction.For(line(word), variable.word(), from, to, step, code.size()));
  }

  /** Returns the words of a loop; loops inside each other have their own. */
  private List<Integer> loopWords() {
    while (loopWords.size() <= loops) {
      loopWords.add(new ArrayList<>());
    }
    return loopWords.get(loops);
  }

  private void forever(Token word) {
    forever = true;
    final int loop = spare(loopWords(), 0);
    code.add(new Instruction.Forever(line(word), word.place(), loop, 0));
    final int begin = code.size();
    loops++;
    block();
    loops--;
    code.add(new Instruction.Again(line(word), loop, begin));
  }

  private void condition(Token word) {
    final List<Integer> ends = new ArrayList<>();
    boolean more = true;
    while (more) {
      final Expression condition = expressions.number();
      final int branch = reserve();
      block();
      final boolean otherwise = tokens.takeAcrossLines("else");
      if (otherwise) {
        ends.add(reserve());
      }
      code.set(branch, new Instruction.Unless(line(word), condition, code.size()));
      more = otherwise && tokens.takeIf("if");
      if (otherwise && !more) {
        block();
      }
    }
    ends.forEach(end -> code.set(end, new Instruction.Jump(line(word), code.size())));
  }
}
