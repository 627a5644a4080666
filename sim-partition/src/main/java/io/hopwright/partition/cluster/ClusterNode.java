package io.hopwright.partition.cluster;

import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Props;
import akka.actor.typed.SpawnProtocol;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import io.hopwright.partition.ActorExecutor;
import io.hopwright.partition.StartFailedException;
import io.hopwright.partition.wire.Arrival;
import io.hopwright.partition.wire.proto.WireMessage;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.LoggerFactory;

/**
 * Actor system of a JVM that listens for others and carries messages. Thread-safe.
 *
 * <p>It is not an Akka cluster. The clock of such a cluster continues while the whole JVM is
 * stopped, so that after Ctrl-Z and {@code fg} it considers all others lost; also, any process
 * could join it. See {@link Membership}.
 */
final class ClusterNode implements AutoCloseable {
  private static final String SYSTEM = "hopwright";
  private static final String POST = "post";
  private static final String LINK_DISPATCHER = "hopwright.link-dispatcher";
  private static final int THREADS_PER_WIRE_THREAD = 8;
  private static final Duration SPAWN_LIMIT = Duration.ofSeconds(60);

  /**
   * Actors that end keep their port for about a second after {@link #close} if a peer is frozen.
   */
  private static final Duration PORT_LIMIT = Duration.ofSeconds(10);

  private static final long PORT_PAUSE_MILLIS = 100;

  /** Listener for messages of other JVMs. */
  interface Listener {
    /** Takes a message from another JVM, one at a time. */
    void onMessage(WireMessage message);

    /**
     * Receives a message that was damaged.
     *
     * @param remains readable rest of it, possibly nothing
     */
    void onDamage(WireMessage remains);

    /**
     * Receives the information that no more message can arrive or be sent, because this JVM leaves
     * or has failed.
     */
    void onEnd();
  }

  private final ActorSystem<SpawnProtocol.Command> system;

  private ClusterNode(ActorSystem<SpawnProtocol.Command> system) {
    this.system = system;
  }

  /**
   * Starts to listen. A JVM that listens again waits until its port is free, for ten seconds at
   * most.
   *
   * @throws RefusedException if the address cannot be bound
   * @throws StartFailedException if the actors do not start for another reason
   */
  static ClusterNode start(ClusterOptions options, Listener listener) {
    final Deadline deadline = Deadline.after(PORT_LIMIT);
    while (true) {
      try {
        return startOnce(options, listener);
      } catch (RefusedException e) {
        if (!options.again() || deadline.passed() || !pause()) {
          throw e;
        }
      }
    }
  }

