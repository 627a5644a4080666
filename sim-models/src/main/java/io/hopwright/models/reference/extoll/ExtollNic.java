package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.extoll.ExtollMessage.End;
import io.hopwright.models.reference.extoll.ExtollOperation.News;
import io.hopwright.models.reference.extoll.ExtollOperation.Register;
import io.hopwright.models.reference.extoll.ExtollPacket.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Units, PCIe link and device of a node (section "Units, hosts and accelerators" of {@code
 * docs/models/extoll.md}). Confined to the thread of its machine.
 */
final class ExtollNic {
  /** Actions of a node after grants, in this order. */
  enum Step {
    FROM_DEVICE,
    TO_DEVICE,
    /** Chunks that are there, at {@code in}. */
    THERE,
    /** Those that are in host memory, from {@code out}. */
    IN_HOST_MEMORY,
    /** Descriptors of {@code post}. */
    POSTED,
    VELO,
    RMA,
    SMFU,
    ANSWER,
    REGISTERS,
    MEMORY;

    /** Returns the step behind the engine of a unit. */
    static Step of(int unitPort) {
      return List.of(VELO, RMA, SMFU).get(unitPort - ReferenceExtollTopology.FIRST_UNIT);
    }
  }

  static final int VELO = 7;
  static final int RMA = 8;
  static final int SMFU = 9;
  private static final int NOTIFICATION_BYTES = 16;
  private static final int QUEUE_ENTRY_BYTES = 64;
  private static final int INTERRUPT_BYTES = 4;

  private final ExtollNode node;
  final ExtollPcie pcie;
  final ExtollStages stages;
  private final ExtollWindows windows;
  private final ExtollServer[] engines = {
    new ExtollServer(), new ExtollServer(), new ExtollServer()
  };
  private final ExtollServer registerFile = new ExtollServer();
  private final List<ExtollThread> threads = new ArrayList<>();
  private final TreeMap<Long, Map<Step, Runnable>> due = new TreeMap<>();
  private final List<ExtollPacket> delivered = new ArrayList<>();

  /** Notices for which threads can wait and have not waited yet. */
  private final Map<List<Object>, Deque<ExtollMessage>> news = new HashMap<>();

  /** Packets of class 0 that RMA makes, and accesses that SMFU forwards. */
  private final Deque<ExtollPacket> rmaList = new ArrayDeque<>();

  private final Deque<ExtollPacket> smfuList = new ArrayDeque<>();

  /** Posts open, places and tags taken. */
  int posts;

  private int places;
  private int tags;

  /** Requests that have been issued and not answered. */
  private int outstanding;

  /** Words of the answer to a configuration command. */
  private long status;

  /** Configuration commands given, and bases of intervals written. */
  private int commands;

  private int bases;

  /** Packets issued, by kind. */
  private final Map<Kind, Long> issued = new EnumMap<>(Kind.class);

  ExtollNic(ExtollNode node) {
    this.node = node;
    pcie = new ExtollPcie(this);
    stages = new ExtollStages(this);
    windows = new ExtollWindows(parameters(), node.machine.topology);
  }

  boolean isHost() {
    return node.machine.topology.isHost(node.number);
  }

  ExtollNic peer(int number) {
    return node.machine.router(number).nic;
  }

  ExtollParameters parameters() {
    return node.machine.parameters;
  }

  ExtollRules rules() {
    return node.machine.rules;
  }

  int number() {
    return node.number;
  }

  long now() {
    return node.machine.now();
  }

  /** Gives the node one more thread. */
  void run(Iterator<ExtollOperation> program) {
    threads.add(new ExtollThread(this, threads.size(), program));
  }

  /** Schedules an effect in a step of a later tick, in which nothing else happens there. */
  void at(long tick, Step step, Runnable effect) {
    node.machine.wake(tick);
    if (due.computeIfAbsent(tick, key -> new EnumMap<>(Step.class)).put(step, effect) != null) {
      throw new IllegalStateException(
          String.format("node %d, tick %d: two ends of %s", node.number, tick, step));
    }
  }

  void wake(long tick) {
    node.machine.wake(tick);
  }

  /** A packet is whole in its unit. */
  void deliver(ExtollPacket packet) {
    delivered.add(packet);
  }

  /** Performs the events of a node in this tick after grants, in a fixed order. */
  void act() {
    delivered.sort(Comparator.comparingInt(packet -> packet.unitPort));
    delivered.forEach(packet -> process(packet.unitPort, () -> take(packet)));
    delivered.clear();
    final Map<Step, Runnable> ofTick = due.remove(now());
    if (ofTick != null) {
      ofTick.values().forEach(Runnable::run);
    }
    workOnRma();
    workOnSmfu();
    threads.forEach(ExtollThread::step);
  }

