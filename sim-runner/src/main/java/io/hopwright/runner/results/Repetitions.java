package io.hopwright.runner.results;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Runs that differ only in their seed.
 *
 * @param <T> a run
 * @param name name of the run of which they are points
 * @param values values that distinguish them from other points, by key
 * @param runs at least one, in their order
 */
public record Repetitions<T>(String name, Map<String, String> values, List<T> runs) {
  /** The key in which repetitions differ. */
  public static final String SEED = "seed";

  /**
   * Groups runs.
   *
   * @param name name of a run; different runs have different names
   * @param values values that distinguish the points of a run, by key, without the seed
   */
  public static <T> List<Repetitions<T>> of(
      Collection<T> runs, Function<T, String> name, Function<T, Map<String, String>> values) {
    final Map<List<Object>, Repetitions<T>> all = new LinkedHashMap<>();
    for (T run : runs) {
      final Map<String, String> others = new LinkedHashMap<>(values.apply(run));
      others.remove(SEED);
      all.computeIfAbsent(
              List.of(name.apply(run), others),
              unseen -> new Repetitions<>(name.apply(run), others, new ArrayList<>()))
          .runs
          .add(run);
    }
    return List.copyOf(all.values());
  }

  /** Returns a quantity of each run. */
  public double[] numbers(ToDoubleFunction<T> quantity) {
    return runs.stream().mapToDouble(quantity).toArray();
  }

  /** Returns a quantity of the runs that measured it. */
  public Sample measured(ToDoubleFunction<T> quantity) {
    return Sample.ofMeasured(numbers(quantity));
  }

  /** Returns the first run. */
  public T first() {
    return runs.get(0);
  }
}
