package io.hopwright.runner.study;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.config.ConditionalSettings;
import io.hopwright.runner.config.HoconReader;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.config.Origin;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.config.Setting;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.config.Vocabulary;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Strict reader of studies from HOCON: everything unknown is an error of the user. */
public final class StudyReader {
  private static final String BEYOND = "beyond";
  private static final Set<String> SECTIONS =
      Set.of("study", "scale", BEYOND, "runs", "checks", Figure.SECTION);
  private static final String PARTS = "study.parts";
  private static final String NAME = "[A-Za-z0-9_][A-Za-z0-9._-]*";

  private final List<Machine> machines;
  private final Library library;
  private final HoconReader hocon;

  /** Creates a reader of studies about {@code machines}, which may include from {@code library}. */
  public StudyReader(List<Machine> machines, Library library) {
    this.machines = List.copyOf(machines);
    this.library = library;
    hocon = new HoconReader(library);
  }

  /**
   * Reads a study.
   *
   * @param overrides of the command line, by key
   * @throws io.hopwright.runner.support.InputException naming all errors at once
   */
  public Study read(Source source, Map<String, String> overrides) {
    return read(source, overrides, part -> part(part, overrides));
  }

  private Study read(Source source, Map<String, String> overrides, Function<Source, Study> part) {
    final Mistakes mistakes = new Mistakes();
    final ConfigObject root = hocon.read(source, mistakes);
    return root.toConfig().hasPathOrNull(PARTS)
        ? new PartsReader(source, root, library, mistakes).study(part)
        : plain(source, root, overrides, mistakes);
  }

  /** Returns the bundled studies, in the order of lists. */
  public List<Study> bundled() {
    final Map<Source, Study> parts = new HashMap<>();
    final List<Study> all = new ArrayList<>();
    for (String name : library.studies()) {
      final Source source = library.study(name);
      final Study known = parts.get(source);
      all.add(
          known != null
              ? known
              : read(
                  source,
                  Map.of(),
                  part -> parts.computeIfAbsent(part, unread -> part(unread, Map.of()))));
    }
    return all;
  }

  /** Returns the configuration from a text that {@link ResolvedConfig#render} wrote. */
  public ResolvedConfig rendered(String text) {
    return read(new Source("configuration", text, null), Map.of()).resolve(Scale.QUICK);
  }

  private Study part(Source source, Map<String, String> overrides) {
    final Mistakes mistakes = new Mistakes();
    final ConfigObject root = hocon.read(source, mistakes);
    if (root.toConfig().hasPathOrNull(PARTS)) {
      mistakes.add(
          Origin.of(root.toConfig().getValue(PARTS)),
          PARTS,
          null,
          "given in a part of another study; name these parts in that study");
      mistakes.throwIfAny();
    }
    return plain(source, root, overrides, mistakes);
  }

  private Study plain(
      Source source, ConfigObject root, Map<String, String> overrides, Mistakes mistakes) {
    final Machine machine = machine(source, root, overrides, mistakes);
    if (machine == null) {
      mistakes.throwIfAny();
    }
    final Study study =
        new Reading(
                source,
                new Section("", root, mistakes),
                machine,
                new Vocabulary(machine, machines, SECTIONS),
                mistakes)
            .study(overrides);
    mistakes.throwIfAny();
    return study;
  }

  private Machine machine(
      Source source, ConfigObject root, Map<String, String> overrides, Mistakes mistakes) {
    final List<String> names = machines.stream().map(Machine::name).toList();
    final Origin origin;
    final String name;
    if (overrides.containsKey(ResolvedConfig.MODEL)) {
      origin = Origin.SET;
      name = overrides.get(ResolvedConfig.MODEL);
    } else if (root.toConfig().hasPath(ResolvedConfig.MODEL)) {
      final ConfigValue value = root.toConfig().getValue(ResolvedConfig.MODEL);
      origin = Origin.of(value);
      name = value.unwrapped().toString();
    } else {
      if (!mistakes.any()) {
        mistakes.add(
            new Origin(source.name(), 0),
            ResolvedConfig.MODEL,
            null,
            "is missing; include a machine, as in include \"machines/" + names.get(0) + '"');
      }
      return null;
    }
    for (Machine machine : machines) {
      if (machine.name().equals(name)) {
        return machine;
      }
    }
    mistakes.add(
        origin,
        ResolvedConfig.MODEL,
        name,
        "unknown machine; known: " + String.join(", ", names) + Nearest.question(name, names));
    return null;
  }

  /** Returns the name of a study and its results: its id, or the file's name. */
  static String id(Source source, Section about) {
    final String id = about.text("id");
    if (!id.isEmpty()) {
      if (!id.matches(NAME)) {
        about.wrong(
            "id",
            "becomes the name of a directory; use only letters, digits, '-', '_' and" + " '.'");
      }
      return id;
    }
    final String file = source.name().substring(source.name().lastIndexOf('/') + 1);
    final String name = file.replaceFirst("\\.[^.]*$", "").replaceAll("[^A-Za-z0-9._-]", "-");
    return name.matches(NAME) ? name : "study";
  }

