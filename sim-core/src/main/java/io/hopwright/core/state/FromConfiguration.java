package io.hopwright.core.state;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Field whose value is a function of the configuration: it is not part of the state, although no
 * network refers to it. Restoring keeps the value that construction has set, so that a run can
 * continue with a configuration that differs there.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FromConfiguration {}
