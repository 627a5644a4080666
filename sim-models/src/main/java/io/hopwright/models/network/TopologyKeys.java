package io.hopwright.models.network;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.description.ParameterException;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.files.Format;
import io.hopwright.models.topology.files.NetworkFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Keys that name a network, a family with its parameters or a file, and the network itself. */
final class TopologyKeys {
  private static final String FILE_WORD = "file";
  private static final String TORUS = "torus";
  private static final String MESH = "mesh";
  private static final String SOURCE = "ASSUMED, network-files.md";
  private static final int MOST_AXES = 6;
  private static final int MOST = NetworkDescription.MOST_ROUTERS;

  private static final Map<String, String> MEANINGS =
      Map.of(
          TORUS,
          "rings along 1 to 6 axes",
          MESH,
          "lines along 1 to 6 axes",
          "twisted-torus",
          "torus whose rings end shifted along the last axis",
          "hyperx",
          "all pairs of routers along each axis are linked",
          "dragonfly",
          "groups of completely linked routers, and links between groups",
          "fat-tree",
          "extended generalised fat tree: Clos, leaf–spine, k-ary n-tree",
          "crossbar",
          "one router",
          "slim-fly",
          "McKay–Miller–Širáň graph of diameter 2",
          "polarfly",
          "Erdős–Rényi polarity graph of diameter 2",
          "jellyfish",
          "random regular graph");

  static final Key<String> TOPOLOGY =
      Key.choice(
              "machine.topology",
              TORUS,
              Stream.concat(
                      Families.names().stream()
                          .map(name -> new Choice<>(name, name, MEANINGS.get(name))),
                      Stream.of(
                          new Choice<>(FILE_WORD, FILE_WORD, "the network that a file describes")))
                  .toList())
          .assumed("how routers are linked");

  private static final Key<int[]> EXTENTS =
      extents("machine.extents", 1, "routers along each axis; 8x8 if not set, of a torus or mesh");
  private static final Key<int[]> WIDTH =
      extents("machine.width", 1, "parallel links of a HyperX, along each axis; 1 if not set");
  private static final Key<Integer> TWIST =
      integer("machine.twist", 0, "shift along the last axis; half of its extent if not set");
  private static final Key<Integer> PER_GROUP =
      integer("machine.routersPerGroup", 1, "routers of a group of a dragonfly");
  private static final Key<Integer> GLOBAL =
      integer("machine.globalPerRouter", 1, "links of a router to other groups of a dragonfly");
  private static final Key<Integer> GROUPS =
      integer("machine.groups", 1, "groups of a dragonfly; as many as possible if not set");
  private static final Key<String> WIRING =
      Key.choice(
              "machine.wiring",
              null,
              new Choice<>("consecutive", "consecutive", "to the groups that follow"),
              new Choice<>("palm-tree", "palm-tree", "to the groups before it"),
              new Choice<>("absolute", "absolute", "to the groups by their numbers"))
          .meaning("arrangement of links between groups of a dragonfly; consecutive if not set")
          .source(SOURCE);
  private static final Key<int[]> DOWN =
      extents("machine.down", 1, "nodes of a leaf, then subtrees of each level of a fat tree");
  private static final Key<int[]> UP =
      extents("machine.up", 1, "parents of a router of each level of a fat tree");
  private static final Key<int[]> BUNDLE =
      extents("machine.bundle", 1, "parallel links to a parent in a fat tree; 1 if not set");
  private static final Key<Integer> NODES = integer("machine.nodes", 1, "nodes of a crossbar");
  private static final Key<Integer> Q =
      integer("machine.q", 2, "order of the field of a Slim Fly or PolarFly, a prime power");
  private static final Key<Integer> ROUTERS =
      integer("machine.routers", 1, "routers of a jellyfish");
  private static final Key<Integer> DEGREE =
      integer("machine.degree", 1, "links of a router of a jellyfish");
  private static final Key<Long> SEED =
      Key.longInteger("machine.seed", null, Long.MIN_VALUE, Long.MAX_VALUE)
          .meaning("seed of the random links of a jellyfish; 1 if not set")
          .source(SOURCE);
  private static final Key<Integer> PER_ROUTER =
      integer(
          "machine.nodesPerRouter",
          0,
          "nodes of each router, unless the file states nodes; 1 if not set");

  /** Parameters of families. */
  private static final List<Key<?>> PARAMETERS =
      List.of(
          EXTENTS, WIDTH, TWIST, PER_GROUP, GLOBAL, GROUPS, WIRING, DOWN, UP, BUNDLE, NODES, Q,
          ROUTERS, DEGREE, SEED);