  /** Reading of one file after its machine is known. */
  private record Reading(
      Source source, Section root, Machine machine, Vocabulary vocabulary, Mistakes mistakes) {
    Study study(Map<String, String> overrides) {
      final Section about = root.section("study");
      about.allow("id", "title", "paper", "description");
      final List<RunSpec> runs = runs();
      final List<String> names = runs.stream().map(RunSpec::name).toList();
      return new Study(
          id(source, about),
          about.text("title"),
          about.text("paper"),
          about.text("description"),
          machine,
          vocabulary.read(withoutSections(), mistakes),
          scales(root.section("scale")),
          beyond(root),
          runs,
          new CheckReader(names).checks(root.section("checks")),
          new FigureReader(names).figures(root.section(Figure.SECTION)),
          overrides(overrides),
          List.of());
    }

    private ConfigObject withoutSections() {
      ConfigObject settings = root.object();
      for (String section : SECTIONS) {
        settings = settings.withoutKey(section);
      }
      return settings.toConfig().withoutPath(ResolvedConfig.MODEL).root();
    }

    private Map<String, Setting> overrides(Map<String, String> overrides) {
      final Map<String, Setting> settings = new LinkedHashMap<>();
      overrides.forEach(
          (key, text) -> {
            if (SECTIONS.contains(key.replaceFirst("\\..*", ""))) {
              mistakes.add(
                  Origin.SET,
                  key,
                  text,
                  "belongs to the study and is not a key of its machine; change the study's file");
            } else if (!key.equals(ResolvedConfig.MODEL)) {
              vocabulary.readOne(
                  settings,
                  key,
                  ConfigValueFactory.fromAnyRef(
                      text.equals("null") ? null : text, Origin.SET.source()),
                  mistakes);
            }
          });
      return settings;
    }

    private Map<Scale, Map<String, Setting>> scales(Section section) {
      final Map<Scale, Map<String, Setting>> scales = new EnumMap<>(Scale.class);
      section.allow(Scale.QUICK.toString(), Scale.PAPER.toString());
      for (Scale scale : Scale.values()) {
        if (section.has(scale.toString())) {
          scales.put(scale, vocabulary.read(section.inner(scale.toString()), mistakes));
        }
      }
      return scales;
    }

    private List<ConditionalSettings> beyond(Section outer) {
      final List<ConditionalSettings> beyond = new ArrayList<>();
      for (Section step : outer.sections(BEYOND)) {
        step.allow("at", "set");
        final Map<String, Setting> at = vocabulary.read(step.inner("at"), mistakes);
        final Map<String, Setting> set = vocabulary.read(step.inner("set"), mistakes);
        set.forEach(
            (key, setting) -> {
              if (setting.listed()) {
                mistakes.add(setting.origin(), key, null, "takes one value here, not a list");
              }
            });
        if (at.size() == 1
            && at.values().iterator().next().values().get(0) instanceof Number number) {
          final Map.Entry<String, Setting> place = at.entrySet().iterator().next();
          beyond.add(
              new ConditionalSettings(
                  place.getKey(), number.doubleValue(), place.getValue().origin(), set));
        } else if (!mistakes.any()) {
          step.wrong("at", "must name one key of a number, as in at { workload.load = 0.9 }");
        }
      }
      return List.copyOf(beyond);
    }

    private List<RunSpec> runs() {
      final List<RunSpec> runs = new ArrayList<>();
      final Section all = root.section("runs");
      for (String name : all.keys()) {
        final Section run = all.section(name);
        run.allow("title", "set", "scale", BEYOND, "threads", "project", "mayStall");
        if (!name.matches(NAME)) {
          all.wrong(
              name,
              "becomes the name of a directory; use only letters, digits, '-', '_' and" + " '.'");
        }
        runs.add(
            new RunSpec(
                name,
                run.text("title"),
                vocabulary.read(run.inner("set"), mistakes),
                scales(run.section("scale")),
                beyond(run),
                mode(run),
                run.flag("mayStall")));
      }
      return List.copyOf(runs);
    }

    private ExecutionMode mode(Section run) {
      if (run.has("project") && run.has("threads")) {
        run.wrong(
            "threads", "given together with project, which simulates on one thread; leave one out");
      }
      return new ExecutionMode(
          count(run, "threads", "threads"), count(run, "project", "processors"));
    }

    private int count(Section run, String key, String unit) {
      if (!run.has(key)) {
        return 0;
      }
      final ConfigValue value = run.object().get(key);
      final String text = String.valueOf(value.unwrapped());
      if (!text.matches("[1-9]\\d{0,3}")) {
        run.wrong(key, "is not a number of " + unit + " from 1 to 9999");
        return 0;
      }
      return Integer.parseInt(text);
    }
  }
}
