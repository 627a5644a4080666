package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reader of GraphML, by the parser of the JDK, without document types and entities. */
final class GraphMlReader {
  private static final String NODE = "node";
  private static final String EDGE = "edge";
  private static final String GRAPH = "graph";
  private static final String DATA = "data";
  private static final int LONGEST_VALUE = 10_000;

  /** Names of attributes that mean the same. */
  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry("hosts", "hosts"),
          Map.entry("nodes", "hosts"),
          Map.entry("label", "label"),
          Map.entry("name", "label"),
          Map.entry("x", "x"),
          Map.entry("longitude", "x"),
          Map.entry("y", "y"),
          Map.entry("latitude", "y"),
          Map.entry("z", "z"),
          Map.entry("partition", "partition"),
          Map.entry("latency", "latency"),
          Map.entry("rate", "rate"),
          Map.entry("linkspeedraw", "rate"),
          Map.entry("kind", "kind"));

  /** Edge, and its line in the file. */
  private record Edge(int source, int target, Ways ways, boolean directed, int line) {}

  private final Path file;
  private final NodeCounts nodes;

  /** Meanings of the keys of data, by identifier; those that mean nothing here are left out. */
  private final Map<String, String> keys = new HashMap<>();

  /** Defaults of keys, by element, then by meaning. */
  private final Map<String, Map<String, String>> defaults =
      Map.of(NODE, new LinkedHashMap<>(), EDGE, new LinkedHashMap<>());

  private final Map<String, Integer> routers = new HashMap<>();
  private final List<String> ids = new ArrayList<>();
  private final List<Map<String, String>> data = new ArrayList<>();
  private final List<Integer> lines = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private boolean directed;
  private boolean isGraphMl;
  private int graphs;
  private int line = 1;

  /**
   * Prepares to read a file.
   *
   * @param nodes of routers, if the file states no hosts
   */
  GraphMlReader(Path file, NodeCounts nodes) {
    this.file = file;
    this.nodes = nodes;
  }

  private static XMLInputFactory factory() {
    final XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
    return factory;
  }

  NetworkDescription read() throws IOException {
    try (Reader in = Utf8.reader(file)) {
      final XMLStreamReader xml = factory().createXMLStreamReader(in);
      while (xml.hasNext()) {
        final int event = xml.next();
        line = Math.max(1, xml.getLocation().getLineNumber());
        if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
          throw new DescriptionException(
              "the file has a document type or an entity, which are not read; remove it");
        }
        if (event == XMLStreamConstants.START_ELEMENT) {
          if (!isGraphMl && !xml.getLocalName().equals("graphml")) {
            throw new DescriptionException(
                "the outermost element is "
                    + Shown.of(xml.getLocalName())
                    + ", not graphml; convert the file to GraphML");
          }
          isGraphMl = true;
          start(xml);
        }
      }
      return build();
    } catch (XMLStreamException e) {
      final int at = e.getLocation() == null ? line : Math.max(1, e.getLocation().getLineNumber());
      throw new DescriptionException(
          file + ":" + at + ": the file is not well-formed XML (" + reason(e) + "); mend it there");
    } catch (DescriptionException e) {
      throw e.at(file + ":" + line);
    }
  }

  /** Returns the last line of the parser's message, without control characters. */
  private static String reason(XMLStreamException e) {
    final String message = String.valueOf(e.getMessage());
    final String last = message.substring(message.lastIndexOf('\n') + 1);
    final String shown = Shown.of(last.startsWith("Message: ") ? last.substring(9) : last);
    return shown.substring(1, shown.length() - 1);
  }

  private void start(XMLStreamReader xml) throws XMLStreamException {
    switch (xml.getLocalName()) {
      case "key" -> takeKey(xml);
      case GRAPH -> {
        graphs++;
        if (graphs > 1) {
          throw new DescriptionException("the file has a second or nested graph; use one graph");
        }
        directed = "directed".equals(attribute(xml, "edgedefault"));
      }
      case NODE -> takeNode(xml);
      case EDGE -> takeEdge(xml);
      case "hyperedge" ->
          throw new DescriptionException("the graph has a hyperedge; use edges of two nodes");
      default -> {
        // Other elements, such as ports and extensions, mean nothing here.
      }
    }
  }

  private static String attribute(XMLStreamReader xml, String name) {
    return xml.getAttributeValue(null, name);
  }

  private static String required(XMLStreamReader xml, String element, String name) {
    final String value = attribute(xml, name);
    if (value == null || value.isEmpty()) {
      throw new DescriptionException(
          "an element " + element + " has no attribute " + name + "; write " + name + "=\"…\"");
    }
    return value;
  }

  private void takeKey(XMLStreamReader xml) throws XMLStreamException {
    final String id = required(xml, "key", "id");
    final String name = attribute(xml, "attr.name");
    final String domain = attribute(xml, "for");
    final String meaning = MEANINGS.get(name == null ? "" : name.toLowerCase(Locale.ROOT));
    if (meaning != null) {
      keys.put(id, meaning);
    }
    final String text = children(xml, "default", child -> meaning).getOrDefault(meaning, "");
    if (!text.isEmpty()) {
      for (String element : defaults.keySet()) {
        if (domain == null || domain.equals("all") || domain.equals(element)) {
          check(element, meaning, text);
          defaults.get(element).putIfAbsent(meaning, text);
        }
      }
    }
  }

  /** Checks a default where its line is known. */
  private static void check(String element, String meaning, String text) {
    final Map<String, String> values = Map.of(meaning, text);
    if (element.equals(EDGE)) {
      ways(values);
    } else {
      Quantities.place(new NetworkBuilder().routers(1), 0, values);
      hosts(values);
    }
  }

  /** Returns the data of a node or an edge by meaning; the reader is at its end then. */
  private Map<String, String> data(XMLStreamReader xml) throws XMLStreamException {
    final Map<String, String> ofElement = defaults.get(xml.getLocalName());
    final Map<String, String> values =
        children(xml, DATA, child -> keys.get(required(child, DATA, "key")));
    ofElement.forEach(values::putIfAbsent);
    return values;
  }

  /**
   * Returns the text of some children of an element by meaning; the reader is at its end then.
   *
   * @param name name of the children
   * @param meaningOf meaning of a child; null if it means nothing here
   */
  private Map<String, String> children(
      XMLStreamReader xml, String name, Function<XMLStreamReader, String> meaningOf)
      throws XMLStreamException {
    final Map<String, String> values = new LinkedHashMap<>();
    final Deque<String> open = new ArrayDeque<>();
    open.push(xml.getLocalName());
    String meaning = null;
    final StringBuilder text = new StringBuilder();
    while (!open.isEmpty()) {
      final int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        line = Math.max(1, xml.getLocation().getLineNumber());
        if (xml.getLocalName().equals(GRAPH)) {
          throw new DescriptionException("the file has a second or nested graph; use one graph");
        }
        if (open.size() == 1 && xml.getLocalName().equals(name)) {
          meaning = meaningOf.apply(xml);
          text.setLength(0);
        }
        open.push(xml.getLocalName());
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        open.pop();
        if (open.size() == 1 && meaning != null) {
          values.putIfAbsent(meaning, text.toString().strip());
          meaning = null;
        }
      } else if (event == XMLStreamConstants.ENTITY_REFERENCE) {
        throw new DescriptionException("the file has an entity, which is not read; remove it");
      } else if (xml.isCharacters() && meaning != null && open.size() == 2) {
        if (text.length() + xml.getTextLength() > LONGEST_VALUE) {
          throw new DescriptionException(
              "a value has more than " + LONGEST_VALUE + " characters; shorten it");
        }
        text.append(xml.getText());
      }
    }
    return values;
  }

  private void takeNode(XMLStreamReader xml) throws XMLStreamException {
    final String id = required(xml, NODE, "id");
    final int at = line;
    Quantities.requireFew(ids.size() + 1L, "routers");
    if (routers.put(id, ids.size()) != null) {
      throw new DescriptionException(
          "two nodes have the id " + Shown.of(id) + "; give one of them another id");
    }
    ids.add(id);
    data.add(data(xml));
    lines.add(at);
  }

  private void takeEdge(XMLStreamReader xml) throws XMLStreamException {
    final String source = required(xml, EDGE, "source");
    final String target = required(xml, EDGE, "target");
    final String own = attribute(xml, "directed");
    final int at = line;
    final Map<String, String> values = data(xml);
    edges.add(
        new Edge(
            router(source),
            router(target),
            ways(values),
            own == null ? directed : own.equals("true"),
            at));
  }

  private static Ways ways(Map<String, String> values) {
    return Ways.of(
        Map.of(),
        kindOf(values.getOrDefault("kind", "")),
        values.getOrDefault("latency", ""),
        values.getOrDefault("rate", ""),
        true);
  }

  /** Returns a kind as {@link LinkClass} allows it: other tools also write free text. */
  private static String kindOf(String text) {
    final String kind = text.replaceAll("[^A-Za-z0-9_./-]", "_");
    return kind.matches(
            "(?:[A-Za-z][A-Za-z0-9_.-]{0,39}|-)(?:/(?:[A-Za-z][A-Za-z0-9_.-]{0,39}|-))?")
        ? kind
        : "";
  }

  private int router(String id) {
    final Integer router = routers.get(id);
    if (router == null) {
      throw new DescriptionException(
          "there is no node with the id "
              + Shown.of(id)
              + " above this line; declare nodes before edges");
    }
    return router;
  }

  private NetworkDescription build() {
    final NetworkBuilder builder = new NetworkBuilder();
    final List<String> names = names();
    for (int router = 0; router < ids.size(); router++) {
      line = lines.get(router);
      builder.router(names.get(router));
      Quantities.place(builder, router, data.get(router));
    }
    addLinks(builder);
    for (int router = 0; router < ids.size(); router++) {
      line = lines.get(router);
      final int hosts = hosts(data.get(router));
      if (hosts != NetworkDescription.NONE) {
        builder.nodes(router, hosts, LinkClass.PLAIN);
      }
    }
    if (nodes.areGiven()) {
      line = 1;
      if (data.stream().anyMatch(values -> values.containsKey("hosts"))) {
        throw new DescriptionException("the file and --nodes both state hosts; leave --nodes out");
      }
      nodes.attach(builder, names);
    }
    return builder.build();
  }

  private List<String> names() {
    final List<String> names = new ArrayList<>();
    for (int router = 0; router < ids.size(); router++) {
      final String label = data.get(router).getOrDefault("label", "");
      names.add(label.isEmpty() ? ids.get(router) : label);
    }
    final Map<String, Integer> uses = new HashMap<>();
    names.forEach(name -> uses.merge(name, 1, Integer::sum));
    for (int router = 0; router < ids.size(); router++) {
      if (uses.get(names.get(router)) > 1) {
        names.set(router, ids.get(router));
      }
    }
    requireDifferent(names);
    return names;
  }

  private void requireDifferent(List<String> names) {
    final Set<String> seen = new HashSet<>();
    for (int router = 0; router < names.size(); router++) {
      if (!seen.add(names.get(router))) {
        line = lines.get(router);
        throw new DescriptionException(
            "two nodes are called "
                + Shown.of(names.get(router))
                + ", by label or by id; give them different labels");
      }
    }
  }

  /** Returns the stated number of hosts; {@link NetworkDescription#NONE} without one. */
  private static int hosts(Map<String, String> values) {
    final String hosts = values.get("hosts");
    return hosts == null
        ? NetworkDescription.NONE
        : Quantities.integer("hosts", hosts, 0, NetworkDescription.MOST_NODES);
  }

  /** Joins the k-th directed edge of a pair with the k-th one back; the rest is one-way. */
  private void addLinks(NetworkBuilder builder) {
    final Map<Long, Deque<Edge>> open = new HashMap<>();
    final Map<Edge, Edge> pairs = new HashMap<>();
    final Set<Edge> backs = new HashSet<>();
    for (Edge edge : edges) {
      if (edge.directed) {
        final Deque<Edge> waiting =
            open.getOrDefault((long) edge.target << 32 | edge.source, new ArrayDeque<>());
        if (waiting.isEmpty()) {
          open.computeIfAbsent((long) edge.source << 32 | edge.target, pair -> new ArrayDeque<>())
              .add(edge);
        } else {
          pairs.put(waiting.remove(), edge);
          backs.add(edge);
        }
      }
    }
    for (Edge edge : edges) {
      line = edge.line;
      if (!edge.directed) {
        builder.link(edge.source, edge.target, edge.ways.there(), edge.ways.back());
      } else if (!backs.contains(edge)) {
        final Edge back = pairs.get(edge);
        builder.link(
            edge.source, edge.target, edge.ways.there(), back == null ? null : back.ways.there());
      }
    }
  }
}