  // --------------------------------------------------------------------------------- engines

  /** Joins the engine of a unit. */
  void process(int unitPort, Runnable through) {
    final long begin =
        engines[unitPort - ReferenceExtollTopology.FIRST_UNIT].join(now(), parameters().gapTicks);
    at(begin + parameters().engineTicks, Step.of(unitPort), through);
  }

  private void enqueue(ExtollPacket packet) {
    node.unit(packet.unitPort).queues.get(packet.kind.packetClass).add(packet);
  }

  private ExtollPacket packet(
      Kind kind, int unitPort, int destination, ExtollMessage message, int dataBytes) {
    return new ExtollPacket(
        kind, node.number, destination, unitPort, dataBytes, message.birthTick(), message);
  }

  /** A message or an access, whole at the NIC, becomes a packet of VELO. */
  void sendMail(ExtollMessage message) {
    process(
        VELO, () -> enqueue(packet(Kind.VELO, VELO, message.target(), message, message.bytes())));
  }

  // ------------------------------------------------------------------------------------- RMA

  /** Adds the descriptor of a put, or its replacement if it goes in chunks. */
  void describePut(ExtollMessage message) {
    if (stages.areStaged() || peer(message.target()).stages.areStaged()) {
      stages.put(message, message.bytes());
    } else {
      pcie.post(ExtollThread.DESCRIPTOR_BYTES, () -> put(message));
    }
  }

  void put(ExtollMessage message) {
    process(RMA, () -> listFragments(Kind.PUT, message));
  }

  void get(ExtollMessage message) {
    process(RMA, () -> listFragments(Kind.GET_REQUEST, message));
  }

  private void listFragments(Kind kind, ExtollMessage message) {
    int left = message.bytes();
    while (left > 0) {
      final int bytes = Math.min(left, ExtollParameters.PACKET_BYTES);
      left -= bytes;
      final ExtollPacket packet =
          packet(kind, RMA, message.target(), message, kind == Kind.PUT ? bytes : 16);
      packet.wantedBytes = kind == Kind.PUT ? 0 : bytes;
      packet.whole = kind != Kind.PUT;
      packet.last = left == 0;
      rmaList.add(packet);
    }
  }

  void immediate(ExtollMessage message) {
    process(RMA, () -> rmaList.add(last(packet(Kind.WRITE, RMA, message.target(), message, 8))));
  }

  /** Writes or reads a register. */
  void access(Kind kind, Register register, ExtollMessage message) {
    process(
        RMA,
        () -> {
          final ExtollPacket packet =
              last(packet(kind, RMA, message.target(), message, kind == Kind.WRITE ? 8 : 16));
          packet.register = register;
          rmaList.add(packet);
        });
  }

  private static ExtollPacket last(ExtollPacket packet) {
    packet.last = true;
    return packet;
  }

  private void workOnRma() {
    while (!rmaList.isEmpty() && places < parameters().rmaPackets) {
      final ExtollPacket packet = rmaList.remove();
      places++;
      enqueue(packet);
      if (!rules().tellsRequesterAfterIssue()
          && packet.last
          && packet.message.told().contains(End.REQUESTER)) {
        notify(End.REQUESTER, packet, false);
      }
      if (packet.kind == Kind.PUT) {
        pcie.read(packet.dataBytes, () -> packet.whole = true);
      }
    }
  }

  // ------------------------------------------------------------------------------------ SMFU

  void interrupt(ExtollMessage message, int bytes, int vector) {
    process(
        SMFU,
        () -> {
          final ExtollPacket packet = packet(Kind.STORE, SMFU, message.target(), message, bytes);
          packet.interrupt = true;
          packet.vector = vector;
          smfuList.add(packet);
        });
  }

  void store(ExtollMessage message, int bytes, long address) {
    process(
        SMFU,
        () -> {
          final ExtollPacket packet = packet(Kind.STORE, SMFU, message.target(), message, bytes);
          if (!forward(packet, address)) {
            posts--;
          }
        });
  }

  void load(ExtollMessage message, long address, Runnable there) {
    process(
        SMFU,
        () -> {
          final ExtollPacket packet =
              packet(Kind.LOAD_REQUEST, SMFU, message.target(), message, 16);
          packet.wantedBytes = message.bytes();
          packet.there = there;
          if (!forward(packet, address)) {
            pcie.complete(0, there);
          }
        });
  }

