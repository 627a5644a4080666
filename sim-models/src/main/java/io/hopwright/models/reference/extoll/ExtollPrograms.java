package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.extoll.ExtollMessage.End;
import io.hopwright.models.reference.extoll.ExtollOperation.Await;
import io.hopwright.models.reference.extoll.ExtollOperation.News;
import io.hopwright.models.reference.extoll.ExtollOperation.Register;
import io.hopwright.models.reference.extoll.ExtollParameters.Operation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Programs of threads (section "Workloads of units" of {@code docs/models/extoll.md}). */
final class ExtollPrograms {
  /** Kinds of workload that are of units only. */
  static final List<String> OF_UNITS =
      List.of("ping-pong", "stream", "enumerate", "access", "assign", "jobs");

  private final ExtollParameters parameters;
  private final ReferenceExtollTopology topology;
  private final ExtollTraffic traffic;
  private final ExtollWindows windows;

  ExtollPrograms(
      ExtollParameters parameters, ReferenceExtollTopology topology, ExtollTraffic traffic) {
    this.parameters = parameters;
    this.topology = topology;
    this.traffic = traffic;
    windows = new ExtollWindows(parameters, topology);
  }

  /** Programs of the threads of a node. */
  List<Iterator<ExtollOperation>> of(int node) {
    return switch (parameters.kind) {
      case "ping-pong" -> pingPong(node);
      case "stream" ->
          node == parameters.source
              ? IntStream.range(0, parameters.threads).mapToObj(thread -> stream(thread)).toList()
              : List.of();
      case "jobs" -> List.of(); // "there are no threads"
      case "enumerate" -> topology.isHost(node) ? List.of(enumerate(node)) : List.of();
      case "access" -> access(node);
      case "assign" -> topology.isHost(node) ? List.of(assign(node)) : List.of();
      default -> topology.isHost(node) ? interrupted(node) : List.of(messages(node));
    };
  }

  /** Returns the ends to notify: the requested ones, and those for which the kind waits. */
  private Set<End> and(End waitedFor) {
    final Set<End> all = EnumSet.of(waitedFor);
    all.addAll(parameters.notify);
    return Set.copyOf(all);
  }

  // ------------------------------------------------------------------------------- ping-pong

  private List<Iterator<ExtollOperation>> pingPong(int node) {
    final List<ExtollOperation> round;
    if (node == parameters.source) {
      round = roundOfSource();
    } else if (node == parameters.target) {
      round = roundOfTarget();
    } else {
      return List.of();
    }
    final List<ExtollOperation> all = new ArrayList<>();
    for (int i = 0; i < parameters.messages; i++) {
      all.addAll(round);
    }
    return List.of(all.iterator());
  }

  private List<ExtollOperation> roundOfSource() {
    final ExtollOperation first = operation(parameters.target, End.COMPLETER, 0);
    return switch (parameters.operation) {
      case VELO -> List.of(first, new Await(News.MAIL));
      case PUT, IMMEDIATE, GET, READ, INTERRUPT -> List.of(first, new Await(News.COMPLETER));
      case LOAD, STORE -> List.of(first);
    };
  }

  private List<ExtollOperation> roundOfTarget() {
    final ExtollOperation answer = operation(parameters.source, End.COMPLETER, 0);
    return switch (parameters.operation) {
      case VELO -> List.of(new Await(News.MAIL), answer);
      case PUT, IMMEDIATE -> List.of(new Await(News.COMPLETER), answer);
      case INTERRUPT ->
          List.of(
              new Await(News.INTERRUPT),
              new ExtollOperation.Immediate(parameters.source, 0, and(End.COMPLETER)));
      case GET, READ, LOAD, STORE -> List.of();
    };
  }

  private ExtollOperation operation(int node, End waitedFor, int thread) {
    final int bytes = parameters.messageBytes.single();
    final Set<End> notify = and(waitedFor);
    return switch (parameters.operation) {
      case VELO -> new ExtollOperation.Velo(node, thread, bytes, null);
      case PUT -> new ExtollOperation.Put(node, thread, bytes, notify, -1);
      case GET -> new ExtollOperation.Get(node, thread, bytes, notify);
      case IMMEDIATE -> new ExtollOperation.Immediate(node, thread, notify);
      case READ -> new ExtollOperation.Read(node, Register.OTHER, notify);
      case STORE -> new ExtollOperation.Store(node, bytes, firstAddress(node));
      case LOAD -> new ExtollOperation.Load(node, bytes, firstAddress(node));
      case INTERRUPT -> new ExtollOperation.Interrupt(node);
    };
  }

  // ---------------------------------------------------------------------------------- stream

  private Iterator<ExtollOperation> stream(int thread) {
    final End waitedFor = parameters.operation == Operation.GET ? End.COMPLETER : End.REQUESTER;
    final ExtollOperation message = operation(parameters.target, waitedFor, thread);
    final boolean waits =
        parameters.operation == Operation.PUT || parameters.operation == Operation.GET;
    final Stream<ExtollOperation> first =
        Stream.generate(() -> message).limit(parameters.outstanding);
    final Stream<ExtollOperation> others =
        Stream.generate(() -> List.of(new Await(News.of(waitedFor)), message))
            .flatMap(List::stream);
    return waits
        ? Stream.concat(first, others).iterator()
        : Stream.generate(() -> message).iterator();
  }

  // --------------------------------------------------------------------------------- traffic

