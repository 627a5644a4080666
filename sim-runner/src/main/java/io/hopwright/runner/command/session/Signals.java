package io.hopwright.runner.command.session;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Signals of this process.
 *
 * <p>A shutdown hook is not sufficient, because the JVM ignores further signals while hooks run.
 * {@code sun.misc.Signal} is; it is called by reflection because the compiler's warning about it
 * cannot be switched off.
 */
public final class Signals implements Session.SignalSource {
  /**
   * Signal of a closing terminal, often sent twice: it requests the end, but does not enforce it.
   */
  private static final String HANG_UP = "HUP";

  private static final String TERMINATE = "TERM";
  private static final String USER = "USR1";

  @Override
  public void handle(Runnable end, Runnable endAtOnce) {
    handle(List.of("INT", TERMINATE, HANG_UP), end, endAtOnce);
  }

  @Override
  public void handleTermination(Runnable end, Runnable endAtOnce) {
    handle(List.of(TERMINATE), end, endAtOnce);
  }

  private static void handle(List<String> names, Runnable end, Runnable endAtOnce) {
    final AtomicBoolean asked = new AtomicBoolean();
    try {
      for (String name : names) {
        handle(
            name,
            () -> {
              if (!asked.getAndSet(true)) {
                end.run();
              } else if (!name.equals(HANG_UP)) {
                endAtOnce.run();
              }
            });
      }
    } catch (ReflectiveOperationException e) {
      // Without signals of its own the program ends as every Java program does.
      Runtime.getRuntime().addShutdownHook(new Thread(end));
    }
  }

  @Override
  public void handleUser(Runnable action) {
    try {
      handle(USER, action);
    } catch (ReflectiveOperationException e) {
      // The option that takes a time does the same.
    }
  }

  private static void handle(String name, Runnable action) throws ReflectiveOperationException {
    final Class<?> signal = Class.forName("sun.misc.Signal");
    final Class<?> handler = Class.forName("sun.misc.SignalHandler");
    final Object proxy =
        Proxy.newProxyInstance(
            handler.getClassLoader(),
            new Class<?>[] {handler},
            (self, method, arguments) -> answer(action, self, method, arguments));
    signal
        .getMethod("handle", signal, handler)
        .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
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
