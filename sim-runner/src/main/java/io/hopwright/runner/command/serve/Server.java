package io.hopwright.runner.command.serve;

import io.hopwright.runner.app.Cancellation;
import io.hopwright.runner.app.Failure;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Failures;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.support.Build;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Server for requests of one client, one line of JSON each. Each request has a thread of its own;
 * the requests share the cores and the heap of the JVM. Rules: {@code docs/python.md}.
 */
final class Server {
  /** Version of the protocol. */
  static final int PROTOCOL = 1;

  private static final int MOST_REQUESTS = 64;
  private static final int MOST_LINE_BYTES = 16 << 20;
  private static final long ALIVE_MILLIS = 1_000;

  private final Methods methods;
  private final Failures failures;
  private final Outbox out;
  private final Semaphore changes = new Semaphore(0);
  private final Map<Object, Cancellation> current = new LinkedHashMap<>();

  /** Number of requests without an answer on the wire. */
  private int working;

  private boolean inputOver;
  private boolean stopped;
  private boolean broken;

  /**
   * Creates a server.
   *
   * @param failures finds the words for what fails
   */
  Server(Methods methods, Failures failures, Outbox out) {
    this.methods = methods;
    this.failures = failures;
    this.out = out;
  }

  /** Serves all requests of {@code in} and returns the exit code. */
  int serve(InputStream in) {
    out.notification("hello", hello());
    start("requests", () -> receive(new Lines(in, MOST_LINE_BYTES)));
    while (!isOver()) {
      if (!changes() && drains()) {
        // After the end of input only a failing write shows that the client is gone.
        out.passing("alive", Map.of());
      }
      if (out.lost()) {
        stop();
      }
    }
    synchronized (this) {
      return broken ? ExitCode.BROKEN : stopped ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }
  }

  private static Map<String, Object> hello() {
    final Build build = Build.current();
    return new JsonObject()
        .with("protocol", PROTOCOL)
        .with("version", build.version())
        .with("commit", build.commit());
  }

  private static void start(String name, Runnable work) {
    final Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private synchronized boolean isOver() {
    return (inputOver || stopped) && working == 0;
  }

  private synchronized boolean drains() {
    return inputOver;
  }

  /** Waits for a change, but not for long; returns whether there was one. */
  private boolean changes() {
    try {
      return changes.tryAcquire(ALIVE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      stop();
      return true;
    }
  }

  /** Cancels all requests, and ends when they have ended. */
  synchronized void stop() {
    stopped |= !(inputOver && working == 0);
    current.values().forEach(Cancellation::cancel);
    changes.release();
  }

  private void receive(Lines lines) {
    try {
      for (Lines.Line line = lines.next(); line != null; line = lines.next()) {
        receive(line);
      }
    } catch (IOException e) {
      // What cannot be read any more has ended.
    } finally {
      synchronized (this) {
        inputOver = true;
        changes.release();
      }
    }
  }

  private void receive(Lines.Line line) {
    if (!line.refusal().isEmpty()) {
      out.failure(null, refusal(line.refusal()));
    } else if (!line.text().isBlank()) {
      try {
        receive(Request.read(line.text()));
      } catch (RequestException e) {
        out.failure(e.id(), refusal(e.getMessage()));
      }
    }
  }

  private static Map<String, Object> refusal(String message) {
    return new JsonObject()
        .with("kind", "request")
        .with("exitCode", ExitCode.WRONG_INPUT)
        .with("messages", List.of(message));
  }

  private void receive(Request request) {
    if (request.method().equals(Methods.CANCEL)) {
      final Object other = request.parameters().only(Set.of("request")).otherId("request");
      out.answer(request.id(), new JsonObject().with("cancelled", cancel(other)));
      return;
    }
    final Cancellation cancellation = admit(request);
    try {
      start("request " + request.id(), () -> execute(request, cancellation));
    } catch (OutOfMemoryError e) {
      // The computer has no thread left.
      forget(request);
      out.failure(request.id(), error(e));
      end(true);
    }
  }

  /** Cancels a request, or all if {@code id} is null; returns the ids of those in progress. */
  private synchronized List<Object> cancel(Object id) {
    final List<Object> found =
        current.keySet().stream().filter(one -> id == null || one.equals(id)).toList();
    found.forEach(one -> current.get(one).cancel());
    return found;
  }

  private synchronized Cancellation admit(Request request) {
    if (stopped) {
      throw new RequestException(request.id(), "the server is ending; start another one");
    }
    if (current.containsKey(request.id())) {
      throw new RequestException(
          request.id(), "a request with this id is in progress; choose another id");
    }
    if (working >= MOST_REQUESTS) {
      throw new RequestException(
          request.id(),
          MOST_REQUESTS + " requests are in progress; wait until one has ended, or cancel one");
    }
    final Cancellation cancellation = new Cancellation();
    current.put(request.id(), cancellation);
    working++;
    return cancellation;
  }

  private void execute(Request request, Cancellation cancellation) {
    boolean answered = false;
    try {
      answer(request, cancellation);
      answered = true;
    } finally {
      end(answered);
    }
  }

  private synchronized void end(boolean answered) {
    // A client must not wait for an answer that will never come.
    broken |= !answered;
    stopped |= !answered;
    working--;
    changes.release();
  }

  private void answer(Request request, Cancellation cancellation) {
    try {
      final Map<String, Object> result =
          methods.call(request, new ClientListener(request.id(), out), cancellation);
      forget(request);
      out.answer(request.id(), result);
    } catch (RequestException e) {
      forget(request);
      out.failure(request.id(), refusal(e.getMessage()));
    } catch (RuntimeException | Error e) {
      forget(request);
      failures.trace(e);
      out.failure(request.id(), error(e));
    }
  }

  private Map<String, Object> error(Throwable failure) {
    return new JsonObject()
        .with("kind", Failure.of(failure).kind().name().toLowerCase(Locale.ROOT))
        .with("exitCode", Failures.exitCode(failure))
        .with("messages", failures.messages(failure));
  }

  /** Releases the id for another request, before the client reads the answer. */
  private synchronized void forget(Request request) {
    current.remove(request.id());
  }
}
