/** What the JVMs of one run tell each other, as protobuf messages: {@code wire.proto}. */
package io.hopwright.partition.wire;
