package io.hopwright.models.program.chakra;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.chakra.ChakraNodes.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reader of the messages of one file: {@code GlobalMetadata}, then one {@code Node} after the
 * other, each preceded by its length. Reads the fields that are used here and skips all others.
 * Confined to one thread.
 */
final class NodeReader {
  /** The most microseconds of a node: 10⁶ s, as ps below 2⁶³. */
  private static final long MOST_MICROSECONDS = 1_000_000_000_000L;

  /** Tags from here on are those of collectives. */
  static final int MOST_TAGS = OperationGraph.COLLECTIVE_TAGS;

  private static final int LONGEST_MESSAGE = 1 << 26;
  private static final int LONGEST_NAME = 64;
  private static final int LONGEST_ATTRIBUTE = 12;
  private static final int LONGEST_GROUPS = 1 << 24;

  // Fields of a Node.
  private static final int ID = 1;
  private static final int TYPE = 3;
  private static final int CONTROL = 4;
  private static final int DATA = 5;
  private static final int DURATION = 7;
  private static final int INPUTS = 8;
  private static final int ATTRIBUTE = 10;

  // Types of nodes.
  private static final int METADATA = 1;
  private static final int MEMORY_LOAD = 2;
  private static final int MEMORY_STORE = 3;
  private static final int COMPUTE = 4;
  private static final int SEND = 5;
  private static final int RECEIVE = 6;
  private static final int COLLECTIVE = 7;

  // Values of an attribute.
  private static final int NAME = 1;
  private static final int SINT32 = 15;
  private static final int SINT64 = 17;
  private static final int BOOLS = 28;
  private static final int TEXT = 29;

  private static final long UNSET = -1;

  /** Bytes of the buffer. */
  private static final int BUFFER = 1 << 16;

  /** Attributes that are read. */
  private enum Attribute {
    TYPE("comm_type", true),
    SIZE("comm_size", true),
    SOURCE("comm_src", true),
    DESTINATION("comm_dst", true),
    TAG("comm_tag", true),
    ROOT("comm_root", true),
    HOST("is_cpu_op", true),
    GROUP("pg_name", false),
    DIMENSIONS("involved_dim", false),
    OTHER("", false);

    private static final Attribute[] ALL = values();

    private final String name;

    /** Whether its value is a number. */
    private final boolean number;

    Attribute(String name, boolean number) {
      this.name = name;
      this.number = number;
    }

    /** Returns the attribute with the name in the first bytes. */
    static Attribute of(byte[] bytes, int length) {
      for (Attribute one : ALL) {
        if (one.is(bytes, length)) {
          return one;
        }
      }
      return OTHER;
    }

    private boolean is(byte[] bytes, int length) {
      int same = 0;
      while (length == name.length() && same < length && bytes[same] == name.charAt(same)) {
        same++;
      }
      return same == name.length() && same == length;
    }
  }

  private final String name;
  private final CodedInputStream in;
  private final long size;
  private final ChakraNodes nodes;

  /** The name of an attribute. */
  private final byte[] bytes = new byte[LONGEST_ATTRIBUTE];

  /** Bytes before those that the stream counts. */
  private long before;

  // Of the node that is being read.
  private long begin;
  private long id;
  private int type;
  private long duration;
  private long commType;
  private long commSize;
  private long source;
  private long destination;
  private long tag;
  private long root;
  private long host;
  private String group;
  private String inputs;

  private NodeReader(String name, InputStream in, long size) {
    this.name = name;
    this.in = CodedInputStream.newInstance(in, BUFFER);
    this.size = size;
    nodes = new ChakraNodes(name);
  }

  /**
   * Returns the nodes of a file.
   *
   * @throws ProgramException with the error and its byte
   */
  static ChakraNodes read(String name, Path path) throws IOException {
    try (InputStream file = Files.newInputStream(path)) {
      final NodeReader reader = new NodeReader(name, file, Files.size(path));
      reader.readAll();
      return reader.nodes;
    }
  }

  private long at() {
    return before + in.getTotalBytesRead();
  }

  private ProgramException wrong(long where, String what) {
    return new ProgramException("%s, byte %s: %s".formatted(name, where, what));
  }

