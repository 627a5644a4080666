package io.hopwright.runner.cluster;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.ClassPrepareRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Breakpoints at the beginnings of methods of a program, so that a test can stop it at an exact
 * point. The program itself needs nothing for that.
 */
final class Breakpoints {
  /** Lets a JVM wait for a debugger before its program begins. */
  static final String FLAG =
      "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0";

  private static final Pattern PORT = Pattern.compile("Listening for .* at address: (\\d+)");
  private static final long LIMIT_MILLIS = 90_000;

  private final VirtualMachine machine;
  private final Map<String, List<String>> methods;

  private Breakpoints(VirtualMachine machine, Map<String, List<String>> methods) {
    this.machine = machine;
    this.methods = methods;
  }

  /**
   * Connects to a JVM that was started with {@link #FLAG}.
   *
   * @param methods names of methods of each class
   */
  static Breakpoints in(Jvm jvm, Map<String, List<String>> methods)
      throws IOException, InterruptedException {
    jvm.await(() -> PORT.matcher(jvm.out()).find());
    final Matcher port = PORT.matcher(jvm.out());
    port.find();
    final AttachingConnector connector =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
            .findFirst()
            .orElseThrow();
    final Map<String, Connector.Argument> arguments = connector.defaultArguments();
    arguments.get("hostname").setValue("127.0.0.1");
    arguments.get("port").setValue(port.group(1));
    try {
      final Breakpoints points = new Breakpoints(connector.attach(arguments), methods);
      methods.keySet().forEach(points::awaitClass);
      return points;
    } catch (IllegalConnectorArgumentsException e) {
      throw new IllegalStateException(e);
    }
  }

  private void awaitClass(String name) {
    final ClassPrepareRequest request = machine.eventRequestManager().createClassPrepareRequest();
    request.addClassFilter(name);
    request.enable();
  }

  /** Lets the program run until it begins a method at the wanted point, and holds it there. */
  void runUntil(Predicate<BreakpointEvent> wanted) throws InterruptedException {
    machine.resume();
    while (true) {
      final EventSet events = machine.eventQueue().remove(LIMIT_MILLIS);
      if (events == null) {
        throw new IllegalStateException("the program has not come to that point");
      }
      for (Event event : events) {
        if (event instanceof ClassPrepareEvent prepared) {
          set(prepared.referenceType());
        } else if (event instanceof BreakpointEvent reached && wanted.test(reached)) {
          return;
        }
      }
      events.resume();
    }
  }

  private void set(ReferenceType type) {
    for (String name : methods.get(type.name())) {
      for (Method method : type.methodsByName(name)) {
        machine.eventRequestManager().createBreakpointRequest(method.location()).enable();
      }
    }
  }

  /** Returns the number of parameters of the method that begins. */
  static int parameters(BreakpointEvent event) {
    try {
      return event.location().method().arguments().size();
    } catch (AbsentInformationException e) {
      throw new IllegalStateException(e);
    }
  }
}
