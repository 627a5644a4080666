package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.Latency;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Files that describe networks ({@code docs/models/network-files.md}). */
public final class NetworkFile {
  private static final long MOST_BYTES = 1L << 31;

  /** Formats of files that can have no nodes. */
  private static final Set<Format> WITHOUT_NODES =
      EnumSet.of(Format.EDGE_LIST, Format.GRAPHML, Format.INET);

  private NetworkFile() {}

  /**
   * Input of a network.
   *
   * @param file file that describes the network
   * @param format its format; null to detect it
   * @param within second file of {@link Format#CODES}, otherwise null
   * @param nodes for an edge list, an Inet file, or a GraphML file without hosts: number of nodes
   *     of each router, or the name of a CSV file; null for none
   * @param family check of the line {@code family} of an own file; null to accept it unchecked
   */
  public record Source(Path file, Format format, Path within, String nodes, FamilyCheck family) {}

  /** Builder of the network that a line {@code family} names. */
  @FunctionalInterface
  public interface FamilyCheck {
    /**
     * Returns the network of a family and its parameters; null, and builds nothing, if it has
     * another number of routers, and {@code routers} is not {@link NetworkDescription#NONE}.
     */
    NetworkDescription make(String family, int routers);
  }

  /**
   * Returns the format of a file, from its content.
   *
   * @throws DescriptionException if it is not a readable file, or has an unsupported format
   */
  public static Format format(Path file) {
    require(file);
    try {
      return FormatDetector.detect(file);
    } catch (DescriptionException e) {
      throw new DescriptionException(file + ":" + e.getMessage());
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /**
   * Reads a network.
   *
   * @throws DescriptionException with file, line and remedy, if the file is malformed or a limit is
   *     exceeded
   */
  public static NetworkDescription read(Source source) {
    require(source.file);
    final Format format = formatOf(source);
    if (source.nodes != null && !WITHOUT_NODES.contains(format)) {
      throw new DescriptionException(
          source.file
              + ": --nodes is for edge lists, Inet files and GraphML, but this file is "
              + format.word()
              + "; state the nodes in the file");
    }
    try {
      return switch (format) {
        case CODES -> CodesReader.read(source.file, source.within);
        case GRAPHML -> new GraphMlReader(source.file, NodeCounts.of(source.nodes)).read();
        case OWN -> text(source.file, new OwnReader(source.family)::read);
        case EDGE_LIST ->
            text(source.file, lines -> new EdgeListReader(NodeCounts.of(source.nodes)).read(lines));
        case ANYNET -> text(source.file, new AnynetReader()::read);
        case TOPO -> text(source.file, new TopoReader()::read);
        case NS3 -> text(source.file, new Ns3Reader()::read);
        case ASTRA -> text(source.file, new AstraReader()::read);
        case INET ->
            text(source.file, lines -> new InetReader(NodeCounts.of(source.nodes)).read(lines));
      };
    } catch (IOException e) {
      throw unreadable(source.file, e);
    }
  }

  private static Format formatOf(Source source) {
    if (source.format == Format.CODES && source.within == null) {
      throw noWithin(source.file);
    }
    if (source.within != null) {
      if (source.format != null && source.format != Format.CODES) {
        throw new DescriptionException(
            source.file + ": --within is for --format codes; leave one of them out");
      }
      require(source.within);
      return Format.CODES;
    }
    final Format format = source.format != null ? source.format : format(source.file);
    if (format == Format.CODES) {
      throw noWithin(source.file);
    }
    return format;
  }

  private static DescriptionException noWithin(Path file) {
    return new DescriptionException(
        file
            + ": the file is binary; a CODES dragonfly has a second file, name it with --within, or machine.within in a study;"
            + " other networks are text");
  }

  /** Reads a text file; errors get the file and the line. */
  static <T> T text(Path file, LinesReader<T> reader) throws IOException {
    try (TextLines lines = new TextLines(file)) {
      try {
        return reader.read(lines);
      } catch (DescriptionException e) {
        throw e.at(file + ":" + Math.max(1, lines.number()));
      }
    }
  }

  /** Reader of the lines of a file. */
  @FunctionalInterface
  interface LinesReader<T> {
    T read(TextLines lines) throws IOException;
  }

  static void require(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw new DescriptionException(file + ": it is a directory; name a file");
      }
      if (!Files.exists(file)) {
        throw new DescriptionException(file + ": there is no such file; name another");
      }
      if (!Files.isRegularFile(file)) {
        throw new DescriptionException(file + ": it is a device or a pipe; name a file");
      }
      if (Files.size(file) > MOST_BYTES) {
        throw new DescriptionException(
            file + ": it has more than 2^31 bytes; describe a smaller network");
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  static DescriptionException unreadable(Path file, IOException e) {
    return new DescriptionException(file + ": it cannot be read: " + e.getMessage());
  }

  /**
   * Writes a network.
   *
   * @throws DescriptionException if the format cannot express the network
   */
  public static void write(NetworkDescription network, Format format, Path file)
      throws IOException {
    try (Writer writer =
        new BufferedWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8), 1 << 16)) {
      write(network, format, writer);
    }
  }

  /** Writes a network as {@link #write(NetworkDescription, Format, Path)} does. */
  public static void write(NetworkDescription network, Format format, Appendable out)
      throws IOException {
    switch (format) {
      case OWN -> new OwnWriter(network, out).write();
      case EDGE_LIST -> new EdgeListWriter(network, out).write();
      case ANYNET -> new AnynetWriter(network, out).write();
      case GRAPHML -> new GraphMlWriter(network, out).write();
      case TOPO, NS3, ASTRA, INET, CODES ->
          throw new DescriptionException(
              "networks cannot be written as "
                  + format.word()
                  + "; use one of "
                  + String.join(", ", Format.words(true)));
    }
  }

  /**
   * Returns a latency in the notation of own files, such as {@code 10ns}; null if it is unstated.
   */
  public static String text(Latency latency) {
    return latency.isStated() ? Quantities.text(latency) : null;
  }

  /**
   * Returns a rate in the notation of own files, such as {@code 200Gbps}; null if it is unstated.
   */
  public static String rateText(long bitsPerSecond) {
    return bitsPerSecond == 0 ? null : Quantities.rateText(bitsPerSecond);
  }

  /**
   * Returns descriptions of the parts of a network that a format cannot express and that are
   * omitted.
   */
  public static List<String> leftOut(NetworkDescription network, Format format) {
    return LeftOut.of(network, format);
  }
}
