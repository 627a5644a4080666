package io.hopwright.runner.config;

/**
 * A value and where it was written.
 *
 * @param value in the Java type of its parameter's kind; null for a key that is set to be absent
 * @param origin where it was written
 */
public record Setting(Object value, Origin origin) {}
