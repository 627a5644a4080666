package io.hopwright.models.fabric;

import io.hopwright.models.switching.vcrouter.VcRouterDesign;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.routing.RoutingFunction;
import io.hopwright.models.traffic.pattern.NodeSpace;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/**
 * A network as a value: what a study makes of a {@link FabricSpec}. By default each router has one
 * node, links have one VC and one class. Immutable; safe for any thread.
 *
 * @param topology routers and links
 * @param vcs virtual channels of a link
 * @param nodesAt number of nodes of a router
 * @param classes index of the class of the link at a router's port, in the order of the
 *     declaration; the same for both directions
 * @param groups of nodes; null unless the declaration has groups
 * @param routing routing function
 * @param router input-queued router; null for ideal crossbars
 */
public record Fabric(
    Topology topology,
    int vcs,
    IntUnaryOperator nodesAt,
    IntBinaryOperator classes,
    NodeSpace.Groups groups,
    RoutingFunction routing,
    VcRouterDesign router) {
  /** Returns a network that needs a routing function. */
  public static Fabric of(Topology topology) {
    return new Fabric(topology, 1, router -> 1, (router, port) -> 0, null, null, null);
  }

  /** Returns the same network with other virtual channels. */
  public Fabric vcs(int number) {
    return new Fabric(topology, number, nodesAt, classes, groups, routing, router);
  }

  /** Returns the same network with so many nodes at each router. */
  public Fabric nodes(IntUnaryOperator perRouter) {
    return new Fabric(topology, vcs, perRouter, classes, groups, routing, router);
  }

  /** Returns the same network with links of several classes. */
  public Fabric links(IntBinaryOperator classOf) {
    return new Fabric(topology, vcs, nodesAt, classOf, groups, routing, router);
  }

  /** Returns the same network with its nodes in groups. */
  public Fabric groups(NodeSpace.Groups ofNodes) {
    return new Fabric(topology, vcs, nodesAt, classes, ofNodes, routing, router);
  }

  /** Returns the same network with a routing function. */
  public Fabric routing(RoutingFunction function) {
    return new Fabric(topology, vcs, nodesAt, classes, groups, function, router);
  }

  /** Returns the same network with input-queued routers. */
  public Fabric router(VcRouterDesign design) {
    return new Fabric(topology, vcs, nodesAt, classes, groups, routing, design);
  }
}
