package io.hopwright.models.topology.files;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Format of a file that describes a network. */
public enum Format {
  /** Own text format. */
  OWN("own", true, "own text file"),
  /** Edge list, plain or with columns. */
  EDGE_LIST("edge-list", true, "edge list, plain or with columns"),
  /** BookSim anynet file. */
  ANYNET("anynet", true, "anynet file of BookSim"),
  /** GraphML. */
  GRAPHML("graphml", true, "GraphML"),
  /** Fat tree of htsim. */
  TOPO("topo", false, "fat tree of htsim"),
  /** Topology text of ns-3, HPCC, SimAI and ASTRA-sim. */
  NS3("ns3", false, "topology text of ns-3, HPCC, SimAI and ASTRA-sim"),
  /** Network file of ASTRA-sim. */
  ASTRA("astra", false, "network file of ASTRA-sim, a building block per dimension"),
  /** Output of the generator Inet. */
  INET("inet", false, "output of the generator Inet: nodes with positions, then links"),
  /** Two binary files of a CODES dragonfly. */
  CODES("codes", false, "two binary files of a CODES dragonfly");

  private final String word;
  private final boolean writable;
  private final String meaning;

  Format(String word, boolean writable, String meaning) {
    this.word = word;
    this.writable = writable;
    this.meaning = meaning;
  }

  /** Returns the meaning in one phrase. */
  public String meaning() {
    return meaning;
  }

  /** Returns the word of the format. */
  public String word() {
    return word;
  }

  /** Returns whether networks can be written in it. */
  public boolean isWritable() {
    return writable;
  }

  /** Returns the format with a given word. */
  public static Optional<Format> of(String word) {
    return Arrays.stream(values()).filter(format -> format.word.equals(word)).findFirst();
  }

  /** Returns the words of all formats, or of those that can be written. */
  public static List<String> words(boolean writableOnly) {
    return Arrays.stream(values())
        .filter(format -> format.writable || !writableOnly)
        .map(Format::word)
        .toList();
  }
}
