package io.hopwright.runner.config;

import io.hopwright.models.Machines;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.support.InputException;
import java.util.ArrayList;
import java.util.List;

/** Machines of other programs, named by the property {@code hopwright.machines}. */
public final class OtherMachines {
  /** Names of classes, separated by commas. */
  private static final String PROPERTY = "hopwright.machines";

  private OtherMachines() {}

  /**
   * Returns the machines that come with the program, and after them the others.
   *
   * @throws InputException if a class is not a machine with a public constructor without parameters
   */
  public static List<Machine> withOwn() {
    final String names = System.getProperty(PROPERTY, "");
    final List<Machine> all = new ArrayList<>(Machines.all());
    for (String name : names.isEmpty() ? new String[0] : names.split(",", -1)) {
      all.add(machine(name.strip()));
    }
    return List.copyOf(all);
  }

  private static Machine machine(String name) {
    try {
      return Class.forName(name).asSubclass(Machine.class).getConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new InputException(
          "-D%s: %s cannot be loaded (%s); name a class on the class path that extends Machine and has"
                  .formatted(PROPERTY, name, e)
              + " a public constructor without parameters");
    }
  }
}
