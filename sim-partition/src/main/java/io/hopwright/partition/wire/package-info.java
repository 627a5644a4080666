/** Messages between the JVMs of one run, in protobuf form: {@code wire.proto}. */
package io.hopwright.partition.wire;
