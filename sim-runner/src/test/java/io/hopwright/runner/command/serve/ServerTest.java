package io.hopwright.runner.command.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.fake.FakeMachine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** A client of {@code serve} gets an answer to each line, or the server ends. */
@Timeout(60)
class ServerTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String STUDY = "machine.model = fake, run { warmupTicks = 0, ticks = 2000 }";
  private static final String ENDLESS =
      "machine.model = fake, run { warmupTicks = 0, ticks = 4000000000000 }";

  private final AtomicReference<Runnable> simulating = new AtomicReference<>(() -> {});
  private final AtomicReference<Runnable> interrupt = new AtomicReference<>();
  private final ByteArrayOutputStream talk = new ByteArrayOutputStream();
  private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();

  @TempDir private Path directory;
  private Path study;
  private Path endless;

  /** Output that the client reads line by line. */
  private final class Wire extends OutputStream {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public void write(int letter) throws IOException {
      if (letter == '\n') {
        received.add(MAPPER.readTree(line.toByteArray()));
        line.reset();
      } else {
        line.write(letter);
      }
    }
  }

  @BeforeEach
  void writeStudies() throws IOException {
    study = Files.writeString(directory.resolve("s.conf"), STUDY);
    endless = Files.writeString(directory.resolve("e.conf"), ENDLESS);
  }

  private int serve(InputStream in, OutputStream out) {
    final Machine machine = new FakeMachine(() -> {}, () -> simulating.get().run());
    final Session session =
        new Session(
            List.of(machine),
            new Library(),
            out,
            new PrintStream(talk, true, StandardCharsets.UTF_8),
            false,
            (end, endAtOnce) -> interrupt.set(end),
            List.of("serve", "--stdio"));
    final ServeCommand command =
        new ServeCommand(
            in, (captured, words) -> captured.print("{\"words\":" + words.size() + "}"));
    return new CommandLine(command.in(session)).execute("--stdio");
  }

  private int serve(byte[] lines) {
    return serve(new ByteArrayInputStream(lines), new Wire());
  }

  private int serve(String... lines) {
    return serve(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  private String request(int id, String method, Path of, String more) {
    return "{\"id\":%s,\"method\":\"%s\",\"params\":{\"study\":\"%s\",\"out\":\"%s\"%s}}"
        .formatted(id, method, of, directory.resolve("out" + id), more);
  }

  /** Returns the next message with an id, which is an answer. */
  private JsonNode answer() throws InterruptedException {
    JsonNode message;
    do {
      message = received.poll(30, TimeUnit.SECONDS);
      assertNotNull(message, "no answer");
    } while (!message.has("id"));
    return message;
  }

  private static String messages(JsonNode answer) {
    return answer.at("/error/messages").toString();
  }

  @Test
  void shouldGreetAndEndWithItsInput() {
    assertEquals(ExitCode.DONE, serve());
    final JsonNode hello = received.remove();
    assertEquals("hello", hello.get("method").textValue());
    assertEquals(Server.PROTOCOL, hello.at("/params/protocol").intValue());
    assertTrue(received.isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          garbage                                       | the line is not JSON: Unrecognized token 'garbage'
          [1]                                           | the line is not a JSON object
          {"method":"list"}                             | a request needs an id
          {"id":null,"method":"list"}                   | a request needs an id
          {"id":1.5,"method":"list"}                    | a request needs an id
          {"id":1}                                      | a request needs a method
          {"id":1,"method":7}                           | a request needs a method
          {"id":1,"method":"lst"}                       | no method lst; did you mean list?
          {"id":1,"method":"list","prams":{}}           | prams: a request has no such entry; did you mean params?
          {"id":1,"method":"list","params":[]}          | params must be a JSON object
          {"id":1,"method":"list","params":{"a":1}}     | list: params.a: there is no such parameter; leave it out
          {"id":1,"method":"run"}                       | run: params.study is missing
          {"id":1,"method":"run","params":{"study":5}}  | run: params.study is 5, which is not a string
          {"id":1,"method":"run","params":{"text":"x"}} | run: params.text is given without a name of the study
          {"id":1,"method":"run","params":{"stdy":"x"}} | run: params.stdy: there is no such parameter; did you mean study?
          {"id":1,"id":2,"method":"list"}               | Duplicate field 'id'
          {"id":1,"method":"list"} {}                   | the line is not JSON: Trailing token
          """)
  void shouldRefuseALineThatIsNotARequest(String line, String expected) throws Exception {
    assertEquals(ExitCode.DONE, serve(line, "", "{\"id\":\"next\",\"method\":\"list\"}"));
    JsonNode refused = answer();
    JsonNode next = answer();
    if (refused.get("id").asText().equals("next")) {
      final JsonNode first = refused;
      refused = next;
      next = first;
    }
    assertTrue(messages(refused).contains(expected), refused::toString);
    assertEquals("request", refused.at("/error/kind").textValue());
    assertTrue(next.has("result"), "the next line is served");
  }

  @Test
  void shouldRefuseWhatIsNotUtf8OrTooDeepOrTooLong() throws Exception {
    final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    lines.writeBytes(new byte[] {(byte) 0xff, (byte) 0xfe, '\n'});
    lines.writeBytes("[".repeat(100_000).getBytes(StandardCharsets.UTF_8));
    lines.write('\n');
    lines.writeBytes(" ".repeat((16 << 20) + 1).getBytes(StandardCharsets.UTF_8));
    lines.write('\n');
    assertEquals(ExitCode.DONE, serve(lines.toByteArray()));
    assertTrue(messages(answer()).contains("the line is not UTF-8"));
    assertTrue(messages(answer()).contains("the line is not JSON"));
    assertTrue(messages(answer()).contains("a line of more than 16 MiB"));
  }

  @Test
  void shouldAnswerARunWithNumbersUnitsAndTables() throws Exception {
    assertEquals(
        ExitCode.DONE,
        serve(request(1, "run", study, ",\"set\":{\"router.slqFraction\":0.5},\"seed\":7")));
    final JsonNode result = answer().get("result");
    assertEquals("run", result.get("kind").textValue());
    assertEquals("completed", result.get("outcome").textValue());
    assertEquals(7, result.at("/summary/seed").intValue());
    assertEquals(12.5, result.at("/summary/responseTicks/mean").doubleValue());
    assertEquals("ticks", result.get("units").get("responseTicks.mean").textValue());
    assertEquals("0.5", result.get("settings").get("router.slqFraction").textValue());
    final JsonNode series = result.at("/tables/series");
    assertEquals("from", series.at("/columns/0/name").textValue());
    assertEquals("ticks", series.at("/columns/0/unit").textValue());
    assertTrue(Files.exists(Path.of(series.get("file").textValue())));
  }

  @Test
  void shouldAnswerASweepAndItsLoadAlike() throws Exception {
    final String list = ",\"set\":{\"router.slqFraction\":[0,0.5]}";
    assertEquals(ExitCode.DONE, serve(request(1, "sweep", study, list)));
    final JsonNode sweep = answer().get("result");
    assertEquals("completed", sweep.get("outcome").textValue());
    assertEquals(2, sweep.get("points").size());
    assertEquals(0.5, sweep.at("/points/1/values/router.slqFraction").doubleValue());
    serve(
        "{\"id\":2,\"method\":\"load\",\"params\":{\"directory\":\"%s\"}}"
            .formatted(directory.resolve("out1")));
    final JsonNode loaded = answer().get("result");
    for (String entry : List.of("kind", "study", "directory", "points", "tables", "remarks")) {
      assertEquals(sweep.get(entry), loaded.get(entry), entry);
    }
  }

  @Test
  void shouldSayWhatTheCommandLineSays() throws Exception {
    serve(request(1, "run", study, ",\"set\":{\"router.slqFracton\":0.5}"));
    final JsonNode failure = answer();
    assertEquals("input", failure.at("/error/kind").textValue());
    assertEquals(ExitCode.WRONG_INPUT, failure.at("/error/exitCode").intValue());
    assertEquals(
        "[\"--set router.slqFracton=0.5: unknown key; did you mean router.slqFraction?\"]",
        messages(failure));
    serve("{\"id\":2,\"method\":\"load\",\"params\":{\"directory\":\"" + directory + "\"}}");
    assertTrue(messages(answer()).contains("manifest.json: the file is missing"));
    assertEquals("", talk.toString(StandardCharsets.UTF_8));
  }

  @Test
  void shouldReportAnErrorOfItsOwnAndGoOn() throws Exception {
    final CountDownLatch once = new CountDownLatch(1);
    simulating.set(
        () -> {
          if (once.getCount() > 0) {
            once.countDown();
            throw new IllegalStateException("planted");
          }
        });
    serve(request(1, "run", study, ",\"threads\":1"));
    final JsonNode failure = answer();
    assertEquals("internal", failure.at("/error/kind").textValue());
    assertEquals(ExitCode.BROKEN, failure.at("/error/exitCode").intValue());
    assertTrue(talk.toString(StandardCharsets.UTF_8).contains("planted"));
    serve(request(2, "run", study, ""));
    assertTrue(answer().has("result"));
  }

  /** A client that talks while the server runs. */
  private final class Client implements AutoCloseable {
    private final PipedOutputStream requests = new PipedOutputStream();
    private final FutureTask<Integer> serving;
    private final CountDownLatch simulated = new CountDownLatch(1);

    Client(OutputStream out) throws IOException {
      final InputStream in = new PipedInputStream(requests);
      simulating.set(simulated::countDown);
      serving = new FutureTask<>(() -> serve(in, out));
      new Thread(serving).start();
    }

    void say(String line) throws IOException {
      requests.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      requests.flush();
    }

    void awaitSimulation() throws InterruptedException {
      assertTrue(simulated.await(30, TimeUnit.SECONDS));
    }

    int end() throws Exception {
      requests.close();
      return serving.get(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
      requests.close();
    }
  }

  @Test
  void shouldKeepWhatACancelledRunHasMeasured() throws Exception {
    try (Client client = new Client(new Wire())) {
      client.say(request(1, "run", endless, ""));
      client.awaitSimulation();
      client.say("{\"id\":1,\"method\":\"list\"}");
      assertTrue(messages(answer()).contains("a request with this id is in progress"));
      client.say("{\"id\":2,\"method\":\"cancel\",\"params\":{\"request\":1}}");
      assertEquals("[1]", answer().at("/result/cancelled").toString());
      final JsonNode result = answer().get("result");
      assertEquals("interrupted", result.get("outcome").textValue());
      assertTrue(result.at("/ending/0").textValue().startsWith("interrupted; partial results"));
      assertTrue(result.at("/summary/interrupted").booleanValue());
      client.say("{\"id\":3,\"method\":\"cancel\",\"params\":{\"request\":1}}");
      assertEquals("[]", answer().at("/result/cancelled").toString());
      assertEquals(ExitCode.DONE, client.end());
    }
  }

  @Test
  void shouldAnswerOthersWhileARunGoesOn() throws Exception {
    try (Client client = new Client(new Wire())) {
      client.say(request(1, "run", endless, ",\"threads\":1"));
      client.awaitSimulation();
      client.say(request(2, "run", study, ",\"threads\":1"));
      assertEquals(2, answer().get("id").intValue());
      client.say("{\"id\":3,\"method\":\"cancel\"}");
      assertEquals("[1]", answer().at("/result/cancelled").toString());
      assertEquals(1, answer().get("id").intValue());
      assertEquals(ExitCode.DONE, client.end());
    }
  }

  @Test
  void shouldEndWithAClientThatIsGone() throws Exception {
    final CountDownLatch gone = new CountDownLatch(1);
    final Wire wire = new Wire();
    final OutputStream out =
        new OutputStream() {
          @Override
          public void write(int letter) throws IOException {
            if (gone.getCount() == 0) {
              throw new IOException("Broken pipe");
            }
            wire.write(letter);
          }
        };
    try (Client client = new Client(out)) {
      client.say(request(1, "run", endless, ""));
      client.awaitSimulation();
      gone.countDown();
      assertEquals(ExitCode.INTERRUPTED, client.end());
    }
    assertTrue(
        Files.readString(directory.resolve("out1/manifest.json"))
            .contains("\"interrupted\" : true"),
        "partial results are kept");
  }

  @Test
  void shouldEndWhenItIsInterrupted() throws Exception {
    try (Client client = new Client(new Wire())) {
      client.say(request(1, "run", endless, ""));
      client.awaitSimulation();
      interrupt.get().run();
      assertEquals("interrupted", answer().at("/result/outcome").textValue());
      assertEquals(ExitCode.INTERRUPTED, client.serving.get(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void shouldRefuseMoreRequestsThanItsLimit() throws Exception {
    try (Client client = new Client(new Wire())) {
      for (int id = 1; id <= 64; id++) {
        client.say(request(id, "run", endless, ",\"threads\":1"));
      }
      client.say(request(65, "run", endless, ""));
      final JsonNode refused = answer();
      assertEquals(65, refused.get("id").intValue());
      assertTrue(messages(refused).contains("64 requests are in progress"), refused::toString);
      client.say("{\"id\":66,\"method\":\"cancel\"}");
      assertFalse(answer().at("/result/cancelled").isEmpty());
      assertEquals(ExitCode.DONE, client.end());
    }
  }
}
