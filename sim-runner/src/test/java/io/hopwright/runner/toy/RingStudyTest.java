package io.hopwright.runner.toy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.models.run.Machine;
import io.hopwright.models.toy.Ring;
import io.hopwright.runner.command.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that is not registered has all features of the registered ones. */
class RingStudyTest {
  private static final String STUDY = "../sim-models/src/toy/ring.conf";

  private static final List<Machine> MACHINES =
      Stream.concat(Machines.all().stream(), Stream.of(new Ring())).toList();

  @TempDir private Path directory;

  private static String execute(int exitCode, String... words) {
    final Program.Outcome outcome = new Program().execute(MACHINES, words);
    assertEquals(exitCode, outcome.exitCode(), outcome.err() + outcome.out());
    return outcome.out();
  }

  private String place(String name) {
    return directory.resolve(name).toString();
  }

  private String read(String name) throws IOException {
    return Files.readString(directory.resolve(name));
  }

  private static void assertHas(String text, String... parts) {
    for (String part : parts) {
      assertTrue(text.contains(part), () -> part + " is not in " + text);
    }
  }

  @Test
  void shouldReproduceAStudyOfIt() throws IOException {
    final String verdicts = execute(0, "reproduce", STUDY, "--out", place("ring"));
    assertHas(verdicts, "PASS     RING-quiet", "PASS     RING-bound", "PASS     RING-rise");
    assertHas(read("ring/light/summary.json"), "\"machine\" : \"ring\"", "\"shape\" : \"10\"");
    assertHas(read("ring/light/series.csv"), "throughput [bytes/tick/node]");
    assertHas(read("ring/light/links-by-link.csv"), "node,x,port,utilization");
    assertHas(
        read("ring/report.html"), "Response time against load", "RING-rise", "bound of the load");
    assertHas(
        execute(0, "report", place("ring/light"), place("ring/most"), "--out", place("page.html")),
        "page.html");
    assertHas(read("page.html"), "2 results: light, most");
  }

  @Test
  void shouldHaveItsResultsWhateverTheCut() {
    execute(0, "sweep", STUDY, "--out", place("whole"));
    execute(
        0, "sweep", STUDY, "--out", place("cut"), "--set", "partition.shape=[3]", "--threads", "2");
    assertHas(
        execute(0, "compare", place("whole/most"), place("cut/most")),
        "partition.shape",
        "they agree");
    assertHas(
        execute(1, "compare", place("whole/light"), place("whole/most")),
        "workload.load  0.2  saturated",
        "digests differ");
  }

  @Test
  void shouldSayWhatItIsAndCosts() {
    assertHas(execute(0, "plan", STUDY), "rising/load=0.6", "20 ticks, 20 ns");
    assertHas(execute(0, "list"), "ring", "Ring: one node a router");
    assertHas(execute(0, "explain", "ring"), "machine.nodes", "2 to 64", "uniform: to random");
    assertHas(execute(0, "explain", "bounds.load"), "largest load that links and nodes", "ring");
    assertHas(execute(0, "explain", STUDY), "workload.load");
  }
}
