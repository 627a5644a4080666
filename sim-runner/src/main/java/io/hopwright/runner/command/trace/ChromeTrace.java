package io.hopwright.runner.command.trace;

import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.StoredRun;
import io.hopwright.runner.results.StoredTable;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Events of a run in the Trace Event Format of Chrome: a process for each job with a track for each
 * rank, a process with its critical path, and a flow for each transfer between ranks. Times are
 * whole nanoseconds, rounded down, so that slices of a track never overlap.
 */
final class ChromeTrace {
  /** The table of work and transfers. */
  static final String EVENTS = "events";

  /** The first characters of such a file. */
  static final String BEGINNING = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";

  private static final String CRITICAL_PATH = "critical-path";
  private static final String CALC = "calc";
  private static final BigInteger NANOSECONDS = BigInteger.valueOf(1_000_000_000);
  private static final int DECIMALS = 3;

  private final StoredRun run;
  private final long from;
  private final long to;
  private final BigInteger numerator;
  private final BigInteger denominator;

  /** The track of the processor, and those of streams, by job and rank. */
  private final Map<String, List<Track>> tracks = new LinkedHashMap<>();

  private final Map<String, Integer> processes = new LinkedHashMap<>();
  private final List<Transfer> transfers = new ArrayList<>();

  /** Pieces of work on critical paths, by job, rank and first tick. */
  private final Map<String, Long> critical = new HashMap<>();

  private Writer file;
  private boolean first = true;

  /** A track, and its slices by their first ticks. */
  private static final class Track {
    private final int process;
    private final int number;
    private final NavigableMap<Long, Slice> slices = new TreeMap<>();
    private long endTick;

    Track(int process, int number) {
      this.process = process;
      this.number = number;
    }

    /** Returns the slice that begins at a tick, or that it lies in; null if there is none. */
    Slice at(long tick) {
      final Map.Entry<Long, Slice> before = slices.floorEntry(tick);
      return before == null || (before.getKey() < tick && before.getValue().toTick <= tick)
          ? null
          : before.getValue();
    }

    /**
     * Returns the work that posts a transfer at a tick, at its end or, on machines without
     * contention, at its beginning: the work that ends then, unless it is a computation in front of
     * other work; or else the work that the tick lies in.
     */
    Slice posting(long tick) {
      final Map.Entry<Long, Slice> before = slices.lowerEntry(tick);
      final Slice here = at(tick);
      final boolean ends = before != null && before.getValue().toTick == tick;
      return ends && (here == null || !before.getValue().name.equals(CALC))
          ? before.getValue()
          : here;
    }
  }

  private record Slice(String name, long fromTick, long toTick, Map<String, Object> details) {}

  private record Transfer(
      String job, int rank, int peer, String kind, long fromTick, long toTick, Object details) {}

  /**
   * Prepares to write the events of a run.
   *
   * @param run that has them
   * @param from first tick
   * @param to first tick after them
   */
  ChromeTrace(StoredRun run, long from, long to) {
    this.run = run;
    this.from = from;
    this.to = to;
    final String[] seconds = run.manifest().text(Format.TICK_SECONDS).split("/", -1);
    numerator = new BigInteger(seconds[0]).multiply(NANOSECONDS);
    denominator = seconds.length > 1 ? new BigInteger(seconds[1]) : BigInteger.ONE;
  }

  private long nanoseconds(long tick) {
    return BigInteger.valueOf(tick).multiply(numerator).divide(denominator).longValueExact();
  }

  private static BigDecimal microseconds(long nanoseconds) {
    return BigDecimal.valueOf(nanoseconds, DECIMALS);
  }

