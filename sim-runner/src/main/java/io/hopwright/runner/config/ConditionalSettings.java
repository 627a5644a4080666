package io.hopwright.runner.config;

import java.util.Map;

/**
 * Settings that apply only to points of a study in which a key reaches a value, such as longer runs
 * near saturation.
 *
 * @param key key of a number
 * @param from least value
 * @param origin place in the study
 * @param set one value for each key
 */
public record ConditionalSettings(
    String key, double from, Origin origin, Map<String, Setting> set) {
  boolean reaches(Setting setting) {
    return setting.value() instanceof Number number && number.doubleValue() >= from;
  }
}
