package io.hopwright.models.cascade.aries;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.host.Messages;
import io.hopwright.models.host.Segmenter;
import java.util.List;

/**
 * Messages of a workload, one operation each ({@code docs/models/aries-nic.md}, "Operations").
 * Confined to its partition.
 *
 * @param messages messages by rank of a node
 * @param lines lines of messages that are block transfers; null if there are none
 */
public record AriesMessages(
    AriesWorkload workload,
    List<Messages> messages,
    CommandQueues commands,
    Segmenter segments,
    MessageLines lines)
    implements AriesCommands {
  @Override
  public int ranks() {
    return workload.ranks();
  }

  @Override
  public boolean uses(AriesOperation operation) {
    return workload.operation() == operation;
  }

  @Override
  public boolean takesCores() {
    return true;
  }

  @Override
  public long birth(int queue) {
    return commands.birth(queue);
  }

  @Override
  public AriesOperation operation(int queue) {
    return workload.operation();
  }

  @Override
  public int destination(int queue) {
    return commands.destination(queue);
  }

  @Override
  public long sequence(int queue) {
    return commands.segment(queue);
  }

  @Override
  public int data(int queue) {
    return commands.data(queue);
  }

  @Override
  public boolean endsOperation(int queue) {
    return commands.endsMessage(queue);
  }

  @Override
  public long number(long lastSequence) {
    return segments.message(lastSequence);
  }

  @Override
  public int operationBytes(int node, long number) {
    return messages.get((int) (number % workload.ranks())).bytes(node, number);
  }

  @Override
  public long address(long id, int packet) {
    final long sequence = CascadePacketId.sequence(id);
    final long message = segments.message(sequence);
    return workload.address(
        CascadePacketId.requester(id), message, sequence - segments.firstSegment(message));
  }

  @Override
  public void issued(int nic, int queue, int packet, int transaction, long tick) {
    commands.next(queue, tick);
  }

  @Override
  public void write(int queue, int channel, long tick) {
    lines.add(channel, commands, queue);
    commands.nextMessage(queue, tick);
  }

  @Override
  public void close(int queue) {
    commands.close(queue);
  }

  @Override
  public int active() {
    return commands.active() + (lines == null ? 0 : lines.active());
  }
}
