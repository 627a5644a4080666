/** Tables, explanations and sentences for people: functions from values to text. */
@Internal
package io.hopwright.runner.text;

import io.hopwright.runner.support.Internal;
