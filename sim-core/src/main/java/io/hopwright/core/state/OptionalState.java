package io.hopwright.core.state;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Field of an object that some configurations do not need, and that is null there. If the state or
 * the object has nothing there, restoring keeps what building has set, so that a run can go on with
 * a configuration that differs there.
 *
 * <p>The caller makes sure that building sets what the run would have had at the tick of the state:
 * counts of an interval that has not begun, for example.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface OptionalState {}
