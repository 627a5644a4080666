package io.hopwright.models.topology.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.Latency;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers and writers of all formats. */
class FormatsTest {
  @TempDir private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("n.txt"), text);
  }

  private static NetworkDescription read(Path file) {
    return NetworkFile.read(new NetworkFile.Source(file, null, null, null, Families::make));
  }

  private static NetworkDescription read(Path file, String nodes) {
    return NetworkFile.read(new NetworkFile.Source(file, null, null, nodes, Families::make));
  }

  private NetworkDescription read(String text) throws IOException {
    return read(file(text));
  }

  private NetworkDescription rewritten(NetworkDescription network, Format format)
      throws IOException {
    final Path file = directory.resolve("again." + format.word());
    NetworkFile.write(network, format, file);
    assertEquals(format, NetworkFile.format(file));
    return read(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus extents=8",
        "torus extents=5x4x3",
        "mesh extents=3x3 nodesPerRouter=2",
        "hyperx extents=6",
        "hyperx extents=3x4 width=1x2",
        "dragonfly routersPerGroup=4 globalPerRouter=2",
        "fat-tree down=2x3x4 up=2x2",
        "slim-fly q=5",
        "jellyfish routers=30 degree=5 seed=7",
        "torus extents=2x3 nodesPerRouter=0"
      })
  void shouldGiveEqualNetworksInAllFormats(String family) throws IOException {
    final NetworkDescription network = Families.make(family);
    assertEquals(network, rewritten(network, Format.OWN));
    assertEquals(network, rewritten(network, Format.GRAPHML));
    final NetworkDescription list = rewritten(network, Format.EDGE_LIST);
    assertTrue(network.sameRoutersAndLinks(list));
    if (!family.contains("width") && !family.contains("=2x3")) {
      final NetworkDescription anynet = rewritten(network, Format.ANYNET);
      assertEquals(network.nodes(), anynet.nodes());
      for (int router = 0; router < network.routers(); router++) {
        assertEquals(network.ports(router), anynet.ports(router));
        for (int port = 0; port < network.ports(router); port++) {
          assertEquals(network.far(router, port), anynet.far(router, port));
        }
      }
    }
  }

  /** Returns a description with random values of everything it can contain. */
  private static NetworkDescription random(long seed) {
    final Random random = new Random(seed);
    final NetworkBuilder builder = new NetworkBuilder();
    final int routers = 2 + random.nextInt(10);
    final String[] endings = {"", " b", "#", "\"", "\\", "=", ",", "ü", ">", "'"};
    for (int router = 0; router < routers; router++) {
      builder.router("r" + router + endings[random.nextInt(endings.length)]);
      if (random.nextBoolean()) {
        builder.position(router, random.nextInt(3), random.nextFloat() * 10 - 5);
      }
      if (random.nextInt(3) == 0) {
        builder.partition(router, random.nextInt(4));
      }
    }
    final LinkClass[] classes = {
      LinkClass.PLAIN,
      LinkClass.of("a"),
      new LinkClass("b", Latency.picoseconds(2560), 0),
      new LinkClass("b", Latency.cycles(3), 200_000_000_000L),
      new LinkClass("", Latency.picoseconds(1_000_001), 12_500_000_000L),
      new LinkClass("only", Latency.cycles(9), 8)
    };
    for (int link = 0; link < random.nextInt(30); link++) {
      final int a = random.nextInt(routers);
      final int b = (a + 1 + random.nextInt(routers - 1)) % routers;
      final LinkClass there = classes[random.nextInt(classes.length)];
      final LinkClass back =
          random.nextInt(4) > 0 ? there : classes[random.nextInt(classes.length)];
      builder.link(a, b, there, random.nextInt(6) == 0 ? null : back);
    }
    for (int i = 0; i < random.nextInt(8); i++) {
      builder.nodes(
          random.nextInt(routers), random.nextInt(4), classes[random.nextInt(classes.length)]);
    }
    return builder.build();
  }

  @Test
  void shouldHoldEverythingInOwnFiles() throws IOException {
    for (long seed = 0; seed < 500; seed++) {
      final NetworkDescription network = random(seed);
      assertEquals(network, rewritten(network, Format.OWN), "seed " + seed);
    }
  }

  @Test
  void shouldSayWhatAFormatCannotHold() {
    final NetworkDescription network = Families.make("torus extents=4x4 nodesPerRouter=2");
    assertEquals(List.of(), NetworkFile.leftOut(network, Format.OWN));
    assertEquals(List.of("the family"), NetworkFile.leftOut(network, Format.GRAPHML));
    assertEquals(List.of("the family", "32 nodes"), NetworkFile.leftOut(network, Format.EDGE_LIST));
    assertEquals(
        List.of("the family", "kinds of links"), NetworkFile.leftOut(network, Format.ANYNET));
  }

  @Test
  void shouldReadOwnFiles() throws IOException {
    final NetworkDescription network =
        read(
            """
            # a comment
            kind fast latency=10ns rate=25GB/s
            router "New York" x=-74 y=40.7   # another
            router b partition=3
            router c
            nodes 2 at c
            nodes 3 at "New York" kind=fast
            link "New York" b x2 kind=fast
            link b > c latency=4
            link c "New York" latency=1/2 rate=100Gbps|25GB/s
            """);
    assertEquals(3, network.routers());
    assertEquals("New York", network.name(0));
    assertEquals(-74, network.position(0, 0));
    assertEquals(3, network.partition(1));
    assertEquals(5, network.nodes());
    assertEquals(2, network.routerOf(0));
    assertEquals(0, network.routerOf(2));
    assertEquals(4, network.links());
    assertEquals(3, network.ports(0));
    final LinkClass fast = new LinkClass("fast", Latency.picoseconds(10_000), 200_000_000_000L);
    assertEquals(fast, network.out(0, 0));
    assertEquals(fast, network.classOfNode(3));
    assertTrue(network.isOneWay(2));
    assertFalse(network.leads(2, network.ports(2) - 1));
    assertEquals(new LinkClass("", Latency.cycles(1), 100_000_000_000L), network.there(3));
    assertEquals(new LinkClass("", Latency.cycles(2), 200_000_000_000L), network.back(3));
  }

  @Test
  void shouldNumberPortsByFarRouter() throws IOException {
    final NetworkDescription network = read("3 1 -\n3 0 5\n0 1 -\n0 3 7\n");
    assertEquals(3, network.routers());
    assertEquals("3", network.name(2));
    assertEquals(1, network.far(0, 0));
    assertEquals(2, network.far(0, 1));
    assertEquals(5, network.out(0, 1).latency().value());
    assertEquals(7, network.out(0, 2).latency().value());
    assertEquals(1, network.farPort(0, 2));
    assertEquals(1, network.portTo(0, 2));
    assertEquals(NetworkDescription.NONE, network.portTo(0, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b\nb c\nc a\n",
        "a,b\nb,c\nc,a\n",
        "\uFEFFfrom,to\r\na,b\r\nb,c\r\nc,a\r\n",
        "kind,to,from\n,b,a\n,c,b\n,a,c\n",
        "# NetworkX\na b {}\nb c {'weight': 1.0, 'color': 'red, or so'}\nc a {}\n"
      })
  void shouldReadEdgeLists(String text) throws IOException {
    final NetworkDescription network = read(text);
    assertEquals(3, network.routers());
    assertEquals(3, network.links());
    assertEquals("c", network.name(2));
    assertEquals(LinkClass.PLAIN, network.there(0));
  }

  @Test
  void shouldReadColumnsAndDataOfEdges() throws IOException {
    final NetworkDescription network =
        read("from,to,width,rate,latency,kind\n0,1,3,25GB/s,10ns,up/down\n");
    assertEquals(3, network.links());
    assertEquals(
        new LinkClass("up", Latency.picoseconds(10_000), 200_000_000_000L), network.there(0));
    assertEquals("down", network.back(2).kind());
    assertEquals(Latency.cycles(4), read("0 1 {'latency': 4}\n").there(0).latency());
  }

  /** The points are those of grids of the order/degree competition. */
  @Test
  void shouldReadPointsAsNames() throws IOException {
    final NetworkDescription network = read("0,0 42,56\n0,0 72,90\n");
    assertEquals(3, network.routers());
    assertEquals("42,56", network.name(1));
    assertEquals(network, rewritten(network, Format.OWN));
    assertTrue(network.sameRoutersAndLinks(rewritten(network, Format.EDGE_LIST)));
  }

  @Test
  void shouldReadInetFiles() throws IOException {
    final Path file = file("3 3\n0 10 -2.5\n1 20 30\n2 0 0\n0 1 11\n2 1 40\n1 2 40\n");
    final NetworkDescription network = read(file, "2");
    assertEquals(3, network.routers());
    assertEquals(3, network.links());
    assertEquals(6, network.nodes());
    assertEquals(-2.5f, network.position(0, 1));
    assertEquals(2, network.far(1, 2));
    assertEquals(LinkClass.PLAIN, network.there(0));
    assertEquals(Format.INET, NetworkFile.format(file));
  }

  @Test
  void shouldAttachNodesToEdgeLists() throws IOException {
    final Path list = file("0 1\n1 2\n");
    final Path counts = Files.writeString(directory.resolve("c.csv"), "router,nodes\n2,4\n0,1\n");
    assertEquals(6, NetworkFile.read(new NetworkFile.Source(list, null, null, "2", null)).nodes());
    final NetworkDescription network =
        NetworkFile.read(new NetworkFile.Source(list, null, null, counts.toString(), null));
    assertEquals(5, network.nodes());
    assertEquals(4, network.nodesAt(2));
    assertEquals(0, network.nodesAt(1));
  }

  /**
   * The file is the second example of BookSim's README, with its statement on the reverse
   * direction.
   */
  @Test
  void shouldReadAnynetFiles() throws IOException {
    final NetworkDescription network =
        read("router 5 node 1 node 0 7 router 9 10\nrouter 7 router 5 3\nnode 4 router 9\n");
    assertEquals(3, network.routers());
    assertEquals("5", network.name(0));
    assertEquals(3, network.nodes());
    assertEquals(Latency.cycles(7), network.classOfNode(0).latency());
    assertEquals(2, network.routerOf(2));
    assertEquals(Latency.cycles(10), network.out(0, 1).latency());
    assertEquals(Latency.cycles(1), network.out(2, 0).latency());
    assertEquals(Latency.cycles(1), network.out(0, 0).latency());
    assertEquals(Latency.cycles(3), network.out(1, 0).latency());
  }

  @Test
  void shouldReadGraphMl() throws IOException {
    final NetworkDescription network =
        read(
            """
            <?xml version="1.0"?><graphml>
            <key attr.name="label" for="node" id="d33"/><key attr.name="Longitude" id="d32"/>
            <key attr.name="LinkSpeedRaw" for="edge" id="d42"/><key attr.name="hosts" id="h"/>
            <graph edgedefault="undirected">
            <node id="0"><data key="d33">Bern &amp; Basel</data><data key="d32">7.5</data></node>
            <node id="1"><data key="d33">Zug</data><data key="h">3</data></node>
            <node id="2"><data key="d33">Zug</data></node>
            <edge source="0" target="1"><data key="d42">10000000000.0</data></edge>
            <edge source="1" target="2" directed="true"/>
            <edge source="2" target="0" directed="true"/>
            <edge source="2" target="1" directed="true"/>
            </graph></graphml>
            """);
    assertEquals("Bern & Basel", network.name(0));
    assertEquals("1", network.name(1));
    assertEquals(7.5f, network.position(0, 0));
    assertEquals(3, network.nodesAt(1));
    assertEquals(10_000_000_000L, network.there(0).bitsPerSecond());
    assertEquals(3, network.links());
    assertFalse(network.isOneWay(1));
    assertTrue(network.isOneWay(2));
    assertFalse(network.bothWays().isOneWay(2));
    assertEquals(3, network.bothWays().nodesAt(1));
  }

  @Test
  void shouldReadDefaultsOfGraphMl() throws IOException {
    final String text =
        """
        <graphml><key id="l" for="edge" attr.name="latency"><desc>d</desc><default> 10ns </default></key>
        <key id="r" for="edge" attr.name="rate"><default>100Gbps</default></key>
        <key id="k" attr.name="kind"><default>cable</default></key>
        <key id="h" for="node" attr.name="hosts"><default>%s</default></key>
        <key id="x" for="all" attr.name="x"><default>1.5</default></key>
        <key id="n" for="node" attr.name="name"><default>same</default></key>
        <key id="p" for="edge" attr.name="partition"><default>no number</default></key>
        <key id="q" for="port" attr.name="latency"><default>no time</default></key>
        <key id="s" for="node" attr.name="label"><default/></key>
        <graph><node id="a"/><node id="b"><data key="h">0</data><data key="s">B</data></node>
        <node id="c"/><edge source="a" target="b"/>
        <edge source="b" target="c"><data key="r">25GB/s</data></edge></graph></graphml>
        """;
    final NetworkDescription network = read(text.formatted("4"));
    assertEquals(
        new LinkClass("cable", Latency.picoseconds(10_000), 100_000_000_000L), network.there(0));
    assertEquals(
        new LinkClass("cable", Latency.picoseconds(10_000), 200_000_000_000L), network.there(1));
    assertEquals(List.of(4, 0, 4), nodesOfRouters(network));
    assertEquals(1.5f, network.position(0, 0));
    assertEquals("a", network.name(0));
    assertEquals("B", network.name(1));
    assertFalse(network.hasPartitions());
    final DescriptionException e =
        assertThrows(DescriptionException.class, () -> read(text.formatted("many")));
    assertTrue(e.getMessage().contains(":4: hosts is 'many'"), e.getMessage());
  }

  private static List<Integer> nodesOfRouters(NetworkDescription network) {
    return IntStream.range(0, network.routers()).mapToObj(network::nodesAt).toList();
  }

  @Test
  void shouldGiveNodesToGraphMlThatStatesNone() throws IOException {
    final String text =
        "<graphml><key attr.name=\"hosts\" id=\"h\"/><graph><node id=\"a\"/><node id=\"b\">%s"
            + "</node><edge source=\"a\" target=\"b\"/></graph></graphml>";
    final Path counts = Files.writeString(directory.resolve("counts.csv"), "router,nodes\nb,3\n");
    final Path none = file(text.formatted(""));
    assertEquals(0, read(none).nodes());
    assertEquals(4, read(none, "2").nodes());
    assertEquals(3, read(none, counts.toString()).nodesAt(1));
    final Path some = file(text.formatted("<data key=\"h\">1</data>"));
    assertEquals(1, read(some).nodes());
    final DescriptionException e = assertThrows(DescriptionException.class, () -> read(some, "2"));
    assertEquals(
        some + ":1: the file and --nodes both state hosts; leave --nodes out", e.getMessage());
  }

  @Test
  void shouldNotFollowEntities() throws IOException {
    final Path secret = Files.writeString(directory.resolve("secret"), "hidden");
    final String text =
        "<!DOCTYPE g [<!ENTITY e SYSTEM \""
            + secret.toUri()
            + "\">]>\n<graphml><graph><node id=\"&e;\"/></graph></graphml>\n";
    final DescriptionException e = assertThrows(DescriptionException.class, () -> read(text));
    assertFalse(e.getMessage().contains("hidden"));
  }

  @Test
  void shouldReadFatTreesOfHtsim() throws IOException {
    final String tiers =
        """
        # comment
        Nodes 16
        Tiers 3
        Podsize 4
        Tier 0
        Downlink_speed_Gbps 100
        Radix_Down 2
        Radix_Up 2
        Downlink_Latency_ns 1000
        Tier 1
        Downlink_speed_Gbps 100
        radix_down 2
        RADIX_UP 4
        Tier 2
        Radix_Down 8
        Bundle 2
        """;
    final NetworkDescription network = read(tiers);
    assertEquals(8 + 8 + 4, network.routers());
    assertEquals(16, network.nodes());
    assertEquals(4 * 2 * 2 + 8 * 4, network.links());
    assertEquals("tier0", network.classOfNode(0).kind());
    assertEquals(4, network.ports(8) - 2);
    // Two links to each of two core switches.
    assertEquals(network.far(8, 2), network.far(8, 3));
  }

  @Test
  void shouldReadNetworkFilesOfAstraSim() throws IOException {
    final NetworkDescription network =
        read(
            """
            # three dimensions
            topology: [ Ring, FullyConnected, Switch ]  # the first is the fastest
            npus_count: [ 4, 3, 2 ]
            bandwidth: [ 200.0, 100.0, 50 ]  # GB/s
            latency:   # ns
              - 50.0
              - 500.5
              - 2000
            """);
    // 24 NPUs, and a switch for each of the twelve pairs.
    assertEquals(36, network.routers());
    assertEquals(24, network.nodes());
    assertEquals(24 + 24 + 24, network.links());
    assertEquals(1, network.far(0, 0));
    assertEquals(3, network.far(0, 1));
    assertEquals(1_600_000_000_000L, network.out(0, 0).bitsPerSecond());
    assertEquals(4, network.far(0, 2));
    assertEquals(8, network.far(0, 3));
    assertEquals(Latency.picoseconds(500_500), network.out(0, 2).latency());
    assertEquals(24, network.far(0, 4));
    assertEquals(24, network.far(12, 4));
    // All five links together: 2·200 + 2·100 + 50 GB/s.
    assertEquals(5_200_000_000_000L, network.classOfNode(0).bitsPerSecond());
    final NetworkDescription one =
        read("latency: [1]\nnpus_count: [9]\ntopology: ['Switch']\nbandwidth: [2]\n");
    assertEquals(1, one.routers());
    assertEquals(9, one.nodes());
    assertEquals(16_000_000_000L, one.classOfNode(0).bitsPerSecond());
    final NetworkDescription two =
        read("topology: Ring\nnpus_count: 2\nbandwidth: 1\nlatency: 1\n");
    assertEquals(1, two.links());
  }

  @Test
  void shouldReadTopologyTextsOfNs3() throws IOException {
    final NetworkDescription network =
        read(
            """
            6 2 1 1 7 H20
            4 5
            0 4 900Gbps 0.000025ms 0
            1 4 900Gbps 0.000025ms 0
            0 5 200Gbps 0.001ms 0.0
            1 5 200Gbps 0.001ms 0
            2 5 100Gbps 1000ns 0.000000
            3 5 100Gbps 1us 0
            4 5 1Gbps 1us 0
            """);
    // Hosts 0 and 1 have two links each, so they are routers with a node.
    assertEquals(4, network.routers());
    assertEquals(4, network.nodes());
    assertEquals("5", network.name(3));
    assertEquals(2, network.nodesAt(3));
    assertEquals(Latency.picoseconds(25_000), network.out(0, 0).latency());
    assertEquals(900_000_000_000L, network.out(0, 0).bitsPerSecond());
    assertEquals(100_000_000_000L, network.classOfNode(2).bitsPerSecond());
    final NetworkDescription ring =
        read("3 0 3\n\n0 1 25Gbps 0.005ms 0\n1 2 25Gbps 0.005ms 0\n2 0 25Gbps 0.005ms 0\nmore\n");
    assertEquals(3, ring.routers());
    assertEquals(3, ring.nodes());
  }

  private Path binary(String name, int... words) throws IOException {
    final ByteBuffer bytes = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(words);
    return Files.write(directory.resolve(name), bytes.array());
  }

  @Test
  void shouldReadDragonfliesOfCodes() throws IOException {
    final Path between = binary("inter", 0, 3, 3, 0, 1, 4, 4, 1, 1, 4, 4, 1);
    final int[] triples = {0, 1, 0, 1, 0, 0, 1, 2, 1, 2, 1, 1};
    final Path within = binary("intra", triples);
    final NetworkDescription network =
        NetworkFile.read(new NetworkFile.Source(between, null, within, null, null));
    assertEquals(6, network.routers());
    assertEquals(4 + 3, network.links());
    assertEquals("local1", network.out(4, network.ports(4) - 1).kind());
    final Path pairs = binary("pairs", 0, 1, 1, 0, 1, 2, 2, 1);
    assertEquals(
        7, NetworkFile.read(new NetworkFile.Source(between, null, pairs, null, null)).links());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10ns | 10000",
        "2.56ns | 2560",
        "0.000025ms | 25000",
        "1e-3us | 1000",
        "1s | 1000000000000"
      })
  void shouldReadTimes(String text, long picoseconds) {
    assertEquals(Latency.picoseconds(picoseconds), Quantities.latency(text));
    assertEquals(
        Latency.picoseconds(picoseconds),
        Quantities.latency(Quantities.text(Latency.picoseconds(picoseconds))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"25GB/s | 200000000000", "100Gbps | 100000000000", "1.5 Mb/s | 1500000", "8bps | 8"})
  void shouldReadRates(String text, long bitsPerSecond) {
    assertEquals(bitsPerSecond, Quantities.rate(text, false));
    assertEquals(bitsPerSecond, Quantities.rate(Quantities.rateText(bitsPerSecond), false));
  }

  @Test
  void shouldTakeTheNetworkOfAFamilyLine() throws IOException {
    final NetworkDescription network =
        read("family torus extents=4x4\nkind x latency=3 rate=1GB/s\n");
    assertTrue(Families.make("torus extents=4x4").routers() == network.routers());
    assertEquals(new LinkClass("x", Latency.cycles(3), 8_000_000_000L), network.there(0));
    final NetworkDescription torus = Families.make("torus extents=4x4");
    final Path file = directory.resolve("t");
    NetworkFile.write(torus, Format.OWN, file);
    final String changed = Files.readString(file).replace("link 0 1 ", "link 0 2 ");
    final DescriptionException e = assertThrows(DescriptionException.class, () -> read(changed));
    assertTrue(e.getMessage().contains("states the family torus"), e.getMessage());
  }
}
