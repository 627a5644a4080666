package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.List;

/**
 * Dragonfly of completely linked groups (Kim et al., ISCA 2008).
 *
 * @param perGroup routers of a group, a
 * @param global links of a router to other groups, h
 * @param groups number of groups, g
 * @param wiring map from the slots of a group to other groups
 */
record DragonflyFamily(int perGroup, int global, int groups, String wiring) implements Family {
  private static final String ABSOLUTE = "absolute";
  private static final String CONSECUTIVE = "consecutive";
  private static final List<String> WIRINGS = List.of(CONSECUTIVE, "palm-tree", ABSOLUTE);
  private static final LinkClass LOCAL_LINK = LinkClass.of("local");
  private static final LinkClass GLOBAL_LINK = LinkClass.of("global");

  static Family of(Parameters parameters) {
    final int perGroup = parameters.integer("routersPerGroup", 1, NetworkDescription.MOST_PORTS);
    final int global = parameters.integer("globalPerRouter", 1, NetworkDescription.MOST_PORTS);
    final int most = perGroup * global + 1;
    final int groups = parameters.integerOr("groups", most, 1, NetworkDescription.MOST_ROUTERS);
    if (groups > most) {
      throw parameters.error(
          "groups",
          "is %d, but a group has %d links to others; use at most %d"
              .formatted(groups, perGroup * global, most));
    }
    return new DragonflyFamily(perGroup, global, groups, parameters.wordOr("wiring", WIRINGS));
  }

  @Override
  public long routers() {
    return (long) perGroup * groups;
  }

  @Override
  public long links() {
    return routers() * mostPorts() / 2;
  }

  @Override
  public long mostPorts() {
    return perGroup - 1L + global;
  }

  @Override
  public DragonflyShape dragonfly() {
    return new DragonflyShape(perGroup, groups);
  }

  @Override
  public String smaller() {
    return "dragonfly routersPerGroup=%d globalPerRouter=%d groups=%d wiring=%s"
        .formatted(perGroup, global, Math.min(groups, 2 * global + 1), wiring);
  }

  /** Returns the number of links between two groups. */
  private int perPair() {
    return groups == 1 ? 0 : perGroup * global / (groups - 1);
  }

  /** Returns the group that place t of a round leads to. */
  private int group(int from, int t) {
    return switch (wiring) {
      case ABSOLUTE -> t < from ? t : t + 1;
      case CONSECUTIVE -> (from + t + 1) % groups;
      default -> (from - t - 1 + groups) % groups;
    };
  }

  /** Returns the place of a round that leads from one group to another. */
  private int place(int from, int to) {
    return switch (wiring) {
      case ABSOLUTE -> to < from ? to : to - 1;
      case CONSECUTIVE -> (to - from - 1 + groups) % groups;
      default -> (from - to - 1 + groups) % groups;
    };
  }

  private int router(int group, int round, int place) {
    return perGroup * group + (round * (groups - 1) + place) / global;
  }

  @Override
  public void addTo(NetworkBuilder builder) {
    builder.routers((int) routers());
    for (int group = 0; group < groups; group++) {
      for (int i = 0; i < perGroup; i++) {
        for (int j = i + 1; j < perGroup; j++) {
          builder.link(perGroup * group + i, perGroup * group + j, LOCAL_LINK);
        }
      }
    }
    for (int group = 0; group < groups; group++) {
      for (int round = 0; round < perPair(); round++) {
        for (int t = 0; t < groups - 1; t++) {
          final int far = group(group, t);
          if (far > group) {
            builder.link(
                router(group, round, t), router(far, round, place(far, group)), GLOBAL_LINK);
          }
        }
      }
    }
  }
}
