/** Chakra execution traces ({@code .et}), one file per rank: the only room that sees protobuf. */
package io.hopwright.models.program.chakra;
