package io.hopwright.runner.command;

import io.hopwright.runner.execution.Cluster;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.NeverBegunException;
import io.hopwright.runner.progress.SweepProgress;
import io.hopwright.runner.recording.StudyDirectory;
import io.hopwright.runner.results.Caveats;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.sweep.PointTask;
import io.hopwright.runner.sweep.Schedule;
import io.hopwright.runner.sweep.Sweep;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What sweep and reproduce have in common: simulates all points of a study, or of its parts, that
 * are not there yet, and writes the tables and manifests about them.
 */
final class StudySweep implements AutoCloseable {
  /** Points of which it is said why something is to be kept in mind. */
  private static final int FEW = 3;

  private static final List<Completion.Ending> WORST_FIRST =
      List.of(
          Completion.Ending.LOST,
          Completion.Ending.INTERRUPTED,
          Completion.Ending.DEADLOCK,
          Completion.Ending.RANKS_BLOCKED);

  private final Session session;
  private final RunOptions how;
  private final SweepOptions options;
  private final SweepManifests manifests;
  private final StudyDirectory top;
  private final List<StudyPart> parts = new ArrayList<>();
  private final Interruption interruption = new Interruption();
  private Set<PointTask> completed = Set.of();
  private List<Sweep.Unfinished> unfinished = List.of();

