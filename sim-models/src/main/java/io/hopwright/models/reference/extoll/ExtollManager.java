package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.extoll.ExtollMessage.Note;
import io.hopwright.models.reference.extoll.ExtollOperation.Await;
import io.hopwright.models.reference.extoll.ExtollOperation.News;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;

/** Resource manager (section "Assignment"). Confined to the thread of its machine. */
final class ExtollManager implements Iterator<ExtollOperation> {
  private static final int MAIL_BYTES = 8;

  private final int wanted;
  private final TreeSet<Integer> free = new TreeSet<>();
  private final Set<Integer> used = new HashSet<>();

  /** Hosts that have asked and have got nothing yet. */
  private final Deque<Integer> asking = new ArrayDeque<>();

  private final Deque<ExtollOperation> next = new ArrayDeque<>();

  /** Accelerators that have not come back yet, those of all rounds. */
  private long out;

  ExtollManager(ExtollParameters parameters, ReferenceExtollTopology topology) {
    wanted = parameters.wanted;
    for (int node = 0; node < topology.accelerators(); node++) {
      free.add(node);
    }
    final long others = (long) topology.nodes() - topology.accelerators() - 1;
    out = others * parameters.messages * wanted;
  }

  private void take(ExtollMessage mail) {
    if (mail.note() == null) {
      asking.add(mail.source());
    } else {
      free.add(mail.note().accelerator());
      out--;
    }
    while (!asking.isEmpty() && free.size() >= wanted) {
      final int host = asking.remove();
      for (int i = 0; i < wanted; i++) {
        final int accelerator = free.pollFirst();
        final Note grant = new Note(accelerator, used.add(accelerator));
        next.add(new ExtollOperation.Velo(host, 0, MAIL_BYTES, grant));
      }
    }
  }

  @Override
  public boolean hasNext() {
    return out > 0 || !next.isEmpty();
  }

  @Override
  public ExtollOperation next() {
    if (!hasNext()) {
      throw new NoSuchElementException("all have come back");
    }
    return next.isEmpty() ? new Await(News.MAIL, this::take) : next.remove();
  }
}
