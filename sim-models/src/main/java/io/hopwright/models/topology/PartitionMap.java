package io.hopwright.models.topology;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Map from routers to partitions and to their local numbers. It cuts a grid, or a topology numbered
 * like one, into equal boxes, such as midplanes of 8×8×8. Other topologies are cut into equal
 * ranges of consecutive routers, like a line into boxes of one axis. The last boxes along an axis
 * can be smaller. Routers attached to those of a grid are in the same partitions, with the last
 * local numbers. Any explicit assignment of routers to partitions is possible too.
 *
 * <p>Partitions, and routers within a partition, are numbered with the first axis running fastest.
 * Everything is computed and nothing stored, except for an assignment: 12 B per router. Immutable;
 * safe for any thread.
 */
public final class PartitionMap {
  private final Topology topology;
  private final Grid grid;
  private final int[] box;
  private final int[] boxes;
  private final int partitions;

  /** Null unless routers are attached to those of the grid. */
  private final AttachedTorus attached;

  /** Null unless the partition of each router is given. */
  private final Assignment assignment;

  /** Partitions given explicitly; local numbers of routers are in ascending order. */
  private static final class Assignment {
    private final int[] partitions;
    private final int[] local;
    private final int[][] routers;

    Assignment(int... partitions) {
      this.partitions = partitions.clone();
      final int[] sizes = new int[IntStream.of(partitions).max().orElse(0) + 1];
      local = new int[partitions.length];
      for (int router = 0; router < partitions.length; router++) {
        local[router] = sizes[partitions[router]]++;
      }
      routers = new int[sizes.length][];
      Arrays.setAll(routers, partition -> new int[sizes[partition]]);
      for (int router = 0; router < partitions.length; router++) {
        routers[partitions[router]][local[router]] = router;
      }
    }
  }

  private PartitionMap(Topology topology, Grid grid, AttachedTorus attached, int... wanted) {
    this(topology, grid, attached, null, wanted);
  }

  private PartitionMap(
      Topology topology, Grid grid, AttachedTorus attached, Assignment assignment, int... wanted) {
    this.topology = topology;
    this.attached = attached;
    this.assignment = assignment;
    this.grid = grid;
    if (wanted.length != grid.axes() || IntStream.of(wanted).anyMatch(extent -> extent < 1)) {
      throw new IllegalArgumentException(
          "partitions of " + Arrays.toString(wanted) + " in a grid of " + grid);
    }
    box = axes().map(axis -> Math.min(wanted[axis], grid.extent(axis))).toArray();
    boxes = axes().map(axis -> (grid.extent(axis) - 1) / box[axis] + 1).toArray();
    partitions = IntStream.of(boxes).reduce(1, (a, b) -> a * b);
  }

  /** Cuts a grid into boxes; a box larger than the grid is the whole grid. */
  public static PartitionMap boxes(Grid grid, int... box) {
    return new PartitionMap(grid, grid, null, box);
  }

  /** Cuts a topology into boxes, for routers numbered like those of a grid. */
  public static PartitionMap boxes(Topology topology, Grid grid, int... box) {
    return new PartitionMap(topology, grid, null, box);
  }

  /**
   * Cuts the grid of a torus into boxes; an attached router is in the partition of its grid router.
   */
  public static PartitionMap boxes(AttachedTorus torus, int... box) {
    return new PartitionMap(torus, torus.grid(), torus, box);
  }

  /** Cuts a topology into ranges of the given number of routers. */
  public static PartitionMap ranges(Topology topology, int routers) {
    final Grid line = new Grid(Grid.Axis.line("router", topology.routers()));
    return new PartitionMap(topology, line, null, routers);
  }

  /**
   * Assigns each router to a given partition.
   *
   * @param partitions by router; numbers from 0, all of which occur
   */
  public static PartitionMap assigned(Topology topology, int... partitions) {
    final Assignment assignment = new Assignment(partitions);
    for (int partition = 0; partition < assignment.routers.length; partition++) {
      if (assignment.routers[partition].length == 0) {
        throw new IllegalArgumentException("partition " + partition + " has no router");
      }
    }
    final Grid line = new Grid(Grid.Axis.line("partition", assignment.routers.length));
    return new PartitionMap(topology, line, null, assignment, 1);
  }

  private IntStream axes() {
    return IntStream.range(0, grid.axes());
  }

  /** Returns the number of partitions. */
  public int partitions() {
    return partitions;
  }

  /** Returns the partition of a router. */
  public int partitionOf(int router) {
    if (assignment != null) {
      return assignment.partitions[router];
    }
    final int inGrid = attached == null ? router : attached.inGrid(router);
    int partition = 0;
    for (int axis = box.length - 1; axis >= 0; axis--) {
      partition = partition * boxes[axis] + grid.coordinate(inGrid, axis) / box[axis];
    }
    return partition;
  }

