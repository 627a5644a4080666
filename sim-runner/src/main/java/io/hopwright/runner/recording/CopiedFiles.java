package io.hopwright.runner.recording;

import io.hopwright.partition.copies.CopyLabel;
import io.hopwright.partition.copies.CopySource;
import io.hopwright.runner.results.StoredDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Files of a complete checkpoint that are copied: the states of partitions by their numbers, then
 * {@code run.json}. The file {@code COMPLETE} is not copied, because the label of the copy contains
 * its text.
 *
 * @param directory directory of the checkpoint
 */
record CopiedFiles(Path directory, CopyLabel label) implements CopySource {
  /**
   * Returns the files of a checkpoint.
   *
   * @param name name of the run
   */
  static CopiedFiles of(Path directory, String name) throws IOException {
    final Path document = directory.resolve(CheckpointStore.DOCUMENT);
    final StoredDocument about =
        StoredDocument.find(document)
            .orElseThrow(() -> new IOException(document + " is missing or damaged"));
    final List<Long> bytes = new ArrayList<>();
    final int partitions = about.list(StoredCheckpoint.FILES).size();
    for (int partition = 0; partition < partitions; partition++) {
      bytes.add(Files.size(directory.resolve(StoredCheckpoint.file(partition))));
    }
    bytes.add(Files.size(document));
    final String sha256 =
        Files.readString(directory.resolve(CheckpointStore.COMPLETE), StandardCharsets.ISO_8859_1);
    try {
      return new CopiedFiles(
          directory,
          new CopyLabel(name, Long.parseLong(directory.getFileName().toString()), sha256, bytes));
    } catch (IllegalArgumentException e) {
      throw new IOException(directory + ": " + e.getMessage(), e);
    }
  }

  @Override
  public InputStream open(int file) throws IOException {
    return Files.newInputStream(directory.resolve(name(label, file)));
  }

  /** Returns the name of a file of a copy. */
  static String name(CopyLabel label, int file) {
    return file == label.fileBytes().size() - 1
        ? CheckpointStore.DOCUMENT
        : StoredCheckpoint.file(file);
  }
}