  /** Lists an access unless it is one that no interval has. */
  private boolean forward(ExtollPacket packet, long address) {
    final boolean inside = windows.has(number(), address, packet.destination);
    if (inside) {
      packet.address = address;
      smfuList.add(packet);
    }
    node.machine.onAccess(inside, address);
    return inside;
  }

  /** An access is through the engine of its target; whether it is rejected there. */
  private boolean rejects(ExtollPacket packet) {
    if (packet.interrupt) {
      return false;
    }
    final boolean rejected =
        parameters().kind.equals("access")
            && !isHost()
            && !windows.passes(packet.address, number(), commands, bases);
    node.machine.onAccessTaken(packet.address, rejected);
    return rejected;
  }

  private void workOnSmfu() {
    while (!smfuList.isEmpty()
        && (smfuList.element().kind == Kind.STORE || tags < parameters().smfuTags)) {
      final ExtollPacket packet = smfuList.remove();
      tags += packet.kind == Kind.LOAD_REQUEST ? 1 : 0;
      enqueue(packet);
    }
  }

  // ------------------------------------------------------------------------------- at an end

  /** A packet is through the engine of its unit. */
  private void take(ExtollPacket packet) {
    if (packet.kind == Kind.REGISTER_REQUEST
        || (packet.kind == Kind.WRITE && packet.register != null)) {
      accessRegister(packet);
      return;
    }
    final long start =
        switch (packet.kind) {
          case VELO -> pcie.write(8 + packet.dataBytes, () -> tell(News.MAIL, packet, true));
          case PUT, WRITE -> complete(packet, true);
          case GET_REQUEST ->
              pcie.read(packet.wantedBytes, () -> respond(packet, packet.wantedBytes));
          case GET_RESPONSE, REGISTER_RESPONSE -> {
            places -= rules().keepsPlaceUntilAnswered() ? 1 : 0;
            outstanding--;
            yield complete(packet, false);
          }
          case STORE -> takeStore(packet);
          case LOAD_REQUEST -> {
            if (rejects(packet)) {
              respond(packet, 0);
              yield now();
            }
            yield pcie.read(packet.wantedBytes, () -> respond(packet, packet.wantedBytes));
          }
          case LOAD_RESPONSE -> {
            tags--;
            outstanding--;
            yield pcie.complete(packet.dataBytes, packet.request.there);
          }
          case REGISTER_REQUEST -> throw new IllegalStateException();
        };
    giveRoomBack(packet, Math.max(start, now() + 1));
  }

  private long takeStore(ExtollPacket packet) {
    if (rejects(packet)) {
      return now();
    }
    return packet.interrupt ? interrupt(packet) : pcie.write(packet.dataBytes, () -> {});
  }

  /** Writes data into memory, and behind the last of them the notification. */
  private long complete(ExtollPacket packet, boolean atTarget) {
    final ExtollCargo cargo = packet.message.cargo();
    final Runnable there = cargo == null ? () -> {} : () -> cargo.inMemory(packet);
    final boolean data = packet.kind == Kind.PUT || packet.kind == Kind.GET_RESPONSE;
    final long start =
        data ? pcie.writeData(packet.dataBytes, there) : pcie.write(packet.dataBytes, there);
    return packet.last && packet.message.told().contains(End.COMPLETER)
        ? notify(End.COMPLETER, packet, atTarget)
        : start;
  }

  private long notify(End end, ExtollPacket packet, boolean atTarget) {
    return pcie.write(NOTIFICATION_BYTES, () -> tell(News.of(end), packet, atTarget));
  }

  private long interrupt(ExtollPacket packet) {
    final boolean[] entered = new boolean[1];
    final Runnable handler =
        () -> {
          node.machine.onInterrupt(entered[0], packet.source, packet.vector);
          tell(News.INTERRUPT, packet, true);
        };
    if (rules().writesEntryBeforeInterrupt()) {
      pcie.write(QUEUE_ENTRY_BYTES, () -> entered[0] = true);
      return pcie.write(INTERRUPT_BYTES, handler);
    }
    pcie.write(INTERRUPT_BYTES, handler);
    return pcie.write(QUEUE_ENTRY_BYTES, () -> entered[0] = true);
  }

  private void giveRoomBack(ExtollPacket packet, long tick) {
    node.machine.at(rules().freesRoomAtDelivery() ? now() + 1 : tick, () -> node.giveBack(packet));
  }

