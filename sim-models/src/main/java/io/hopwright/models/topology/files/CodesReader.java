package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reader of the two binary files of a CODES dragonfly. */
final class CodesReader {
  private static final int PAIR = 2;
  private static final int TRIPLE = 3;
  private static final int MOST_TYPE = 15;
  private static final long MOST_BYTES = 1L << 29;

  /** Link: both ends and its type, {@link NetworkDescription#NONE} without one. */
  private record Link(int from, int to, int type) {}

  private CodesReader() {}

  static NetworkDescription read(Path between, Path within) throws IOException {
    final int[] groupWords = words(within);
    final int[] words = words(between);
    final List<Link> local = local(within, groupWords);
    final int size = 1 + local.stream().mapToInt(l -> Math.max(l.from, l.to)).max().orElseThrow();
    final List<Link> global = links(between, words, PAIR, NetworkDescription.MOST_ROUTERS - 1);
    final int routers =
        1 + global.stream().mapToInt(l -> Math.max(l.from, l.to)).max().orElseThrow();
    final int groups = (routers + size - 1) / size;
    requireNamed(within, "routers of a group", size, groupWords.length);
    requireNamed(between, "groups", groups, words.length);
    try {
      return build(local, global, size, groups);
    } catch (DescriptionException e) {
      throw e.at(between.toString());
    }
  }

  /** Refuses more things than a file could name: some would have no link. */
  private static void requireNamed(Path file, String what, int count, int numbers) {
    if (count > numbers) {
      throw new DescriptionException(
          String.format(
              "%s: there would be %d %s, but the file holds %d numbers; use two files of"
                  + " one machine",
              file, count, what, numbers));
    }
  }

  private static NetworkDescription build(
      List<Link> local, List<Link> global, int size, int groups) {
    final NetworkBuilder builder = new NetworkBuilder().routers(groups * size);
    for (int group = 0; group < groups; group++) {
      for (Link link : local) {
        final String kind = "local" + (link.type < 0 ? "" : link.type);
        builder.link(size * group + link.from, size * group + link.to, LinkClass.of(kind));
      }
    }
    for (Link link : global) {
      builder.link(link.from, link.to, LinkClass.of("global"));
    }
    return builder.build();
  }

  private static int[] words(Path file) throws IOException {
    final long bytes = Files.size(file);
    if (bytes > MOST_BYTES) {
      throw new DescriptionException(
          file + ": it has more than 2^29 bytes; describe a smaller network");
    }
    if (bytes == 0 || (bytes % (4 * PAIR) != 0 && bytes % (4 * TRIPLE) != 0)) {
      throw new DescriptionException(
          file
              + ": it has "
              + bytes
              + " bytes, neither pairs (8 bytes) nor triples (12 bytes) of integers; name"
              + " an inter file, and an intra file with --within");
    }
    final int[] words = new int[(int) (bytes / 4)];
    ByteBuffer.wrap(Files.readAllBytes(file))
        .order(ByteOrder.LITTLE_ENDIAN)
        .asIntBuffer()
        .get(words);
    return words;
  }

  private static List<Link> local(Path file, int[] words) {
    final int most = NetworkDescription.MOST_ROUTERS - 1;
    if (words.length % PAIR != 0) {
      return links(file, words, TRIPLE, most);
    }
    if (words.length % TRIPLE != 0) {
      return links(file, words, PAIR, most);
    }
    try {
      return links(file, words, TRIPLE, most);
    } catch (DescriptionException noTriples) {
      try {
        return links(file, words, PAIR, most);
      } catch (DescriptionException noPairs) {
        throw noTriples;
      }
    }
  }

  /** Returns the links of records, the k-th of a pair of routers joined with the k-th one back. */
  private static List<Link> links(Path file, int[] words, int record, int most) {
    if (words.length % record != 0) {
      throw new DescriptionException(
          file + ": its length is not a multiple of " + 4 * record + " bytes; name the right file");
    }
    final Map<Link, Deque<Integer>> open = new HashMap<>();
    final List<Link> links = new ArrayList<>();
    for (int i = 0; i < words.length; i += record) {
      final int type = record == TRIPLE ? words[i + PAIR] : NetworkDescription.NONE;
      final boolean wrong =
          words[i] < 0
              || words[i + 1] < 0
              || Math.max(words[i], words[i + 1]) > most
              || words[i] == words[i + 1]
              || type > MOST_TYPE
              || (record == TRIPLE && type < 0);
      if (wrong) {
        throw new DescriptionException(
            String.format(
                "%s, offset 0x%x: the record joins %d with %d%s; use two different routers from 0"
                    + " to %d, and types from 0 to %d",
                file,
                4 * i,
                words[i],
                words[i + 1],
                record == TRIPLE ? " by type " + type : "",
                most,
                MOST_TYPE));
      }
      final Link link = new Link(words[i], words[i + 1], type);
      final Deque<Integer> backs = open.get(new Link(link.to, link.from, type));
      if (backs == null || backs.isEmpty()) {
        open.computeIfAbsent(link, unseen -> new ArrayDeque<>()).add(4 * i);
        links.add(link);
      } else {
        backs.remove();
      }
    }
    open.forEach(
        (link, offsets) -> {
          if (!offsets.isEmpty()) {
            throw new DescriptionException(
                String.format(
                    "%s, offset 0x%x: the link from %d to %d has no reverse direction; add a record"
                        + " from %d to %d",
                    file, offsets.element(), link.from, link.to, link.to, link.from));
          }
        });
    return links;
  }
}