  /**
   * Returns the operations of messages, one after the other: a put that notifies the requester, or
   * a get that notifies the completer.
   */
  private Iterator<ExtollOperation> messages(int node) {
    return new Iterator<>() {
      private final List<ExtollOperation> next = new ArrayList<>();
      private long message;
      private long birth = -1;
      private boolean ended;

      private void extend() {
        if (next.isEmpty() && !ended) {
          birth = parameters.saturated ? -1 : traffic.birthTick(node, message, birth);
          ended = birth == ExtollTraffic.NEVER || !traffic.hasMessage(node, message);
          if (!ended) {
            add();
            message++;
          } else if (parameters.interruptAtEnd) {
            addInterrupt();
          }
        }
      }

      /** Adds an interrupt behind the notifications of messages that have not been waited for. */
      private void addInterrupt() {
        for (long i = 0; i < message && i < parameters.outstanding; i++) {
          next.add(new Await(News.of(waitedFor())));
        }
        next.add(new ExtollOperation.Interrupt(topology.hostOf(node)));
      }

      private End waitedFor() {
        return parameters.operation == Operation.GET ? End.COMPLETER : End.REQUESTER;
      }

      private void add() {
        final boolean gets = parameters.operation == Operation.GET;
        final End waitedFor = waitedFor();
        if (message >= parameters.outstanding) {
          next.add(new Await(News.of(waitedFor)));
        }
        if (!parameters.saturated) {
          next.add(new ExtollOperation.Until(birth));
        }
        final int far = traffic.destination(node, message);
        final int bytes = traffic.messageBytes(node, message);
        next.add(
            gets
                ? new ExtollOperation.Get(far, 0, bytes, and(waitedFor))
                : new ExtollOperation.Put(far, 0, bytes, and(waitedFor), birth));
      }

      @Override
      public boolean hasNext() {
        extend();
        return !next.isEmpty();
      }

      @Override
      public ExtollOperation next() {
        extend();
        return next.remove(0);
      }
    };
  }

  /** "Once for each accelerator with a thread". */
  private List<Iterator<ExtollOperation>> interrupted(int host) {
    if (!parameters.interruptAtEnd) {
      return List.of();
    }
    final List<ExtollOperation> all = new ArrayList<>();
    for (int node = 0; node < topology.accelerators(); node++) {
      if (topology.hostOf(node) == host) {
        all.add(new Await(News.INTERRUPT));
      }
    }
    return List.of(all.iterator());
  }

  // ----------------------------------------------------------------------------- enumeration

  private Iterator<ExtollOperation> enumerate(int host) {
    final List<ExtollOperation> all = new ArrayList<>();
    for (int node = 0; node < topology.accelerators(); node++) {
      if (topology.hostOf(node) == host) {
        all.addAll(enumeration(node));
      }
    }
    return all.iterator();
  }

  /** Returns the operations that enumerate one accelerator, with the writes that follow. */
  private List<ExtollOperation> enumeration(int node) {
    final List<ExtollOperation> all = new ArrayList<>();
    for (int i = 0; i < parameters.configurations(); i++) {
      configure(node, all);
    }
    for (int bar = 0; bar < parameters.barBits.size(); bar++) {
      all.add(new ExtollOperation.Write(node, Register.BASE));
    }
    all.add(new ExtollOperation.Write(node, Register.OTHER));
    return all;
  }

  /** Adds a configuration operation of a thread. */
  private void configure(int node, List<ExtollOperation> all) {
    all.add(new ExtollOperation.Write(node, Register.TX0));
    all.add(new ExtollOperation.Write(node, Register.TX1));
    all.add(new ExtollOperation.Write(node, Register.COMMAND));
    all.add(new ExtollOperation.Compute(parameters.configPollTicks));
    all.add(new ExtollOperation.Poll(node, false));
    for (final Register register : List.of(Register.RX0, Register.RX1)) {
      all.add(new ExtollOperation.Read(node, register, Set.of(End.COMPLETER)));
      all.add(new Await(News.COMPLETER));
    }
  }

  // ---------------------------------------------------------------- accesses and assignment

  /**
   * Returns the first address of stores and loads: in the memory of the accelerator, or of the
   * host.
   */
  private long firstAddress(int target) {
    return topology.isHost(target) ? 0 : windows.interval(0, target);
  }

  private List<Iterator<ExtollOperation>> access(int node) {
    if (node == parameters.source) {
      return List.of(access());
    }
    return node == parameters.target && parameters.interruptAtEnd
        ? List.of(List.<ExtollOperation>of(new Await(News.INTERRUPT)).iterator())
        : List.of();
  }

  private Iterator<ExtollOperation> access() {
    final List<ExtollOperation> all = new ArrayList<>();
    final int target = parameters.target;
    if (topology.isHost(parameters.source) && parameters.enumerated) {
      all.addAll(enumeration(target));
      all.add(new ExtollOperation.Read(target, Register.OTHER, Set.of(End.COMPLETER)));
      all.add(new Await(News.COMPLETER));
    }
    final int bytes = parameters.messageBytes.single();
    for (int m = 0; m < parameters.messages; m++) {
      final long address =
          windows.random(
              traffic.draws().draw(Purpose.ADDRESS, parameters.source, m, 0),
              traffic.draws().draw(Purpose.ADDRESS, parameters.source, m, 1));
      all.add(
          parameters.operation == Operation.STORE
              ? new ExtollOperation.Store(target, bytes, address)
              : new ExtollOperation.Load(target, bytes, address));
    }
    if (parameters.interruptAtEnd) {
      all.add(new ExtollOperation.Interrupt(target));
    }
    return all.iterator();
  }

  private Iterator<ExtollOperation> assign(int host) {
    final int manager = topology.accelerators();
    return host == manager
        ? new ExtollManager(parameters, topology)
        : new ExtollTenant(parameters, manager, this::enumeration);
  }
}
