package io.hopwright.models.program.dumpi;

import io.hopwright.models.program.Job;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.calls.CallTraceFormat;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.trace.FileBeginning;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** DUMPI traces (docs/models/traces.md, "DUMPI"). */
public final class DumpiFormat implements CallTraceFormat {
  private static final String MAGIC = "\u00FF\u00AA\u00DDDUMPI";
  private static final Pattern PREFIX = Pattern.compile("(?m)^fileprefix=(.+?)\\s*$");
  private static final Pattern RANKS = Pattern.compile("(?m)^numprocs=(\\d{1,9})\\s*$");
  private static final Pattern BINARY = Pattern.compile("(.*)-\\d{4,}\\.bin");
  private static final String META = ".meta";
  private static final long LONGEST_META = 1 << 20;

  @Override
  public String name() {
    return "a DUMPI trace";
  }

  @Override
  public boolean isOf(FileBeginning beginning) {
    return beginning.text().startsWith(MAGIC)
        || (PREFIX.matcher(beginning.text()).find() && RANKS.matcher(beginning.text()).find());
  }

  @Override
  public List<Path> files(String name, Path path) throws IOException {
    if (FileBeginning.of(path).text().startsWith(MAGIC)) {
      return ofBinary(path);
    }
    final List<Path> files = new ArrayList<>(ofMeta(name, path));
    files.add(path);
    return files;
  }

  private static List<Path> ofRanks(String name, Path path) throws IOException {
    return FileBeginning.of(path).text().startsWith(MAGIC) ? ofBinary(path) : ofMeta(name, path);
  }

  @Override
  public String place() {
    return GraphProgram.BYTE;
  }

  @Override
  public Ranks ranks(String name, Path path) throws IOException {
    final List<Path> files = ofRanks(name, path);
    return new Ranks(
        files.size(), (rank, part) -> DumpiReader.read(files.get(rank), files.size(), part));
  }

  private static Path file(Path folder, String prefix, int rank) {
    return folder.resolve("%s-%04d.bin".formatted(prefix, rank));
  }

  /** Returns the files of all ranks, of the prefix in the metafile or that of its own name. */
  private static List<Path> ofMeta(String name, Path path) throws IOException {
    if (Files.size(path) > LONGEST_META) {
      throw new ProgramException(name + ": has more than 1 MiB, so it is not a metafile of DUMPI");
    }
    final String text = Files.readString(path, StandardCharsets.ISO_8859_1);
    final Matcher ranks = RANKS.matcher(text);
    final Matcher prefix = PREFIX.matcher(text);
    if (!ranks.find() || !prefix.find()) {
      throw new ProgramException(name + ": has no numprocs or fileprefix; add them");
    }
    final int count = Integer.parseInt(ranks.group(1));
    final Path folder = path.toAbsolutePath().getParent();
    final String own = path.getFileName().toString();
    final String said = Path.of(prefix.group(1)).getFileName().toString();
    final String stem = own.endsWith(META) ? own.substring(0, own.length() - META.length()) : own;
    final String used = Files.exists(file(folder, said, 0)) ? said : stem;
    if (count < 1 || count > Job.MOST_RANKS) {
      throw new ProgramException(name + ": numprocs " + count + "; use 1 or more ranks");
    }
    final List<Path> files = new ArrayList<>();
    for (int rank = 0; rank < count; rank++) {
      final Path file = file(folder, used, rank);
      if (!Files.exists(file)) {
        throw new ProgramException(
            "%s: describes %s ranks, but %s is missing; put that file beside the metafile"
                .formatted(name, count, file.getFileName()));
      }
      files.add(file);
    }
    return files;
  }

  /** Returns the files of all ranks that lie beside one of them. */
  private static List<Path> ofBinary(Path path) {
    final Matcher own = BINARY.matcher(path.getFileName().toString());
    if (!own.matches()) {
      return List.of(path);
    }
    final Path folder = path.toAbsolutePath().getParent();
    final List<Path> files = new ArrayList<>();
    while (Files.exists(file(folder, own.group(1), files.size()))) {
      files.add(file(folder, own.group(1), files.size()));
    }
    return files.isEmpty() ? List.of(path) : files;
  }

  /** Returns a map with the bytes of MPI's own types, by their numbers in a trace. */
  static Map<Integer, Long> ownTypes() {
    final int[] bytes = {
      0, 0, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8, 4, 8, 16, 8, 8, 8, 1, 0, 0, 8, 16, 16, 8, 8, 32
    };
    final Map<Integer, Long> types = new HashMap<>();
    for (int type = 2; type < bytes.length; type++) {
      types.put(type, (long) bytes[type]);
    }
    return types;
  }
}
