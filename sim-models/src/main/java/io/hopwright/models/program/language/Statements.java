package io.hopwright.models.program.language;

import io.hopwright.models.draws.Purpose;
import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Program as parsed statements, which all ranks of a job execute: language and rules are in
 * docs/models/programs.md. Immutable; safe for any thread.
 */
public final class Statements implements Program {
  /** The most characters of a text of statements. */
  public static final int MOST_CHARACTERS = 1_000_000;

  private final String name;
  private final String text;
  private final List<ParameterText> parameters;
  private final List<GridText> grids;
  private final List<Instruction> code;
  private final int words;
  private final boolean forever;
  private final boolean random;

  /** First position, by word that some machines lack. */
  private final Map<String, TextPosition> uses;

  /** A param with its default. */
  record ParameterText(String name, Expression.Literal value) {}

  /**
   * A grid.
   *
   * @param extents extents; none for extents as equal as possible
   */
  record GridText(TextPosition place, boolean torus, int dimensions, List<Expression> extents) {}

  Statements(
      String name,
      String text,
      List<ParameterText> parameters,
      List<GridText> grids,
      List<Instruction> code,
      int words,
      boolean forever,
      boolean random,
      Map<String, TextPosition> uses) {
    this.name = name;
    this.text = text;
    this.parameters = List.copyOf(parameters);
    this.grids = List.copyOf(grids);
    this.code = List.copyOf(code);
    this.words = words;
    this.forever = forever;
    this.random = random;
    this.uses = Collections.unmodifiableMap(new LinkedHashMap<>(uses));
  }

  /**
   * Reads statements; takes a time and memory proportional to the text.
   *
   * @param name of the file, for messages
   * @throws ProgramException with all errors that can be found, up to 100, each with line and
   *     column, the text and the remedy
   */
  public static Program parse(String name, String text) {
    if (text.length() > MOST_CHARACTERS) {
      throw new ProgramException(
          name + ": has " + text.length() + " characters; a program has up to " + MOST_CHARACTERS);
    }
    return Parser.parse(name, text);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean isEndless() {
    return forever;
  }

  @Override
  public Optional<String> text() {
    return Optional.of(text);
  }

  @Override
  public boolean isRandom() {
    return random;
  }

  @Override
  public boolean uses(Primitive primitive) {
    return uses.containsKey(primitive.word());
  }

  @Override
  public List<String> refusals(Capabilities offered) {
    final List<String> refusals = new ArrayList<>();
    uses.forEach(
        (word, place) -> {
          final boolean there =
              Primitive.of(word).map(offered::offers).orElseGet(offered::offersAny);
          if (!there) {
            refusals.add(message(place, "", offered.refusal(word)));
          }
        });
    return refusals;
  }

  @Override
  public Map<String, String> parameters() {
    final Map<String, String> defaults = new LinkedHashMap<>();
    for (ParameterText parameter : parameters) {
      final TextPosition place = parameter.value().place();
      defaults.put(parameter.name(), text.substring(place.start(), place.end()));
    }
    return defaults;
  }

  @Override
  public BoundProgram bind(Job job) {
    final List<String> mistakes = new ArrayList<>();
    final List<Long> arguments = arguments(job.args(), mistakes);
    final List<RankGrid> layouts = new ArrayList<>();
    final Binding sizes =
        new Binding(
            job.ranks(),
            job.number(),
            Purpose.RAND.draws(job.seed()),
            arguments,
            layouts,
            job.rounds(),
            job.algorithms());
    for (GridText grid : grids) {
      layouts.add(layout(grid, sizes, mistakes));
    }
    if (!mistakes.isEmpty()) {
      throw new ProgramException(mistakes);
    }
    return new BoundStatements(
        this, job, words, code.stream().map(one -> one.bind(sizes)).toArray(Instruction[]::new));
  }

  private List<Long> arguments(Map<String, String> args, List<String> mistakes) {
    final long[] values =
        parameters.stream().mapToLong(parameter -> parameter.value().value()).toArray();
    final List<String> known = parameters.stream().map(ParameterText::name).toList();
    new TreeMap<>(args)
        .forEach(
            (key, text) -> {
              final int index = known.indexOf(key);
              if (index < 0) {
                mistakes.add(
                    name
                        + ": has no param "
                        + key
                        + Spelling.nearest(
                            key,
                            known,
                            known.isEmpty()
                                ? "; it has none"
                                : "; it has " + String.join(", ", known)));
              } else {
                values[index] = argument(parameters.get(index), text, mistakes);
              }
            });
    return Arrays.stream(values).boxed().toList();
  }

  private long argument(ParameterText parameter, String text, List<String> mistakes) {
    final Expression.Literal value = text.length() > MOST_CHARACTERS ? null : Parser.literal(text);
    if (value == null || value.kind() != parameter.value().kind()) {
      mistakes.add(
          "%s: %s = %s: write ".formatted(name, parameter.name(), text)
              + (parameter.value().kind().isTime()
                  ? "a time, such as 250 us"
                  : "a number or a size, such as 12 KiB"));
      return 0;
    }
    return value.value();
  }

  /** Returns the grid; if something is wrong with it, which is noted, another one of its ranks. */
  private RankGrid layout(GridText grid, Binding binding, List<String> mistakes) {
    final RankGrid balanced = RankGrid.balanced(grid.torus(), grid.dimensions(), binding.ranks());
    if (grid.extents().isEmpty()) {
      return balanced;
    }
    final int[] extents = new int[grid.dimensions()];
    long product = 1;
    for (int d = 0; d < extents.length; d++) {
      final Expression extent = grid.extents().get(d).bind(binding);
      if (!(extent instanceof Expression.Literal literal)) {
        mistakes.add(
            message(extent.place(), "", "extents are made of numbers, params and size only"));
        return balanced;
      }
      final boolean fits = literal.value() >= 1 && literal.value() <= binding.ranks() / product;
      product = fits ? product * literal.value() : Long.MAX_VALUE;
      extents[d] = (int) literal.value();
    }
    if (product != binding.ranks()) {
      mistakes.add(
          message(
              grid.place(),
              "",
              "the product of the extents must be the number of ranks, " + binding.ranks()));
      return balanced;
    }
    return RankGrid.of(grid.torus(), extents);
  }

  String message(TextPosition place, String who, String message) {
    return Diagnostics.message(name, text, place, who, message);
  }
}
