package io.hopwright.models.program.trace;

import io.hopwright.models.program.ProgramException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Files of one trace, one per rank, whose names differ by the number of the rank. */
public final class RankFiles {
  private RankFiles() {}

  /**
   * Returns the files of all ranks that are beside one of them; only that file if its name has no
   * number.
   *
   * @param name name of the file, for messages
   * @param pattern pattern of names, with three groups: text before the number, the number, text
   *     after it
   * @throws ProgramException if a rank has two files, or none
   */
  public static List<Path> beside(String name, Path path, Pattern pattern) throws IOException {
    final Matcher own = pattern.matcher(path.getFileName().toString());
    if (!own.matches()) {
      return List.of(path);
    }
    final Map<Integer, Path> found = new HashMap<>();
    try (Stream<Path> beside = Files.list(path.toAbsolutePath().getParent())) {
      for (Path other : (Iterable<Path>) beside::iterator) {
        final Matcher matcher = pattern.matcher(other.getFileName().toString());
        if (matcher.matches()
            && matcher.group(1).equals(own.group(1))
            && matcher.group(3).equals(own.group(3))) {
          final Path same = found.put(Integer.valueOf(matcher.group(2)), other);
          if (same != null) {
            throw new ProgramException(
                "%s: %s and %s are both of rank %s; remove one of them"
                    .formatted(name, same.getFileName(), other.getFileName(), matcher.group(2)));
          }
        }
      }
    }
    final List<Path> files = new ArrayList<>();
    for (int rank = 0; rank < found.size(); rank++) {
      if (!found.containsKey(rank)) {
        throw new ProgramException(
            "%s: of %s files none is of rank %s (%s%s%s); add it"
                .formatted(name, found.size(), rank, own.group(1), rank, own.group(3)));
      }
      files.add(found.get(rank));
    }
    return files;
  }
}