  /** Returns whether the pause was not interrupted. */
  private static boolean pause() {
    try {
      Thread.sleep(PORT_PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static ClusterNode startOnce(ClusterOptions options, Listener listener) {
    final ClusterNode node;
    requireFree(options);
    // Logging set up by several actors at once complains about itself.
    LoggerFactory.getILoggerFactory();
    try {
      node = new ClusterNode(ActorExecutor.start(SpawnProtocol.create(), SYSTEM, config(options)));
    } catch (StartFailedException e) {
      final Throwable cause = rootCause(e);
      throw cause instanceof BindException ? refused(options, cause) : e;
    }
    final Behavior<Arrival> post =
        // By class: strangers may send anything, which is left unhandled.
        Behaviors.receive(Arrival.class)
            .onMessage(
                Arrival.class,
                arrival -> {
                  if (arrival.intact()) {
                    listener.onMessage(arrival.message());
                  } else {
                    listener.onDamage(arrival.message());
                  }
                  return Behaviors.same();
                })
            .build();
    node.spawn(post, POST, DispatcherSelector.fromConfig(LINK_DISPATCHER));
    node.system.getWhenTerminated().whenComplete((end, failure) -> listener.onEnd());
    return node;
  }

  /** Akka would say it with a stack trace. */
  private static void requireFree(ClusterOptions options) {
    try (ServerSocket socket =
        new ServerSocket(options.port(), 1, InetAddress.getByName(options.bindHost()))) {
      assert socket.isBound();
    } catch (IOException e) {
      throw refused(options, e);
    }
  }

  private static RefusedException refused(ClusterOptions options, Throwable cause) {
    return new RefusedException(
        "cannot listen at %s:%s: %s; choose an address of this computer and a free port"
            .formatted(options.bindHost(), options.port(), cause.getMessage()));
  }

  private static Throwable rootCause(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !(cause instanceof BindException)) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Returns the configuration of the actor system. */
  static Config config(ClusterOptions options) {
    Config config =
        ConfigFactory.empty()
            .withValue(
                "akka.remote.artery.canonical.hostname",
                ConfigValueFactory.fromAnyRef(options.host()))
            .withValue(
                "akka.remote.artery.canonical.port", ConfigValueFactory.fromAnyRef(options.port()))
            .withValue(
                "akka.remote.artery.bind.hostname",
                ConfigValueFactory.fromAnyRef(options.bindHost()))
            .withValue(
                "hopwright.wire-dispatcher.thread-pool-executor.fixed-pool-size",
                ConfigValueFactory.fromAnyRef(1 + options.threads() / THREADS_PER_WIRE_THREAD));
    if (options.tls() != null) {
      config = config.withFallback(tls(options));
    }
    return config
        .withFallback(ConfigFactory.parseResources("io/hopwright/partition/cluster.conf"))
        .withFallback(ActorExecutor.config(options.threads()))
        .resolve();
  }

  private static Config tls(ClusterOptions options) {
    final String engine = "akka.remote.artery.ssl.rotating-keys-engine.";
    return ConfigFactory.parseString("akka.remote.artery.transport = tls-tcp")
        .withValue(engine + "key-file", file(options, Certificates.KEY))
        .withValue(engine + "cert-file", file(options, Certificates.CERTIFICATE))
        .withValue(engine + "ca-cert-file", file(options, Certificates.AUTHORITY));
  }

  private static com.typesafe.config.ConfigValue file(ClusterOptions options, String name) {
    return ConfigValueFactory.fromAnyRef(options.tls().resolve(name).toAbsolutePath().toString());
  }

  ActorSystem<?> system() {
    return system;
  }

  /** Returns where this JVM listens, {@code HOST:PORT}. */
  String address() {
    final ExtendedActorSystem classic = (ExtendedActorSystem) Adapter.toClassic(system);
    return classic.provider().getDefaultAddress().hostPort().substring(SYSTEM.length() + 1);
  }

  /** Returns who takes the messages for the JVM at {@code address}. */
  ActorRef<WireMessage> post(String address) {
    // On a thread of the actors: Akka keeps them for as long as the thread lives that resolves one,
    // and after a loss the JVM goes on.
    return CompletableFuture.<ActorRef<WireMessage>>supplyAsync(
            () -> ActorRefResolver.get(system).resolveActorRef(path(address)),
            system.executionContext()::execute)
        .join();
  }

  private static String path(String address) {
    return "akka://" + SYSTEM + "@" + address + "/user/" + POST;
  }

  /**
   * Sends a message to the JVM that now listens at {@code address}. After a JVM has left, Akka
   * drops messages sent to its address by reference, until a new one there sends something itself;
   * a selection reaches the new one.
   */
  void tellNewest(String address, WireMessage message) {
    Adapter.toClassic(system)
        .actorSelection(path(address))
        .tell(message, akka.actor.ActorRef.noSender());
  }

  /** Starts an actor. */
  <T> ActorRef<T> spawn(Behavior<T> behavior, String name, Props props) {
    try {
      return AskPattern.<SpawnProtocol.Command, ActorRef<T>>ask(
              system,
              replyTo -> new SpawnProtocol.Spawn<>(behavior, name, props, replyTo),
              SPAWN_LIMIT,
              system.scheduler())
          .toCompletableFuture()
          .join();
    } catch (CompletionException e) {
      throw new StartFailedException(e.getCause());
    }
  }

  /** Repeats an action, each time after a pause. */
  void repeat(Duration pause, Runnable action) {
    system.scheduler().scheduleWithFixedDelay(pause, pause, action, system.executionContext());
  }

  /** Leaves; messages sent earlier are still delivered. */
  @Override
  public void close() {
    system.terminate();
    try {
      system.getWhenTerminated().toCompletableFuture().get(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException | TimeoutException e) {
      // The process is about to end, and takes with it what is left.
    }
  }
}
