package io.hopwright.models.topology.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Malformed files end with an error that names file, line and remedy. */
class MalformedFilesTest {
  private static final String GRAPHML =
      """
      <graphml>
      <key id="h" attr.name="hosts"/>
      <graph edgedefault="directed">
      <node id="a"><data key="h">2</data></node>
      <node id="b"/>
      <edge source="a" target="b"/>
      </graph>
      </graphml>
      """;
  private static final String TOPO =
      "Nodes 16\nTiers 2\nTier 0\nRadix_Down 4\nRadix_Up 2\nTier 1\nRadix_Down 4\n";
  private static final String ASTRA =
      "topology: [Ring, Switch]\nnpus_count: [4, 2]\nbandwidth:\n- 50.0\n- 2\nlatency: [1, 2]\n";

  private static final String INET = "3 2\n0 10 -2.5\n1 20 30\n2 0 0\n0 1 11\n1 2 40\n";
  private static final String NS3 = "4 1 3\n3\n0 3 1Gbps 1us 0\n1 3 1Gbps 1us 0\n2 3 1Gbps 1us 0\n";

  /** A message has a place, the error, and after a semicolon the remedy. */
  private static final Pattern MESSAGE =
      Pattern.compile("(?s)/.*?(?::\\d+|, offset 0x[0-9a-f]+)?: .+; .+");

  @TempDir private Path directory;

  private static NetworkDescription read(Path file, Format format, Path within) {
    return NetworkFile.read(new NetworkFile.Source(file, format, within, null, Families::make));
  }

  private String errorOf(String text) throws IOException {
    final Path file = Files.writeString(directory.resolve("n"), text);
    final DescriptionException e =
        assertThrows(DescriptionException.class, () -> read(file, null, null));
    assertTrue(MESSAGE.matcher(e.getMessage()).matches(), e.getMessage());
    return e.getMessage().substring(file.toString().length() + 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "router a~link a b | 2: there is no router 'b' above",
        "router a~router a | 2: the router 'a' is declared twice",
        "router a~link a a | 2: a link joins router a with itself",
        "router a~nodes 9999999 at a | 2: the number of nodes is '9999999'",
        "router a~nodes x at a | 2: the number of nodes is 'x'",
        "router a x=1 x=2 | 1: x is given twice",
        "router a q=1 | 1: 'q=1' is unknown here",
        "router a partition=-1 | 1: the partition is '-1'",
        "router a~router b~link a b x2000 | 3: the number of parallel links is '2000'",
        "router a~router b~link a b latency=3parsecs | 3: the latency is '3parsecs'",
        "router a~router b~link a b rate=0GB/s | 3: the rate is '0GB/s'",
        "router a~frobnicate | 2: the line begins with 'frobnicate'",
        "router a~family torus extents=4 | 2: family is not the first line",
        "family klein extents=4 | 1: there is no family klein",
        "router \"a | 1: a double quote is not closed",
        "kind k latency=1/2 | 1: a kind has two values",
        "kind k~router a~router b~link a b kind=q | 4: line 4 uses the kind 'q', which no line declares; declare it with kind, or use k",
        "kind k~router a~nodes 1 at a kind=q latency=1 | 3: line 3 uses the kind 'q', which no line",
        "router a~router b~link a b kind=k~kind k latency=1 | 4: line 3 uses the kind 'k' before its declaration",
        "family torus extents=4x4~kind z rate=1GB/s | 2: the family torus extents=4x4 has no links of the kind 'z'; it has x, y",
        "0 1~2 2 | 2: a link joins router '2' with itself",
        "0 1~3 | 2: the line has 1 fields",
        "from,to,colour~0,1,red | 1: the column 'colour' is unknown",
        "a b,c | 1: the line has commas and blanks",
        "0 1 2 3 4 | 1: the line has 5 fields",
        "0 1~1 2 5 | 2: the line has 3 fields, but the first line has 2",
        "from,to,latency~0,1 | 2: the line has 2 fields, but the first line has 3",
        "0 1~1,2 | 2: the line separates names by commas",
        "source,target~0,1~1,2 | 3: the first line, 'source target', has two names that no other",
        "5 4~0 1~1 2~2 3~3 4 | 5: the first line, '5 4', can be a link or the numbers",
        "5 4~1 2~2 3~3 4~4 5 | 5: the first line, '5 4', can be a link or the numbers",
        "0 1~1 0 | 2: each link has a line in both directions",
        "from,to~a,b~b,c~c,b~b,a | 5: each link has a line in both directions",
        "2 1~0 5 5~1 6 | 3: the line has 2 words, but lines of an Inet file have 3",
        "2 1~0 5 5~1 6 6~0 1 8~0 1 8 | 5: the first line states 2 nodes and 1 links, and this",
        "2 1~0 5 5~1 6 6 | 3: the first line states 2 nodes and 1 links, and the file ends",
        "3 2~0 1 7~0 2 7 | 3: the line begins with '0', but it must describe node 1"
            + " of 3 in an Inet file",
        "2 1~0 5 5~1 6 6~1 1 8 | 4: a link joins node 1 with itself",
        "2 1~0 5 5~1 6 6~0 2 8 | 4: the second node is '2'",
        "2 1~0 5 5~1 6 6~0 1 -8 | 4: the weight is '-8'",
        "9999999 1~0 5 5 | 1: the number of nodes is '9999999'",
        "router 0 node 0 router 1~router 1 node 0 | 2: node 0 is attached to router 0 and",
        "router 0 router 1 4~router 0 router 1 5 | 2: the latency from router 0 to router 1",
        "router 0 router | 1: ",
        "router 0 router 1 router 0 | 1: a link joins router 0 with itself",
        "<graphml><graph>~<edge source='a' target='b'/> | 2: there is no node with the" + " id 'a'",
        "<graphml><graph>~<node/> | 2: an element node has no attribute id",
        "<graphml><graph>~<node id='a'></graph> | 2: the file is not well-formed XML",
        "Nodes 16~Tiers 4 | 2: Tiers is '4'",
        "Nodes 16~Tiers 2~Tier 0~Radix_Down 3~Radix_Up 1~Tier 1~Radix_Down 4 | 7: Podsize",
        "3 1 2~2~0 2 1Gbps 1us 0 | 3: the first line states 2 links",
        "3 1 2~2~0 2 1Gbps 1us 0~1 2 1Gbps 1us 0.5 | 4: the error rate is '0.5'",
        "3 1 2~7~0 2 1Gbps 1us 0 | 2: the number of a switch is '7'",
        "topology: [ Ring ] | 1: there is no npus_count",
        "topology: [ Torus2D ]~npus_count: [4]~bandwidth: [1]~latency: [1] | 4: the building block"
            + " is 'Torus2D'",
        "topology: [ Ring ]~npus_count: [4, 5]~bandwidth: [1]~latency: [1] | 4: npus_count has 2"
            + " values",
        "topology: [ Ring ]~npus_count: [4]~bandwidth: [fast]~latency: [1] | 4: bandwidth is 'fast'",
        "topology: [ Ring ]~npus_count: [1]~bandwidth: [1]~latency: [1] | 4: npus_count is '1'",
        "topology: [ Ring ]~topology: [ Ring ] | 2: topology is there twice",
        "topology: [ Ring,~Ring ] | 1: the list of topology does not end in its line",
        "topology: [ Ring ]~dimensions-count: 1 | 2: 'dimensions-count: 1' is unknown"
      })
  void shouldNameLineAndRemedy(String text, String beginning) throws IOException {
    final String error = errorOf(text.replace('~', '\n') + "\n");
    assertTrue(error.startsWith(beginning), error);
  }

