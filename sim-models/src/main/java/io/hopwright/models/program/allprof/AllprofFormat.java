package io.hopwright.models.program.allprof;

import io.hopwright.models.program.Program;
import io.hopwright.models.program.calls.CallLog;
import io.hopwright.models.program.calls.CallProgram;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.trace.FileBeginning;
import io.hopwright.models.program.trace.RankFiles;
import io.hopwright.models.program.trace.TraceFormat;
import io.hopwright.models.program.trace.TracePart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Traces of liballprof: docs/models/traces.md, "liballprof". */
public final class AllprofFormat implements TraceFormat {
  private static final Pattern CALL = Pattern.compile("MPI_\\w+:(-|[0-9.]+):.*");

  /** The last number of a name is that of the rank. */
  private static final Pattern NAME = Pattern.compile("(.*?)(\\d{1,7})([^0-9]*)");

  @Override
  public String name() {
    return "a trace of liballprof";
  }

  @Override
  public boolean isOf(FileBeginning beginning) {
    return CALL.matcher(beginning.firstLine()).matches();
  }

  @Override
  public List<Path> files(String name, Path path) throws IOException {
    return RankFiles.beside(name, path, NAME);
  }

  @Override
  public void pass(String name, Path path, Map<Collective, Algorithm> algorithms, GraphSink to)
      throws IOException {
    final List<Path> files = files(name, path);
    CallProgram.pass(
        files.size(), rank -> AllprofReader.read(files.get(rank), TracePart.ALL), algorithms, to);
  }

  @Override
  public Calls calls() {
    return Calls.TIMED;
  }

  @Override
  public Program read(String name, Path path) throws IOException {
    return read(name, path, TracePart.ALL);
  }

  @Override
  public Program read(String name, Path path, TracePart part) throws IOException {
    final List<CallLog> logs = new ArrayList<>();
    for (Path file : files(name, path)) {
      logs.add(AllprofReader.read(file, part));
    }
    return CallProgram.of(name, GraphProgram.LINE, logs);
  }
}
