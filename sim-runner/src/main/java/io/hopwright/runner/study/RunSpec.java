package io.hopwright.runner.study;

import io.hopwright.runner.config.ConditionalSettings;
import io.hopwright.runner.config.Setting;
import java.util.List;
import java.util.Map;

/**
 * Run of a study with its settings.
 *
 * @param name name within the study
 * @param title description, possibly empty
 * @param set settings in addition to the study's
 * @param scales further settings, by scale
 * @param beyond further settings for some points
 * @param mode execution mode
 * @param mayStall whether a standstill is a regular end
 */
public record RunSpec(
    String name,
    String title,
    Map<String, Setting> set,
    Map<Scale, Map<String, Setting>> scales,
    List<ConditionalSettings> beyond,
    ExecutionMode mode,
    boolean mayStall) {}
