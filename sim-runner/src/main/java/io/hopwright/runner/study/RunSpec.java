package io.hopwright.runner.study;

import io.hopwright.runner.config.ConditionalSettings;
import io.hopwright.runner.config.Setting;
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
 * @param mode how it is to be simulated
 * @param mayStall whether it is a regular end that nothing moves any more
 */
public record RunSpec(
    String name,
    String title,
    Map<String, Setting> set,
    Map<Scale, Map<String, Setting>> scales,
    List<ConditionalSettings> beyond,
    ExecutionMode mode,
    boolean mayStall) {}
