package io.hopwright.models.topology.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.family.Families;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No file of one format is accepted as a file of another one. */
class FormatPairsTest {
  @TempDir private Path directory;

  /** Returns valid files by their format. */
  private static Map<Format, List<String>> read() throws IOException {
    final Map<Format, List<String>> samples = new LinkedHashMap<>();
    for (Format format : Format.values()) {
      samples.put(format, new ArrayList<>());
      if (format.isWritable()) {
        final StringBuilder text = new StringBuilder();
        NetworkFile.write(Families.make("torus extents=3x3"), format, text);
        samples.get(format).add(text.toString());
      }
    }
    samples.get(Format.EDGE_LIST).add("0 1\n1 2\n2 0\n");
    samples.get(Format.EDGE_LIST).add("0 1 5\n1 2 6\n2 0 7\n");
    samples.get(Format.EDGE_LIST).add("0,0 3,4\n0,0 1,2\n");
    samples.get(Format.EDGE_LIST).add("from,to,width\n0,1,2\n1,0,2\n");
    samples.get(Format.OWN).add("router a\nrouter b\nlink a b\n");
    samples.get(Format.ANYNET).add("router 0 router 1\n");
    samples
        .get(Format.TOPO)
        .add("Nodes 16\nTiers 2\nTier 0\nRadix_Down 4\nRadix_Up 2\nTier 1\nRadix_Down 4\n");
    samples.get(Format.NS3).add("3 1 2\n2\n0 2 1Gbps 1us 0\n1 2 1Gbps 1us 0\n");
    samples
        .get(Format.ASTRA)
        .add("topology: [Ring]\nnpus_count: [4]\nbandwidth: [1]\nlatency: [1]\n");
    samples.get(Format.INET).add("3 2\n0 10 20\n1 20 30\n2 0 0\n0 1 11\n1 2 40\n");
    samples.get(Format.INET).add("4 2\n0 0 1\n1 1 2\n2 2 3\n3 3 2\n0 1 1\n1 2 1\n");
    samples.remove(Format.CODES);
    return samples;
  }

  /** Files of no known format: a ring of four routers, or nearly. */
  private static final Map<String, String> FOREIGN = foreign();

  private static Map<String, String> foreign() {
    final Map<String, String> files = new LinkedHashMap<>();
    files.put("DOT", "// a ring\ngraph G {\n0 -- 1;\n1 -- 2;\n2 -- 3;\n3 -- 0;\n}\n");
    files.put("DOT, directed", "digraph {\na -> b\nb -> a\n}\n");
    files.put("DOT, one line", "strict graph { a -- b; b -- c }\n");
    files.put("GML", "graph [\nnode [\nid 0\n]\nnode [\nid 1\n]\nedge [\nsource 0\n]\n]\n");
    files.put("Pajek", "*Vertices 4\n1 a\n2 b\n*Edges\n1 2\n2 3\n3 4\n4 1\n");
    files.put(
        "Matrix Market", "%%MatrixMarket matrix coordinate pattern general\n4 4 2\n1 2\n2 3\n");
    files.put("DIMACS", "c a ring\np edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n");
    files.put(
        "BRITE",
        "Topology: ( 2 Nodes, 1 Edges )\nModel ( 1 )\nNodes: (2)\n0 1 2 3 4 -1 RT\n"
            + "1 1 2 3 4 -1 RT\nEdges: (1)\n0 0 1 7 0.1 10 -1 -1 E_RT U\n");
    files.put("CAIDA", "# source\n1|2|-1\n2|3|0\n");
    files.put("CAIDA, ITDK", "node N1:  1.2.3.4 5.6.7.8\nlink L1:  N1:1.2.3.4 N2\n");
    files.put("CAIDA, links", "M\t1.2.3.4\t5\t0\nD\t1\t2\t0\nD\t2\t3\t0\n");
    files.put("JSON", "{\n\"nodes\": [\n0, 1\n]\n}\n");
    files.put("JSON, one line", "{\"directed\": false, \"nodes\": []}\n");
    files.put("METIS", "4 4\n2 4\n1 3\n2 4\n1 3\n");
    files.put("METIS, star", "4 3\n2 3 4\n1\n1\n1\n");
    files.put("METIS, complete", "4 6\n2 3 4\n1 3 4\n1 2 4\n1 2 3\n");
    files.put("GEXF", "<gexf>\n<graph>\n<nodes>\n<node id=\"0\"/>\n</nodes>\n</graph>\n</gexf>\n");
    files.put("HTML", "<html>\n<body>\n<p>Not found</p>\n</body>\n</html>\n");
    files.put("adjacency list", "0 1 3\n1 2\n2 3\n3\n");
    files.put("order/radix graph", "4 2 3\n0 4\n1 4\n2 5\n3 5\n4 5\n");
    files.put("edges after counts", "4 4\n0 1\n1 2\n2 3\n3 0\n");
    files.put("edges after counts of a tree", "4 3\n0 1\n1 2\n1 3\n");
    files.put("edges after a count", "4\n0 1\n1 2\n2 3\n");
    files.put("weights after counts", "4 4\n0 1 5\n1 2 5\n2 3 5\n3 0 5\n");
    files.put("edges after a header", "source,target\n0,1\n1,2\n");
    files.put("edges in both directions", "0 1\n1 0\n1 2\n2 1\n");
    return files;
  }

