package io.hopwright.runner.command.session;

import io.hopwright.runner.app.Reproduction;
import io.hopwright.runner.app.RunListener;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.text.Table;
import io.hopwright.runner.text.VerdictText;
import java.util.Map;

/**
 * Listener that passes notes, warnings and unsaved data to a session.
 *
 * @param session the session
 * @param quiet whether only errors are printed
 * @param json whether data are printed as JSON
 * @param whenReady action before the first simulation
 */
public record SessionListener(Session session, boolean quiet, boolean json, Runnable whenReady)
    implements RunListener {
  @Override
  public void ready() {
    whenReady.run();
  }

  @Override
  public void note(String text) {
    if (!quiet) {
      session.say(text);
    }
  }

  @Override
  public void warning(String text) {
    session.say(text);
  }

  @Override
  public void watchable(String address) {
    session.say("watch it at " + address);
  }

  @Override
  public void unsaved(Map<String, Object> summary) {
    session.print(json ? Json.text(summary) : Table.of(summary).text());
  }

  @Override
  public void unsaved(Reproduction verdicts) {
    session.print(json ? Json.text(verdicts.document()) : new VerdictText(verdicts).table());
  }
}
