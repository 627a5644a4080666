package io.hopwright.partition.wire;

import akka.serialization.ByteBufferSerializer;
import akka.serialization.SerializerWithStringManifest;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import io.hopwright.partition.wire.proto.WireMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Converts {@link WireMessage}s to bytes for Akka, and nothing else. Stateless.
 *
 * <p>The last field of every message is its checksum, the CRC-32C of all bytes before it. A
 * received message becomes an {@link Arrival}, which says whether the checksum is right. Bytes that
 * are not a message become an empty message that is not intact, because Akka would log a page for
 * each exception.
 */
public final class WireSerializer extends SerializerWithStringManifest
    implements ByteBufferSerializer {
  /** Bytes of the check. */
  public static final int CHECK_BYTES = 6;

  private static final int IDENTIFIER = 0x486f70;
  private static final String MANIFEST = "hopwright.wire.WireMessage";
  private static final int CHECK_TAG =
      (WireMessage.CHECK_FIELD_NUMBER << 3) | WireFormat.WIRETYPE_FIXED32;

  /** The tag as the varint of two bytes that it is on the wire. */
  private static final short CHECK_TAG_BYTES =
      (short) ((CHECK_TAG & 0x7f) | 0x80 | (CHECK_TAG >>> 7 << Byte.SIZE));

  /** Called by Akka. */
  public WireSerializer() {}

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  @Override
  public String manifest(Object message) {
    return MANIFEST;
  }

  @Override
  public byte[] toBinary(Object message) {
    final byte[] bytes = new byte[((WireMessage) message).getSerializedSize() + CHECK_BYTES];
    toBinary(message, ByteBuffer.wrap(bytes));
    return bytes;
  }

  @Override
  public void toBinary(Object message, ByteBuffer buffer) {
    final int start = buffer.position();
    try {
      final CodedOutputStream output = CodedOutputStream.newInstance(buffer);
      ((WireMessage) message).writeTo(output);
      output.flush();
      final int check = check(buffer, start, buffer.position());
      output.writeFixed32(WireMessage.CHECK_FIELD_NUMBER, check);
      output.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int check(ByteBuffer buffer, int from, int to) {
    final CRC32C crc = new CRC32C();
    crc.update(buffer.duplicate().limit(to).position(from));
    return (int) crc.getValue();
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) {
    return fromBinary(ByteBuffer.wrap(bytes), manifest);
  }

  @Override
  public Object fromBinary(ByteBuffer buffer, String manifest) {
    final int end = buffer.limit() - CHECK_BYTES;
    final boolean intact =
        manifest.equals(MANIFEST) && end >= buffer.position() && checkFits(buffer, end);
    try {
      return new Arrival(
          WireMessage.parseFrom(intact ? buffer.duplicate().limit(end) : buffer), intact);
    } catch (InvalidProtocolBufferException e) {
      return new Arrival(WireMessage.getDefaultInstance(), false);
    }
  }

  private static boolean checkFits(ByteBuffer buffer, int end) {
    final ByteBuffer field = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(end);
    return field.getShort() == CHECK_TAG_BYTES
        && field.getInt() == check(buffer, buffer.position(), end);
  }
}
