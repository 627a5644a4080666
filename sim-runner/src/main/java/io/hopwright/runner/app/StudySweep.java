package io.hopwright.runner.app;

import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.NeverBegunException;
import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.recording.StudyDirectory;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.study.Judge;
import io.hopwright.runner.study.Mixtures;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.study.Verdict;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Shown;
import io.hopwright.runner.sweep.Crew;
import io.hopwright.runner.sweep.PointCheckpoints;
import io.hopwright.runner.sweep.PointTask;
import io.hopwright.runner.sweep.Schedule;
import io.hopwright.runner.sweep.Sweep;
import io.hopwright.runner.sweep.SweepObserver;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Common part of sweep and reproduce: simulates all missing points of a study or of its parts, and
 * writes tables and manifests.
 */
final class StudySweep implements AutoCloseable {
  private static final List<Completion.Ending> WORST_FIRST =
      List.of(
          Completion.Ending.LOST,
          Completion.Ending.INTERRUPTED,
          Completion.Ending.DEADLOCK,
          Completion.Ending.RANKS_BLOCKED);

  private final Experiment experiment;
  private final Study study;
  private final Resources resources;
  private final RunListener listener;
  private final SweepManifests manifests;
  private final StudyDirectory top;
  private final List<StudyPart> parts = new ArrayList<>();
  private final Interruption interruption;
  private Set<PointTask> completed = Set.of();
  private List<Sweep.Unfinished> unfinished = List.of();

