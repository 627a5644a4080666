package io.hopwright.runner.command.topology;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.files.Format;
import io.hopwright.models.topology.files.NetworkFile;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.recording.OutputFile;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.topology.NetworkSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code topology convert}: writes a network in another format. */
@Command(
    name = "convert",
    description = "Write a network in another format, and report what that format cannot express.")
public final class TopologyConvertCommand extends SessionCommand {
  @Mixin private TopologyOptions source;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description = "File to write; an existing file is replaced if it holds a network.")
  private String out;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description =
          "Format to write: own, edge-list, anynet or graphml; by default the ending of"
              + " OUT decides: .csv, .edges, .anynet, .graphml, .xml, else own.")
  private String to;

  @Override
  public Integer call() {
    final Path file = NetworkSource.path(out);
    final Format format = to == null ? byName(out) : NetworkSource.format(to, true);
    if (isSame(NetworkSource.path(source.file()), file)) {
      throw new InputException(
          "OUT " + Excerpt.ofLine(out) + ": this is also the input file; name another");
    }
    final NetworkDescription network = source.read().network();
    write(session, network, format, file);
    return ExitCode.DONE;
  }

  private static boolean isSame(Path in, Path out) {
    try {
      return Files.exists(in) && Files.exists(out) && Files.isSameFile(in, out);
    } catch (IOException e) {
      throw new EnvironmentException(
          Excerpt.ofLine(out.toString()) + ": it cannot be read: " + e.getMessage(), e);
    }
  }

  private static Format byName(String name) {
    final String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return switch (ending) {
      case "csv", "edges" -> Format.EDGE_LIST;
      case "anynet" -> Format.ANYNET;
      case "graphml", "xml" -> Format.GRAPHML;
      default -> Format.OWN;
    };
  }

  /** Writes a network to a file, and reports what the format cannot hold. */
  private static void write(Session session, NetworkDescription network, Format format, Path file) {
    try {
      new OutputFile("OUT", file)
          .write(
              TopologyConvertCommand::isNetwork,
              place -> {
                NetworkFile.write(network, format, place);
                return place;
              });
    } catch (DescriptionException e) {
      throw new InputException(e.getMessage());
    }
    final List<String> leftOut = NetworkFile.leftOut(network, format);
    if (!leftOut.isEmpty()) {
      session.say(
          format.word() + " cannot express, so that OUT lacks: " + String.join("; ", leftOut));
    }
  }

  private static boolean isNetwork(Path file) {
    try {
      NetworkFile.read(new NetworkFile.Source(file, null, null, null, null));
      return true;
    } catch (DescriptionException e) {
      return false;
    }
  }
}
