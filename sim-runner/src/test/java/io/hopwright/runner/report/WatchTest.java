package io.hopwright.runner.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.Machines;
import io.hopwright.runner.Main;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.progress.WatchServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The live page of a run that continues until it is interrupted. */
class WatchTest {
  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");

  private final HttpClient http = HttpClient.newHttpClient();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final AtomicReference<Runnable> interrupt = new AtomicReference<>();
  private CompletableFuture<Integer> run;

  @TempDir private Path directory;

  private URI begin(String... more) {
    final List<String> words =
        new ArrayList<>(
            List.of(
                "run",
                "bgl-uniform",
                "--set",
                "machine.shape=4x4x2",
                "--set",
                "partition.shape=4x4x1",
                "--set",
                "run.warmupTicks=2000",
                "--set",
                "run.ticks=1000000000",
                "--threads",
                "1",
                "--quiet",
                "--watch",
                "--out",
                directory.resolve("run").toString()));
    words.addAll(List.of(more));
    run = CompletableFuture.supplyAsync(() -> execute(words));
    final AtomicReference<URI> address = new AtomicReference<>();
    Browser.waitUntil(
        "the page's address",
        () -> {
          final Matcher matcher = ADDRESS.matcher(err.toString(StandardCharsets.UTF_8));
          address.set(matcher.find() ? URI.create(matcher.group()) : null);
          return address.get() != null && interrupt.get() != null;
        });
    return address.get();
  }

  private int execute(List<String> words) {
    return Main.execute(
        new Session(
            Machines.all(),
            new Library(),
            OutputStream.nullOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            (end, endAtOnce) -> interrupt.set(end),
            words));
  }

  private int end() {
    interrupt.get().run();
    return run.join();
  }

  @AfterEach
  void stop() {
    if (run != null) {
      end();
    }
  }

  /** Returns a server without a simulation, so that waiting for it costs nothing. */
  private WatchServer serve() {
    return WatchServer.start(0, "Soon", true, directory.resolve("interim"));
  }

