package io.hopwright.partition.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Props;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.core.window.Peers;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.Standing;
import io.hopwright.core.window.Window;
import io.hopwright.core.window.WindowedRun;
import io.hopwright.partition.Team;
import io.hopwright.partition.wire.WindowReader;
import io.hopwright.partition.wire.WindowWriter;
import io.hopwright.partition.wire.proto.WindowPart;
import io.hopwright.partition.wire.proto.WireMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Part of this JVM in one run: its partitions, the messages to other members, and those from them.
 *
 * @param <P> the model's partition
 */
final class Participation<P extends Partition> implements Peers {
  /** Half of a window below which a second message for it would cost too much. */
  private static final long SHORT_NANOS = 500_000;

  private final int number;
  private final ClusterNode node;
  private final WindowedRun<P> run;
  private final Team team;
  private final StateTraffic states;
  private final Map<Integer, WindowReader> readers = new HashMap<>();
  private final List<WindowWriter> writers = new ArrayList<>();
  private ActorRef<Team.Order> parent;

  /**
   * Prepares to take part.
   *
   * @param number of the run
   * @param states takes the states of the partitions of this JVM
   * @param member number of this JVM
   * @param others the other members
   * @param from where the run stood when it is begun
   */
  Participation(
      int number,
      ClusterNode node,
      Simulation<P> simulation,
      RunMonitor monitor,
      StateTraffic states,
      PartitionPlacement placement,
      int member,
      List<Peer> others,
      SavedRun from) {
    this.number = number;
    this.node = node;
    this.states = states;
    run = new WindowedRun<>(simulation, monitor, states, placement, member, this, from);
    team = new Team(run);
    for (Peer peer : others) {
      final int other = peer.number();
      readers.put(
          other,
          new WindowReader(
              run.inbound(other), number, other, from.last(), new News(run, team, other)));
      writers.add(
          new WindowWriter(
              number,
              run.outbound(other),
              SHORT_NANOS,
              part -> peer.send(WireMessage.newBuilder().setWindowPart(part))));
    }
  }

  @Override
  public void through(int partition, Window window) {
    writers.forEach(writer -> writer.through(partition, window));
  }

  @Override
  public void send(Standing mine) {
    writers.forEach(writer -> writer.close(mine));
  }

  /** Notices about the progress of another member, as the run receives them. */
  private record News(WindowedRun<?> run, Team team, int from) implements WindowReader.Listener {
    @Override
    public void through(int partition, long window) {
      run.through(partition, window, team::simulate);
    }

    @Override
    public void arrived(Standing standing) {
      if (run.arrived(from, standing)) {
        team.goOn();
      }
    }
  }

  /** Starts the actors, which wait for {@link #begin}. */
  void spawn() {
    parent = node.spawn(team.parent(), "run-" + number, Props.empty());
  }

  /** Starts building the partitions; the windows follow by themselves. */
  void begin() {
    parent.tell(Team.Order.BEGIN);
  }

  /** Receives a part of a member's window. */
  void accept(int from, WindowPart part) {
    readers.get(from).accept(part);
  }

  /** Stops the actors when nothing more will be simulated. */
  void stop() {
    parent.tell(Team.Order.STOP);
  }

  StateTraffic states() {
    return states;
  }

  WindowedRun<P> run() {
    return run;
  }

  Team team() {
    return team;
  }
}
