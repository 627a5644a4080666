package io.hopwright.models.reference.pcie;

/** Rules of {@code docs/models/pcie.md} that tests replace by wrong ones. Immutable. */
class PcieRules {
  /** Words behind {@code qpi}: "131,072" bytes. */
  private static final int QPI_WORDS = 131_072 / 4;

  /** Returns whether the hop that closes a ring leads to the second VC. */
  boolean crossesDateline() {
    return true;
  }

  /** Returns whether caps of roots count for packets of memories, too. */
  boolean capsMemories() {
    return false;
  }

  /**
   * Returns the words of a buffer behind QPI.
   *
   * @param others those of all other buffers
   */
  int qpiWords(int others) {
    return QPI_WORDS;
  }

  /** Returns whether a request is outstanding until it is answered in full. */
  boolean waitsForTheWholeAnswer() {
    return true;
  }

  /** Returns whether the launch counts for the first chunk of a message only. */
  boolean launchesMessages() {
    return true;
  }

  /** Returns whether a chunk keeps its buffer until the target has read it. */
  boolean keepsBuffers() {
    return true;
  }

  /** Returns whether a packet goes on before it is whole. */
  boolean cutsThrough() {
    return true;
  }

  /** Returns whether a chunk opens only when the one before it has all been issued. */
  boolean opensInTurn() {
    return true;
  }
}
