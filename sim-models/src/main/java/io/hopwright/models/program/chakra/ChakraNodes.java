package io.hopwright.models.program.chakra;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Nodes of the trace of one rank, in the order of its file. Grows with what is read. */
final class ChakraNodes {
  /** Kinds of nodes in the simulation. */
  enum Kind {
    /** Takes no time: metadata, and nodes without a type. */
    NOTHING,
    /** Computes on the processor of the host. */
    HOST,
    /** Computes on the accelerator. */
    ACCELERATOR,
    /** Loads or stores remote memory. */
    MEMORY,
    SEND,
    RECEIVE,
    COLLECTIVE
  }

  /** Name of the file, for messages. */
  final String file;

  /** Lists of ranks by the name of their group. */
  final Map<String, List<Integer>> groups = new HashMap<>();

  int count;
  long[] ids = new long[16];

  /** Positions of the nodes in the file. */
  long[] offsets = new long[16];

  Kind[] kinds = new Kind[16];

  /** Bytes, or microseconds. */
  long[] sizes = new long[16];

  /** Other rank, or the root of a collective. */
  int[] peers = new int[16];

  /** Tag, or the number of the kind of a collective. */
  int[] tags = new int[16];

  /** Name of the group of a collective; null otherwise. */
  String[] groupNames = new String[16];

  /** Index of the first dependency of the next node. */
  int[] ends = new int[16];

  long[] dependencies = new long[16];
  private int used;

  ChakraNodes(String file) {
    this.file = file;
  }

  /** Adds a dependency of the node that is added next. */
  void dependency(long id) {
    if (used == dependencies.length) {
      dependencies = Arrays.copyOf(dependencies, used + used / 2);
    }
    dependencies[used++] = id;
  }

  /** Adds a node. */
  void add(long id, long offset, Kind kind, long size, int peer, int tag, String group) {
    if (count == ids.length) {
      final int more = count + count / 2;
      ids = Arrays.copyOf(ids, more);
      offsets = Arrays.copyOf(offsets, more);
      kinds = Arrays.copyOf(kinds, more);
      sizes = Arrays.copyOf(sizes, more);
      peers = Arrays.copyOf(peers, more);
      tags = Arrays.copyOf(tags, more);
      groupNames = Arrays.copyOf(groupNames, more);
      ends = Arrays.copyOf(ends, more);
    }
    ids[count] = id;
    offsets[count] = offset;
    kinds[count] = kind;
    sizes[count] = size;
    peers[count] = peer;
    tags[count] = tag;
    groupNames[count] = group;
    ends[count++] = used;
  }

  int firstDependency(int node) {
    return node == 0 ? 0 : ends[node - 1];
  }

  /** Returns how messages name a node. */
  String at(int node) {
    return "%s, byte %s: node %s".formatted(file, offsets[node], Long.toUnsignedString(ids[node]));
  }
}