  @Test
  void shouldRefuseWhatIsNoFile() {
    final DescriptionException none =
        assertThrows(DescriptionException.class, () -> read(directory.resolve("none"), null, null));
    assertTrue(none.getMessage().endsWith("there is no such file; name another"));
    final DescriptionException folder =
        assertThrows(DescriptionException.class, () -> read(directory, null, null));
    assertTrue(folder.getMessage().endsWith("it is a directory; name a file"));
  }

  private static byte[] words(int... words) {
    final ByteBuffer bytes = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(words);
    return bytes.array();
  }

  private static Map<Format, List<byte[]>> samples() throws IOException {
    final Map<Format, List<byte[]>> samples = new LinkedHashMap<>();
    for (Format format : Format.values()) {
      samples.put(format, new ArrayList<>());
    }
    for (String family :
        List.of(
            "torus extents=3x3", "hyperx extents=4", "slim-fly q=3", "fat-tree down=2x2 up=2")) {
      for (Format format : Format.values()) {
        if (format.isWritable()) {
          final StringBuilder text = new StringBuilder();
          NetworkFile.write(Families.make(family), format, text);
          samples.get(format).add(text.toString().getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    samples
        .get(Format.OWN)
        .add(
            "kind k latency=1ns rate=2Gbps\nrouter \"a b\" x=1 partition=2\nrouter c\nnodes 2 at c\nlink \"a b\" > c x2 kind=k\nlink c \"a b\" latency=1/2\n"
                .getBytes(StandardCharsets.UTF_8));
    samples
        .get(Format.EDGE_LIST)
        .add(
            "from,to,latency,rate,width,kind\n0,1,3ns,1GB/s,2,k\n"
                .getBytes(StandardCharsets.UTF_8));
    samples.get(Format.EDGE_LIST).add("a b {'latency': 3}\n".getBytes(StandardCharsets.UTF_8));
    samples
        .get(Format.ANYNET)
        .add("router 0 node 0 3 router 1 4\nnode 2 router 1\n".getBytes(StandardCharsets.UTF_8));
    samples.get(Format.GRAPHML).add(GRAPHML.getBytes(StandardCharsets.UTF_8));
    samples.get(Format.TOPO).add(TOPO.getBytes(StandardCharsets.UTF_8));
    samples.get(Format.NS3).add(NS3.getBytes(StandardCharsets.UTF_8));
    samples.get(Format.ASTRA).add(ASTRA.getBytes(StandardCharsets.UTF_8));
    samples.get(Format.INET).add(INET.getBytes(StandardCharsets.UTF_8));
    samples.get(Format.CODES).add(words(0, 2, 2, 0, 1, 3, 3, 1));
    return samples;
  }

  private static final String[] SPLICES = {
    "-1", "99999999999999999999", "1048577", "4294967296", "\"", "\n", "#", " x1024", "\0", "1e99",
    "\u00FF\u00FE", "=", "/", "<", "<!DOCTYPE a>", "&lt;", "&x;", "nodes 1048576 at ", ",", "{'a'"
  };

  private static byte[] mutated(byte[] bytes, Random random) {
    byte[] result = bytes.clone();
    for (int i = 0; i <= random.nextInt(4); i++) {
      final int at = random.nextInt(result.length);
      switch (random.nextInt(5)) {
        case 0 -> result[at] = (byte) random.nextInt(256);
        case 1 -> result = java.util.Arrays.copyOf(result, Math.max(1, at));
        case 2 -> result[at] ^= (byte) (1 << random.nextInt(8));
        case 3 -> {
          final int from = random.nextInt(result.length);
          final int length = Math.min(16, result.length - Math.max(at, from));
          System.arraycopy(result, from, result, at, length);
        }
        default -> {
          final byte[] splice =
              SPLICES[random.nextInt(SPLICES.length)].getBytes(StandardCharsets.ISO_8859_1);
          final byte[] longer = new byte[result.length + splice.length];
          System.arraycopy(result, 0, longer, 0, at);
          System.arraycopy(splice, 0, longer, at, splice.length);
          System.arraycopy(result, at, longer, at + splice.length, result.length - at);
          result = longer;
        }
      }
    }
    return result;
  }

  /** Returns the number of refused files. */
  private int mutate(long first, int count) throws IOException {
    final ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    final Path within = Files.write(directory.resolve("within"), words(0, 1, 0, 1, 0, 0));
    final Map<Format, List<byte[]>> samples = samples();
    final List<Format> formats = List.copyOf(samples.keySet());
    int refused = 0;
    for (long i = first; i < first + count; i++) {
      final Random random = new Random(i);
      final Format format = formats.get((int) (i % formats.size()));
      final List<byte[]> ofFormat = samples.get(format);
      final byte[] bytes = mutated(ofFormat.get(random.nextInt(ofFormat.size())), random);
      // Each file is new, as some file systems write to disk when a file is replaced.
      final Path file = Files.write(directory.resolve("mutated" + i), bytes);
      final boolean stated = random.nextBoolean() || format == Format.CODES;
      final long before = memory.getThreadAllocatedBytes(Thread.currentThread().getId());
      try {
        read(file, stated ? format : null, format == Format.CODES ? within : null);
      } catch (DescriptionException e) {
        refused++;
        if (!MESSAGE.matcher(e.getMessage()).matches()) {
          fail("seed " + i + ", " + format + ": " + e.getMessage());
        }
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + i + ", " + format, e);
      }
      final long allocated =
          memory.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
      assertTrue(
          allocated < (64L << 20) + 64L * bytes.length,
          "seed " + i + ", " + format + ": " + allocated + " bytes");
      Files.delete(file);
    }
    return refused;
  }

  private void survive(int usual) throws IOException {
    final int count = RandomCases.count(usual);
    assertTrue(mutate(RandomCases.first(0), count) > count / 4, "hardly any file is refused");
  }

  @Test
  void shouldSurviveMutatedFiles() throws IOException {
    survive(4_000);
  }

  @Test
  @Tag("slow")
  void shouldSurviveManyMutatedFiles() throws IOException {
    survive(100_000);
  }

  @Test
  void shouldNameTheOffsetInBinaryFiles() throws IOException {
    final Path within = Files.write(directory.resolve("within"), words(0, 1, 0, 1, 0, 0));
    final Path between = Files.write(directory.resolve("n"), words(0, 2, 2, 0, 1, 3));
    final DescriptionException e =
        assertThrows(DescriptionException.class, () -> read(between, null, within));
    assertEquals(
        between
            + ", offset 0x10: the link from 1 to 3 has no reverse direction; add a record from 3 to 1",
        e.getMessage());
  }
}
