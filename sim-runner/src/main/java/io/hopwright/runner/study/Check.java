package io.hopwright.runner.study;

import java.util.List;

/**
 * A published claim about a run, or about how several compare.
 *
 * @param id names it, as in the catalogue of claims
 * @param runs names of the runs it is about
 * @param combination how their quantities become one number
 * @param quantity path of the measured quantity in a run's summary
 * @param expected what the paper says, in its words
 * @param atLeast smallest value that agrees, null for none
 * @param atMost largest value that agrees, null for none
 * @param tolerance why the interval is as wide as it is
 * @param section where the paper says so
 * @param paperShape size of the paper's machine; empty if the claim holds for every size
 */
public record Check(
    String id,
    List<String> runs,
    Combination combination,
    String quantity,
    String expected,
    Limit atLeast,
    Limit atMost,
    String tolerance,
    String section,
    List<Long> paperShape) {}
