package io.hopwright.models.program.otf2;

import io.hopwright.models.program.Job;
import io.hopwright.models.program.ProgramException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Anchor file and global definitions of a trace. Immutable once read. */
final class Otf2Archive {
  /** The communicator of each rank alone. */
  static final int SELF = -2;

  private static final int POSIX = 1;
  private static final int UNCOMPRESSED = 1;

  private static final int CLOCK = 5;
  private static final int STRING = 10;
  private static final int REGION = 15;
  private static final int GROUP = 18;
  private static final int COMMUNICATOR = 22;

  // Types of groups with a paradigm, and of those of the first version, which are of MPI.
  private static final int LOCATIONS = 4;
  private static final int MEMBERS = 5;
  private static final int ALONE = 6;
  private static final Map<Integer, Integer> FIRST_TYPES =
      Map.of(4, MEMBERS, 5, ALONE, 6, LOCATIONS);
  private static final int MPI = 4;
  private static final String CALL = "MPI_";

  /** Ticks of a second with which a time in ps has no overflow. */
  private static final long MOST_RESOLUTION = 1_000_000_000_000L;

  private final Path folder;
  private final long eventChunk;
  private final long definitionChunk;
  private long resolution;

  /** Names of MPI functions by string, without their prefix. */
  private final Map<Integer, String> calls = new HashMap<>();

  /** Names of MPI functions by region. */
  private final Map<Integer, String> regions = new HashMap<>();

  private long[] locations;

  /** Groups of members by their numbers; null for the members of a rank alone. */
  private final Map<Integer, int[]> groups = new HashMap<>();

  /** Communicators by their numbers: an index in {@link #members}, or {@link #SELF}. */
  private final Map<Integer, Integer> communicators = new HashMap<>();

  private final List<int[]> members = new ArrayList<>();

  private Otf2Archive(Path anchor, Otf2Bytes in) throws IOException {
    final String name = anchor.getFileName().toString();
    folder = anchor.resolveSibling(name.substring(0, name.lastIndexOf('.')));
    in.text(Long.MAX_VALUE);
    for (int version = 0; version < 5; version++) {
      in.u8();
    }
    final long where = in.at();
    eventChunk = in.u64();
    definitionChunk = in.u64();
    if (eventChunk <= 0 || definitionChunk <= 0) {
      throw in.wrong(where, "chunks of 0 B; the anchor file is damaged");
    }
    if (in.u8() != POSIX) {
      throw in.wrong(
          in.at() - 1, "the trace is in files of SIONlib, which are not read; record it without");
    }
    if (in.u8() != UNCOMPRESSED) {
      throw in.wrong(in.at() - 1, "the trace is compressed; record it without compression");
    }
  }

  /**
   * Reads the anchor file and the global definitions beside it.
   *
   * @throws ProgramException with the error and its byte
   */
  static Otf2Archive read(Path anchor) throws IOException {
    final Otf2Archive archive;
    try (Otf2Bytes in = new Otf2Bytes(anchor, 0)) {
      archive = new Otf2Archive(anchor, in);
    }
    final Path definitions = archive.definitions();
    if (!Files.exists(definitions)) {
      throw new ProgramException(
          "%s: %s is missing; put it beside the anchor file"
              .formatted(anchor.getFileName(), definitions.getFileName()));
    }
    try (Otf2Bytes in = new Otf2Bytes(definitions, archive.definitionChunk)) {
      archive.define(in);
    }
    return archive;
  }

  private Path definitions() {
    return folder.resolveSibling(folder.getFileName() + ".def");
  }

  // ---------------------------------------------------------------- definitions

  private void define(Otf2Bytes in) throws IOException {
    for (int type = in.next(); type >= 0; type = in.next()) {
      final long stop = in.end();
      switch (type) {
        case CLOCK -> resolution = in.number();
        case STRING -> {
          final int number = in.integer();
          final String text = in.text(stop);
          if (text.startsWith(CALL)) {
            calls.put(number, text.substring(CALL.length()));
          }
        }
        case REGION -> region(in, stop);
        case GROUP -> group(in, stop);
        case COMMUNICATOR -> communicator(in);
        default -> {}
      }
      in.leave(stop);
    }
    if (resolution <= 0 || resolution > MOST_RESOLUTION) {
      throw in.wrong(
          in.at(),
          "the clock has %s ticks per second; use 1 to %s"
              .formatted(Long.toUnsignedString(resolution), MOST_RESOLUTION));
    }
    if (locations == null) {
      throw in.wrong(
          in.at(), "no group lists the locations of MPI ranks; record a program that uses MPI");
    }
    checkMembers(in);
  }