  private HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private JsonNode state(URI address) {
    try {
      return new ObjectMapper().readTree(get(address.resolve("state.json")).body());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldTellHowTheRunStandsAndBeGoneWhenItEnds() throws IOException, InterruptedException {
    final URI address = begin();
    assertTrue(get(address).body().contains("<h1>Uniform"), "the title of the study");
    Browser.waitUntil("charts of results", () -> state(address).path("version").asInt() > 1);
    final JsonNode state = state(address);
    assertTrue(state.get("fraction").asDouble() > 0);
    final List<String> ids = new ArrayList<>();
    state.get("results").forEach(chart -> ids.add(chart.get("id").asText()));
    assertTrue(ids.containsAll(List.of("time", "heat", "latency")), ids::toString);
    assertEquals(2, state.at("/pictures/1/views/0/curves/0/points").size(), "partitions");
    assertEquals(ExitCode.INTERRUPTED, end());
    assertThrows(ConnectException.class, () -> get(address));
    assertFalse(Files.exists(directory.resolve("run/interim")));
    final JsonNode summary =
        new ObjectMapper().readTree(directory.resolve("run/summary.json").toFile());
    assertTrue(summary.get("linkUtilization").asDouble() > 0.1);
  }

  @Test
  void shouldAnswerNobodyElse() throws IOException, InterruptedException {
    try (WatchServer server = serve()) {
      final URI address = URI.create(server.address());
      assertEquals(404, get(address.resolve("../etc/passwd")).statusCode());
      assertEquals(
          405,
          http.send(
                  HttpRequest.newBuilder(address).POST(BodyPublishers.ofString("end")).build(),
                  BodyHandlers.ofString())
              .statusCode());
      assertTrue(
          answer(address, "GET / HTTP/1.1\r\nHost: other.example\r\n\r\n").contains(" 403 "));
      assertTrue(answer(address, "GET / HTTP/1.1\r\nHost: localhost:1\r\n\r\n").contains(" 200 "));
    }
  }

  @Test
  void shouldAnswerOthersWhileSomebodyIsSlowToAsk() throws IOException {
    try (WatchServer server = serve()) {
      final URI address = URI.create(server.address());
      final List<Socket> slow = new ArrayList<>();
      try {
        for (int i = 0; i < 20; i++) {
          final Socket socket = new Socket(address.getHost(), address.getPort());
          slow.add(socket);
          socket.getOutputStream().write("GET /sta".getBytes(StandardCharsets.US_ASCII));
        }
        assertTrue(state(address).has("facts"));
      } finally {
        for (Socket socket : slow) {
          socket.close();
        }
      }
    }
  }

  @Test
  void shouldSayThatNobodyMayShowItOrMakeItLoadAnything() throws Exception {
    try (WatchServer server = serve()) {
      final URI address = URI.create(server.address());
      for (URI uri : List.of(address, address.resolve("state.json"), address.resolve("none"))) {
        final HttpResponse<String> response = get(uri);
        final String policy = response.headers().firstValue("Content-Security-Policy").orElse("");
        assertTrue(policy.contains("default-src 'none'"), policy);
        assertTrue(policy.contains("frame-ancestors 'none'"), policy);
        assertEquals("DENY", response.headers().firstValue("X-Frame-Options").orElse(""));
        assertEquals("nosniff", response.headers().firstValue("X-Content-Type-Options").orElse(""));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET mailto:x HTTP/1.1",
        "GET /%zz HTTP/1.1",
        "GET / HTTP/3",
        "GET  HTTP/1.1",
        "x",
        "",
        "GET http://localhost/ HTTP/1.1",
        "GET *  HTTP/1.1"
      })
  void shouldAnswerThatARequestIsNone(String request) throws IOException {
    try (WatchServer server = serve()) {
      final URI address = URI.create(server.address());
      assertTrue(
          answer(address, request + "\r\nHost: localhost\r\n\r\n").startsWith("HTTP/1.1 400 "));
      assertTrue(state(address).has("facts"));
    }
  }

  @Test
  void shouldRefuseALongHead() throws IOException {
    try (WatchServer server = serve()) {
      final URI address = URI.create(server.address());
      final String header = "X: " + "x".repeat(1_000) + "\r\n";
      assertTrue(
          answer(address, "GET / HTTP/1.1\r\nHost: localhost\r\n" + header.repeat(20))
              .startsWith("HTTP/1.1 431 "));
      assertTrue(
          answer(address, "GET / HTTP/1.1\r\nHost: localhost\r\n" + header.repeat(10) + "\r\n")
              .startsWith("HTTP/1.1 200 "));
    }
  }

  /** If there are very many connections, the oldest are closed; one thread serves all of them. */
  @Test
  void shouldStayWithFewConnectionsAndOneThread() throws IOException {
    try (WatchServer server = serve()) {
      final URI address = URI.create(server.address());
      final List<Socket> open = new ArrayList<>();
      try {
        for (int i = 0; i < 300; i++) {
          final Socket socket = new Socket(address.getHost(), address.getPort());
          open.add(socket);
          socket.getOutputStream().write("GET /sta".getBytes(StandardCharsets.US_ASCII));
        }
        assertTrue(state(address).has("facts"));
        final Socket first = open.get(0);
        first.setSoTimeout(60_000);
        assertEquals(-1, first.getInputStream().read(), "it had to make room");
        assertTrue(
            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("watch"))
                    .count()
                <= 2);
      } finally {
        for (Socket socket : open) {
          socket.close();
        }
      }
    }
  }

  @Tag("slow")
  @Test
  void shouldHangUpOnWhoNeverAsks() throws IOException {
    try (WatchServer server = serve()) {
      final URI address = URI.create(server.address());
      try (Socket socket = new Socket(address.getHost(), address.getPort())) {
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write("GET /sta".getBytes(StandardCharsets.US_ASCII));
        assertEquals(-1, socket.getInputStream().read());
      }
    }
  }

  private static String answer(URI address, String request) throws IOException {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(40), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void shouldGoOnAskingWhileNothingIsSimulatedYet() throws IOException {
    assumeTrue(Browser.program().isPresent(), Browser.MISSING);
    try (WatchServer server = serve();
        Browser browser = Browser.start(Files.createDirectories(directory.resolve("profile")));
        Browser.Tab tab = browser.open(URI.create(server.address()), directory, false)) {
      final String said = "document.getElementById('facts').textContent";
      Browser.waitUntil("an answer", () -> tab.evaluate(said).asText().contains("yet"));
      assertTrue(tab.evaluate("document.getElementById('over').hidden").asBoolean());
      assertEquals(List.of(), tab.problems());
    }
  }

  @Test
  void shouldRefusePortsThatDoNotFit() throws IOException {
    assertEquals(ExitCode.WRONG_INPUT, execute(List.of("run", "bgl-uniform", "--watch-port", "1")));
    try (ServerSocket taken = new ServerSocket(0)) {
      final String port = Integer.toString(taken.getLocalPort());
      assertEquals(
          ExitCode.WRONG_INPUT,
          execute(List.of("run", "bgl-uniform", "--watch", "--watch-port", port)));
      assertTrue(err.toString(StandardCharsets.UTF_8).contains("--watch-port " + port));
    }
    assertEquals(
        ExitCode.WRONG_INPUT,
        execute(List.of("run", "bgl-uniform", "--watch", "--watch-port", "65536")));
  }

  @Tag("slow")
  @Test
  void shouldShowItInABrowser() throws IOException {
    assumeTrue(Browser.program().isPresent(), Browser.MISSING);
    final URI address = begin();
    try (Browser browser = Browser.start(Files.createDirectories(directory.resolve("profile")));
        Browser.Tab tab = browser.open(address, directory, true)) {
      final String points =
          "[...document.querySelectorAll('.plot')].map((plot) => echarts.getInstanceByDom(plot)"
              + ".getModel().getSeriesByIndex(0).getData().count()).filter((n) => n > 0).length";
      Browser.waitUntil("six charts", () -> tab.evaluate(points).asInt() >= 6);
      final String done = "document.getElementById('fraction').value";
      final double before = tab.evaluate(done).asDouble();
      Browser.waitUntil("more to be done", () -> tab.evaluate(done).asDouble() > before);
      assertEquals(List.of(), tab.problems());
      end();
      Browser.waitUntil(
          "the page to tell the end",
          () -> !tab.evaluate("document.getElementById('over').hidden").asBoolean());
    }
  }
}
