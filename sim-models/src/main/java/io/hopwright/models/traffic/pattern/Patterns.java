package io.hopwright.models.traffic.pattern;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.WorkloadKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All traffic patterns, and the selection of those that fit a machine's networks, with their keys.
 */
public final class Patterns {
  /** Uniform traffic. */
  public static final Pattern UNIFORM = new UniformPattern();

  /** All-to-all. */
  public static final Pattern ALL_TO_ALL = new AllToAllPattern();

  /** Rotations. */
  public static final RotationsPattern ROTATIONS = new RotationsPattern();

  /** Group shift. */
  public static final Pattern GROUP_SHIFT = new GroupShiftPattern();

  /** Permutation. */
  public static final Pattern PERMUTATION = new PermutationPattern();

  /** Neighbours. */
  public static final Pattern NEIGHBOURS = new NeighboursPattern();

  /** Incast. */
  public static final Pattern INCAST = new IncastPattern();

  /** Outcast. */
  public static final Pattern OUTCAST = new OutcastPattern();

  /** Shift. */
  public static final Pattern SHIFT = new ShiftPattern();

  /** Hot region. */
  public static final Pattern HOT_REGION = new HotRegionPattern();

  /** Hot spot. */
  public static final Pattern HOT_SPOT = new HotSpotPattern();

  /** Traffic from a matrix. */
  public static final Pattern MATRIX = new MatrixPattern();

  /** All patterns, in the order to explain them. */
  public static final List<Pattern> ALL =
      List.of(
          UNIFORM,
          ALL_TO_ALL,
          ROTATIONS,
          PERMUTATION,
          SHIFT,
          GROUP_SHIFT,
          new TornadoPattern(),
          new TransposePattern(),
          new BitComplementPattern(),
          new BitReversePattern(),
          new ShufflePattern(),
          NEIGHBOURS,
          HOT_REGION,
          HOT_SPOT,
          INCAST,
          OUTCAST,
          MATRIX);

  private final List<Pattern> patterns;
  private final NetworkTraits traits;

  private Patterns(List<Pattern> patterns, NetworkTraits traits) {
    this.patterns = patterns;
    this.traits = traits;
  }

  /** Returns the patterns of networks with some traits. */
  public static Patterns of(NetworkTraits traits) {
    return new Patterns(ALL.stream().filter(pattern -> pattern.fits(traits)).toList(), traits);
  }

  /** Returns the patterns. */
  public List<Pattern> list() {
    return patterns;
  }

  /** Returns the patterns that are a list of single pairs of nodes, without weights. */
  public Patterns ofFlows() {
    return new Patterns(
        patterns.stream().filter(each -> each.isFixed() || each == OUTCAST).toList(), traits);
  }

  /** Returns the choices of {@code workload.kind}, behind some of a machine's own. */
  public List<Choice<Described>> choices(Described... own) {
    return Stream.concat(
            Choice.<Described>of(own).stream(),
            patterns.stream().map(each -> new Choice<Described>(each, each.name(), each.meaning())))
        .toList();
  }

  /**
   * Declares the kind and the load of a machine's workloads: its patterns, behind them its own
   * kinds.
   */
  public WorkloadKeys<Described> workload(WorkloadKeys.Load load, Described... own) {
    final WorkloadKeys<Described> keys =
        WorkloadKeys.of(
            Stream.concat(choices().stream(), Choice.<Described>of(own).stream()).toList(), load);
    return new WorkloadKeys<>(keys.kind().formerly(formerNames()), keys.load());
  }

  /** Returns the former names of all patterns. */
  public Map<String, Map<String, Object>> formerNames() {
    final Map<String, Map<String, Object>> all = new LinkedHashMap<>();
    patterns.forEach(pattern -> all.putAll(pattern.formerNames()));
    return all;
  }

  /**
   * Returns the keys of the patterns, and behind them those of a machine; a key of the machine
   * replaces a pattern's key of the same name.
   */
  public List<Key<?>> keys(Key<?>... own) {
    return keys(List.of(own));
  }

  /**
   * Returns a sentence about keys of patterns that the chosen workload does not have; empty if no
   * such key is set.
   */
  public Optional<String> withoutEffect(Settings settings, Described chosen) {
    final Set<String> used =
        chosen instanceof Pattern pattern
            ? pattern.keys(traits).stream().map(Key::name).collect(Collectors.toSet())
            : Set.of();
    final List<Key<?>> others =
        keys().stream()
            .filter(key -> !used.contains(key.name()) && settings.declares(key.name()))
            .toList();
    return settings.withoutEffect(
        others,
        "%s = %s".formatted(WorkloadKeys.KIND, chosen.name()),
        "a %s that has it".formatted(WorkloadKeys.KIND));
  }

  /** Returns the keys of patterns, with the machine's own ones behind or in place of them. */
  public List<Key<?>> keys(List<Key<?>> own) {
    final Map<String, Key<?>> keys = new LinkedHashMap<>();
    patterns.forEach(pattern -> pattern.keys(traits).forEach(key -> keys.put(key.name(), key)));
    own.forEach(key -> keys.put(key.name(), key));
    return List.copyOf(keys.values());
  }
}
