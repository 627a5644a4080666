package io.hopwright.models.declare;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Meaning of a key, beside its {@link Setting}, or of an enum constant that is a value of a key: a
 * sentence or a phrase in the field's terms.
 */
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Meaning {
  /** Returns the sentence. */
  String value();
}