  /** Writes the file. */
  void write(Writer into) throws IOException {
    file = into;
    file.write(BEGINNING);
    run.table(CRITICAL_PATH).ifPresent(this::noteCritical);
    run.table(EVENTS).orElseThrow().rows(this::read);
    linkTransfers();
    writeTracks();
    final StoredTable path = run.table(CRITICAL_PATH).orElse(null);
    if (path != null) {
      writePath(path);
    }
    file.write(
        "\n],\"otherData\":"
            + Json.compact(new JsonObject().with("run", run.id()).with("digest", run.digest()))
            + "}\n");
  }

  // ---------------------------------------------------------------- reading

  private void noteCritical(StoredTable path) {
    path.rows(
        row -> {
          if (row.text("peer").isEmpty()) {
            critical.put(
                row.text("job") + " " + row.text("rank") + " " + row.ticks("fromTick"),
                row.ticks("toTick"));
          }
        });
  }

  private void read(StoredTable.Row row) {
    final long fromTick = row.ticks("fromTick");
    final long toTick = row.ticks("toTick");
    final String job = row.text("job");
    final int rank = (int) row.number("rank");
    final JsonObject details = new JsonObject();
    for (String column : List.of("operation", "message", "bytes")) {
      if (!row.text(column).isEmpty()) {
        details.with(column, row.ticks(column));
      }
    }
    details.with("fromTick", fromTick).with("toTick", toTick);
    final String kind = row.text("kind");
    if (!row.text("peer").isEmpty()) {
      if (fromTick >= from && toTick < to) {
        transfers.add(
            new Transfer(job, rank, (int) row.number("peer"), kind, fromTick, toTick, details));
      }
    } else if (fromTick < to && toTick >= from) {
      final Long onPath = critical.get(job + " " + rank + " " + fromTick);
      if (onPath != null && onPath == toTick) {
        details.with("critical", true);
      }
      add(job, rank, new Slice(kind, fromTick, toTick, details));
    }
  }

  /** Puts work on the first track of its rank that is free; calcs of streams never on the first. */
  private void add(String job, int rank, Slice slice) {
    final List<Track> ofRank = tracksOf(job, rank);
    int lane = slice.name.equals(CALC) ? 1 : 0;
    while (lane > 0 && lane < ofRank.size() && ofRank.get(lane).endTick > slice.fromTick) {
      lane++;
    }
    while (ofRank.size() <= lane) {
      ofRank.add(newTrack(job));
    }
    final Track track = ofRank.get(lane);
    track.slices.put(slice.fromTick, slice);
    track.endTick = Math.max(track.endTick, slice.toTick);
  }

  private List<Track> tracksOf(String job, int rank) {
    return tracks.computeIfAbsent(
        job + " " + rank, unseen -> new ArrayList<>(List.of(newTrack(job))));
  }

  private Track newTrack(String job) {
    final int process = processes.computeIfAbsent(job, unseen -> 2 * processes.size() + 1);
    int number = 1;
    for (List<Track> ofRank : tracks.values()) {
      number += ofRank.size();
    }
    return new Track(process, number);
  }

  // ---------------------------------------------------------------- writing

  private void event(JsonObject event) throws IOException {
    file.write((first ? "\n" : ",\n") + Json.compact(event));
    first = false;
  }

  /** An arrow leaves work, and comes to work; where there is none, to a moment made for it. */
  private void linkTransfers() throws IOException {
    transfers.sort(Comparator.comparingLong(Transfer::fromTick));
    int id = 0;
    for (Transfer transfer : transfers) {
      id++;
      final Track source = tracksOf(transfer.job, transfer.rank).get(0);
      final Track target = tracksOf(transfer.job, transfer.peer).get(0);
      Slice leaves = source.posting(transfer.fromTick);
      if (leaves == null) {
        leaves = moment("post", transfer.fromTick);
        source.slices.put(leaves.fromTick, leaves);
      }
      Slice comes = target.at(transfer.toTick);
      if (comes == null) {
        comes = moment("arrive", transfer.toTick);
        target.slices.put(comes.fromTick, comes);
      }
      final long begin = nanoseconds(leaves.fromTick);
      final long at = nanoseconds(transfer.fromTick);
      event(flow("s", transfer, id, source, at == nanoseconds(leaves.toTick) ? at - 1 : at, begin));
      event(
          flow("f", transfer, id, target, nanoseconds(transfer.toTick), nanoseconds(comes.fromTick))
              .with("bp", "e"));
    }
  }

