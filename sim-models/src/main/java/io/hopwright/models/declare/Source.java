package io.hopwright.models.declare;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Source of a key's default, beside its {@link Setting}: paper and section, or ASSUMED or FIT with
 * the reason. At a record it is the source of all its keys that have none of their own. The default
 * of a key without a source is {@link Key#ASSUMED}.
 */
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Source {
  /** Returns the source. */
  String value();
}
