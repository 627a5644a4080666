package io.hopwright.models.measure;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Number of a result, or a text among the numbers. It is declared once, by the code that computes
 * it; all readers use the declaration.
 *
 * <p>A metric can be a family: numbers of the same kind and unit, one per member.
 *
 * @param name its path in the summary such as {@code bounds.meanHops}, or its column
 * @param unit such as {@code ticks} or {@code GB/s/node}, empty for a pure number
 * @param label name on axes and in tables
 * @param meaning meaning in the field's terms
 * @param each kind of a family's members, such as a virtual channel; empty if members differ in
 *     kind, such as mean and largest
 * @param members of a family, empty for a single number
 * @param roles uses of the metric
 */
public record Metric(
    String name,
    String unit,
    String label,
    String meaning,
    String each,
    List<String> members,
    Set<Role> roles) {
  /** The member of a family that is the mean. */
  public static final String MEAN = "mean";

  /** The member of a family that is the 99th percentile. */
  public static final String P99 = "p99";

  /** Use of a metric. */
  public enum Role {
    /** Names the run or its machine; nothing to compare or to take a mean of. */
    IDENTITY,
    /** A load, over which response times are drawn. */
    LOAD,
    /** A response time to be drawn over load: a family with mean and 99th percentile. */
    RESPONSE,
    /** Worth a column where runs stand side by side: {@link Metric#highlights}. */
    HIGHLIGHT,
    /** A distribution of times, kept whole beside the summary. */
    DISTRIBUTION,
    /** A bound of an interval of the series. */
    TIME,
    /** In a table, the coordinate that distinguishes planes or blocks. */
    TILE,
    /** The coordinate along which the rows of a table lie. */
    ROW,
    /** In a table, the coordinate along which columns lie. */
    COLUMN,
    /** Measured value in a table with coordinates. */
    VALUE
  }

  /** Copies lists. */
  public Metric {
    members = List.copyOf(members);
    roles = Set.copyOf(roles);
  }

  /** Declares a single number that needs no more words than its name. */
  public static Metric of(String name, String unit) {
    return new Metric(name, unit, name, "", "", List.of(), Set.of());
  }

  /** Declares a single number. */
  public static Metric of(String name, String unit, String label, String meaning) {
    return new Metric(name, unit, label, meaning, "", List.of(), Set.of());
  }

  /** Returns whether the metric has a role. */
  public boolean is(Role role) {
    return roles.contains(role);
  }

  /** Returns the full names: its own, or one for each member. */
  public List<String> paths() {
    return members.isEmpty()
        ? List.of(name)
        : members.stream().map(member -> name + "." + member).toList();
  }

  /** Returns the members to show as columns: mean and 99th percentile if members differ in kind. */
  public List<String> highlights() {
    return members.isEmpty() || !each.isEmpty()
        ? paths()
        : Stream.of(MEAN, P99).filter(members::contains).map(one -> name + "." + one).toList();
  }

  /** Returns the headings of the metric's columns in a table: {@code busy [ticks]}. */
  public List<String> headings() {
    return paths().stream().map(path -> unit.isEmpty() ? path : path + " [" + unit + "]").toList();
  }
}
