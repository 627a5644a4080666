package io.hopwright.runner.command;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Ctrl-C and the like, of this process.
 *
 * <p>A shutdown hook would not do: the JVM ignores further signals while hooks run. {@code
 * sun.misc.Signal} does, but the compiler's warning about it cannot be switched off, hence the
 * reflection.
 */
public final class Signals {
  private static final String[] NAMES = {"INT", "TERM"};

  private Signals() {}

  /** Lets every signal run {@code action}, from now to the end of the program. */
  public static void handle(Runnable action) {
    try {
      final Class<?> signal = Class.forName("sun.misc.Signal");
      final Class<?> handler = Class.forName("sun.misc.SignalHandler");
      final Object proxy =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) -> answer(action, self, method, arguments));
      final Method handle = signal.getMethod("handle", signal, handler);
      for (String name : NAMES) {
        handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
      }
    } catch (ReflectiveOperationException e) {
      // Without signals of its own the program ends as every Java program does.
      Runtime.getRuntime().addShutdownHook(new Thread(action));
    }
  }

  private static Object answer(Runnable action, Object self, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "handle" -> {
        action.run();
        yield null;
      }
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> "signals of hopwright";
    };
  }
}
