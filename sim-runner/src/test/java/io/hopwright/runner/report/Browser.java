package io.hopwright.runner.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Headless Chromium, controlled over its DevTools protocol. Its profile is below the directory of a
 * test, and is removed at the end.
 */
final class Browser implements AutoCloseable {
  static final String MISSING = "no Chromium on the PATH; on Debian: apt-get install chromium";

  /** Limit for busy machines; a page normally opens within a second. */
  private static final long LIMIT_SECONDS = 60;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final Map<String, Consumer<JsonNode>> listeners = new ConcurrentHashMap<>();

  private Browser(Process process, URI address) {
    this.process = process;
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(address, new Listener())
            .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
            .join();
  }

  /** Returns the program, or empty if it is not installed. */
  static Optional<Path> program() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(
            folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts a browser that keeps its profile in {@code directory}, which is empty. */
  static Browser start(Path directory) throws IOException {
    final Process process =
        new ProcessBuilder(
                program().orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--user-data-dir=" + directory,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("chromium.log").toFile())
            .start();
    try {
      final Path address = directory.resolve("DevToolsActivePort");
      waitUntil("Chromium to start", () -> lines(address).size() >= 2);
      final List<String> lines = lines(address);
      return new Browser(process, URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1)));
    } catch (RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }

  static void waitUntil(String what, BooleanSupplier condition) {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("waited " + LIMIT_SECONDS + " s for " + what);
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Assembles messages and passes them on. */
  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        receive(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private void receive(String text) {
    try {
      final JsonNode message = JSON.readTree(text);
      if (message.has("id")) {
        answers.remove(message.get("id").asInt()).complete(message);
      } else if (message.has("sessionId")) {
        final Consumer<JsonNode> listener = listeners.get(message.get("sessionId").asText());
        if (listener != null) {
          listener.accept(message);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode call(String session, String method, Map<String, Object> parameters) {
    final int id = lastId.incrementAndGet();
    final ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    final CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    socket.sendText(message.toString(), true).join();
    final JsonNode result = answer.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
    if (result.has("error")) {
      throw new IllegalStateException(method + ": " + result.get("error"));
    }
    return result.get("result");
  }

  /** Opens a page that may save files to {@code downloads}, and waits until it is loaded. */
  Tab open(Path page, Path downloads, boolean dark) {
    return open(page.toUri(), downloads, dark);
  }

  /** Opens a page that may send requests only to its own server, and waits until it is loaded. */
  Tab open(URI page, Path downloads, boolean dark) {
    final String target =
        call("", "Target.createTarget", Map.of("url", "about:blank")).get("targetId").asText();
    final String session =
        call("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId")
            .asText();
    call(
        "",
        "Browser.setDownloadBehavior",
        Map.of("behavior", "allow", "downloadPath", downloads.toString()));
    return new Tab(target, session, page, dark);
  }

  @Override
  public void close() throws IOException {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** Page, and all errors on it. */
  final class Tab implements AutoCloseable {
    private final String target;
    private final String session;
    private final String origin;
    private final List<String> problems = new ArrayList<>();

    private Tab(String target, String session, URI page, boolean dark) {
      this.target = target;
      this.session = session;
      origin = page.getScheme().equals("file") ? "file:" : page.resolve("/").toString();
      listeners.put(session, this::listen);
      for (String domain : List.of("Runtime", "Log", "Network", "Page")) {
        call(session, domain + ".enable", Map.of());
      }
      call(
          session,
          "Emulation.setEmulatedMedia",
          Map.of(
              "features",
              List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
      call(session, "Page.navigate", Map.of("url", page.toString()));
      waitUntil(
          page + " to open",
          () ->
              evaluate("location.protocol + document.readyState")
                  .asText()
                  .equals(page.getScheme() + ":complete"));
    }

    private synchronized void listen(JsonNode message) {
      final JsonNode details = message.get("params");
      switch (message.get("method").asText()) {
        case "Runtime.exceptionThrown" -> problems.add("exception: " + details);
        case "Runtime.consoleAPICalled" -> {
          if (!List.of("log", "info", "debug").contains(details.get("type").asText())) {
            problems.add("console: " + details);
          }
        }
        case "Log.entryAdded" -> problems.add("log: " + details);
        case "Network.requestWillBeSent" -> {
          final String url = details.get("request").get("url").asText();
          if (!url.matches("(blob|data|about):.*") && !url.startsWith(origin)) {
            problems.add("request: " + url);
          }
        }
        default -> {
          // Nothing wrong with it.
        }
      }
    }

    synchronized List<String> problems() {
      return List.copyOf(problems);
    }

    /** Returns the value of a JavaScript expression. */
    JsonNode evaluate(String expression) {
      final JsonNode result =
          call(
              session,
              "Runtime.evaluate",
              Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
      if (result.has("exceptionDetails")) {
        throw new AssertionError(expression + ": " + result.get("exceptionDetails"));
      }
      return result.get("result").path("value");
    }

    /** Presses a key as a user does. */
    void press(String key) {
      for (String type : List.of("keyDown", "keyUp")) {
        call(session, "Input.dispatchKeyEvent", Map.of("type", type, "key", key));
      }
    }

    /** Makes the window as wide as a phone. */
    void resize(int width, int height) {
      call(
          session,
          "Emulation.setDeviceMetricsOverride",
          Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    @Override
    public void close() {
      listeners.remove(session);
      call("", "Target.closeTarget", Map.of("targetId", target));
    }
  }
}
