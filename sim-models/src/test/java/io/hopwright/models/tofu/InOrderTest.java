package io.hopwright.models.tofu;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Window;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.switching.crossbar.SwitchState;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.tofu.network.TofuCounter;
import io.hopwright.models.tofu.network.TofuPacketId;
import io.hopwright.models.tofu.network.TofuPaths;
import io.hopwright.models.tofu.network.TofuRouteWord;
import io.hopwright.models.tofu.network.TofuRouting;
import io.hopwright.models.tofu.tni.SyntheticCommands;
import io.hopwright.models.tofu.tni.TniCommands;
import io.hopwright.models.tofu.tni.TniOperation;
import io.hopwright.models.tofu.tni.TniTraffic;
import io.hopwright.models.tofu.tni.Tnis;
import io.hopwright.models.topology.Tofu6D;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets of a stream to one node over one path arrive in the order in which they were sent. */
class InOrderTest {
  private static final Case MACHINE =
      Case.of(new Tofu()).set("machine.shape=4x3x1 partition.shape=4x3x1 workload.load=saturated");

  /** Common properties of packets that take one path into one interface. */
  private record Way(int requester, int target, int packetClass, int stream, int path) {}

  /** Records the packets that choose an output to an interface, in order. */
  private static final class Watched implements Routing {
    private final Routing routing;
    private final PacketPool pool;
    private final Vc vcs;
    private final TofuPacketId ids;
    private final Map<Way, Long> latest = new HashMap<>();
    private long followed;

    Watched(Routing routing, PacketPool pool, CrossbarDesign design, Tofu6D machine) {
      ids = new TofuPacketId(machine);
      this.routing = routing;
      this.pool = pool;
      vcs = new Vc(design);
    }

    @Override
    public void tick(long tick) {
      routing.tick(tick);
    }

    @Override
    public int route(int router, int input, int packet, long tick) {
      final int choice = routing.route(router, input, packet, tick);
      if (vcs.port(choice) >= Tofu6D.PORTS) {
        final long id = pool.first(packet);
        final long word = pool.third(packet);
        final Way way =
            new Way(
                ids.requester(id),
                ids.target(id),
                ids.packetClass(id),
                TofuRouteWord.stream(word),
                TofuRouteWord.path(word));
        final Long before = latest.put(way, ids.sequence(id));
        assertTrue(before == null || before < ids.sequence(id), () -> way + " overtaken");
        followed += before == null ? 0 : 1;
      }
      return choice;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workload.kind=permutation workload.messageBytes=1920,8,6000",
        "workload.kind=permutation workload.operation=get workload.queues=3",
        "workload.kind=uniform router.path=random workload.messageBytes=6000",
        "workload.kind=incast workload.operation=armw router.path=destination",
        "workload.kind=neighbours machine.generation=tofu workload.operation=get router.path=random"
      })
  void shouldNeverOvertake(String settings) {
    final TofuSettings model = TofuSettings.of(MACHINE.set(settings).settings());
    final Tofu6D machine = model.topology().machine();
    final CrossbarDesign design = model.router();
    final TniTraffic traffic = model.workload().traffic(model.run());
    final int[] nodes = model.map().routersOf(0);
    final CommandQueues queues = new CommandQueues(traffic.messages(), traffic.segments(), nodes);
    final Measures<Totals> measures =
        new Measures<>(model.run().interval(), TofuCounter.SIZE, Totals::new, queues);
    final Watched[] watched = new Watched[1];
    final CrossbarPartition<Tnis> partition =
        new CrossbarPartition<>(
            design,
            machine,
            model.map(),
            0,
            new CrossbarPartition.Parts<Tnis>() {
              @Override
              public Routing routing(SwitchState switches, PacketPool pool) {
                final Routing routing =
                    new TofuRouting(machine, new TofuPaths(machine), model.map(), 0, design, pool);
                watched[0] = new Watched(routing, pool, design, machine);
                return watched[0];
              }

              @Override
              public Tnis endpoints(Site site) {
                final TniCommands commands = new SyntheticCommands(queues, TniOperation.PUT);
                return new Tnis(model.node(), traffic, commands, site);
              }
            },
            new PortStatistics(design, nodes, false, false),
            measures,
            1_000);
    partition.simulate(new Window(0, 0, 20_000), new EventBatch[0]);
    assertTrue(watched[0].followed > 1_000, settings);
  }
}
