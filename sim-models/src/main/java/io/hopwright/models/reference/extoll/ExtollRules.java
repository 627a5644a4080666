package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.extoll.ExtollTables.Dateline;

/** Rules of {@code docs/models/extoll.md} that tests replace by wrong ones. Immutable. */
class ExtollRules {
  /** Returns what becomes of d in the first link of a dimension. */
  Dateline turned() {
    return Dateline.ZERO;
  }

  /** Returns what becomes of d on the link that closes a ring. */
  Dateline crossed() {
    return Dateline.ONE;
  }

  /** Returns the cells that a packet takes of a buffer. */
  int chargeCells(int cells) {
    return cells;
  }

  /** Returns the number of an attempt's draw. */
  long errorNumber(long attempt, long packet) {
    return attempt;
  }

  /** Returns whether a unit has room again as soon as a packet is whole in it. */
  boolean freesRoomAtDelivery() {
    return false;
  }

  /** Returns whether a get request keeps its place until it is answered. */
  boolean keepsPlaceUntilAnswered() {
    return true;
  }

  /** Returns whether a requester is notified only when the last packet is issued. */
  boolean tellsRequesterAfterIssue() {
    return true;
  }

  /** Returns whether the entry of the queue is written before the interrupt. */
  boolean writesEntryBeforeInterrupt() {
    return true;
  }

  /** Returns the bytes of the lines of a message by VELO. */
  int mailBytes(int bytes) {
    return 8 + bytes;
  }

  /** Returns whether lines of a node keep their distance from those of the message before. */
  boolean pacesLines() {
    return true;
  }

  /** Returns whether a message by VELO is a post until its packet is issued. */
  boolean keepsPostUntilIssue() {
    return true;
  }

  /** Returns whether the last data of a rendezvous are reported by the notification behind them. */
  boolean tellsOfDataByNotification() {
    return true;
  }

  /** Returns whether a get behind a put says that this is complete. */
  boolean followsPutsByGets() {
    return true;
  }

  /** Returns whether a status of 0 is read again. */
  boolean readsStatusAgain() {
    return true;
  }
}
