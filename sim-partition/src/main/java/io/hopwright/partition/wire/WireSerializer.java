package io.hopwright.partition.wire;

import akka.serialization.ByteBufferSerializer;
import akka.serialization.SerializerWithStringManifest;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hopwright.partition.wire.proto.WireMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Has Akka send {@link WireMessage}s as what they are, and nothing else. Stateless. */
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
    if (!manifest.equals(MANIFEST)) {
      throw new MalformedMessageException("a message of kind '" + manifest + "'");
    }
    try {
      return WireMessage.parseFrom(buffer);
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedMessageException("not a " + MANIFEST + ": " + e.getMessage());
    }
  }
}
