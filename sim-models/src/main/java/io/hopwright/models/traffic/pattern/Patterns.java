package io.hopwright.models.traffic.pattern;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.run.WorkloadKeys;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  /** Returns the patterns that are a list of single pairs of nodes, without weights. */
  public Patterns ofFlows() {
    return new Patterns(
        patterns.stream().filter(each -> each.isFixed() || each == OUTCAST).toList(), traits);
  }

  /** Returns the choices of {@code workload.kind}, after some of a machine's own. */
  public List<Choice<Described>> choices(Described... own) {
    return Stream.concat(
            Choice.<Described>of(own).stream(),
            patterns.stream().map(each -> new Choice<Described>(each, each.name(), each.meaning())))
        .toList();
  }

  /**
   * Declares the kind and the load of a machine's workloads: its patterns, followed by its own
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
   * Returns the keys of the patterns, followed by those of a machine; a key of the machine replaces
   * a pattern's key of the same name.
   */
  public List<Key<?>> keys(Key<?>... own) {
    return keys(List.of(own));
  }

  /**
   * Returns which kinds of workload read the keys of patterns, and some keys of a machine's own.
   *
   * @param own names of keys, each with the names of the kinds that read it beside patterns
   */
  public List<KeyScope> scopes(Map<String, Set<String>> own) {
    final Map<String, Set<String>> kinds = new LinkedHashMap<>();
    for (Pattern pattern : patterns) {
      for (Key<?> key : pattern.keys(traits)) {
        kinds.computeIfAbsent(key.name(), unseen -> new LinkedHashSet<>()).add(pattern.name());
      }
    }
    new TreeMap<>(own)
        .forEach(
            (key, more) ->
                kinds.computeIfAbsent(key, unseen -> new LinkedHashSet<>()).addAll(more));
    return kinds.entrySet().stream()
        .map(entry -> KeyScope.withAny(WorkloadKeys.KIND, entry.getValue(), entry.getKey()))
        .toList();
  }

  /** Returns the keys of patterns, followed or replaced by the machine's own ones. */
  public List<Key<?>> keys(List<Key<?>> own) {
    final Map<String, Key<?>> keys = new LinkedHashMap<>();
    patterns.forEach(pattern -> pattern.keys(traits).forEach(key -> keys.put(key.name(), key)));
    own.forEach(key -> keys.put(key.name(), key));
    return List.copyOf(keys.values());
  }
}
