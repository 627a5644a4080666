package io.hopwright.partition.cluster;

/**
 * What the user is to know about a failure.
 *
 * @param message what has happened
 * @param exitCode how the program ends because of it
 */
public record Diagnosis(String message, int exitCode) {}
