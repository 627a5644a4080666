package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Detection of a file's format from its beginning. */
final class FormatDetector {
  private static final int LOOKED_AT = 1 << 16;
  private static final int BINARY_WITHIN = 1 << 12;
  private static final int LINES = 100;
  private static final String MARK = "\uFEFF";

  private static final Pattern ANYNET =
      Pattern.compile("(?i)(router|node)\\s+\\d+\\s+(router|node)(\\s.*)?");
  private static final Pattern OWN = Pattern.compile("(family|kind|router|nodes|link)(\\s.*)?");
  private static final Pattern TIERS = Pattern.compile("(?i)tiers\\s+\\d+\\s*(#.*)?");
  private static final Pattern TIER = Pattern.compile("(?i)tier\\s.*");
  private static final Pattern NS3_COUNTS =
      Pattern.compile("\\d+\\s+\\d+\\s+\\d+(\\s+\\d+\\s+\\d+(\\s+\\S+)?)?");
  private static final Pattern NS3_LINK =
      Pattern.compile("\\d+\\s+\\d+\\s+[\\d.]+[kMGT]?bps\\s+\\S+\\s+\\S+");

  private static final Pattern ASTRA =
      Pattern.compile("(topology|npus_count|bandwidth|latency)\\s*:.*");

  private static final Pattern COUNTS = Pattern.compile("\\d+\\s+\\d+");
  private static final Pattern INET_NODE = Pattern.compile("0(\\s+-?[\\d.]+){2}");

  private FormatDetector() {}

  /**
   * Returns the format.
   *
   * @throws DescriptionException with a line number in front, if it is one that is not read
   */
  static Format detect(Path file) throws IOException {
    final byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(LOOKED_AT);
    }
    for (int i = 0; i < Math.min(bytes.length, BINARY_WITHIN); i++) {
      if (bytes[i] == 0) {
        return Format.CODES;
      }
    }
    final String text = new String(bytes, StandardCharsets.UTF_8);
    return detect(text.startsWith(MARK) ? text.substring(1) : text);
  }

  private static Format detect(String text) {
    final List<String> lines =
        text.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .limit(LINES)
            .toList();
    if (lines.isEmpty()) {
      return Format.EDGE_LIST;
    }
    if (lines.get(0).startsWith("<")) {
      return Format.GRAPHML;
    }
    if (isTopo(lines)) {
      return Format.TOPO;
    }
    ForeignFormat.refuse(text, LINES);
    if (ANYNET.matcher(lines.get(0)).matches()) {
      return Format.ANYNET;
    }
    if (OWN.matcher(lines.get(0)).matches()) {
      return Format.OWN;
    }
    if (ASTRA.matcher(lines.get(0)).matches()) {
      return Format.ASTRA;
    }
    if (lines.size() > 1
        && COUNTS.matcher(lines.get(0)).matches()
        && INET_NODE.matcher(lines.get(1)).matches()) {
      return Format.INET;
    }
    final boolean links = lines.stream().limit(3).anyMatch(NS3_LINK.asMatchPredicate());
    return NS3_COUNTS.matcher(lines.get(0)).matches() && links ? Format.NS3 : Format.EDGE_LIST;
  }

  private static boolean isTopo(List<String> lines) {
    for (String line : lines) {
      if (TIER.matcher(line).matches()) {
        return false;
      }
      if (TIERS.matcher(line).matches()) {
        return line.toLowerCase(Locale.ROOT).startsWith("tiers");
      }
    }
    return false;
  }
}
