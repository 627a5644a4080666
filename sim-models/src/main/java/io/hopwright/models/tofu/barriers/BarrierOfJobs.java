package io.hopwright.models.tofu.barriers;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.Communicators;
import io.hopwright.models.tofu.network.Generation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Barriers of jobs: one channel of each node of each communicator of several nodes, by recursive
 * doubling for 2ⁿ nodes and otherwise by a binary tree ({@code docs/models/tofu.md}, "Barriers of
 * jobs"). Participants are all nodes of the machine. Channel {@code k} of a node belongs to the
 * communicator with index {@code k} at the node; its relays have the same numbers on all nodes.
 *
 * <p>Immutable; safe for any thread; 8 B for each node of each communicator.
 */
public final class BarrierOfJobs extends BarrierPlan {
  private final Communicators communicators;
  private final Map<Integer, BarrierPlan> shapes = new HashMap<>();

  /** First relay of each channel; channel of each gate. */
  private final int[] firstRelay;

  private final int[] channelOf;

  /**
   * Shape of each communicator; channel of each node, by communicator and position of the node in
   * it.
   */
  private final BarrierPlan[] shapeOf;

  private final int[][] channelsOf;

  /** First of each node's indexes in communicators; the indexes, by channel. */
  private final int[] first;

  private final int[] places;

  private BarrierOfJobs(
      Communicators communicators, List<Integer> tnis, int[] relays, int[] first, int... places) {
    super(relays.length, tnis);
    this.communicators = communicators;
    this.first = first;
    this.places = places;
    firstRelay = new int[relays.length];
    channelOf = new int[gates()];
    int gate = relays.length;
    for (int channel = 0; channel < relays.length; channel++) {
      channelOf[channel] = channel;
      firstRelay[channel] = gate;
      for (int relay = 0; relay < relays[channel]; relay++) {
        channelOf[gate++] = channel;
      }
    }
    shapeOf = new BarrierPlan[communicators.count()];
    channelsOf = new int[communicators.count()][];
    for (int number = 0; number < shapeOf.length; number++) {
      final int[] nodes = communicators.nodes(number);
      if (nodes.length > 1) {
        shapeOf[number] = shapes.computeIfAbsent(nodes.length, BarrierOfJobs::shape);
        channelsOf[number] = new int[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
          channelsOf[number][i] = communicators.place(nodes[i], number);
          places[first[nodes[i]] + channelsOf[number][i]] = i;
        }
      }
    }
  }

  private static BarrierPlan shape(int nodes) {
    return Integer.bitCount(nodes) == 1 ? new BarrierButterfly(nodes) : new BarrierTree(nodes);
  }

  /**
   * Returns the plan of some communicators, or null if none of them has several nodes.
   *
   * @throws SettingsException naming a node that has too few channels or gates
   */
  public static BarrierOfJobs of(Communicators communicators, Generation generation, int nodes) {
    final int[] first = new int[nodes + 1];
    int channels = 0;
    for (int node = 0; node < nodes; node++) {
      check(communicators, generation, node);
      first[node + 1] = first[node] + communicators.several(node);
      channels = Math.max(channels, communicators.several(node));
    }
    if (channels == 0) {
      return null;
    }
    final int[] relays = new int[channels];
    for (int node = 0; node < nodes; node++) {
      for (int channel = 0; channel < communicators.several(node); channel++) {
        relays[channel] = Math.max(relays[channel], gates(communicators, node, channel) - 1);
      }
    }
    final List<Integer> tnis = new ArrayList<>();
    for (int channel = 0; channel < channels; channel++) {
      tnis.add(channel % generation.barrierTnis());
    }
    for (int channel = 0; channel < channels; channel++) {
      for (int relay = 0; relay < relays[channel]; relay++) {
        tnis.add(channel % generation.barrierTnis());
      }
    }
    return new BarrierOfJobs(communicators, tnis, relays, first, new int[first[nodes]]);
  }

  private static int gates(Communicators communicators, int node, int channel) {
    return shape(communicators.nodes(communicators.number(node, channel)).length).gates();
  }

  private static void check(Communicators communicators, Generation generation, int node) {
    final int[] channels = new int[generation.barrierTnis()];
    final int[] gates = new int[generation.barrierTnis()];
    for (int channel = 0; channel < communicators.several(node); channel++) {
      channels[channel % channels.length]++;
      gates[channel % gates.length] += gates(communicators, node, channel);
    }
    final int mostChannels = generation.barrierChannelsPerNode() / channels.length;
    final int mostGates = generation.barrierGatesPerNode() / gates.length;
    for (int tni = 0; tni < channels.length; tni++) {
      if (channels[tni] > mostChannels || gates[tni] > mostGates) {
        throw new SettingsException(
            "collectives.barrier",
            ("is hardware for %s groups of ranks with a rank on node %s, whose interface %s"
                    + " needs %s barrier channels and %s gates for them, above its %s and %s; use"
                    + " hardware for fewer groups, and auto for others")
                .formatted(
                    communicators.several(node),
                    node,
                    tni,
                    channels[tni],
                    gates[tni],
                    mostChannels,
                    mostGates));
      }
    }
  }

  private int relay(int gate) {
    return gate < channels() ? 0 : gate - firstRelay[channelOf[gate]] + 1;
  }

  @Override
  int inputs(int node, int gate) {
    final int channel = channelOf[gate];
    return shapeOf[communicators.number(node, channel)].inputs(
        places[first[node] + channel], relay(gate));
  }

  @Override
  long target(int node, int gate, int output) {
    final int channel = channelOf[gate];
    final int number = communicators.number(node, channel);
    final long target = shapeOf[number].target(places[first[node] + channel], relay(gate), output);
    if (target == NONE) {
      return NONE;
    }
    final int there = participant(target);
    final int port = port(target);
    final int itsChannel = channelsOf[number][there];
    final int relay = port / MOST;
    return to(
        communicators.nodes(number)[there],
        relay == 0 ? itsChannel : firstRelay[itsChannel] + relay - 1,
        port % MOST);
  }
}