  private static Slice moment(String name, long tick) {
    return new Slice(
        name, tick, tick, new JsonObject().with("fromTick", tick).with("toTick", tick));
  }

  private static JsonObject flow(
      String phase, Transfer transfer, int id, Track track, long at, long notBefore) {
    return new JsonObject()
        .with("ph", phase)
        .with("cat", "transfer")
        .with("name", transfer.kind)
        .with("id", id)
        .with("pid", track.process)
        .with("tid", track.number)
        .with("ts", microseconds(Math.max(at, notBefore)))
        .with("args", transfer.details);
  }

  private void writeTracks() throws IOException {
    for (Map.Entry<String, Integer> process : processes.entrySet()) {
      event(named("process_name", process.getValue(), 0, "job " + process.getKey()));
    }
    for (Map.Entry<String, List<Track>> ofRank : tracks.entrySet()) {
      final String rank = ofRank.getKey().substring(ofRank.getKey().lastIndexOf(' ') + 1);
      for (int lane = 0; lane < ofRank.getValue().size(); lane++) {
        final Track track = ofRank.getValue().get(lane);
        final String name = "rank " + rank + (lane == 0 ? "" : ", stream " + lane);
        event(named("thread_name", track.process, track.number, name));
        event(
            new JsonObject()
                .with("ph", "M")
                .with("name", "thread_sort_index")
                .with("pid", track.process)
                .with("tid", track.number)
                .with("args", Map.of("sort_index", 64L * Integer.parseInt(rank) + lane)));
        for (Slice slice : track.slices.values()) {
          event(slice(slice, "work", track.process, track.number));
        }
      }
    }
  }

  private static JsonObject named(String what, int process, int track, String name) {
    return new JsonObject()
        .with("ph", "M")
        .with("name", what)
        .with("pid", process)
        .with("tid", track)
        .with("args", Map.of("name", name));
  }

  private JsonObject slice(Slice slice, String category, int process, int track) {
    final long begin = nanoseconds(slice.fromTick);
    return new JsonObject()
        .with("ph", "X")
        .with("cat", category)
        .with("name", slice.name)
        .with("pid", process)
        .with("tid", track)
        .with("ts", microseconds(begin))
        .with("dur", microseconds(nanoseconds(slice.toTick) - begin))
        .with("args", slice.details);
  }

  private void writePath(StoredTable path) throws IOException {
    final List<JsonObject> events = new ArrayList<>();
    final Map<String, Integer> named = new LinkedHashMap<>();
    path.rows(
        row -> {
          final long fromTick = row.ticks("fromTick");
          final long toTick = row.ticks("toTick");
          if (fromTick < to && toTick >= from) {
            final String job = row.text("job");
            final int process = processes.computeIfAbsent(job, any -> 2 * processes.size() + 1) + 1;
            if (named.put(job, process) == null) {
              events.add(named("process_name", process, 0, "critical path of " + job));
              events.add(named("thread_name", process, 1, "critical path"));
            }
            final JsonObject details = new JsonObject().with("rank", (int) row.number("rank"));
            if (!row.text("peer").isEmpty()) {
              details.with("peer", (int) row.number("peer"));
            }
            details
                .with("kind", row.text("kind"))
                .with("fromTick", fromTick)
                .with("toTick", toTick);
            events.add(
                slice(
                    new Slice(row.text("share"), fromTick, toTick, details),
                    "critical-path",
                    process,
                    1));
          }
        });
    for (JsonObject event : events) {
      event(event);
    }
  }
}