  private static final Key<InputFile> FILE =
      Key.file("machine.file").assumed("for machine.topology = file: file of the network");
  private static final Key<Format> FORMAT =
      Key.choice(
              "machine.format",
              null,
              Stream.of(Format.values())
                  .map(format -> new Choice<>(format, format.word(), format.meaning()))
                  .toList())
          .assumed("format of the file; found from its content if not set");
  private static final Key<InputFile> WITHIN =
      Key.file("machine.within")
          .assumed("second file of a CODES dragonfly: the links within a group");
  private static final Key<InputFile> NODES_FILE =
      Key.file("machine.nodesFile")
          .assumed(
              "for edge lists, Inet files and GraphML without hosts: CSV file with rows router,nodes, instead of nodesPerRouter");
  private static final Key<Boolean> BOTH_WAYS =
      Key.flag("machine.bothWays", false)
          .assumed(
              "adds the reverse direction, of the same class, to each one-way link of the"
                  + " file");

  private static final List<Key<?>> OF_FILE = List.of(FILE, FORMAT, WITHIN, NODES_FILE, BOTH_WAYS);

  /** All keys, in the order to explain them. */
  static final List<Key<?>> KEYS =
      Stream.of(List.of(TOPOLOGY), PARAMETERS, List.of(PER_ROUTER), OF_FILE)
          .<Key<?>>flatMap(List::stream)
          .toList();

  private TopologyKeys() {}

  private static Key<int[]> extents(String name, int least, String meaning) {
    return Key.shape(name, least, MOST_AXES, null, MOST).meaning(meaning).source(SOURCE);
  }

  private static Key<Integer> integer(String name, int least, String meaning) {
    return Key.integer(name, null, least, MOST).meaning(meaning).source(SOURCE);
  }

  /** Returns the key that an error about the network names. */
  static Key<?> named(Settings settings) {
    return isFile(settings) ? FILE : TOPOLOGY;
  }

  private static boolean isFile(Settings settings) {
    return settings.get(TOPOLOGY).equals(FILE_WORD);
  }

  /**
   * Returns the network that settings name, with its nodes.
   *
   * @throws SettingsException if there is none, or the file is malformed
   */
  static NetworkDescription read(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final boolean file = isFile(settings);
    problems.whenSet(
        settings,
        file ? PARAMETERS : OF_FILE,
        file
            ? "belongs to a topology by name, but %s = file; leave one of them out"
                .formatted(TOPOLOGY)
            : "needs %s = file; set that, or leave this key out".formatted(TOPOLOGY));
    problems.when(
        file && settings.find(FILE).isEmpty(),
        FILE,
        "is missing, but %s = file; name a file".formatted(TOPOLOGY));
    problems.throwIfAny();
    try {
      return file ? ofFile(settings) : Families.make(family(settings));
    } catch (ParameterException e) {
      throw new SettingsException(file ? FILE.name() : parameterKey(e.parameter()), e.getMessage());
    } catch (DescriptionException e) {
      throw new SettingsException(named(settings).name(), e.getMessage());
    }
  }

  /** Returns the family with its parameters, as {@code topology make} takes them. */
  private static String family(Settings settings) {
    final String name = settings.get(TOPOLOGY);
    final List<String> words = new ArrayList<>(List.of(name));
    if (settings.find(EXTENTS).isEmpty() && List.of(TORUS, MESH).contains(name)) {
      words.add("extents=8x8");
    }
    for (Key<?> key : PARAMETERS) {
      settings.find(key).ifPresent(value -> words.add(parameter(key, value)));
    }
    settings.find(PER_ROUTER).ifPresent(value -> words.add(parameter(PER_ROUTER, value)));
    return String.join(" ", words);
  }

  /** Returns the name of the key of a parameter of a family. */
  private static String parameterKey(String parameter) {
    return TOPOLOGY.name().substring(0, TOPOLOGY.name().indexOf('.') + 1) + parameter;
  }

  private static String parameter(Key<?> key, Object value) {
    final String text =
        value instanceof int[] list
            ? IntStream.of(list).mapToObj(Integer::toString).collect(Collectors.joining("x"))
            : value.toString();
    return key.name().substring(key.name().indexOf('.') + 1) + "=" + text;
  }

  private static NetworkDescription ofFile(Settings settings) {
    final Path file = path(settings, FILE).orElseThrow();
    final Path within = path(settings, WITHIN).orElse(null);
    final Optional<Path> nodes = path(settings, NODES_FILE);
    final NetworkDescription described =
        NetworkFile.read(
            new NetworkFile.Source(
                file,
                settings.find(FORMAT).orElse(null),
                within,
                nodes.map(Path::toString).orElse(null),
                Families::make));
    final NetworkDescription read = settings.get(BOTH_WAYS) ? described.bothWays() : described;
    if (read.nodes() > 0 && settings.find(PER_ROUTER).isPresent()) {
      throw new SettingsException(
          PER_ROUTER.name(), "is set, but the file states its nodes; leave the key out");
    }
    return read.nodes() > 0 ? read : read.withNodesAtEach(settings.find(PER_ROUTER).orElse(1));
  }

  /** Returns the path of a file, which still has the content that the study was read with. */
  private static Optional<Path> path(Settings settings, Key<InputFile> key) {
    final Optional<InputFile> file = settings.find(key);
    file.ifPresent(
        found -> {
          try {
            found.check();
          } catch (IOException e) {
            throw new SettingsException(key.name(), "cannot be read: " + e.getMessage());
          }
        });
    return file.map(InputFile::path);
  }
}
