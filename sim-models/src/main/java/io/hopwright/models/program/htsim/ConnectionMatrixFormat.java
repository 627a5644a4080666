package io.hopwright.models.program.htsim;

import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.trace.FileBeginning;
import io.hopwright.models.program.trace.TraceFormat;
import io.hopwright.models.program.trace.TraceLines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Connection matrices of htsim (docs/models/traces.md, "htsim"). */
public final class ConnectionMatrixFormat implements TraceFormat {
  private static final Pattern HEADING = Pattern.compile("(Nodes|Connections|Triggers)\\s+\\d+");
  private static final Pattern CONNECTION = Pattern.compile("\\d+->\\d+(\\s.*)?");

  @Override
  public String name() {
    return "an htsim connection matrix";
  }

  @Override
  public boolean isOf(FileBeginning beginning) {
    return HEADING.matcher(beginning.firstLine()).matches()
        || CONNECTION.matcher(beginning.firstLine()).matches();
  }

  @Override
  public Program read(String name, Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      final TraceLines lines = new TraceLines(name, in);
      final Flows flows = new FlowReader(lines).read();
      final FlowGraphs graphs = new FlowGraphs(flows, lines);
      lines.throwIfWrong();
      final OperationGraph[] byRank = graphs.build();
      lines.throwIfWrong();
      return new GraphProgram(name, GraphProgram.LINE, byRank);
    }
  }
}
