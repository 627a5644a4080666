package io.hopwright.models.tnw.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.random.Draws;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.tnw.Tnw;
import io.hopwright.models.tnw.TnwSettings;
import io.hopwright.models.tnw.programs.ThreadProgram.Kind;
import io.hopwright.models.tnw.programs.ThreadProgram.Operation;
import org.junit.jupiter.api.Test;

/** Random sizes of messages, and the credits for them at the far end, by the rules of the page. */
class NeighbourProgramTest {
  private static final int AHEAD = 3;
  private static final int[] PACKETS = {1, 8, 5};
  private static final int[] PORTS = {1, 4};
  private static final int[] VCS = {5, 1};

  /** Draws of purpose 3 with the default seed. */
  private static final Draws DRAWS = Draws.of(1, 3);

  private final Operation operation = new Operation();
  private TnwSettings settings;
  private ThreadProgram program;

  private void read(String threadsPer) {
    settings =
        TnwSettings.of(
            Case.of(new Tnw())
                .set("machine.shape=3x2x2 workload.ports=z+,x- workload.vcs=5,1")
                .set("workload.messageBytes=100,1000,600")
                .with("workload.creditsAhead", AHEAD, "workload.threadsPer", threadsPer)
                .settings());
    program = settings.workload().program(settings.run());
  }

  @Test
  void shouldAgreeOnSizesOfPorts() {
    read("port");
    assertEquals(2 * PORTS.length, program.threads());
    for (int stream = 0; stream < PORTS.length; stream++) {
      for (int message = 0; message < 50; message++) {
        assertMessage(stream, PORTS[stream], VCS[message % 2], message, 2 * PORTS[stream]);
      }
    }
  }

  @Test
  void shouldAgreeOnSizesOfVcs() {
    read("vc");
    assertEquals(2 * PORTS.length * VCS.length, program.threads());
    for (int stream = 0; stream < PORTS.length * VCS.length; stream++) {
      for (int message = 0; message < 50; message++) {
        assertMessage(stream, PORTS[stream / 2], VCS[stream % 2], message, 2 * stream);
      }
    }
  }

  /**
   * One credit is ahead on VC 5, none on VC 1 and two on VC 7; VCs 5 and 7 have the messages 0, 3,
   * … and 2, 5, ….
   */
  @Test
  void shouldGiveCreditsAheadOfEachVc() {
    settings =
        TnwSettings.of(
            Case.of(new Tnw())
                .set("workload.vcs=5,1,7 workload.creditsAheadOfVcs=1,0,2")
                .settings());
    program = settings.workload().program(settings.run());
    final StringBuilder text = new StringBuilder();
    for (int step = 0; step < 18; step++) {
      program.operation(0, 1, step, -1, operation);
      if (operation.kind != Kind.NOTHING) {
        text.append(operation.kind).append(' ').append(operation.vc).append(", ");
      }
    }
    assertEquals(
        "CREDIT 5, CREDIT 7, CREDIT 7, AWAIT 5, CREDIT 5, AWAIT 7, CREDIT 7, AWAIT 5, CREDIT 5,"
            + " AWAIT 7, CREDIT 7, ",
        text.toString());
  }

  private void assertMessage(int stream, int port, int vc, int message, int thread) {
    final long creditStep = message < AHEAD ? message : AHEAD + 2L * (message - AHEAD) + 1;
    for (int node = 0; node < settings.grid().routers(); node++) {
      final int packets = PACKETS[Draws.pick(DRAWS.draw(node, message, thread), PACKETS.length)];
      program.operation(node, 2 * stream, 2L * message + 1, -1, operation);
      assertOperation(Kind.SEND, port, vc, packets);
      final int receiver = settings.grid().neighbour(node, port);
      program.operation(receiver, 2 * stream + 1, creditStep, -1, operation);
      assertOperation(Kind.CREDIT, port ^ 1, vc, packets);
    }
  }

  private void assertOperation(Kind kind, int port, int vc, int packets) {
    assertEquals(kind, operation.kind);
    assertEquals(port, operation.port);
    assertEquals(vc, operation.vc);
    assertEquals(packets, operation.amount);
  }
}
