package io.hopwright.runner.app;

import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.recording.StoredPoint;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.study.Figure;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.Study;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Manifests of a study and of its parts.
 *
 * @param study the study
 * @param experiment settings of the caller
 * @param started start time
 */
record SweepManifests(Study study, Experiment experiment, Instant started) {
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
    return new JsonObject()
        .with("path", point.path())
        .with("run", point.run())
        .with("values", point.values())
        .with("shape", prepared.shape())
        .with(Format.CONFIG_SHA256, point.config().sha256())
        .with("done", stored != null)
        .with("digest", stored == null ? null : stored.run().digest());
  }

  /** Returns the manifest of a study of parts. */
  Map<String, Object> ofParts(List<StudyPart> parts, Completion.Ending ending) {
    final Map<String, Object> manifest = head(study, ending);
    manifest.put(Format.PARTS, parts.stream().map(SweepManifests::entry).toList());
    return manifest;
  }

  private static Map<String, Object> entry(StudyPart part) {
    return new JsonObject()
        .with("path", part.prepared().study().id())
        .with("points", part.prepared().points().size())
        .with("done", part.stored().size());
  }

  private Map<String, Object> head(Study described, Completion.Ending ending) {
    final Map<String, Object> manifest =
        Documents.head(described.id(), experiment.commandLine(), started);
    manifest.put("title", described.title());
    manifest.put("paper", described.paper());
    manifest.put("scale", experiment.scale().toString());
    manifest.put("modifications", experiment.modifications());
    Documents.putEnding(manifest, ending);
    return manifest;
  }
}
