package io.hopwright.models.program.placement;

import io.hopwright.models.program.ProgramException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of files that assign ranks of a job to nodes. */
final class PlacementFile {
  private static final int MOST_MISTAKES = 100;
  private static final Pattern LINE = Pattern.compile("\\s*(\\d{1,9})\\s+(\\d{1,9})\\s*");

  /** Byte order mark that some editors put before UTF-8. */
  private static final String MARK = "\uFEFF";

  private static final int LONGEST_SHOWN = 40;

  private final String file;
  private final int ranksPerNode;
  private final boolean[] taken;
  private final BitSet failed;
  private final int[] nodeOfRank;
  private final int[] ranksOfNode;
  private final List<String> mistakes = new ArrayList<>();

  PlacementFile(String file, int ranks, int ranksPerNode, boolean[] taken, BitSet failed) {
    this.file = file;
    this.ranksPerNode = ranksPerNode;
    this.taken = taken;
    this.failed = failed;
    nodeOfRank = new int[ranks];
    Arrays.fill(nodeOfRank, -1);
    ranksOfNode = new int[taken.length];
  }

  int[] read(String text) {
    int number = 0;
    final String lines = text.startsWith(MARK) ? text.substring(1) : text;
    for (String line : (Iterable<String>) lines.lines()::iterator) {
      number++;
      final String content = line.replaceFirst("#.*", "");
      if (!content.isBlank() && mistakes.size() < MOST_MISTAKES) {
        readLine(number, content);
      }
    }
    for (int rank = 0; rank < nodeOfRank.length && mistakes.isEmpty(); rank++) {
      if (nodeOfRank[rank] < 0) {
        mistakes.add(file + ": has no line for rank " + rank);
      }
    }
    if (!mistakes.isEmpty()) {
      throw new ProgramException(mistakes);
    }
    return nodeOfRank;
  }

  private void readLine(int number, String content) {
    final Matcher matcher = LINE.matcher(content);
    final String mistake =
        matcher.matches()
            ? put(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
            : "write RANK NODE, as in 0 17";
    if (mistake != null) {
      final String shown = content.strip();
      mistakes.add(
          "%s:%s: %s: %s"
              .formatted(
                  file,
                  number,
                  shown.substring(0, Math.min(LONGEST_SHOWN, shown.length())),
                  mistake));
    }
  }

  /** Returns the error of a line; null if there is none. */
  private String put(int rank, int node) {
    if (rank >= nodeOfRank.length) {
      return "the job has ranks 0 to " + (nodeOfRank.length - 1) + "; use one of them";
    }
    if (node >= taken.length) {
      return "the machine has nodes 0 to " + (taken.length - 1) + "; use one of them";
    }
    if (nodeOfRank[rank] >= 0) {
      return "rank " + rank + " is on node " + nodeOfRank[rank] + " already";
    }
    if (failed.get(node)) {
      return "node " + node + " has failed; use another one";
    }
    if (taken[node]) {
      return "another job has node " + node;
    }
    if (ranksOfNode[node] == ranksPerNode) {
      return "node " + node + " has " + ranksPerNode + " ranks, the limit of ranksPerNode";
    }
    nodeOfRank[rank] = node;
    ranksOfNode[node]++;
    return null;
  }
}
