package io.hopwright.models.reference.extoll;

import java.util.ArrayDeque;
import java.util.Deque;

/** The queue of VELO messages of the ranks of a node (section "By VELO" of section "Programs"). */
final class ExtollMailer {
  private final ExtollNic nic;
  private final Deque<ExtollMessage> queue = new ArrayDeque<>();

  /** Lines of the first message that have joined. */
  private int lines;

  private long nextLineTick;

  ExtollMailer(ExtollNic nic) {
    this.nic = nic;
  }

  void add(ExtollMessage message) {
    queue.add(message);
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Lets lines join as far as they may. */
  void join() {
    if (queue.isEmpty()) {
      return;
    }
    if (nextLineTick > nic.now()) {
      nic.wake(nextLineTick);
      return;
    }
    if (lines == 0 && nic.posts >= nic.parameters().posted) {
      return;
    }
    nic.posts += lines == 0 ? 1 : 0;
    lines++;
    final ExtollMessage message = queue.element();
    final boolean last = lines == ExtollThread.mailLines(nic.rules().mailBytes(message.bytes()));
    nic.pcie.post(ExtollThread.LINE_BYTES, last ? () -> nic.sendMail(message) : () -> {});
    if (last) {
      queue.remove();
      lines = 0;
      nic.posts -= nic.rules().keepsPostUntilIssue() ? 0 : 1;
    }
    final boolean paced = !last || nic.rules().pacesLines();
    nextLineTick = nic.now() + (paced ? nic.parameters().lineTicks : 1);
    if (!queue.isEmpty()) {
      nic.wake(nextLineTick);
    }
  }
}
