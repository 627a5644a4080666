package io.hopwright.models.extoll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.testkit.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inconsistent settings are refused, with both keys and the limit in the message. */
class ExtollMistakesTest {
  private static final Case MACHINE = Case.of(new Extoll());

  /**
   * Columns: the settings, and a word of the message for each of the two that contradict each
   * other.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workload.messageBytes | 120 B, workload.operation = velo | workload.operation=velo"
            + " workload.messageBytes=121",
        "workload.messageBytes | 64 B, workload.operation = load | workload.operation=load"
            + " workload.source=32 workload.messageBytes=65 workload.target=0",
        "workload.messageBytes | 1048576 B, naa.memoryBytes | workload.kind=stream"
            + " workload.operation=store workload.source=32 workload.target=0"
            + " workload.messageBytes=1048577 naa.memoryBytes=1048576",
        "workload.messageBytes | several sizes, workload.kind = ping-pong |"
            + " workload.messageBytes=8,9",
        "workload.operation | workload.kind = stream, put, velo | workload.kind=stream"
            + " workload.operation=read",
        "workload.operation | workload.transport = rma, put, get | workload.kind=uniform"
            + " workload.transport=rma workload.operation=velo",
        "workload.source | 34, machine.shape, machine.hosts | workload.source=34",
        "workload.target | 34, machine.shape, machine.hosts | workload.target=34",
        "workload.target | workload.source = 1, 34 | workload.source=1",
        "workload.target | workload.source = 0, workload.operation = load, host 32 |"
            + " workload.operation=load workload.target=33 workload.messageBytes=8",
        "workload.target | workload.source = 32, interrupt, in this order |"
            + " workload.operation=interrupt workload.source=32 workload.target=0",
        "workload.target | number of nodes, 32 | workload.kind=incast"
            + " workload.target=32 workload.load=0.1",
        "machine.hosts | workload.operation = store, at least 1 | machine.hosts=0"
            + " workload.kind=stream workload.operation=store",
        "machine.hosts | workload.operation = interrupt, at least 1 | machine.hosts=0"
            + " workload.operation=interrupt",
        "machine.hosts | host 1, accelerator 40, machine.shape, machine.gatewayStep |"
            + " machine.gatewayStep=40",
        "machine.hosts | hosts perform, at least 1 | workload.kind=enumerate machine.hosts=0",
        "machine.hosts | 33, machine.shape, 64 intervals, naa.barBits | machine.shape=11x3x1 machine.hosts=1"
            + " smfu.windowBytes=1099511627776",
        "machine.shape | 2049, machine.hosts, 2048 | machine.shape=32x32x2 machine.hosts=1",
        "smfu.windowBytes | naa.memoryBytes, 274877906944 B, 16 | smfu.windowBytes=137438953472",
        "naa.memoryBytes | power of two, 2147483648 B | naa.memoryBytes=3221225472",
        "naa.registerBytes | power of two, 4096 B | naa.registerBytes=5000",
        "naa.barBits | 32 or 64 | naa.barBits=64,48",
        "naa.barBits | 224 bits, 192 bits, six | naa.barBits=64,64,64,32"
            + " naa.furtherBarBytes=4096,4096",
        "naa.barBits | 4 GiB, naa.memoryBytes, 64 bits wide | naa.barBits=32,64",
        "naa.furtherBarBytes | is 1, must be 2, naa.barBits | naa.barBits=64,32,32,32"
            + " naa.furtherBarBytes=4096",
        "naa.furtherBarBytes | 5000 B, power of two, 4096 B | naa.barBits=64,32,32"
            + " naa.furtherBarBytes=5000",
        "naa.msiVectors | power of two, use 4 | naa.msiVectors=6",
        "naa.msiVectors | workload.operation = interrupt, at least 1 | naa.msiVectors=0"
            + " workload.operation=interrupt workload.target=32",
        "naa.msiVectors | workload.interruptAtEnd, at least 1 | naa.msiVectors=0"
            + " workload.interruptAtEnd=true workload.kind=all-to-all workload.transport=rma",
        "workload.interruptAtEnd | workload.kind = stream, access, rma | workload.kind=stream"
            + " workload.interruptAtEnd=true",
        "workload.interruptAtEnd | workload.kind = access, rma | workload.kind=access"
            + " workload.operation=store workload.source=32 workload.target=0"
            + " workload.messageBytes=8 workload.interruptAtEnd=true",
        "workload.interruptAtEnd | saturated, all-to-all | workload.kind=uniform"
            + " workload.transport=rma workload.interruptAtEnd=true workload.load=saturated",
        "workload.interruptAtEnd | naa.transport = staged, false | workload.kind=all-to-all"
            + " workload.transport=rma workload.interruptAtEnd=true naa.transport=staged",
        "machine.hosts | workload.interruptAtEnd, at least 1 | workload.kind=all-to-all"
            + " workload.transport=rma workload.interruptAtEnd=true machine.hosts=0",
        "host.bridge | naa.transport = staged, only one | host.bridge=infiniband"
            + " naa.transport=staged",
        "workload.operation | is get, naa.transport = staged | naa.transport=staged"
            + " workload.operation=get",
        "workload.operation | is load, naa.transport = p2p | naa.transport=p2p"
            + " workload.operation=load workload.source=32 workload.target=0"
            + " workload.messageBytes=8",
        "workload.operation | is velo, host.bridge = infiniband | host.bridge=infiniband"
            + " workload.operation=velo workload.messageBytes=8",
        "workload.kind | is enumerate, host.bridge = infiniband | host.bridge=infiniband"
            + " workload.kind=enumerate",
        "workload.kind | is assign, naa.transport = p2p | naa.transport=p2p workload.kind=assign",
        "workload.messageBytes | 64 B, workload.kind = access | workload.kind=access"
            + " workload.operation=store workload.source=32 workload.target=0"
            + " workload.messageBytes=65",
        "workload.operation | workload.kind = access, store, load | workload.kind=access"
            + " workload.source=32 workload.target=0 workload.messageBytes=8",
        "workload.operation | workload.source = 0, accelerator | workload.kind=access"
            + " workload.operation=load workload.target=32 workload.messageBytes=8",
        "workload.addresses | workload.source = 0, accelerator | workload.kind=access"
            + " workload.operation=store workload.target=32 workload.messageBytes=8"
            + " workload.addresses=outside",
        "machine.hosts | is 1, workload.kind = assign, at least 2 | workload.kind=assign"
            + " machine.hosts=1",
        "workload.accelerators | 32 accelerators, machine.shape | workload.kind=assign"
            + " workload.accelerators=33",
        "run.end | drained, workload.kind = stream | workload.kind=stream run.end=drained",
        "software.rendezvous | get, naa.transport = staged, use put | workload.kind=jobs"
            + " naa.transport=staged software.rendezvous=get jobs.a.program=alltoall"
            + " jobs.a.ranks=4",
      })
  void shouldNameBothKeysAndTheLimit(String key, String words, String text) {
    final Case wrong = MACHINE.set("workload.kind=ping-pong").set(text.replaceAll(" +", " "));
    final SettingsException refused = assertThrows(SettingsException.class, wrong::network);
    assertEquals(1, refused.problems().size(), refused::getMessage);
    assertEquals(key, refused.problems().get(0).key(), refused::getMessage);
    final String message = refused.problems().get(0).message();
    for (final String word : words.split(", ", -1)) {
      assertTrue(message.contains(word), () -> word + " is not in: " + message);
    }
    assertTrue(message.contains("; "), () -> "no remedy: " + message);
  }

  @Test
  void shouldNameTheLineOfATableThatLeadsNowhere(@TempDir Path folder) throws IOException {
    final Path file = folder.resolve("tables");
    for (final List<String> each :
        List.of(
            List.of("0 unit 5 y- 0", "line 3", "no link y-"),
            List.of("0 unit 34 x+ 0", "line 3", "below 34"),
            List.of("0 unit 5 q 0", "line 3", "\"q\" is not a port"),
            List.of("0 unit 5 x+ 2", "line 3", "not one of 0, 1, keep"),
            List.of("0 unit 0 x+ 0", "line 3", "to itself"),
            List.of("0 unit 5 x+", "line 3", "4 fields, not 5"),
            List.of("0 * 5 g 0", "from node 0 to node 5", "links"))) {
      Files.writeString(file, "# entries\n\n" + each.get(0) + "\n");
      final Case wrong = MACHINE.with("router.tables", InputFile.of(file));
      final SettingsException refused =
          assertThrows(SettingsException.class, wrong::network, each::toString);
      assertEquals("router.tables", refused.problems().get(0).key());
      assertTrue(
          refused.getMessage().contains(each.get(1)) && refused.getMessage().contains(each.get(2)),
          refused::getMessage);
    }
  }
}
