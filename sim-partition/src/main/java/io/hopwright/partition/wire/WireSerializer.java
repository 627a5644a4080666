package io.hopwright.partition.wire;

import akka.serialization.ByteBufferSerializer;
import akka.serialization.SerializerWithStringManifest;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hopwright.partition.wire.proto.WireMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * Has Akka send {@link WireMessage}s as what they are, and nothing else. Stateless.
 *
 * <p>What is none becomes an empty message, which is of no run and so of a stranger: an exception
 * would have Akka write a page for each into the log. If a member sent it, its number is missing.
 */
public final class WireSerializer extends SerializerWithStringManifest
    implements ByteBufferSerializer {
  private static final int IDENTIFIER = 0x486f70;
  private static final String MANIFEST = "hopwright.wire.WireMessage";

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
    return ((WireMessage) message).toByteArray();
  }

  @Override
  public void toBinary(Object message, ByteBuffer buffer) {
    try {
      final CodedOutputStream output = CodedOutputStream.newInstance(buffer);
      ((WireMessage) message).writeTo(output);
      output.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) {
    return fromBinary(ByteBuffer.wrap(bytes), manifest);
  }

  @Override
  public Object fromBinary(ByteBuffer buffer, String manifest) {
    try {
      return manifest.equals(MANIFEST)
          ? WireMessage.parseFrom(buffer)
          : WireMessage.getDefaultInstance();
    } catch (InvalidProtocolBufferException e) {
      return WireMessage.getDefaultInstance();
    }
  }
}
