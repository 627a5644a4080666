package io.hopwright.models.tofu.barriers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Barrier of the channels of one node, without links: each group reduces to a root, roots
 * disseminate, and each group broadcasts. Reproduces all columns of Table VI. Immutable; safe for
 * any thread.
 */
final class BarrierWithin extends BarrierPlan {
  /** Groups where channels are not spread evenly over network interfaces. */
  private static final int GROUPS = 4;

  private final int[] inputs;

  /** Targets of outputs at participant 0, {@code 2·gate + output}. */
  private final long[] targets;

  private BarrierWithin(int channels, Builder made) {
    super(channels, made.tnis);
    inputs = made.inputs.stream().mapToInt(waits -> (1 << waits) - 1).toArray();
    targets = made.targets.stream().mapToLong(Long::longValue).toArray();
  }

  /** Returns how many channels make a group; nothing if so many cannot be grouped. */
  static OptionalInt groupSize(int channels, int tnis) {
    final int inUse = Math.min(channels, tnis);
    return channels % inUse == 0
        ? OptionalInt.of(channels / inUse)
        : channels % GROUPS == 0 ? OptionalInt.of(channels / GROUPS) : OptionalInt.empty();
  }

  /**
   * Joins channels that can be grouped.
   *
   * @param tnis network interfaces that have channels
   */
  static BarrierWithin of(int channels, int tnis) {
    return new BarrierWithin(channels, new Builder(channels, Math.min(channels, tnis)));
  }

  @Override
  int inputs(int participant, int gate) {
    return inputs[gate];
  }

  @Override
  long target(int participant, int gate, int output) {
    final long there = targets[MOST * gate + output];
    return there == NONE ? NONE : to(participant, 0, 0) + there;
  }

  /** Builder of gates in the order of their numbers. */
  private static final class Builder {
    private final List<Integer> tnis = new ArrayList<>();
    private final List<Integer> inputs = new ArrayList<>();
    private final List<Long> targets = new ArrayList<>();

    Builder(int channels, int inUse) {
      IntStream.range(0, channels).forEach(channel -> gate(channel % inUse));
      if (channels == 1) {
        connect(relay(0), 0);
      } else {
        join(groups(channels, inUse));
      }
    }

    private int gate(int tni) {
      tnis.add(tni);
      inputs.add(0);
      targets.add(NONE);
      targets.add(NONE);
      return tnis.size() - 1;
    }

    private void connect(int from, int to) {
      final int output = MOST * from + (targets.get(MOST * from) == NONE ? 0 : 1);
      targets.set(output, to(0, to, inputs.get(to)));
      inputs.set(to, inputs.get(to) + 1);
    }

    /** Creates a relay next to a gate, for which it waits. */
    private int relay(int from) {
      final int relay = gate(tnis.get(from));
      connect(from, relay);
      return relay;
    }

    private List<List<Integer>> groups(int channels, int inUse) {
      final boolean even = channels % inUse == 0;
      final int count = even ? inUse : GROUPS;
      final int size = channels / count;
      final List<List<Integer>> groups = new ArrayList<>();
      IntStream.range(0, count).forEach(group -> groups.add(new ArrayList<>()));
      final Comparator<Integer> byTni =
          Comparator.<Integer>comparingInt(tnis::get).thenComparingInt(channel -> channel);
      final List<Integer> left = new ArrayList<>();
      IntStream.range(0, channels)
          .boxed()
          .sorted(byTni)
          .forEach(
              channel -> {
                final int tni = tnis.get(channel);
                final boolean own = tni < count && groups.get(tni).size() < size;
                (own ? groups.get(tni) : left).add(channel);
              });
      int group = 0;
      for (int channel : left) {
        while (groups.get(group % count).size() == size) {
          group++;
        }
        groups.get(group % count).add(channel);
        group++;
      }
      groups.forEach(members -> members.sort(byTni));
      return groups;
    }

    private void join(List<List<Integer>> groups) {
      final int count = groups.size();
      final boolean single = groups.get(0).size() == 1;
      int[] last = groups.stream().mapToInt(this::reduce).toArray();
      for (int step = 1; step < count; step *= 2) {
        final int[] before = last;
        last = new int[count];
        for (int group = 0; group < count; group++) {
          if (single && 2 * step >= count) {
            last[group] = groups.get(group).get(0);
            connect(before[group], last[group]);
          } else {
            last[group] = relay(before[group]);
          }
          final int other =
              Integer.bitCount(count) == 1 ? group ^ step : (group + count - step) % count;
          connect(before[other], last[group]);
        }
      }
      if (!single) {
        for (int group = 0; group < count; group++) {
          broadcast(last[group], groups.get(group));
        }
      }
    }

    private int reduce(List<Integer> members) {
      List<Integer> level = members;
      while (level.size() > 1) {
        final List<Integer> next = new ArrayList<>();
        for (int i = 0; i < level.size(); i += 2) {
          if (i + 1 == level.size()) {
            next.add(level.get(i));
          } else {
            final int relay = relay(level.get(i));
            connect(level.get(i + 1), relay);
            next.add(relay);
          }
        }
        level = next;
      }
      return level.get(0);
    }

    /** Makes a gate signal two or more members, by halves. */
    private void broadcast(int from, List<Integer> members) {
      final int half = (members.size() + 1) / 2;
      tell(from, members.subList(0, half));
      tell(from, members.subList(half, members.size()));
    }

    private void tell(int from, List<Integer> part) {
      final int last = part.get(part.size() - 1);
      if (part.size() == 1) {
        connect(from, last);
      } else {
        final int relay = gate(tnis.get(last));
        connect(from, relay);
        broadcast(relay, part);
      }
    }
  }
}
