package io.hopwright.models.program.calls;

import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.calls.CallLog.Kind;
import io.hopwright.models.program.calls.CommunicatorTable.Made;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages of which one half is kept and the other is left out. The {@code k}-th send of a channel
 * belongs to its {@code k}-th receive. Immutable once complete.
 */
final class HalfMessages {
  private static final HalfMessages NONE = new HalfMessages(0);

  private final BitSet[] entries;

  /** Messages that cannot overtake each other. */
  private record Channel(int communicator, int source, int destination, int tag) {}

  /** One end of a channel. */
  private static final class End {
    private final BitSet leftOut = new BitSet();
    private int messages;
  }

  private HalfMessages(int ranks) {
    entries = new BitSet[ranks];
  }

  /**
   * Finds the messages.
   *
   * @throws ProgramException if the other half of a receive is not known
   */
  static HalfMessages of(List<CallLog> logs, CommunicatorTable communicators) {
    if (logs.stream().noneMatch(HalfMessages::leavesMessagesOut)) {
      return NONE;
    }
    final Map<Channel, End> sends = new HashMap<>();
    final Map<Channel, End> receives = new HashMap<>();
    for (int rank = 0; rank < logs.size(); rank++) {
      final CallLog log = logs.get(rank);
      for (int entry = 0; entry < log.count(); entry++) {
        if (isMessage(log, entry)) {
          final Map<Channel, End> ends = log.kind(entry) == Kind.SEND ? sends : receives;
          final End end =
              ends.computeIfAbsent(channel(rank, log, entry, communicators), unseen -> new End());
          end.leftOut.set(end.messages++, log.isLeftOut(entry));
        }
      }
    }
    final HalfMessages found = new HalfMessages(logs.size());
    for (int rank = 0; rank < logs.size(); rank++) {
      found.entries[rank] = found.of(rank, logs.get(rank), communicators, sends, receives);
    }
    return found;
  }

  private BitSet of(
      int rank,
      CallLog log,
      CommunicatorTable communicators,
      Map<Channel, End> sends,
      Map<Channel, End> receives) {
    final BitSet halves = new BitSet();
    final Map<Channel, Integer> sent = new HashMap<>();
    final Map<Channel, Integer> received = new HashMap<>();
    for (int entry = 0; entry < log.count(); entry++) {
      if (isMessage(log, entry)) {
        final boolean send = log.kind(entry) == Kind.SEND;
        final Channel channel = channel(rank, log, entry, communicators);
        final int number = (send ? sent : received).merge(channel, 1, Integer::sum) - 1;
        final End other = (send ? receives : sends).get(channel);
        halves.set(entry, !log.isLeftOut(entry) && other != null && other.leftOut.get(number));
      }
    }
    return halves;
  }

  private static boolean isMessage(CallLog log, int entry) {
    return log.kind(entry) == Kind.SEND || log.kind(entry) == Kind.RECEIVE;
  }

  private static boolean leavesMessagesOut(CallLog log) {
    if (log.leavesSomeOut()) {
      for (int entry = 0; entry < log.count(); entry++) {
        if (log.isLeftOut(entry) && isMessage(log, entry)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Channel channel(
      int rank, CallLog log, int entry, CommunicatorTable communicators) {
    final Made made = communicators.of(rank, log, entry);
    final int peer = log.peer(entry);
    if (peer == CallLog.ANY || log.tag(entry) == CallLog.ANY) {
      throw new ProgramException(
          log.at(entry)
              + ": receives from any source or with any tag, but the trace does not record"
              + " which message arrived. So the messages of a part of the trace are"
              + " unknown; use the whole trace");
    }
    final int other = made.rank(peer, log, entry);
    final boolean send = log.kind(entry) == Kind.SEND;
    return new Channel(made.number, send ? rank : other, send ? other : rank, log.tag(entry));
  }

  /** Returns whether an entry of a rank is such a message. */
  boolean has(int rank, int entry) {
    return entries.length > 0 && entries[rank].get(entry);
  }
}
