package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.extoll.ExtollMessage.Note;
import io.hopwright.models.reference.extoll.ExtollOperation.Await;
import io.hopwright.models.reference.extoll.ExtollOperation.Compute;
import io.hopwright.models.reference.extoll.ExtollOperation.News;
import io.hopwright.models.reference.extoll.ExtollOperation.Register;
import io.hopwright.models.reference.extoll.ExtollOperation.Velo;
import io.hopwright.models.reference.extoll.ExtollOperation.Write;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.IntFunction;

/**
 * Host that requests accelerators (section "Assignment"). Confined to the thread of its machine.
 */
final class ExtollTenant implements Iterator<ExtollOperation> {
  private static final int MAIL_BYTES = 8;

  private final ExtollParameters parameters;
  private final int manager;
  private final IntFunction<List<ExtollOperation>> enumeration;
  private final Deque<ExtollOperation> next = new ArrayDeque<>();
  private final List<Note> granted = new ArrayList<>();
  private int rounds;

  ExtollTenant(
      ExtollParameters parameters, int manager, IntFunction<List<ExtollOperation>> enumeration) {
    this.parameters = parameters;
    this.manager = manager;
    this.enumeration = enumeration;
  }

  private void ask() {
    rounds++;
    next.add(new Velo(manager, 0, MAIL_BYTES, null));
    for (int i = 0; i < parameters.wanted; i++) {
      next.add(new Await(News.MAIL, mail -> take(mail.note())));
    }
  }

  private void take(Note grant) {
    granted.add(grant);
    if (granted.size() < parameters.wanted) {
      return;
    }
    for (final Note each : granted) {
      next.addAll(
          each.first()
              ? enumeration.apply(each.accelerator())
              : List.of(new Write(each.accelerator(), Register.OTHER)));
    }
    next.add(new Compute(parameters.holdTicks));
    for (final Note each : granted) {
      next.add(new Velo(manager, 0, MAIL_BYTES, each));
    }
    granted.clear();
  }

  @Override
  public boolean hasNext() {
    return rounds < parameters.messages || !next.isEmpty();
  }

  @Override
  public ExtollOperation next() {
    if (!hasNext()) {
      throw new NoSuchElementException("all rounds are over");
    }
    if (next.isEmpty()) {
      ask();
    }
    return next.remove();
  }
}