  /**
   * Looks at all points and opens the directory.
   *
   * @param judged whether the study's checks are to be judged
   */
  StudySweep(
      Session session,
      Study study,
      StudyOptions what,
      RunOptions how,
      SweepOptions options,
      boolean judged) {
    this.session = session;
    this.how = how;
    this.options = options;
    options.check(how.jvms());
    final List<PreparedStudy> prepared =
        study.partsOrSelf().stream()
            .map(part -> PreparedStudy.of(part, what.scale(), how, judged))
            .toList();
    if (!how.quiet()) {
      new Mixtures(session).say(study, what.scale());
    }
    manifests = new SweepManifests(study, what, session.commandLine(), Instant.now());
    top = StudyDirectory.open(how.out(study.id()));
    try {
      for (PreparedStudy part : prepared) {
        parts.add(
            new StudyPart(
                part,
                study.parts().isEmpty() ? top : StudyDirectory.open(top.place(part.study().id()))));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Returns the studies whose points these are. */
  List<StudyPart> parts() {
    return parts;
  }

  /** Returns where all of it lies. */
  Path place() {
    return top.place();
  }

  private boolean hasParts() {
    return parts.get(0).directory() != top;
  }

  /**
   * Simulates what is not there yet, until it is interrupted.
   *
   * @throws NeverBegunException if nothing at all is there then
   */
  void simulate() {
    session.onInterrupt(interruption::request);
    parts.forEach(part -> part.look(options.fresh()));
    final List<PointTask> jobs =
        parts.stream().flatMap(part -> part.jobs(hasParts()).stream()).toList();
    tellWhatIsThere(jobs.size());
    if (!jobs.isEmpty()) {
      if (!how.quiet()) {
        Hints.sayRemarks(session, parts.stream().map(StudyPart::prepared).toList());
      }
      try {
        final Schedule schedule = schedule(jobs);
        begin();
        simulate(jobs, schedule);
      } catch (RuntimeException | Error e) {
        leaveOrDiscard();
        throw e;
      }
      lookAgain();
      if (interruption.requested() && unfinished.isEmpty() && isEmpty()) {
        top.discard();
        throw new NeverBegunException();
      }
    }
  }

  private void lookAgain() {
    parts.forEach(part -> part.lookAgain(completed));
  }

  private boolean isEmpty() {
    return parts.stream().allMatch(part -> part.stored().isEmpty());
  }

  private void tellWhatIsThere(int jobs) {
    final int all = parts.stream().mapToInt(part -> part.prepared().points().size()).sum();
    if (how.quiet() || jobs == all) {
      return;
    }
    session.say((all - jobs) + " of " + all + " points were there already");
  }

  /** The schedule of what may be simulated at once; what may not is simulated in turn. */
  private Schedule schedule(List<PointTask> jobs) {
    final int threads = how.plan().threads();
    final List<PointTask> together = together(jobs);
    return how.jvms() > 1 || together.isEmpty()
        ? new Schedule(1, threads)
        : options.schedule(together, threads);
  }

  private static List<PointTask> together(List<PointTask> jobs) {
    return jobs.stream().filter(job -> !job.alone()).toList();
  }

  private void begin() {
    if (hasParts()) {
      top.begin(manifests.ofParts(parts, Completion.Ending.INTERRUPTED));
    }
    for (StudyPart part : parts) {
      if (part.hasJobs()) {
        tellStrangers(part);
        part.begin(manifests.of(part, Completion.Ending.INTERRUPTED));
      }
    }
  }

  private void tellStrangers(StudyPart part) {
    final int strangers = part.strangers().size();
    if (strangers > 0 && !how.quiet()) {
      session.say(
          strangers
              + " earlier results in "
              + Shown.path(part.directory().place())
              + " are no part of the study any more; they are removed when it is complete");
    }
  }

  private void simulate(List<PointTask> jobs, Schedule schedule) {
    final int all = parts.stream().mapToInt(part -> part.prepared().points().size()).sum();
    final double work = jobs.stream().mapToDouble(PointTask::work).sum();
    final long heapMib =
        parts.stream()
            .flatMap(part -> part.prepared().points().stream())
            .mapToLong(point -> point.estimate().suggestedHeapMib())
            .max()
            .orElseThrow();
    try (Cluster cluster = how.gather(session, interruption, heapMib);
        SweepProgress progress =
            new SweepProgress(
                all,
                all - jobs.size(),
                work,
                session::say,
                how.quiet() ? null : session.err(),
                how.progress(session))) {
      final Sweep sweep =
          new Sweep(
              session.commandLine(),
              interruption,
              progress,
              summary -> session.print(how.json() ? Json.text(summary) : Table.of(summary).text()));
      try {
        if (schedule.atOnce() == 1) {
          sweep.inTurn(jobs, how.plan(), cluster);
        } else {
          sweep.atOnce(together(jobs), schedule);
          sweep.inTurn(jobs.stream().filter(PointTask::alone).toList(), how.plan(), cluster);
        }
      } finally {
        completed = sweep.completed();
        unfinished = sweep.unfinished();
      }
    }
  }

  private void leaveOrDiscard() {
    lookAgain();
    if (isEmpty()) {
      top.discard();
    } else {
      session.say(
          "the points that came to their end are in %s; %s"
              .formatted(Shown.path(place()), Endings.goesOn(options.fresh())));
    }
  }

  /** Returns what became of one of the studies. */
  Completion.Ending ending(StudyPart part) {
    final List<Completion.Ending> endings =
        unfinished.stream()
            .filter(point -> part.owns(point.job()))
            .map(point -> point.completion().ending())
            .collect(Collectors.toCollection(ArrayList::new));
    if (part.stored().size() + endings.size() < part.prepared().points().size()) {
      endings.add(Completion.Ending.INTERRUPTED);
    }
    return worst(endings);
  }

  /** Returns what became of all. */
  Completion.Ending ending() {
    return worst(parts.stream().map(this::ending).toList());
  }

  private static Completion.Ending worst(List<Completion.Ending> endings) {
    return WORST_FIRST.stream()
        .filter(endings::contains)
        .findFirst()
        .orElse(Completion.Ending.COMPLETED);
  }

  /** Tells whether a point was simulated, but did not come to its end. */
  boolean isUnfinished(Path place) {
    return unfinished.stream().anyMatch(point -> point.job().place().equals(place));
  }

  /** Removes what is no part of the study, and writes the tables. */
  void writeTables() {
    for (StudyPart part : parts) {
      part.writeTables(ending(part) == Completion.Ending.COMPLETED);
    }
    if (hasParts() && ending() == Completion.Ending.COMPLETED) {
      top.keepParts(
          parts.stream().map(part -> part.prepared().study().id()).collect(Collectors.toSet()));
    }
  }

  /** Writes a document about all. */
  void write(String name, Map<String, Object> document) {
    top.json(name, document);
  }

  /** Writes the manifests, which make it complete, and returns the one about all. */
  Map<String, Object> writeManifests() {
    Map<String, Object> manifest = Map.of();
    for (StudyPart part : parts) {
      manifest = part.directory().manifest(manifests.of(part, ending(part)));
    }
    if (hasParts()) {
      manifest = top.manifest(manifests.ofParts(parts, ending()));
    }
    return manifest;
  }

  /** Makes the pages, of the parts and over all. */
  void addReports() {
    if (hasParts()) {
      parts.forEach(part -> Reports.add(session, part.directory().place()));
    }
    Reports.add(session, place());
  }

  /** Says what did not come to its end, and returns the exit code that goes with it. */
  int tellEnding() {
    tellCaveats();
    int exitCode = ExitCode.DONE;
    for (Sweep.Unfinished point : unfinished) {
      if (point.completion().ending() != Completion.Ending.INTERRUPTED
          || point.completion().lost()) {
        exitCode = Math.max(exitCode, Endings.tell(session, point.completion(), point.place()));
      }
    }
    if (ending() == Completion.Ending.INTERRUPTED && exitCode != ExitCode.INTERRUPTED) {
      Endings.interruptedStudy(session, place(), options.fresh());
      exitCode = ExitCode.INTERRUPTED;
    }
    return exitCode;
  }

  private void tellCaveats() {
    final Map<String, Caveats> all = new LinkedHashMap<>();
    for (StudyPart part : parts) {
      final String prefix = hasParts() ? part.prepared().study().id() + "/" : "";
      part.stored().forEach(point -> all.put(prefix + point.run().name(), point.run().caveats()));
    }
    if (how.quiet()) {
      return;
    }
    tell(
        all,
        Caveats::saturated,
        "saturated: the offered load exceeds the capacity, so that latencies grow with the"
            + " simulated time; tables and report mark them");
    tell(
        all,
        Caveats::unsteady,
        "not steady over the measured interval; a longer run.warmupTicks settles it, tables and"
            + " report mark them",
        Caveats::change);
    tell(
        all,
        Caveats::withheld,
        "without latencies, as fewer than 95 % of the packets arrived; follow them for longer"
            + " (run.followTicks), or measure for longer");
    tell(
        all,
        caveats -> !caveats.pilot().isEmpty(),
        "measured after the longest warm-up, as a pilot found no steady state",
        Caveats::pilot);
  }

  private void tell(Map<String, Caveats> all, Predicate<Caveats> which, String what) {
    tell(all, which, what, caveats -> "");
  }

  /** Says of how many points something is to be kept in mind, and of the first ones why. */
  private void tell(
      Map<String, Caveats> all,
      Predicate<Caveats> which,
      String what,
      Function<Caveats, String> why) {
    final List<String> names =
        all.entrySet().stream()
            .filter(point -> which.test(point.getValue()))
            .map(point -> point.getKey() + ": " + why.apply(point.getValue()))
            .toList();
    if (names.isEmpty()) {
      return;
    }
    session.say(
        "%s of %s points %s %s"
            .formatted(names.size(), all.size(), names.size() == 1 ? "is" : "are", what));
    names.stream()
        .filter(name -> !name.endsWith(": "))
        .limit(FEW)
        .forEach(name -> session.say("  " + name));
  }

  @Override
  public void close() {
    for (StudyPart part : parts) {
      if (part.directory() != top) {
        part.directory().close();
      }
    }
    top.close();
  }
}