  private void readAll() throws IOException {
    boolean first = true;
    try {
      while (!in.isAtEnd()) {
        before += in.getTotalBytesRead();
        in.resetSizeCounter();
        begin = at();
        final int length = in.readRawVarint32();
        if (length < 0 || length > LONGEST_MESSAGE || length > size - at()) {
          throw wrong(
              begin,
              ("a message of %s B begins here, but only %s B are left; the file is"
                      + " truncated or not a Chakra trace")
                  .formatted(Integer.toUnsignedString(length), size - at()));
        }
        final int outer = in.pushLimit(length);
        if (first) {
          in.skipRawBytes(length);
        } else {
          readNode();
        }
        in.popLimit(outer);
        first = false;
      }
    } catch (InvalidProtocolBufferException e) {
      throw wrong(
          begin, "is not a message of a Chakra trace (" + e.getMessage() + "); record it again");
    }
  }

  private void readNode() throws IOException {
    id = 0;
    type = 0;
    duration = 0;
    commType = UNSET;
    commSize = UNSET;
    source = UNSET;
    destination = UNSET;
    tag = 0;
    root = 0;
    host = UNSET;
    group = "";
    inputs = "";
    int field = in.readTag();
    while (field != 0) {
      readField(field);
      field = in.readTag();
    }
    add();
  }

  private void readField(int field) throws IOException {
    final boolean number = WireFormat.getTagWireType(field) == WireFormat.WIRETYPE_VARINT;
    final boolean packed = WireFormat.getTagWireType(field) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
    switch (WireFormat.getTagFieldNumber(field)) {
      case ID -> id = number ? in.readUInt64() : skip(field);
      case TYPE -> type = number ? in.readEnum() : (int) skip(field);
      case DURATION -> duration = number ? in.readUInt64() : skip(field);
      case CONTROL, DATA -> {
        if (number) {
          nodes.dependency(in.readUInt64());
        } else if (packed) {
          final int outer = in.pushLimit(length());
          while (in.getBytesUntilLimit() > 0) {
            nodes.dependency(in.readUInt64());
          }
          in.popLimit(outer);
        } else {
          skip(field);
        }
      }
      case INPUTS -> {
        if (packed) {
          inputs();
        } else {
          skip(field);
        }
      }
      case ATTRIBUTE -> {
        if (packed) {
          attribute();
        } else {
          skip(field);
        }
      }
      default -> skip(field);
    }
  }

  private long skip(int field) throws IOException {
    if (!in.skipField(field)) {
      throw wrong(begin, "a group ends without a start; record the trace again");
    }
    return 0;
  }

  /** Returns a length that fits into the rest of the message. */
  private int length() throws IOException {
    final int length = in.readRawVarint32();
    if (length < 0 || length > in.getBytesUntilLimit()) {
      throw wrong(at(), "a field is longer than its node; the file is damaged");
    }
    return length;
  }

