package io.hopwright.runner.study;

import io.hopwright.runner.config.Beyond;
import io.hopwright.runner.config.Choice;
import java.util.List;
import java.util.Map;

/**
 * One of the runs that reproduce a study.
 *
 * @param name names it within the study
 * @param title says what it is, empty if nobody did
 * @param set settings on top of the study's
 * @param scales settings on top of those, by scale
 * @param beyond settings on top of those, for some points
 * @param project number of processors on which its simulation is to be projected; 0 for none
 * @param mayStall whether it is a regular end if the simulated machine comes to a halt
 */
public record RunSpec(
    String name,
    String title,
    Map<String, Choice> set,
    Map<Scale, Map<String, Choice>> scales,
    List<Beyond> beyond,
    int project,
    boolean mayStall) {}