  private static void read(Path file, Format format) {
    NetworkFile.read(new NetworkFile.Source(file, format, null, null, Families::make));
  }

  @Test
  void shouldFindEachFormat() throws IOException {
    for (Map.Entry<Format, List<String>> of : read().entrySet()) {
      for (String text : of.getValue()) {
        final Path file = Files.writeString(directory.resolve("n"), text);
        assertEquals(of.getKey(), NetworkFile.format(file), text);
        read(file, null);
      }
    }
  }

  @Test
  void shouldRefuseEachFormatAsEachOther() throws IOException {
    for (Map.Entry<Format, List<String>> of : read().entrySet()) {
      for (String text : of.getValue()) {
        for (Format other : Format.values()) {
          if (other != of.getKey()) {
            requireRefused(of.getKey().word(), text, other);
          }
        }
      }
    }
  }

  @Test
  void shouldRefuseFormatsThatAreNotRead() throws IOException {
    for (Map.Entry<String, String> of : FOREIGN.entrySet()) {
      requireRefused(of.getKey(), of.getValue(), null);
      for (Format format : Format.values()) {
        requireRefused(of.getKey(), of.getValue(), format);
      }
    }
  }

  private void requireRefused(String name, String text, Format format) throws IOException {
    final Path file = Files.writeString(directory.resolve("n"), text);
    final DescriptionException e =
        assertThrows(
            DescriptionException.class, () -> read(file, format), () -> name + " as " + format);
    assertTrue(e.getMessage().contains("; "), e.getMessage());
  }

  @Test
  void shouldNameFormatsThatAreNotRead() throws IOException {
    final Path file = Files.writeString(directory.resolve("n"), FOREIGN.get("DIMACS"));
    final DescriptionException e =
        assertThrows(DescriptionException.class, () -> NetworkFile.format(file));
    assertEquals(
        file
            + ":2: the line 'p edge 4 4' belongs to a DIMACS graph, which is not read; convert the"
            + " file to GraphML, or to an edge list with two names in each line",
        e.getMessage());
    for (ForeignFormat format : ForeignFormat.values()) {
      assertTrue(
          FOREIGN.values().stream().anyMatch(text -> isRefusedAs(format, text)), format::toString);
    }
  }

  private static boolean isRefusedAs(ForeignFormat format, String text) {
    try {
      ForeignFormat.refuse(text, 100);
      return false;
    } catch (DescriptionException e) {
      return Arrays.stream(ForeignFormat.values())
              .filter(other -> e.getMessage().contains(other.title()))
              .findFirst()
              .orElseThrow()
          == format;
    }
  }
}
