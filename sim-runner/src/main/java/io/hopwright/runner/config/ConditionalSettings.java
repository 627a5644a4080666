package io.hopwright.runner.config;

import java.util.Map;

/**
 * What a study sets for those of its points only in which a key reaches a value; so can a run be
 * longer near saturation.
 *
 * @param key of a number
 * @param from the least value
 * @param origin where it was written
 * @param set one value for each key
 */
public record ConditionalSettings(
    String key, double from, Origin origin, Map<String, Setting> set) {
  boolean reaches(Setting setting) {
    return setting.value() instanceof Number number && number.doubleValue() >= from;
  }
}
