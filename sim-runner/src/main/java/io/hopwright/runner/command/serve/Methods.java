package io.hopwright.runner.command.serve;

import io.hopwright.runner.app.Cancellation;
import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.app.Hopwright;
import io.hopwright.runner.app.Outcome;
import io.hopwright.runner.app.Plan;
import io.hopwright.runner.app.Reproduction;
import io.hopwright.runner.app.Result;
import io.hopwright.runner.app.RunListener;
import io.hopwright.runner.app.SweepResult;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.text.EndingText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Methods that clients can call.
 *
 * @param hopwright library that executes them
 * @param answers commands whose answers are documents
 */
record Methods(Hopwright hopwright, Answers answers) {
  /** Ends other requests; the server does it. */
  static final String CANCEL = "cancel";

  private static final List<String> NAMES =
      List.of("run", "sweep", "reproduce", "plan", "load", "list", "explain", CANCEL);

  private static final String THREADS = "threads";
  private static final String FRESH = "fresh";
  private static final String AT_ONCE = "atOnce";
  private static final Set<String> OF_A_STUDY =
      Set.of("study", "text", "set", "seed", "scale", THREADS);

  /** Commands whose answers are documents. */
  @FunctionalInterface
  interface Answers {
    /** Returns what a command line of {@code list} or {@code explain} prints. */
    String of(List<String> words);
  }

  /** Executes a request and returns its result. */
  Map<String, Object> call(Request request, RunListener listener, Cancellation cancellation) {
    final Parameters given = request.parameters();
    return switch (request.method()) {
      case "run" -> run(given.only(with("out", "run")), listener, cancellation);
      case "sweep" -> sweep(given.only(with("out", FRESH, AT_ONCE)), listener, cancellation);
      case "reproduce" ->
          reproduce(given.only(with("out", FRESH, AT_ONCE)), listener, cancellation);
      case "plan" -> plan(given.only(OF_A_STUDY), listener);
      case "load" -> load(given.only(Set.of("directory")));
      case "list" -> {
        given.only(Set.of());
        yield answer(List.of("list"));
      }
      case "explain" -> explain(given.only(Set.of("name", "machine")));
      default ->
          throw new RequestException(
              request.id(),
              "no method "
                  + Excerpt.of(request.method())
                  + Nearest.questionOr(
                      request.method(), NAMES, "there are " + String.join(", ", NAMES)));
    };
  }

  private static Set<String> with(String... more) {
    final Set<String> all = new LinkedHashSet<>(OF_A_STUDY);
    all.addAll(List.of(more));
    return all;
  }

  private Map<String, Object> run(
      Parameters given, RunListener listener, Cancellation cancellation) {
    final Experiment experiment = experiment(given, listener).cancelledBy(cancellation);
    final Optional<String> run = given.text("run");
    final Result result = run.map(experiment::only).orElse(experiment).run();
    return ResultDocument.of(result);
  }

  private Map<String, Object> sweep(
      Parameters given, RunListener listener, Cancellation cancellation) {
    final SweepResult sweep =
        several(given, experiment(given, listener)).cancelledBy(cancellation).sweep();
    return ended(sweep, given.flag(FRESH));
  }

  private Map<String, Object> reproduce(
      Parameters given, RunListener listener, Cancellation cancellation) {
    final Reproduction reproduction =
        several(given, experiment(given, listener)).cancelledBy(cancellation).reproduce();
    return ended(reproduction.sweep(), given.flag(FRESH));
  }

  private Map<String, Object> plan(Parameters given, RunListener listener) {
    final Plan plan = experiment(given, listener).plan();
    final JsonObject document = new JsonObject();
    document.putAll(plan.document());
    return document.with("objections", plan.objections());
  }

  private Map<String, Object> load(Parameters given) {
    final Path directory = path(given, "directory", given.required("directory"));
    final List<Result> results = hopwright.results(directory);
    return results.size() == 1 && results.get(0).point().isEmpty()
        ? ResultDocument.of(results.get(0))
        : StudyDocument.of(directory, results);
  }

  private Map<String, Object> explain(Parameters given) {
    final List<String> words = new ArrayList<>(List.of("explain"));
    given.text("machine").ifPresent(machine -> words.add("--machine=" + machine));
    final List<String> named = new ArrayList<>();
    given.text("name").ifPresent(name -> named.addAll(List.of("--", name)));
    return answer(joined(words, named));
  }

  /** Returns what a command prints, for people and for programs. */
  private Map<String, Object> answer(List<String> words) {
    final List<String> command = words.subList(0, 1);
    final List<String> rest = words.subList(1, words.size());
    return new JsonObject()
        .with("text", answers.of(words))
        .with(
            "document",
            Request.document(answers.of(joined(joined(command, List.of("--json")), rest))));
  }

  private static List<String> joined(List<String> first, List<String> second) {
    final List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private Experiment experiment(Parameters given, RunListener listener) {
    final Optional<String> text = given.text("text");
    final Optional<String> study = given.text("study");
    if (text.isPresent() && study.isEmpty()) {
      throw given.refused("params.text is given without a name of the study; give params.study");
    }
    final String name = given.required("study");
    Experiment experiment =
        text.map(hocon -> hopwright.studyFromText(name, hocon))
            .orElseGet(() -> hopwright.study(name))
            .commandLine(List.of("serve", "--stdio"))
            .listener(listener);
    for (Map.Entry<String, Object> setting : given.settings("set").entrySet()) {
      experiment = experiment.set(setting.getKey(), setting.getValue());
    }
    final Optional<Long> seed = given.whole("seed");
    if (seed.isPresent()) {
      experiment = experiment.seed(seed.get());
    }
    final Optional<Integer> threads = given.integer(THREADS);
    if (threads.isPresent()) {
      experiment = experiment.threads(threads.get());
    }
    final String scale = given.text("scale").orElse("quick");
    if (scale.equals("paper")) {
      experiment = experiment.paperScale();
    } else if (!scale.equals("quick")) {
      throw given.refused("params.scale is " + Excerpt.of(scale) + "; use quick or paper");
    }
    final Optional<String> out = given.text("out");
    return out.isPresent() ? experiment.into(path(given, "out", out.get())) : experiment;
  }

  private static Path path(Parameters given, String name, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw given.refused("params." + name + " is not a path: " + Excerpt.of(e.getMessage()));
    }
  }

  private static Experiment several(Parameters given, Experiment experiment) {
    final Experiment all = given.flag(FRESH) ? experiment.fresh() : experiment;
    return given.integer(AT_ONCE).map(all::atOnce).orElse(all);
  }

  private Map<String, Object> ended(SweepResult sweep, boolean fresh) {
    final List<String> ending = new ArrayList<>();
    final List<Map<String, Object>> unfinished = new ArrayList<>();
    for (Result point : sweep.unfinished()) {
      EndingText.of(point.outcome(), point.directory()).forEach(line -> ending.add(line.text()));
      unfinished.add(
          new JsonObject()
              .with("path", point.point())
              .with("outcome", ResultDocument.word(point.outcome().kind()))
              .with("directory", ResultDocument.path(point.directory())));
    }
    if (sweep.outcome() == Outcome.Kind.INTERRUPTED) {
      ending.add(EndingText.interruptedStudy(sweep.directory(), fresh));
    }
    return StudyDocument.of(sweep.directory(), hopwright.results(sweep.directory()))
        .with("outcome", ResultDocument.word(sweep.outcome()))
        .with("unfinished", unfinished)
        .with("ending", ending);
  }
}
