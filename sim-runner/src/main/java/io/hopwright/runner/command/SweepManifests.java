package io.hopwright.runner.command;

import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.recording.StoredPoint;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.study.Figure;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.Study;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The manifests of a study and of its parts.
 *
 * @param study the study
 * @param what the options that change it
 * @param commandLine the arguments of the program
 * @param started when it began
 */
record SweepManifests(Study study, StudyOptions what, List<String> commandLine, Instant started) {
  /** Returns the manifest of a study: which points there are, and which of them are done. */
  Map<String, Object> of(StudyPart part, Completion.Ending ending) {
    final Map<String, Object> manifest = head(part.prepared().study(), ending);
    final Map<String, StoredPoint> stored = new LinkedHashMap<>();
    part.stored().forEach(point -> stored.put(point.point().path(), point));
    final List<Object> points = new ArrayList<>();
    for (PreparedStudy.Prepared prepared : part.prepared().points()) {
      points.add(entry(prepared, stored.get(prepared.point().path())));
    }
    manifest.put(Format.POINTS, points);
    manifest.put(
        Figure.SECTION, part.prepared().study().figures().stream().map(Figure::document).toList());
    return manifest;
  }

  private static Map<String, Object> entry(PreparedStudy.Prepared prepared, StoredPoint stored) {
    final Point point = prepared.point();
    final Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("path", point.path());
    entry.put("run", point.run());
    entry.put("values", point.values());
    entry.put("shape", prepared.shape());
    entry.put(Format.CONFIG_SHA256, point.config().sha256());
    entry.put("done", stored != null);
    entry.put("digest", stored == null ? null : stored.run().digest());
    return entry;
  }

  /** Returns the manifest of a study of parts. */
  Map<String, Object> ofParts(List<StudyPart> parts, Completion.Ending ending) {
    final Map<String, Object> manifest = head(study, ending);
    final List<Object> entries = new ArrayList<>();
    for (StudyPart part : parts) {
      final Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("path", part.prepared().study().id());
      entry.put("points", part.prepared().points().size());
      entry.put("done", part.stored().size());
      entries.add(entry);
    }
    manifest.put(Format.PARTS, entries);
    return manifest;
  }

  private Map<String, Object> head(Study described, Completion.Ending ending) {
    final Map<String, Object> manifest = Documents.head(described.id(), commandLine, started);
    manifest.put("title", described.title());
    manifest.put("paper", described.paper());
    manifest.put("scale", what.scale().toString());
    manifest.put("modifications", what.modifications());
    Documents.putEnding(manifest, ending);
    return manifest;
  }
}
