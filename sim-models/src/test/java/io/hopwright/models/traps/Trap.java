package io.hopwright.models.traps;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a test that fails when a model falls into one of the traps of its {@link TrapTable}. */
@Documented
@Repeatable(Trap.List.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Trap {
  /** Number of the trap. */
  int number();

  /** The error in the wrong model that the test rejected. */
  String fallenInto();

  /** Method by which the test was shown to reject it. */
  Shown shown();

  /** Method by which a test was shown to reject a wrong model. */
  enum Shown {
    /** The test itself builds the wrong model in each run. */
    IN_THE_TEST("built in the test"),
    /** The main code was changed, the test failed, and the change was undone. */
    IN_THE_SOURCE("made once in the source");

    private final String text;

    Shown(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Container of the marks of a test that has several. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @interface List {
    /** The marks. */
    Trap[] value();
  }
}
