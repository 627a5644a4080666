package io.hopwright.models.testkit;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writer of the messages of a Chakra trace, byte by byte, by the description of the format. */
public final class ChakraWriter {
  public static final int METADATA = 1;
  public static final int MEMORY_LOAD = 2;
  public static final int COMPUTE = 4;
  public static final int SEND = 5;
  public static final int RECEIVE = 6;
  public static final int COLLECTIVE = 7;

  private final ByteArrayOutputStream file = new ByteArrayOutputStream();
  private final boolean packed;

  /** Writes a message or a part of one. */
  @FunctionalInterface
  public interface Content {
    /** Writes. */
    void to(CodedOutputStream out) throws IOException;
  }

  /**
   * Begins a file.
   *
   * @param packed whether lists of numbers are packed
   */
  public ChakraWriter(String version, boolean packed) {
    this.packed = packed;
    append(out -> out.writeString(1, version));
  }

  private static byte[] bytes(Content content) {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      content.to(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void append(Content message) {
    final byte[] content = bytes(message);
    file.writeBytes(bytes(out -> out.writeUInt32NoTag(content.length)));
    file.writeBytes(content);
  }

  /** Adds a node; number 0 is the default and is omitted from the bytes. */
  public ChakraWriter node(long id, int type, long micros, long[] dependencies, Content rest) {
    append(
        out -> {
          if (id != 0) {
            out.writeUInt64(1, id);
          }
          out.writeString(2, "a node of any name");
          out.writeEnum(3, type);
          if (packed && dependencies.length > 0) {
            final byte[] list =
                bytes(
                    packing -> {
                      for (long on : dependencies) {
                        packing.writeUInt64NoTag(on);
                      }
                    });
            out.writeByteArray(5, list);
          } else {
            for (long on : dependencies) {
              out.writeUInt64(4, on);
            }
          }
          out.writeUInt64(6, 12);
          out.writeUInt64(7, micros);
          rest.to(out);
        });
    return this;
  }

  /** Returns an attribute whose value is an int64 or, in files of version 0.0.4, a uint64. */
  public static Content attribute(String name, int field, long value) {
    return out ->
        out.writeByteArray(
            10,
            bytes(
                inner -> {
                  inner.writeString(1, name);
                  inner.writeString(2, "what it means");
                  inner.writeUInt64(field, value);
                }));
  }

  /** Returns an attribute that is a text. */
  public static Content text(String name, String value) {
    return out ->
        out.writeByteArray(
            10,
            bytes(
                inner -> {
                  inner.writeString(1, name);
                  inner.writeString(29, value);
                }));
  }

  /** Returns an attribute that is a list of booleans. */
  public static Content bools(String name, byte... values) {
    return out ->
        out.writeByteArray(
            10,
            bytes(
                inner -> {
                  inner.writeString(1, name);
                  inner.writeByteArray(28, bytes(list -> list.writeByteArray(1, values)));
                }));
  }

  /** Returns inputs with values. */
  public static Content inputs(String values) {
    return out ->
        out.writeByteArray(
            8,
            bytes(
                inner -> {
                  inner.writeString(1, values);
                  inner.writeString(2, "shapes");
                }));
  }

  /** Returns contents that follow one another. */
  public static Content all(Content... contents) {
    return out -> {
      for (Content content : contents) {
        content.to(out);
      }
    };
  }

  /** Returns the file. */
  public byte[] toBytes() {
    return file.toByteArray();
  }
}