  private void respond(ExtollPacket request, int bytes) {
    final ExtollPacket response =
        packet(
            Kind.responseTo(request.kind),
            request.unitPort,
            request.source,
            request.message,
            bytes);
    response.last = request.last;
    response.request = request;
    enqueue(response);
  }

  private void accessRegister(ExtollPacket packet) {
    final long end =
        registerFile.join(now(), parameters().registerFileTicks) + parameters().registerFileTicks;
    giveRoomBack(packet, end);
    at(
        end,
        Step.REGISTERS,
        () -> {
          if (packet.kind == Kind.REGISTER_REQUEST) {
            packet.value = packet.register == Register.STATUS ? status : 0;
            respond(packet, 8);
          } else if (packet.register == Register.COMMAND) {
            status = 0;
            commands++;
            at(now() + parameters().configAccessTicks, Step.ANSWER, () -> status = 2);
          } else if (packet.register == Register.BASE) {
            bases++;
          }
        });
  }

  /** A packet of the node is issued. */
  void onIssue(ExtollPacket packet) {
    packet.number = issued.merge(packet.kind, 1L, Long::sum) - 1;
    if (packet.message.cargo() != null) {
      packet.message.cargo().issued(packet);
    }
    switch (packet.kind) {
      case VELO -> posts -= rules().keepsPostUntilIssue() ? 1 : 0;
      case STORE -> posts -= packet.interrupt ? 0 : 1;
      case GET_REQUEST, REGISTER_REQUEST -> {
        places -= rules().keepsPlaceUntilAnswered() ? 0 : 1;
        outstanding++;
      }
      case LOAD_REQUEST -> outstanding++;
      case PUT, WRITE -> {
        places--;
        if (rules().tellsRequesterAfterIssue()
            && packet.last
            && packet.message.told().contains(End.REQUESTER)) {
          notify(End.REQUESTER, packet, false);
        }
      }
      case GET_RESPONSE -> {
        if (packet.last && packet.message.told().contains(End.RESPONDER)) {
          notify(End.RESPONDER, packet, true);
        }
      }
      default -> {
        // nothing else is freed or told when a packet is issued
      }
    }
    node.machine.wake(now() + 1);
  }

  // ----------------------------------------------------------------------------------- news

  private void tell(News what, ExtollPacket packet, boolean atTarget) {
    final ExtollMessage message = packet.message;
    if (message.cargo() != null) {
      message.cargo().told(what, packet);
      return;
    }
    final int thread = atTarget ? message.targetThread() : message.thread();
    if (packet.kind == Kind.REGISTER_RESPONSE) {
      threads.get(thread).valueRead = packet.request.value;
    }
    news(thread, what).add(message);
  }

  /** Notifies a thread of this node of a message without a write. */
  void tell(int thread, End end, ExtollMessage message) {
    news(thread, News.of(end)).add(message);
  }

  /** Returns the notices for which a thread can wait; interrupts are for any waiting thread. */
  Deque<ExtollMessage> news(int thread, News what) {
    final int whose = what == News.INTERRUPT ? 0 : thread;
    return news.computeIfAbsent(List.of(whose, what), key -> new ArrayDeque<>());
  }

  /** A wait for a message has ended. */
  void onMessage(ExtollMessage message, boolean interrupt) {
    node.machine.onMessage(message, interrupt);
  }

  /** Returns whether all threads have ended and nothing is in progress in the node. */
  boolean isSilent() {
    return due.isEmpty()
        && stages.isSilent()
        && rmaList.isEmpty()
        && smfuList.isEmpty()
        && node.unit(VELO).isEmpty()
        && node.unit(RMA).isEmpty()
        && node.unit(SMFU).isEmpty()
        && threads.stream().allMatch(ExtollThread::hasEnded);
  }

  int outstandingRequests() {
    return outstanding;
  }

  /** No more posts, places and tags than there are. */
  void checkConservation() {
    if (posts < 0
        || posts > parameters().posted
        || places < 0
        || places > parameters().rmaPackets
        || tags < 0
        || tags > parameters().smfuTags) {
      throw new IllegalStateException(
          String.format(
              "node %d, tick %d: %d posts, %d places, %d tags",
              node.number, now(), posts, places, tags));
    }
  }

  /** Returns whether it is silent and everything taken has been given back. */
  boolean isHome() {
    return isSilent() && posts == 0 && places == 0 && tags == 0;
  }

  void describe(StringBuilder report) {
    threads.forEach(
        thread ->
            report.append(
                String.format("node %d, thread %d: %s%n", node.number, thread.number, thread)));
  }
}
