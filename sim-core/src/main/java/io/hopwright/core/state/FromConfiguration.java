package io.hopwright.core.state;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Field of an object that is no state although no network reaches it: a function of the
 * configuration. Restoring keeps the value that building the object has set, so that a run can go
 * on with a configuration that differs there.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FromConfiguration {}
