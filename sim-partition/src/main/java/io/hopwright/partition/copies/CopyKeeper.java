package io.hopwright.partition.copies;

import java.io.IOException;
import java.util.List;

/** Place of copies of checkpoints. */
public interface CopyKeeper {
  /** Keeps none. */
  CopyKeeper NONE =
      new CopyKeeper() {
        @Override
        public boolean keeps() {
          return false;
        }

        @Override
        public List<Kept> kept() {
          return List.of();
        }

        @Override
        public boolean has(CopyLabel label) {
          return false;
        }

        @Override
        public CopySink begin(CopyLabel label) throws IOException {
          throw new IOException("keeps no copies");
        }

        @Override
        public CopySource open(String name, long tick) throws IOException {
          throw new IOException("keeps no copies");
        }

        @Override
        public void remove(String name) {
          // There are none.
        }
      };

  /**
   * Copy that is kept.
   *
   * @param name name of the run
   * @param run identity of the run
   * @param tick tick of the checkpoint
   * @param writtenMillis when the seed wrote it, by its clock, in milliseconds since 1970
   */
  record Kept(String name, String run, long tick, long writtenMillis) {}

  /** Returns whether copies are kept. */
  boolean keeps();

  /** Returns the complete copies. */
  List<Kept> kept();

  /** Returns whether a copy is here already, complete. */
  boolean has(CopyLabel label) throws IOException;

  /** Begins a copy. */
  CopySink begin(CopyLabel label) throws IOException;

  /** Opens a copy that is kept. */
  CopySource open(String name, long tick) throws IOException;

  /** Removes all copies of a run. */
  void remove(String name) throws IOException;
}