  /**
   * Examines all points and opens the directory.
   *
   * @param judged whether the study's checks will be judged
   */
  StudySweep(Experiment experiment, Study study, Interruption interruption, boolean judged) {
    this.experiment = experiment;
    this.study = study;
    this.interruption = interruption;
    resources = experiment.resources();
    listener = experiment.listener();
    final List<PreparedStudy> prepared =
        study.partsOrSelf().stream()
            .map(part -> PreparedStudy.of(part, experiment.scale(), resources, judged))
            .toList();
    new Mixtures(experiment.hopwright().library(), listener::note).tell(study, experiment.scale());
    manifests = new SweepManifests(study, experiment, Instant.now());
    top = StudyDirectory.open(experiment.place(study.id()));
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

  /** Simulates, and writes tables, manifests and reports. */
  SweepResult sweep() {
    simulate();
    writeTables();
    final Map<String, Object> manifest = writeManifests();
    addReports();
    return result(manifest);
  }

  /** Simulates, judges, and writes verdicts with all the rest. */
  Reproduction reproduce() {
    simulate();
    final Verdicts judge = new Verdicts(this, new Judge(!experiment.modifications().isEmpty()));
    final Map<StudyPart, List<Verdict>> verdicts = new LinkedHashMap<>();
    parts.forEach(part -> verdicts.put(part, judge.of(part)));
    final List<ClaimVerdict> judged = new ArrayList<>();
    verdicts.forEach(
        (part, list) -> judged.addAll(ClaimVerdict.of(hasParts() ? id(part) : "", list)));
    final Map<String, Object> document = document(study, judged, ending());
    final Reproduction reproduction =
        new Reproduction(result(Map.of()), judged, document, experiment.modifications());
    try {
      writeTables();
      if (hasParts()) {
        verdicts.forEach(
            (part, list) ->
                part.directory()
                    .json(
                        Format.VERDICTS,
                        document(
                            part.prepared().study(), ClaimVerdict.of("", list), ending(part))));
      }
      top.json(Format.VERDICTS, document);
      writeManifests();
      addReports();
      return reproduction;
    } catch (EnvironmentException e) {
      listener.unsaved(reproduction);
      throw e;
    }
  }

  private Map<String, Object> document(
      Study judged, List<ClaimVerdict> verdicts, Completion.Ending ending) {
    final Map<String, Object> document =
        ClaimVerdict.document(
            judged.id(), experiment.scale(), experiment.modifications(), verdicts);
    Documents.putEnding(document, ending);
    return document;
  }

  private static String id(StudyPart part) {
    return part.prepared().study().id();
  }

  private SweepResult result(Map<String, Object> manifest) {
    final List<SweepPoint> points = new ArrayList<>();
    for (StudyPart part : parts) {
      final String prefix = hasParts() ? id(part) + "/" : "";
      for (PreparedStudy.Prepared prepared : part.prepared().points()) {
        points.add(point(part, prefix, prepared.point()));
      }
    }
    return new SweepResult(
        top.place(),
        Outcome.kind(ending()),
        points,
        unfinished.stream().map(point -> result(point)).toList(),
        manifest);
  }

  private SweepPoint point(StudyPart part, String prefix, Point point) {
    final Optional<Result> done =
        part.stored().stream()
            .filter(stored -> stored.point().path().equals(point.path()))
            .findFirst()
            .map(stored -> new Result(prefix + point.path(), stored.run()));
    return new SweepPoint(id(part), prefix + point.path(), point.run(), point.values(), done);
  }

  private static Result result(Sweep.Unfinished point) {
    return new Result(point.job().name(), point.place(), point.completion(), null, false);
  }

  private boolean hasParts() {
    return parts.get(0).directory() != top;
  }

  /**
   * Simulates the missing points, until it is interrupted.
   *
   * @throws NeverBegunException if there are no results at all then
   */
  private void simulate() {
    listener.ready();
    parts.forEach(part -> part.look(experiment.isFresh()));
    final List<PointTask> jobs =
        parts.stream().flatMap(part -> part.jobs(hasParts()).stream()).toList();
    tellWhatIsThere(jobs.size());
    if (!jobs.isEmpty()) {
      new Advice(listener).tellRemarks(parts.stream().map(StudyPart::prepared).toList());
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
    if (jobs < all) {
      listener.note((all - jobs) + " of " + all + " points were finished before");
    }
  }

  /** Returns the schedule of points that may be simulated at once; others are simulated in turn. */
  private Schedule schedule(List<PointTask> jobs) {
    final int threads = resources.plan().threads();
    final List<PointTask> together = together(jobs);
    if (resources.jvms() > 1 || together.isEmpty()) {
      return new Schedule(1, threads);
    }
    final long heapBytes = Runtime.getRuntime().maxMemory();
    return experiment.chosenAtOnce() == null
        ? Schedule.choose(together, threads, heapBytes)
        : Schedule.asked(together, experiment.chosenAtOnce(), threads, heapBytes);
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
    if (strangers > 0) {
      listener.note(
          strangers
              + " earlier results in "
              + Shown.path(part.directory().place())
              + " are no longer part of the study; they are removed when it is complete");
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
    try (Crew crew =
            new Crew(
                again ->
                    resources
                        .gathering()
                        .gather(interruption, heapMib, again, again, listener::note),
                resources.recoveries(),
                resources.local());
        SweepObserver progress = experiment.display().sweep(all, all - jobs.size(), work)) {
      final Sweep sweep =
          new Sweep(
              experiment.commandLine(),
              interruption,
              progress,
              listener::unsaved,
              new PointCheckpoints(
                  experiment.plannedCheckpoints(),
                  experiment.isFresh(),
                  experiment.commandLine(),
                  listener::warning));
      try {
        if (schedule.atOnce() == 1) {
          sweep.inTurn(jobs, resources.plan(), crew);
        } else {
          sweep.atOnce(together(jobs), schedule);
          sweep.inTurn(jobs.stream().filter(PointTask::alone).toList(), resources.plan(), crew);
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
      listener.warning(
          "the completed points are in %s; %s"
              .formatted(Shown.path(top.place()), SweepResult.goesOn(experiment.isFresh())));
    }
  }

  /** Returns what became of one of the studies. */
  private Completion.Ending ending(StudyPart part) {
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
  private Completion.Ending ending() {
    return worst(parts.stream().map(this::ending).toList());
  }

  private static Completion.Ending worst(List<Completion.Ending> endings) {
    return WORST_FIRST.stream()
        .filter(endings::contains)
        .findFirst()
        .orElse(Completion.Ending.COMPLETED);
  }

  /** Returns whether a point was simulated, but did not come to its end. */
  boolean isUnfinished(Path place) {
    return unfinished.stream().anyMatch(point -> point.job().place().equals(place));
  }

  /** Removes points outside of the study, and writes the tables. */
  private void writeTables() {
    for (StudyPart part : parts) {
      part.writeTables(ending(part) == Completion.Ending.COMPLETED);
    }
    if (hasParts() && ending() == Completion.Ending.COMPLETED) {
      top.keepParts(parts.stream().map(part -> id(part)).collect(Collectors.toSet()));
    }
  }

  /** Writes the manifests, which make it complete, and returns the one about all. */
  private Map<String, Object> writeManifests() {
    Map<String, Object> manifest = Map.of();
    for (StudyPart part : parts) {
      manifest = part.directory().manifest(manifests.of(part, ending(part)));
    }
    if (hasParts()) {
      manifest = top.manifest(manifests.ofParts(parts, ending()));
    }
    return manifest;
  }

  /** Writes the pages of the parts and the page over all. */
  private void addReports() {
    if (hasParts()) {
      parts.forEach(part -> Reports.add(part.directory().place(), listener::warning));
    }
    Reports.add(top.place(), listener::warning);
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
