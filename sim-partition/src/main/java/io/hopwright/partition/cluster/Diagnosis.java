package io.hopwright.partition.cluster;

/**
 * Description of a failure for the user.
 *
 * @param message cause of the failure
 * @param exitCode exit code of the program
 */
public record Diagnosis(String message, int exitCode) {}
