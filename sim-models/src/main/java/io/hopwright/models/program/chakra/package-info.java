/**
 * Chakra execution traces ({@code .et}), one file per rank; the only package that reads protobuf.
 */
package io.hopwright.models.program.chakra;