  private void region(Otf2Bytes in, long stop) throws IOException {
    final int number = in.integer();
    final int name = in.integer();
    in.integer();
    in.u8();
    for (int field = 0; field < 3; field++) {
      in.number();
    }
    boolean ofMpi = calls.containsKey(name);
    if (in.at() < stop) {
      in.number();
      in.u8();
      ofMpi &= in.u8() == MPI;
    }
    if (ofMpi) {
      regions.put(number, calls.get(name));
    }
  }

  private void group(Otf2Bytes in, long stop) throws IOException {
    final int number = in.integer();
    in.number();
    int type = FIRST_TYPES.getOrDefault(in.u8(), 0);
    final long[] list = new long[in.count(stop)];
    for (int i = 0; i < list.length; i++) {
      list[i] = in.number();
    }
    if (in.at() < stop) {
      type = in.u8();
      if (in.u8() != MPI) {
        return;
      }
      if (in.number() != 0) {
        throw in.wrong(
            in.at(),
            "a group names its members by their ranks in the world, which is not supported;"
                + " record the trace with Score-P");
      }
    }
    switch (type) {
      case LOCATIONS -> {
        if (list.length > Job.MOST_RANKS || list.length == 0) {
          throw in.wrong(
              in.at(), list.length + " locations of ranks are listed; a job has 1 rank or more");
        }
        locations = list;
      }
      case MEMBERS -> {
        final int[] ranks = new int[list.length];
        for (int i = 0; i < ranks.length; i++) {
          ranks[i] = (int) Math.min(Integer.MAX_VALUE, list[i] & Long.MAX_VALUE);
        }
        groups.put(number, ranks);
      }
      case ALONE -> groups.put(number, null);
      default -> {}
    }
  }

  private void communicator(Otf2Bytes in) throws IOException {
    final int number = in.integer();
    in.number();
    final int group = in.integer();
    if (!groups.containsKey(group)) {
      return;
    }
    final int[] ranks = groups.get(group);
    if (ranks == null) {
      communicators.put(number, SELF);
    } else if (ranks.length > 0) {
      communicators.put(number, members.size());
      members.add(ranks);
    }
  }

  private void checkMembers(Otf2Bytes in) {
    for (int[] ranks : members) {
      final Set<Integer> seen = new HashSet<>();
      for (int rank : ranks) {
        if (rank >= locations.length || !seen.add(rank)) {
          throw in.wrong(
              in.at(),
              "a communicator has rank %s of %s %s; the definitions are damaged"
                  .formatted(rank, locations.length, rank >= locations.length ? "ranks" : "twice"));
        }
      }
    }
  }

  // ---------------------------------------------------------------- what ranks need

  int ranks() {
    return locations.length;
  }

  /** Returns the members of all communicators of several ranks. */
  List<int[]> members() {
    return members;
  }

  /** Returns the index of a communicator's members, {@link #SELF}, or null if there is none. */
  Integer communicator(int number) {
    return communicators.get(number);
  }

  /** Returns the name of an MPI function without its prefix; null for other regions. */
  String call(int region) {
    return regions.get(region);
  }

  long eventChunk() {
    return eventChunk;
  }

  long definitionChunk() {
    return definitionChunk;
  }

  Path events(int rank) {
    return folder.resolve(Long.toUnsignedString(locations[rank]) + ".evt");
  }

  /** Returns the file of a rank's own definitions, which need not exist. */
  Path definitions(int rank) {
    return folder.resolve(Long.toUnsignedString(locations[rank]) + ".def");
  }

  /** Returns all files of the trace that ranks need, without the anchor file. */
  List<Path> files() {
    final List<Path> files = new ArrayList<>(List.of(definitions()));
    for (int rank = 0; rank < ranks(); rank++) {
      if (!Files.exists(events(rank))) {
        throw new ProgramException(
            "%s: of %s ranks the events of rank %s (%s/%s.evt) are missing; add them"
                .formatted(
                    definitions().getFileName(),
                    ranks(),
                    rank,
                    folder.getFileName(),
                    Long.toUnsignedString(locations[rank])));
      }
      files.add(events(rank));
      if (Files.exists(definitions(rank))) {
        files.add(definitions(rank));
      }
    }
    return files;
  }

  /** Returns a number of ticks in ps, rounded down. */
  long picoseconds(long ticks) {
    final long micro = 1_000_000;
    final long rest = ticks % resolution;
    return Math.addExact(
        Math.multiplyExact(ticks / resolution, micro * micro),
        rest * micro / resolution * micro + rest * micro % resolution * micro / resolution);
  }
}
