package io.hopwright.runner.study;

import io.hopwright.runner.config.Setting;
import java.util.Map;

/**
 * One of the runs that reproduce a study.
 *
 * @param name names it within the study
 * @param title says what it is, empty if nobody did
 * @param set settings on top of the study's
 * @param scales settings on top of those, by scale
 */
public record RunSpec(
    String name, String title, Map<String, Setting> set, Map<Scale, Map<String, Setting>> scales) {}
