package io.hopwright.core.state;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Field that is null in configurations that do not need it. If it is null in the state or in the
 * object, restoring keeps the value that construction has set. So a run can continue with a
 * configuration that differs there.
 *
 * <p>The caller makes sure that construction sets the value that the run would have at the tick of
 * the state, such as counts of an interval that has not begun.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface OptionalState {}
