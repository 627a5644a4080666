package io.hopwright.models.fabric;

import io.hopwright.models.switching.vcrouter.VcRouterDesign;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.routing.CandidateRouting;
import io.hopwright.models.topology.routing.RoutingFunction;
import io.hopwright.models.traffic.pattern.NodeSpace;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/**
 * A network as a value, built by a study from a {@link FabricSpec}. By default each router has one
 * node, and links have one VC and one class. Immutable; safe for any thread.
 *
 * @param topology routers and links
 * @param grid grid whose routers have the same numbers, for partitions and coordinates; null if
 *     there is none
 * @param spec declaration as completed by the study; null if it is as declared
 * @param vcs virtual channels of a link
 * @param nodesAt number of nodes of a router
 * @param classes class of the link out of a router's port, as an index into the declared classes
 * @param groups groups of nodes; null unless declared
 * @param routing routing function
 * @param router input-queued router; null for ideal crossbars
 * @param cut partitions; null if the key of the declaration cuts the network
 */
public record Fabric(
    Topology topology,
    Grid grid,
    FabricSpec spec,
    int vcs,
    IntUnaryOperator nodesAt,
    IntBinaryOperator classes,
    NodeSpace.Groups groups,
    RoutingFunction routing,
    VcRouterDesign router,
    PartitionMap cut) {
  /** Returns a network without a routing function, which must be added. */
  public static Fabric of(Topology topology) {
    final Grid grid = topology instanceof Grid itself ? itself : null;
    return new Fabric(
        topology, grid, null, 1, router -> 1, (router, port) -> 0, null, null, null, null);
  }

  /** Returns the same network with routers numbered like those of a grid. */
  public Fabric grid(Grid numbering) {
    return new Fabric(
        topology, numbering, spec, vcs, nodesAt, classes, groups, routing, router, cut);
  }

  /** Returns the same network with a declaration that the study has completed. */
  public Fabric spec(FabricSpec completed) {
    return new Fabric(
        topology, grid, completed, vcs, nodesAt, classes, groups, routing, router, cut);
  }

  /** Returns the same network with other virtual channels. */
  public Fabric vcs(int number) {
    return new Fabric(topology, grid, spec, number, nodesAt, classes, groups, routing, router, cut);
  }

  /** Returns the same network with the given number of nodes at each router. */
  public Fabric nodes(IntUnaryOperator perRouter) {
    return new Fabric(topology, grid, spec, vcs, perRouter, classes, groups, routing, router, cut);
  }

  /** Returns the same network with links of several classes. */
  public Fabric links(IntBinaryOperator classOf) {
    return new Fabric(topology, grid, spec, vcs, nodesAt, classOf, groups, routing, router, cut);
  }

  /** Returns the same network with its nodes in groups. */
  public Fabric groups(NodeSpace.Groups ofNodes) {
    return new Fabric(topology, grid, spec, vcs, nodesAt, classes, ofNodes, routing, router, cut);
  }

  /** Returns the same network with a routing function. */
  public Fabric routing(RoutingFunction function) {
    return new Fabric(topology, grid, spec, vcs, nodesAt, classes, groups, function, router, cut);
  }

  /** Returns whether packets choose their routes by the loads of links. */
  boolean readsLoads() {
    return routing instanceof CandidateRouting candidates
        && candidates.kind() != CandidateRouting.Kind.OBLIVIOUS;
  }

  /** Returns the same network with input-queued routers. */
  public Fabric router(VcRouterDesign design) {
    return new Fabric(topology, grid, spec, vcs, nodesAt, classes, groups, routing, design, cut);
  }

  /** Returns the same network with partitions other than those of the key. */
  public Fabric cut(PartitionMap partitions) {
    return new Fabric(
        topology, grid, spec, vcs, nodesAt, classes, groups, routing, router, partitions);
  }
}
