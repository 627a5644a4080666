package io.hopwright.runner.command.serve;

import io.hopwright.runner.app.Progress;
import io.hopwright.runner.app.Reproduction;
import io.hopwright.runner.app.RunListener;
import io.hopwright.runner.results.JsonObject;
import java.util.Map;

/**
 * Listener that passes all notices to the client.
 *
 * @param request id of the request
 * @param out channel to the client
 */
record ClientListener(Object request, Outbox out) implements RunListener {
  @Override
  public void note(String text) {
    out.notification("note", document().with("text", text));
  }

  @Override
  public void warning(String text) {
    out.notification("warning", document().with("text", text));
  }

  @Override
  public void begins(String point, int number, int points) {
    out.notification(
        "begins", document().with("point", point).with("number", number).with("points", points));
  }

  @Override
  public void progress(Progress progress) {
    out.passing(
        "progress",
        document()
            .with("point", progress.point())
            .with("part", progress.part())
            .with("fraction", progress.fraction())
            .with("secondsLeft", progress.secondsLeft())
            .with("simulatedSeconds", progress.simulatedSeconds())
            .with("packetHopsPerSecond", progress.packetHopsPerSecond()));
  }

  @Override
  public void unsaved(Map<String, Object> summary) {
    out.notification("unsaved", document().with("summary", summary));
  }

  @Override
  public void unsaved(Reproduction verdicts) {
    out.notification("unsaved", document().with("verdicts", verdicts.document()));
  }

  private JsonObject document() {
    return new JsonObject().with("request", request);
  }
}
