/**
 * Benchmarks of the kernel's parts. Run those whose names match with {@code mvn verify -Pjmh
 * -Djmh.args=REGEX}; options of JMH may follow the expression.
 */
package io.hopwright.runner.jmh;