  private boolean isAttached(int router) {
    return attached != null && router >= grid.routers();
  }

  /** Returns the routers attached to those of a partition, ascending. */
  private IntStream attachedIn(int partition) {
    return attached == null
        ? IntStream.empty()
        : IntStream.range(grid.routers(), attached.routers())
            .filter(router -> partitionOf(router) == partition);
  }

  /** Returns a router's number within its partition. */
  public int localIndex(int router) {
    if (assignment != null) {
      return assignment.local[router];
    }
    if (isAttached(router)) {
      final int partition = partitionOf(router);
      return inBox(partition) + (int) attachedIn(partition).filter(each -> each < router).count();
    }
    int local = 0;
    for (int axis = box.length - 1; axis >= 0; axis--) {
      final int at = grid.coordinate(router, axis);
      local = local * size(axis, at / box[axis]) + at % box[axis];
    }
    return local;
  }

  /** Returns the number of routers of a partition. */
  public int routers(int partition) {
    return inBox(partition) + (int) attachedIn(partition).count();
  }

  private int inBox(int partition) {
    if (assignment != null) {
      return assignment.routers[partition].length;
    }
    int routers = 1;
    int rest = partition;
    for (int axis = 0; axis < box.length; axis++) {
      routers *= size(axis, rest % boxes[axis]);
      rest /= boxes[axis];
    }
    return routers;
  }

  /** Returns the router with a given number within a partition. */
  public int router(int partition, int local) {
    final int inBox = inBox(partition);
    return local < inBox
        ? routerOfBox(partition, local)
        : attachedIn(partition).skip((long) local - inBox).findFirst().orElseThrow();
  }

  private int routerOfBox(int partition, int local) {
    if (assignment != null) {
      return assignment.routers[partition][local];
    }
    int router = 0;
    int restOfPartition = partition;
    int restOfLocal = local;
    for (int axis = 0; axis < box.length; axis++) {
      final int at = restOfPartition % boxes[axis];
      final int size = size(axis, at);
      router = grid.withCoordinate(router, axis, at * box[axis] + restOfLocal % size);
      restOfPartition /= boxes[axis];
      restOfLocal /= size;
    }
    return router;
  }

  /** Returns the routers of a partition, in the order of their local numbers. */
  public int[] routersOf(int partition) {
    return IntStream.concat(
            IntStream.range(0, inBox(partition)).map(local -> routerOfBox(partition, local)),
            attachedIn(partition))
        .toArray();
  }

  /** Returns the neighbours of a partition, to which it has links, in ascending order. */
  public int[] neighbours(int partition) {
    final long[] links = linksTo(partition);
    return IntStream.range(0, partitions).filter(to -> links[to] > 0).toArray();
  }

  /** Returns the number of links, each of one direction, to each of the neighbours. */
  public long[] links(int partition) {
    return LongStream.of(linksTo(partition)).filter(links -> links > 0).toArray();
  }

  private long[] linksTo(int partition) {
    final long[] links = topology == grid ? linksOfBox(partition) : linksOfRouters(partition);
    links[partition] = 0;
    return links;
  }

  /** Each router on a face of the box has a link to the next box along that axis. */
  private long[] linksOfBox(int partition) {
    final long[] links = new long[partitions];
    final int[] at = position(partition);
    int stride = 1;
    for (int axis = 0; axis < at.length; axis++) {
      final int face = inBox(partition) / size(axis, at[axis]);
      for (int next : new int[] {at[axis] + 1, at[axis] - 1}) {
        final boolean around = next < 0 || next == boxes[axis];
        if (!around || grid.isRing(axis)) {
          links[partition + (Math.floorMod(next, boxes[axis]) - at[axis]) * stride] += face;
        }
      }
      stride *= boxes[axis];
    }
    return links;
  }

  private long[] linksOfRouters(int partition) {
    final long[] links = new long[partitions];
    for (int router : routersOf(partition)) {
      for (int port = 0; port < topology.ports(router); port++) {
        final int neighbour = topology.neighbour(router, port);
        links[neighbour == Topology.NONE ? partition : partitionOf(neighbour)]++;
      }
    }
    return links;
  }

  /** Returns the position of a partition along each axis that is cut. */
  public int[] position(int partition) {
    final int[] at = new int[boxes.length];
    int rest = partition;
    for (int axis = 0; axis < at.length; axis++) {
      at[axis] = rest % boxes[axis];
      rest /= boxes[axis];
    }
    return at;
  }

  private int size(int axis, int at) {
    return Math.min(box[axis], grid.extent(axis) - at * box[axis]);
  }
}
