package io.hopwright.models.declare;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declaration of a key beside the record component that holds its value; {@link KeyRecord} reads
 * both. {@link Meaning} describes the key, {@link Source} gives the origin of its default. A
 * setting without a meaning uses the declaration of a {@link Key} that is passed to the record.
 */
@Documented
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Setting {
  /** Stands for a bound or a default that is not declared. */
  double NONE = Double.NaN;

  /** Returns the full name, such as {@code router.vcBytes}. */
  String key();

  /** Returns the unit of a number. */
  Unit unit() default Unit.OF_NAME;

  /**
   * Returns the default of a number. A key without a default has a component of an optional type,
   * or a study has to set it.
   */
  double byDefault() default NONE;

  /** Returns the default of an enum or a flag, as a study writes it; empty for none. */
  String word() default "";

  /** Returns the smallest number allowed. */
  double min() default 0;

  /** Returns the largest number allowed. */
  double max() default NONE;

  /** Returns what a size is a multiple of; 0 for any size. */
  long step() default 0;
}
