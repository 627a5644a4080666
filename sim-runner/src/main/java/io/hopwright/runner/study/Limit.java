package io.hopwright.runner.study;

/**
 * Limit of a check's interval.
 *
 * @param number its value, NaN if the run itself measures it
 * @param quantity path of the quantity in the summary that it equals, null for a number
 */
public record Limit(double number, String quantity) {}
