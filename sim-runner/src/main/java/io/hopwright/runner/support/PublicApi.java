package io.hopwright.runner.support;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a type for other programs ({@code docs/api.md}). It stays compatible within a major
 * version; its methods use only such types and those of the JDK. Everything without this mark is
 * internal, even if visible.
 */
@Documented
@PublicApi
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface PublicApi {}
