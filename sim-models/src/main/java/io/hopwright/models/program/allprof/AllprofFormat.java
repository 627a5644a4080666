package io.hopwright.models.program.allprof;

import io.hopwright.models.program.calls.CallTraceFormat;
import io.hopwright.models.program.trace.FileBeginning;
import io.hopwright.models.program.trace.RankFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Traces of liballprof (docs/models/traces.md, "liballprof"). */
public final class AllprofFormat implements CallTraceFormat {
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
  public Ranks ranks(String name, Path path) throws IOException {
    final List<Path> files = files(name, path);
    return new Ranks(files.size(), (rank, part) -> AllprofReader.read(files.get(rank), part));
  }
}
