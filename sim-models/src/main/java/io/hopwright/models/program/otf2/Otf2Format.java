package io.hopwright.models.program.otf2;

import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.calls.CallTraceFormat;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.trace.FileBeginning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** OTF2 traces (docs/models/traces.md, "OTF2"). */
public final class Otf2Format implements CallTraceFormat {
  private static final String LITTLE = "\u0003B";
  private static final String BIG = "\u0003#";
  private static final String MAGIC = "OTF2\0";
  private static final String ANCHOR = ".otf2";

  @Override
  public String name() {
    return "an OTF2 trace";
  }

  @Override
  public boolean isOf(FileBeginning beginning) {
    return beginning.text().startsWith(LITTLE) || beginning.text().startsWith(BIG);
  }

  /** Returns the anchor file of a trace, given any file of it. */
  private static Path anchor(String name, Path path) throws IOException {
    if (FileBeginning.of(path).text().startsWith(MAGIC, LITTLE.length())) {
      return path;
    }
    final Path whole = path.toAbsolutePath();
    final String own = whole.getFileName().toString();
    final int point = own.lastIndexOf('.');
    final Path beside = whole.resolveSibling((point < 0 ? own : own.substring(0, point)) + ANCHOR);
    final Path folder = whole.getParent();
    final Path above =
        folder.getFileName() == null
            ? beside
            : folder.resolveSibling(folder.getFileName() + ANCHOR);
    if (!Files.exists(beside) && !Files.exists(above)) {
      throw new ProgramException(
          "%s: is a part of an OTF2 trace, whose anchor file %s is missing; name that file"
              .formatted(name, above.getFileName()));
    }
    return Files.exists(beside) ? beside : above;
  }

  @Override
  public List<Path> files(String name, Path path) throws IOException {
    final Path anchor = anchor(name, path);
    final List<Path> files = new ArrayList<>(List.of(anchor));
    files.addAll(Otf2Archive.read(anchor).files());
    return files;
  }

  @Override
  public String place() {
    return GraphProgram.BYTE;
  }

  @Override
  public Ranks ranks(String name, Path path) throws IOException {
    final Otf2Archive archive = Otf2Archive.read(anchor(name, path));
    archive.files();
    return new Ranks(archive.ranks(), (rank, part) -> Otf2Reader.read(archive, rank, part));
  }
}
