package io.hopwright.runner.study;

import java.util.List;

/**
 * A published claim about a run.
 *
 * @param id names it, as in the catalogue of claims
 * @param run name of the run it is about
 * @param quantity path of the measured quantity in the run's summary
 * @param expected what the paper says, in its words
 * @param atLeast smallest value that agrees, null for none
 * @param atMost largest value that agrees, null for none
 * @param tolerance why the interval is as wide as it is
 * @param section where the paper says so
 * @param paperShape size of the paper's machine; empty if the claim holds for every size
 */
public record Check(
    String id,
    String run,
    String quantity,
    String expected,
    Limit atLeast,
    Limit atMost,
    String tolerance,
    String section,
    List<Long> paperShape) {}
