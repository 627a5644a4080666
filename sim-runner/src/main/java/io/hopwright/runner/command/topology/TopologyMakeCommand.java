package io.hopwright.runner.command.topology;

import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.files.Format;
import io.hopwright.models.topology.files.NetworkFile;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.topology.NetworkSource;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code topology make}: builds a network of a family. */
@Command(
    name = "make",
    description =
        "Generate a network of a family and print it, as in topology make mesh" + " extents=4x4x8.")
public final class TopologyMakeCommand extends SessionCommand {
  @Parameters(
      index = "0",
      paramLabel = "FAMILY",
      description = "Name of the family: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Names.class)
  private String family;

  @Parameters(
      index = "1..*",
      paramLabel = "KEY=VALUE",
      description = "Parameters of the family, as in extents=4x4x8 nodesPerRouter=2.")
  private List<String> parameters = List.of();

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description = "Format to print: own (by default), edge-list, anynet or graphml.")
  private String to;

  /** Names of the families. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Families.names().iterator();
    }
  }

  @Override
  public Integer call() {
    final Format format = to == null ? Format.OWN : NetworkSource.format(to, true);
    NetworkSource.checked(
        () -> {
          print(Families.make(family + " " + String.join(" ", parameters)), format);
          return null;
        });
    return ExitCode.DONE;
  }

  private void print(NetworkDescription network, Format format) {
    try (Writer writer = new BufferedWriter(new DataWriter(session), 1 << 16)) {
      NetworkFile.write(network, format, writer);
    } catch (IOException e) {
      throw new EnvironmentException("cannot write to standard output: " + e.getMessage(), e);
    }
    final List<String> leftOut = NetworkFile.leftOut(network, format);
    if (!leftOut.isEmpty()) {
      session.say(format.word() + " cannot express, omitted: " + String.join("; ", leftOut));
    }
  }

  /** Writer of the data that a session prints. */
  private static final class DataWriter extends Writer {
    private final Session session;

    DataWriter(Session session) {
      this.session = session;
    }

    @Override
    public void write(char[] text, int from, int length) {
      session.print(new String(text, from, length));
    }

    @Override
    public void flush() {
      // A session keeps nothing back.
    }

    @Override
    public void close() {
      // Standard output stays open.
    }
  }
}
