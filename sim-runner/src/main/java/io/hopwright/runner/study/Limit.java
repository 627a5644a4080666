package io.hopwright.runner.study;

/**
 * One side of the interval that a check allows.
 *
 * @param number its value, NaN if it is measured by the run itself
 * @param quantity path of the quantity in the summary that it equals, null for a number
 */
public record Limit(double number, String quantity) {}
