package io.hopwright.models.reference.messaging;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Ranks of a job that perform a collective together by hardware (section "Collectives by hardware"
 * of the page).
 */
public final class ReferenceCommunicator {
  /** "The members of a group in their order". */
  final List<ReferenceRank> members;

  private final int job;

  /** Among those of its job. */
  private final int number;

  /** Joins that are not complete, by node. */
  private final Map<Integer, List<ReferenceRequest>> joined = new HashMap<>();

  private boolean lowestHasCome;

  ReferenceCommunicator(int job, int number, List<ReferenceRank> members) {
    this.job = job;
    this.number = number;
    this.members = List.copyOf(members);
  }

  /** Returns the nodes of its members, "each once, in order of their first member". */
  public List<Integer> nodes() {
    return nodesOfMembers().stream().distinct().toList();
  }

  /** Returns the node of each member, in their order. */
  public List<Integer> nodesOfMembers() {
    return members.stream().map(rank -> rank.node).toList();
  }

  boolean background() {
    return members.get(0).job.background();
  }

  int number() {
    return number;
  }

  boolean isOf(int ofJob, List<Integer> ranks) {
    return job == ofJob
        && IntStream.range(0, members.size())
            .mapToObj(i -> members.get(i).rank)
            .toList()
            .equals(ranks);
  }

  int lowest() {
    return members.stream().mapToInt(rank -> rank.rank).min().orElseThrow();
  }

  /** {@code s}: its members on a node. */
  long membersOn(int node) {
    return members.stream().filter(rank -> rank.node == node).count();
  }

  /** Returns whether its lowest rank comes to it for the first time, now. */
  boolean isFirst() {
    final boolean first = !lowestHasCome;
    lowestHasCome = true;
    return first;
  }

  /** Notes a join; returns whether it is the last of its node. */
  boolean join(ReferenceRequest request) {
    final int node = request.rank.node;
    final List<ReferenceRequest> ofNode = joined.computeIfAbsent(node, any -> new ArrayList<>());
    if (ofNode.stream().anyMatch(one -> one.rank == request.rank)) {
      throw new IllegalStateException(request.rank + " joins " + this + " before it was through");
    }
    ofNode.add(request);
    return ofNode.size() == membersOn(node);
  }

  /** Takes out the joins of a node, all of which have come. */
  List<ReferenceRequest> takeJoined(int node) {
    return joined.remove(node);
  }

  @Override
  public String toString() {
    return "communicator " + number + " of job " + job + ", " + members.size() + " ranks";
  }
}
