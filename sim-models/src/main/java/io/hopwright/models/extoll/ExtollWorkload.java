package io.hopwright.models.extoll;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.extoll.network.ExtollCells;
import io.hopwright.models.extoll.network.ExtollPacketId;
import io.hopwright.models.extoll.network.ExtollPaper;
import io.hopwright.models.extoll.network.ExtollPorts;
import io.hopwright.models.extoll.network.ExtollTopology;
import io.hopwright.models.extoll.programs.AcceleratorAssignment;
import io.hopwright.models.extoll.programs.Enumeration;
import io.hopwright.models.extoll.programs.PingPong;
import io.hopwright.models.extoll.programs.RandomAccesses;
import io.hopwright.models.extoll.programs.RmaTraffic;
import io.hopwright.models.extoll.programs.StreamThreads;
import io.hopwright.models.extoll.smfu.AcceleratorDevice;
import io.hopwright.models.extoll.smfu.AcceleratorWindows;
import io.hopwright.models.extoll.units.DeviceDesign;
import io.hopwright.models.extoll.units.HostPaths;
import io.hopwright.models.extoll.units.LinkUnits;
import io.hopwright.models.extoll.units.NicUnits;
import io.hopwright.models.extoll.units.UnitProgram;
import io.hopwright.models.extoll.units.UnitRanks;
import io.hopwright.models.extoll.units.UnitWork;
import io.hopwright.models.host.Messages;
import io.hopwright.models.host.Segmenter;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.pattern.NetworkTraits;
import io.hopwright.models.traffic.pattern.NodeSpace;
import io.hopwright.models.traffic.pattern.Pattern;
import io.hopwright.models.traffic.pattern.Patterns;
import io.hopwright.models.traffic.pattern.Sources;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What accelerators send, and to whom ({@code docs/models/extoll.md}, "Workloads of links").
 *
 * @param seed of all random numbers
 * @param accelerators of the machine
 * @param cellTicks of links
 * @param kind where messages go: a {@link Pattern}, or a kind of this machine's own
 * @param sources what accelerators send under a pattern; null for other kinds
 * @param load what accelerators offer, in units of a link; empty if they are saturated
 * @param messageBytes sizes of messages, equally likely
 * @param keys as a study sets them
 * @param program what threads do, null if units make packets by themselves
 */