  /** Reads the values of the inputs, in which metadata have the groups. */
  private void inputs() throws IOException {
    final int length = length();
    if (type != METADATA || length > LONGEST_GROUPS) {
      in.skipRawBytes(length);
      return;
    }
    final int outer = in.pushLimit(length);
    int field = in.readTag();
    while (field != 0) {
      if (field == (1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
        inputs = new String(in.readRawBytes(length()), StandardCharsets.UTF_8);
      } else {
        skip(field);
      }
      field = in.readTag();
    }
    in.popLimit(outer);
  }

  private void attribute() throws IOException {
    final int outer = in.pushLimit(length());
    Attribute what = Attribute.OTHER;
    int field = in.readTag();
    while (field != 0) {
      final int number = WireFormat.getTagFieldNumber(field);
      final int wire = WireFormat.getTagWireType(field);
      if (number == NAME && wire == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        what = attributeName();
      } else if (number == TEXT
          && wire == WireFormat.WIRETYPE_LENGTH_DELIMITED
          && what == Attribute.GROUP) {
        group = text();
      } else if (number == BOOLS && what == Attribute.DIMENSIONS) {
        dimensions();
      } else if (wire == WireFormat.WIRETYPE_VARINT && what.number) {
        set(
            what,
            switch (number) {
              case SINT32 -> in.readSInt32();
              case SINT64 -> in.readSInt64();
              default -> in.readInt64();
            });
      } else if (wire == WireFormat.WIRETYPE_FIXED32 && what.number) {
        set(what, Integer.toUnsignedLong(in.readFixed32()));
      } else if (wire == WireFormat.WIRETYPE_FIXED64 && what.number) {
        set(what, in.readFixed64());
      } else if (wire == WireFormat.WIRETYPE_VARINT && what == Attribute.GROUP) {
        group = String.valueOf(in.readInt64());
      } else {
        skip(field);
      }
      field = in.readTag();
    }
    in.popLimit(outer);
  }

  private Attribute attributeName() throws IOException {
    final int length = length();
    if (length > bytes.length) {
      in.skipRawBytes(length);
      return Attribute.OTHER;
    }
    for (int i = 0; i < length; i++) {
      bytes[i] = in.readRawByte();
    }
    return Attribute.of(bytes, length);
  }

  private String text() throws IOException {
    final int length = length();
    if (length > LONGEST_NAME) {
      in.skipRawBytes(length);
      return "";
    }
    return new String(in.readRawBytes(length), StandardCharsets.UTF_8);
  }

  /** Refuses a collective along some dimensions of a network, which is not known here. */
  private void dimensions() throws IOException {
    final int outer = in.pushLimit(length());
    while (in.getBytesUntilLimit() > 0) {
      final int field = in.readTag();
      if (field == (1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
        for (int left = length(); left > 0; left--) {
          refuseDimension(in.readRawByte() != 0);
        }
      } else if (field == (1 << 3 | WireFormat.WIRETYPE_VARINT)) {
        refuseDimension(in.readBool());
      } else if (field == 0) {
        break;
      } else {
        skip(field);
      }
    }
    in.popLimit(outer);
  }

  private void refuseDimension(boolean involved) {
    if (!involved) {
      throw wrong(
          begin,
          "node %s is a collective along some dimensions (involved_dim); name its ranks by a"
                  .formatted(Long.toUnsignedString(id))
              + " process group (pg_name)");
    }
  }

  private void set(Attribute what, long value) {
    switch (what) {
      case TYPE -> commType = value;
      case SIZE -> commSize = value;
      case SOURCE -> source = value;
      case DESTINATION -> destination = value;
      case TAG -> tag = value;
      case ROOT -> root = value;
      default -> host = value;
    }
  }

  private void add() {
    if (nodes.count == OperationGraph.MOST_OPERATIONS) {
      throw wrong(begin, "exceeds the limit; a rank has at most " + nodes.count);
    }
    require(duration >= 0 && duration <= MOST_MICROSECONDS, "duration_micros", duration);
    switch (type) {
      case MEMORY_LOAD, MEMORY_STORE -> add(Kind.MEMORY, duration, 0, 0);
      case COMPUTE -> add(host == 0 ? Kind.ACCELERATOR : Kind.HOST, duration, 0, 0);
      case SEND -> message(Kind.SEND, destination, "comm_dst");
      case RECEIVE -> message(Kind.RECEIVE, source, "comm_src");
      case COLLECTIVE -> collective();
      default -> {
        if (type == METADATA) {
          ProcessGroups.read(inputs, nodes.groups);
        }
        add(Kind.NOTHING, 0, 0, 0);
      }
    }
  }

  private void collective() {
    if (commSize == UNSET && host > 0) {
      // What the host does to start a collective of the accelerators.
      add(Kind.HOST, duration, 0, 0);
      return;
    }
    require(commType >= 0 && commType <= ChakraCollective.LAST, "comm_type", commType);
    final boolean empty = ChakraCollective.of((int) commType).isBarrier();
    require(empty || (commSize >= 0 && commSize <= Operation.MOST_BYTES), "comm_size", commSize);
    require(root >= 0 && root < Integer.MAX_VALUE, "comm_root", root);
    nodes.add(id, begin, Kind.COLLECTIVE, empty ? 0 : commSize, (int) root, (int) commType, group);
  }

  private void message(Kind kind, long peer, String what) {
    require(peer >= 0 && peer < Integer.MAX_VALUE, what, peer);
    require(commSize >= 0 && commSize <= Operation.MOST_BYTES, "comm_size", commSize);
    require(tag >= 0 && tag < MOST_TAGS, "comm_tag", tag);
    add(kind, commSize, (int) peer, (int) tag);
  }

  private void add(Kind kind, long bytesOrTime, int peer, int number) {
    nodes.add(id, begin, kind, bytesOrTime, peer, number, null);
  }

  private void require(boolean holds, String what, long value) {
    if (!holds) {
      throw wrong(
          begin,
          "node %s has %s %s; record the trace with it"
              .formatted(
                  Long.toUnsignedString(id),
                  value == UNSET ? "no" : "an invalid",
                  value == UNSET ? what : what + ", " + value));
    }
  }
}
