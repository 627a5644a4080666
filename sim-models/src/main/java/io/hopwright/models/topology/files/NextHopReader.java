package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.routing.ListedRouting;
import io.hopwright.models.topology.routing.RoutingTable;
import io.hopwright.models.topology.routing.Routings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reader of next hops: CSV with a header. */
public final class NextHopReader {
  private static final List<String> PORTS = List.of("router", "destination", "port");
  private static final List<String> PORTS_AND_VCS = List.of("router", "destination", "port", "vc");
  private static final List<String> NEXT = List.of("router", "destination", "next");

  private final NetworkDescription network;
  private final Map<String, Integer> routers = new HashMap<>();
  private final ListedRouting routing;

  private NextHopReader(NetworkDescription network) {
    this.network = network;
    routing = new ListedRouting(network);
    for (int router = 0; router < network.routers(); router++) {
      routers.put(network.name(router), router);
    }
  }

  /**
   * Reads the routing table of a network.
   *
   * @throws DescriptionException with file, line and remedy, if the file is malformed
   */
  public static RoutingTable read(Path file, NetworkDescription network) {
    NetworkFile.require(file);
    try {
      return NetworkFile.text(file, new NextHopReader(network)::read);
    } catch (IOException e) {
      throw NetworkFile.unreadable(file, e);
    }
  }

  private RoutingTable read(TextLines lines) throws IOException {
    List<String> columns = null;
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (!line.startsWith("#")) {
        final List<String> fields = Words.csv(line);
        if (columns != null) {
          take(columns, fields);
        } else if (List.of(PORTS, PORTS_AND_VCS, NEXT).contains(fields)) {
          columns = fields;
        } else {
          throw new DescriptionException(
              "the first line is not a header; write "
                  + String.join(",", PORTS_AND_VCS)
                  + ", or "
                  + String.join(",", NEXT));
        }
      }
    }
    if (columns == null) {
      throw new DescriptionException(
          "the file is empty; write a header and a line for each router and destination");
    }
    return routing;
  }

  private int router(String what, String name) {
    final Integer router = routers.get(name);
    if (router == null) {
      throw new DescriptionException(
          what
              + " is "
              + Shown.of(name)
              + ", which the network does not have; use the name of a router, as topology info"
              + " reports it");
    }
    return router;
  }

  private void take(List<String> columns, List<String> fields) {
    if (fields.size() != columns.size()) {
      throw new DescriptionException(
          "the line has " + fields.size() + " fields; write " + String.join(",", columns));
    }
    final int at = router("router", fields.get(0));
    final int destination = router("destination", fields.get(1));
    if (at == destination) {
      throw new DescriptionException(
          "router and destination are equal; remove the line: such packets have arrived");
    }
    final int port = columns.equals(NEXT) ? portTo(at, fields.get(2)) : port(at, fields.get(2));
    final int vc =
        columns.equals(PORTS_AND_VCS)
            ? Quantities.integer("the VC", fields.get(3), 0, Routings.MOST_VCS - 1)
            : 0;
    if (!routing.set(at, destination, port, vc)) {
      throw new DescriptionException(
          "router and destination have a line above; remove one of them");
    }
  }

  private int port(int router, String text) {
    final int ports = network.ports(router);
    final int port = Quantities.integer("the port", text, 0, Math.max(0, ports - 1));
    if (port >= ports || !network.leads(router, port)) {
      throw new DescriptionException(
          "port " + port + " of the router leads nowhere; use a port with a link out of it");
    }
    return port;
  }

  private int portTo(int router, String name) {
    final int port = network.portTo(router, router("next", name));
    if (port == NetworkDescription.NONE) {
      throw new DescriptionException(
          "there is no link to " + Shown.of(name) + "; name a neighbour of the router");
    }
    return port;
  }
}