record ExtollWorkload(
    long seed,
    int accelerators,
    int cellTicks,
    Described kind,
    Sources sources,
    OptionalDouble load,
    List<Integer> messageBytes,
    Keys keys,
    Program program) {
  /** Kinds of workload that are no patterns. */
  enum Own implements Described {
    @Meaning("to and fro between workload.source and workload.target")
    PING_PONG,
    @Meaning("from threads of workload.source to workload.target, for ever")
    STREAM,
    @Meaning("from hosts to registers of their accelerators, to configure these")
    ENUMERATE,
    @Meaning("from workload.source to random addresses of workload.target, through SMFU")
    ACCESS,
    @Meaning("between hosts and the first of them, which gives them accelerators for a time")
    ASSIGN,
    @Meaning("where the programs of the section jobs say")
    JOBS
  }

  /** How messages of accelerators go. */
  enum Transport {
    @Meaning("packets made by units, taken in at once: no PCIe links, no threads")
    LINK_ONLY,
    @Meaning("as puts, or gets, of a thread of each accelerator")
    RMA
  }

  /** What threads do. */
  enum Operation {
    @Meaning("writes the bytes of the message into the memory of the other node")
    PUT(UnitWork.PUT, MAX_BYTES),
    @Meaning("a message into the mailbox of the other node")
    VELO(UnitWork.MAIL, 120),
    @Meaning("as put, 8 B that are in its descriptor")
    IMMEDIATE(UnitWork.IMMEDIATE, 0),
    @Meaning("reads the bytes of the message from the memory of the other node")
    GET(UnitWork.GET, MAX_BYTES),
    @Meaning("reads a register of the other node's NIC")
    READ(UnitWork.READ, 0),
    @Meaning("the processor writes memory of the other node")
    STORE(UnitWork.STORE, MAX_BYTES),
    @Meaning("the processor reads memory of the other node")
    LOAD(UnitWork.LOAD, 64),
    @Meaning("an accelerator interrupts its host")
    INTERRUPT(UnitWork.STORE, 0);

    private final int kind;

    /** Largest message, 0 if it has a size of its own. */
    private final int mostBytes;

    Operation(int kind, int mostBytes) {
      this.kind = kind;
      this.mostBytes = mostBytes;
    }

    private int bytes(int asked) {
      return mostBytes > 0 ? asked : Long.BYTES;
    }

    /** Tells whether it is about memory that PCIe reaches through SMFU. */
    private boolean isMapped() {
      return UnitWork.unit(kind) == ExtollPorts.SMFU;
    }
  }

  /** Largest message. */
  static final int MAX_BYTES = 16_777_215;

  private static final Patterns PATTERNS =
      Patterns.of(NetworkTraits.ofAxes(List.of("x", "y", "z")));
  private static final WorkloadKeys<Described> ANY =
      PATTERNS.workload(
          new WorkloadKeys.Load(
              "what a link takes of full packets, 9.77 GB/s or on FPGAs 1.55 GB/s of data",
              "always another message",
              GeometricGaps.MIN_PROBABILITY,
              100,
              ExtollPaper.SECTION + "2.4.4, 5.1"),
          Own.values());
  private static final Key<List<Integer>> MESSAGE_BYTES =
      Key.bytesList("workload.messageBytes", List.of(ExtollCells.MOST_DATA), 1, MAX_BYTES, 1)
          .ofRun(
              "size of a message, sent in packets of up to 496 B, or a list of sizes that are"
                  + " equally likely");
  private static final Key<List<Integer>> NOTIFY =
      Key.choices(
              "workload.notifiedEnds",
              List.of(),
              List.of(
                  new Choice<>(
                      UnitWork.REQUESTER, "requester", "at the origin, once all is issued"),
                  new Choice<>(
                      UnitWork.RESPONDER, "responder", "where data are read, once they are issued"),
                  new Choice<>(
                      UnitWork.COMPLETER, "completer", "where data are written, behind them")))
          .meaning("ends that are notified beside those that threads wait for")
          .source(ExtollPaper.SECTION + "2.4.6");
  private static final String SOURCE = "workload.source";
  private static final String TARGET = "workload.target";
  private static final String OPERATION = "workload.operation";
  private static final String ADDRESSES = "workload.addresses";
  private static final String WANTED = "workload.accelerators";
  private static final String INTERRUPT_AT_END = "workload.interruptAtEnd";

  /** Where a processor loads or stores. */
  enum Addresses {
    @Meaning("what is the target's")
    INSIDE,
    @Meaning("just beside what is any accelerator's")
    OUTSIDE
  }

  /** The keys that are not those of patterns. */
  record Keys(
      @Setting(key = "workload.transport", word = "link-only")
          @Meaning("how messages go that accelerators send to each other")
          @Source(Key.OF_RUN)
          Transport transport,
      @Setting(key = OPERATION, word = "put")
          @Meaning(
              "for ping-pong, stream and rma: what threads do; put, immediate, get and read by RMA,"
                  + " store, load and interrupt by SMFU")
          @Source(ExtollPaper.SECTION + "2.4")
          Operation operation,
      @Setting(key = "workload.messageBytes") List<Integer> messageBytes,
      @Setting(key = "workload.units", byDefault = 1, min = 1, max = ExtollPorts.UNITS)
          @Meaning(
              "functional units of an accelerator's NIC that send, each as much as a link takes")
          @Source(Key.OF_RUN)
          int units,
      @Setting(key = SOURCE, byDefault = 0, max = ExtollPacketId.MAX_NODES - 1)
          @Meaning(
              "for ping-pong and stream: node that begins; for outcast: node that sends; hosts are"
                  + " numbered behind accelerators")
          @Source(Key.OF_RUN)
          int source,
      @Setting(key = TARGET, max = ExtollPacketId.MAX_NODES - 1)
          @Meaning(
              "for incast: the node that receives, 0 if not set; for ping-pong and stream: the"
                  + " other node, 1 if not set")
          @Source(Key.OF_RUN)
          OptionalInt target,
      @Setting(key = "workload.messages", byDefault = 20, min = 1, max = 1_000_000)
          @Meaning("for ping-pong: rounds; for access: accesses; for assign: rounds of a host")
          @Source(Key.OF_RUN)
          int rounds,
      @Setting(key = "workload.threads", byDefault = 1, min = 1, max = 32)
          @Meaning("for stream: threads of the source")
          @Source(Key.OF_RUN)
          int threads,
      @Setting(key = "workload.outstanding", byDefault = 16, min = 1, max = 1_024)
          @Meaning("for stream and rma: messages of a thread that it has not been notified of")
          @Source(Key.OF_RUN)
          int outstanding,
      @Setting(key = "workload.notifiedEnds") List<Integer> notifiedEnds,
      @Setting(key = ADDRESSES, word = "inside")
          @Meaning("for access: where the processor loads or stores")
          @Source(ExtollPaper.SECTION + "4.3")
          Addresses addresses,
      @Setting(key = "workload.enumerated", word = "true")
          @Meaning("for access: whether a host configures the accelerator before")
          @Source(ExtollPaper.SECTION + "4.2")
          boolean enumerated,
      @Setting(key = WANTED, byDefault = 1, min = 1, max = 64)
          @Meaning("for assign: accelerators that a host asks for in a round")
          @Source(ExtollPaper.SECTION + "6.1.3")
          int wanted,
      @Setting(key = "workload.holdTicks", byDefault = 126_000, max = 1_000_000_000)
          @Meaning("for assign: for how long a host keeps them")
          int holdTicks,
      @Setting(key = INTERRUPT_AT_END, word = "false")
          @Meaning(
              "for access from an accelerator, and for rma: whether an accelerator interrupts its"
                  + " host when its work is done; the host waits for the interrupt")
          boolean interrupts) {
    static final KeyRecord<Keys> KEYS = KeyRecord.of(Keys.class, MESSAGE_BYTES, NOTIFY);

    /** Returns the node that threads of {@link #source} send to. */
    private int other() {
      return target.orElse(1);
    }

    /** Returns the ends that are notified beside those that are waited for, a set. */
    private int notified() {
      return notifiedEnds.stream().mapToInt(end -> 1 << end).sum();
    }

    private boolean inside() {
      return addresses == Addresses.INSIDE;
    }
  }

  static final Component COMPONENT =
      Component.of("workload", ANY.kind(), ANY.load()).and(PATTERNS.keys(Keys.KEYS.keys()));

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming all that does not fit together
   */
  static ExtollWorkload of(Settings settings, ExtollTopology topology) {
    final Keys keys = Keys.KEYS.read(settings);
    final ExtollWorkload workload =
        new ExtollWorkload(
            settings.get(RunPlan.SEED),
            topology.accelerators(),
            topology.nic().cellTicks(),
            settings.get(ANY.kind()),
            settings.get(ANY.kind()) instanceof Pattern pattern
                ? pattern.read(settings, NodeSpace.of(topology.torus().grid()))
                : null,
            settings.get(ANY.load()),
            WorkloadKeys.jobs(settings) ? List.of(ExtollCells.MOST_DATA) : keys.messageBytes(),
            keys,
            program(settings, keys, topology));
    workload.check(settings);
    return workload;
  }

  /**
   * What threads work with.
   *
   * @param hosts of the machine
   * @param windows of accelerators
   * @param pollTicks from a command of the backdoor to the first look at its status
   */
  record Program(int hosts, AcceleratorWindows windows, int pollTicks) {
    Enumeration configuration(int accelerators) {
      return new Enumeration(accelerators, hosts, windows.device(), pollTicks);
    }
  }

  private static Program program(Settings settings, Keys keys, ExtollTopology topology) {
    if (isTraffic(settings.get(ANY.kind())) && keys.transport() == Transport.LINK_ONLY) {
      return null;
    }
    final int hosts = topology.hosts();
    return new Program(
        hosts,
        AcceleratorWindows.of(settings, hosts == 0 ? 0 : (topology.accelerators() - 1) / hosts + 1),
        DeviceDesign.Keys.KEYS.read(settings).configPollTicks());
  }

  /** Tells whether each accelerator sends to others. */
  private static boolean isTraffic(Described kind) {
    return kind instanceof Pattern;
  }

  /** Tells whether each accelerator sends to others. */
  boolean isTraffic() {
    return isTraffic(kind);
  }

  private void check(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    ANY.check(settings, allToAll() || !isTraffic(), problems);
    checkInterrupts(settings, problems);
    if (!isTraffic()) {
      checkProgram(settings, problems);
      problems.throwIfAny();
      return;
    }
    problems.when(
        program != null && keys.operation() != Operation.PUT && keys.operation() != Operation.GET,
        OPERATION,
        "is neither put nor get, which threads do with workload.transport = rma; use one of these");
    sources.check(rate(), ANY.load(), " of a stream", "lower it or make messages larger", problems);
    problems.throwIfAny();
  }

  /** Notes why accelerators cannot interrupt their hosts as the settings want them to. */
  private void checkInterrupts(Settings settings, SettingsException.Collector problems) {
    final boolean atEnd = keys.interrupts();
    final boolean rma = isTraffic() && program != null;
    problems.when(
        atEnd && !rma && !(kind == Own.ACCESS && keys.source() < accelerators),
        INTERRUPT_AT_END,
        "is true, but the threads of accelerators never end with workload.kind = "
            + settings.value(ANY.kind())
            + "; use access from an accelerator, or workload.transport = rma");
    problems.when(
        atEnd && rma && !allToAll() && load.isEmpty(),
        INTERRUPT_AT_END,
        "is true, but accelerators never end with workload.load = saturated; set a load, or use"
            + " workload.kind = all-to-all");
    problems.when(
        atEnd && rma && program.hosts == 0,
        ExtollTopology.HOSTS,
        "is 0, but with workload.interruptAtEnd accelerators interrupt hosts; use at least 1");
    final boolean asked = kind == Own.PING_PONG && keys.operation() == Operation.INTERRUPT;
    problems.when(
        program != null && (atEnd || asked) && program.windows.device().vectors() == 0,
        AcceleratorDevice.VECTORS,
        "is 0, but "
            + (asked ? "workload.operation = interrupt" : "workload.interruptAtEnd")
            + " needs MSI; use at least 1");
  }

  /** Tells whether it is programs that send. */
  boolean jobs() {
    return kind == Own.JOBS;
  }

  /** Returns the words of a packet. */
  int packetWords() {
    final int ofThreads = jobs() ? UnitRanks.WORDS : NicUnits.WORDS;
    return program == null ? LinkUnits.WORDS : ofThreads;
  }

  private void checkProgram(Settings settings, SettingsException.Collector problems) {
    if (jobs()) {
      return;
    }
    if (kind == Own.ENUMERATE) {
      problems.when(
          program.hosts == 0, ExtollTopology.HOSTS, "is 0, but hosts enumerate; have at least 1");
      return;
    }
    if (kind == Own.ASSIGN) {
      checkAssignment(problems);
      return;
    }
    checkNodes(settings, problems);
    checkOperation(settings, problems);
  }

  private void checkNodes(Settings settings, SettingsException.Collector problems) {
    final int nodes = accelerators + program.hosts;
    final String made = "below the " + nodes + " that machine.shape and machine.hosts make";
    problems.when(keys.source() >= nodes, SOURCE, "is no node " + made + "; name one of them");
    problems.when(
        keys.other() >= nodes || keys.other() == keys.source(),
        TARGET,
        "is no other node than workload.source = %s %s; name one of them"
            .formatted(keys.source(), made));
    if (!keys.operation().isMapped()) {
      return;
    }
    problems.when(
        program.hosts == 0,
        ExtollTopology.HOSTS,
        "is 0, but workload.operation = "
            + settings.value(OPERATION)
            + " is between an accelerator and the host that it belongs to; have at least 1");
    problems.when(
        program.hosts > 0 && !isMapped(keys.source(), keys.other()),
        TARGET,
        "cannot be reached from workload.source = "
            + keys.source()
            + " by workload.operation = "
            + settings.value(OPERATION)
            + ": an accelerator and the host that it belongs to can"
            + (keys.operation() == Operation.INTERRUPT ? ", in this order" : "")
            + "; name such nodes, as "
            + hostOfFirst());
  }

  private String hostOfFirst() {
    return "accelerator 0 and host " + AcceleratorWindows.host(0, accelerators, program.hosts);
  }

  private void checkOperation(Settings settings, SettingsException.Collector problems) {
    final String ofKind = ANY.kind().name() + " = " + settings.value(ANY.kind());
    problems.when(
        kind == Own.STREAM && RunPlan.end(settings) == RunPlan.End.DRAINED,
        RunPlan.END,
        "is drained, but workload.kind = stream never ends; use ticks or packets");
    problems.when(
        !known().contains(keys.operation()),
        OPERATION,
        "is nothing that threads do with "
            + ofKind
            + "; use one of "
            + known().stream()
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", ")));
    problems.when(
        messageBytes.size() > 1,
        MESSAGE_BYTES,
        "has several sizes, but " + ofKind + " needs one; run a point for each");
    problems.when(
        keys.operation().mostBytes > 0 && messageBytes.get(0) > keys.operation().mostBytes,
        MESSAGE_BYTES,
        "is above the %s B of workload.operation = %s; use at most that"
            .formatted(keys.operation().mostBytes, settings.value(OPERATION)));
    problems.when(
        keys.operation() == Operation.STORE
            && keys.source() >= accelerators
            && messageBytes.get(0) > program.windows.memoryBytes(),
        MESSAGE_BYTES,
        "is above the "
            + program.windows.memoryBytes()
            + " B of naa.memoryBytes, behind which another accelerator's memory begins; use at most"
            + " that");
    checkAccess(problems);
  }

  /** Returns what threads of single nodes may do. */
  private List<Operation> known() {
    return switch ((Own) kind) {
      case STREAM ->
          List.of(Operation.PUT, Operation.GET, Operation.VELO, Operation.STORE, Operation.LOAD);
      case ACCESS -> List.of(Operation.STORE, Operation.LOAD);
      default ->
          List.of(
              Operation.VELO,
              Operation.PUT,
              Operation.IMMEDIATE,
              Operation.GET,
              Operation.READ,
              Operation.LOAD,
              Operation.INTERRUPT);
    };
  }

  private void checkAccess(SettingsException.Collector problems) {
    final boolean fromHost = keys.source() >= accelerators;
    problems.when(
        kind == Own.ACCESS && messageBytes.get(0) > DeviceDesign.LINE_BYTES,
        MESSAGE_BYTES,
        "is above the 64 B of a message of workload.kind = access; use at most that");
    problems.when(
        kind == Own.ACCESS && !fromHost && keys.operation() != Operation.STORE,
        OPERATION,
        "is not store, which is what workload.source = "
            + keys.source()
            + ", an accelerator, does; use that, or a host as workload.source");
    problems.when(
        kind == Own.ACCESS && !fromHost && !keys.inside(),
        ADDRESSES,
        "is outside, but all addresses of workload.source = "
            + keys.source()
            + ", an accelerator, are its host's; use inside, or a host as workload.source");
  }

  private void checkAssignment(SettingsException.Collector problems) {
    problems.when(
        program.hosts < 2,
        ExtollTopology.HOSTS,
        "is "
            + program.hosts
            + ", but with workload.kind = assign one host gives accelerators to the others; have at"
            + " least 2");
    problems.when(
        keys.wanted() > accelerators,
        WANTED,
        "is above the " + accelerators + " accelerators of machine.shape; ask for fewer");
  }

  /** Notes what hosts in between do not let programs do. */
  void check(Settings settings, HostPaths paths, SettingsException.Collector problems) {
    if (program == null || jobs() || paths.direct()) {
      return;
    }
    final Key<?> why = paths.bridged() ? HostPaths.BRIDGE : HostPaths.TRANSPORT;
    final String where = why.name() + " = " + settings.value(why);
    problems.when(
        configures(),
        ANY.kind(),
        "is %s, but with %s nothing is configured over the network; use another"
            .formatted(settings.value(ANY.kind()), where));
    final boolean possible =
        paths.bridged()
            ? keys.operation() == Operation.PUT
            : !keys.operation().isMapped()
                && (paths.staging() == null || keys.operation() != Operation.GET);
    problems.when(
        !configures() && !possible,
        OPERATION,
        "is %s, which threads cannot do with %s; use put"
            .formatted(settings.value(OPERATION), where));
    problems.when(
        keys.interrupts() && !configures(),
        INTERRUPT_AT_END,
        "is true, but with %s accelerators do not interrupt hosts; set it to false"
            .formatted(where));
  }

  private boolean configures() {
    return kind == Own.ENUMERATE || kind == Own.ACCESS || kind == Own.ASSIGN;
  }

  private boolean isMapped(int source, int target) {
    if (Math.max(source, target) >= accelerators + program.hosts) {
      return false;
    }
    final boolean fromHost = source >= accelerators;
    final int accelerator = fromHost ? target : source;
    final int host = fromHost ? source : target;
    return accelerator < accelerators
        && AcceleratorWindows.host(accelerator, accelerators, program.hosts) == host
        && !(fromHost && keys.operation() == Operation.INTERRUPT);
  }

  /** Returns what threads do in a run, null if there are none. */
  UnitProgram threads(RunPlan run) {
    if (program == null || jobs()) {
      return null;
    }
    if (kind instanceof Pattern) {
      return new RmaTraffic(
          keys.operation().kind,
          new Messages(0, 1, sources.births(run, rate()), sources.destinations(), sizes()),
          accelerators,
          program.hosts,
          keys.outstanding(),
          keys.notified(),
          keys.interrupts());
    }
    final int bytes = keys.operation().bytes(messageBytes.get(0));
    return switch ((Own) kind) {
      case PING_PONG ->
          new PingPong(
              keys.operation().kind,
              keys.source(),
              keys.other(),
              keys.rounds(),
              bytes,
              keys.notified(),
              address(),
              program.windows.device().vectors());
      case STREAM ->
          new StreamThreads(
              keys.operation().kind,
              keys.source(),
              keys.other(),
              keys.threads(),
              bytes,
              keys.outstanding(),
              address(),
              keys.notified());
      case ENUMERATE -> program.configuration(accelerators);
      case ACCESS ->
          new RandomAccesses(
              keys.operation().kind,
              keys.source(),
              keys.other(),
              keys.rounds(),
              bytes,
              keys.inside(),
              keys.interrupts(),
              keys.enumerated() && keys.source() >= accelerators
                  ? program.configuration(accelerators)
                  : null,
              program.windows,
              accelerators,
              program.hosts,
              Purpose.ADDRESS.draws(seed));
      case ASSIGN ->
          new AcceleratorAssignment(
              accelerators,
              program.hosts,
              keys.rounds(),
              keys.wanted(),
              keys.holdTicks(),
              program.configuration(accelerators));
      case JOBS -> throw new IllegalStateException("ranks of jobs are no threads");
    };
  }

  /** Returns the address of stores and loads; what an accelerator reaches is memory. */
  private long address() {
    return keys.operation().isMapped() && keys.source() >= accelerators
        ? program.windows.hostAddress(keys.other(), accelerators, program.hosts)
        : 0;
  }

  /** Tells whether data go from where messages are sent to, back to who asks for them. */
  boolean gets() {
    return program != null && keys.operation() == Operation.GET;
  }

  /** Tells whether all messages are there at tick 0. */
  boolean allToAll() {
    return sources != null && sources.isFinite();
  }

  private boolean openLoop() {
    return isTraffic() && !allToAll() && load.isPresent();
  }

  /** Tells whether a node sends anything. */
  boolean sends(int node) {
    return node < accelerators && (sources == null || sources.sends(node));
  }

  double meanMessageBytes() {
    return sizes().mean();
  }

  double meanPacketsPerMessage() {
    return sizes().mean(segments()::segments);
  }

  /** Returns the ticks that a packet keeps a port busy on average. */
  double meanPacketTicks() {
    double ticks = 0;
    long packets = 0;
    for (int bytes : messageBytes) {
      for (int rest = bytes; rest > 0; rest -= ExtollCells.MOST_DATA) {
        ticks +=
            ExtollCells.ticks(ExtollCells.of(Math.min(rest, ExtollCells.MOST_DATA)), cellTicks);
        packets++;
      }
    }
    return ticks / packets;
  }

  /** Returns the data that a link takes of full packets, in bytes per tick. */
  static double linkBytesPerTick(int cellTicks) {
    return (double) ExtollCells.MOST_DATA / ExtollCells.ticks(ExtollCells.MOST, cellTicks);
  }

  /** Returns the messages of a stream per tick. */
  private double messagesPerTick() {
    return load.orElseThrow()
        * linkBytesPerTick(cellTicks)
        / meanMessageBytes()
        / (program == null ? keys.units() : 1);
  }

  /** Returns what an accelerator offers in bytes per tick, null if there is no such number. */
  Double offeredBytesPerTick() {
    return openLoop() ? (Double) (load.orElseThrow() * linkBytesPerTick(cellTicks)) : null;
  }

  /** Returns what each stream of an accelerator sends in a run. */
  List<Messages> messages(RunPlan run) {
    final Births births = sources.births(run, rate());
    final Destinations destinations = sources.destinations();
    final Sizes sizes = sizes();
    return IntStream.range(0, keys.units())
        .mapToObj(stream -> new Messages(stream, keys.units(), births, destinations, sizes))
        .toList();
  }

  private Sizes sizes() {
    return new Sizes(Purpose.SIZE.draws(seed), 0, messageBytes);
  }

  /** Returns how messages go out as packets. */
  Segmenter segments() {
    return Segmenter.of(ExtollCells.MOST_DATA, sizes());
  }

  /** Returns the messages of a stream per tick; empty unless it is an open loop. */
  private OptionalDouble rate() {
    return openLoop() ? OptionalDouble.of(messagesPerTick()) : OptionalDouble.empty();
  }
}
