package io.hopwright.models.program.hwt;

import io.hopwright.models.program.Program;
import io.hopwright.models.program.trace.FileBeginning;
import io.hopwright.models.program.trace.TraceFormat;
import java.io.IOException;
import java.nio.file.Path;

/** Trace containers: docs/models/hwt.md. */
public final class HwtFormat implements TraceFormat {
  /** The beginning of a container. */
  public static final String MAGIC = "HOPWRHWT";

  @Override
  public String name() {
    return "a trace container";
  }

  @Override
  public boolean isOf(FileBeginning beginning) {
    return beginning.text().startsWith(MAGIC);
  }

  @Override
  public boolean isMapped() {
    return true;
  }

  @Override
  public Program read(String name, Path path) throws IOException {
    return HwtReader.read(name, path);
  }
}
