package io.hopwright.models.program.language;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Group;
import io.hopwright.models.program.IntPair;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.collectives.Step;

/**
 * Instruction: the effect of a statement, or of a part of one, at a rank. Immutable; all changing
 * state is in the rank's memory.
 */
sealed interface Instruction {
  /** The line of the statement. */
  int line();

  /**
   * Executes the instruction at the rank whose memory begins at {@code at}; the rank already points
   * to the next instruction.
   *
   * @param operation filled in if the instruction makes one
   * @return whether it makes an operation
   */
  boolean execute(long[] state, int at, Operation operation);

  /** Returns this with what {@code binding} knows put in; itself if there is nothing to put in. */
  default Instruction bind(Binding binding) {
    return this;
  }

  private static long checked(Expression of, long[] state, int at, long most, String what) {
    final long value = Expression.evaluate(of, state, at);
    if (value < 0 || value > most) {
      throw new RankFailure(of.place(), value + what + "; use 0 to " + most);
    }
    return value;
  }

  /** Returns a number of bytes; {@link Operation#ANY} if {@code of} is null. */
  private static long sizeOf(Expression of, long[] state, int at) {
    return of == null
        ? Operation.ANY
        : checked(of, state, at, Operation.MOST_BYTES, " B is not the size of a message");
  }

  /** Assignment to a variable. */
  record Let(int line, int word, Expression value) implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      state[at + word] = Expression.evaluate(value, state, at);
      return false;
    }

    @Override
    public Instruction bind(Binding binding) {
      return new Let(line, word, value.bind(binding));
    }
  }

  /** Unconditional jump. */
  record Jump(int line, int target) implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      RankMemory.jump(state, at, target);
      return false;
    }
  }

  /** Jump if the condition is 0. */
  record Unless(int line, Expression condition, int target) implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      if (Expression.evaluate(condition, state, at) == 0) {
        RankMemory.jump(state, at, target);
      }
      return false;
    }

    @Override
    public Instruction bind(Binding binding) {
      return new Unless(line, condition.bind(binding), target);
    }
  }

  /**
   * Start of a loop.
   *
   * @param word word of the variable
   * @param to last value; evaluated again at each iteration with the same result, as is the step
   * @param target instruction behind the loop
   */
  record For(int line, int word, Expression from, Expression to, Expression step, int target)
      implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      final long first = Expression.evaluate(from, state, at);
      final long last = Expression.evaluate(to, state, at);
      final long by = Expression.evaluate(step, state, at);
      if (by == 0) {
        throw new RankFailure(step.place(), "a loop with step 0 does not end");
      }
      if (by > 0 ? first > last : first < last) {
        RankMemory.jump(state, at, target);
      } else {
        state[at + word] = first;
      }
      return false;
    }

    @Override
    public Instruction bind(Binding binding) {
      return new For(line, word, from.bind(binding), to.bind(binding), step.bind(binding), target);
    }
  }

  /** Continuation of a loop with the next value. */
  record Next(int line, int word, Expression to, Expression step, int target)
      implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      final long value = state[at + word];
      final long last = Expression.evaluate(to, state, at);
      final long by = Expression.evaluate(step, state, at);
      // Differences of such numbers fit as unsigned ones.
      final boolean more =
          by > 0
              ? Long.compareUnsigned(last - value, by) >= 0
              : Long.compareUnsigned(value - last, -by) >= 0;
      if (more) {
        state[at + word] = value + by;
        RankMemory.jump(state, at, target);
      }
      return false;
    }

    @Override
    public Instruction bind(Binding binding) {
      return new Next(line, word, to.bind(binding), step.bind(binding), target);
    }
  }

  /**
   * Start of a block without an end.
   *
   * @param loop word of the remaining repetitions
   */
  record Forever(int line, TextPosition place, int loop, long rounds) implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      if (rounds == 0) {
        throw new RankFailure(
            place, "is allowed in background jobs only; use for NAME in 1 .. COUNT");
      }
      state[at + loop] = rounds;
      return false;
    }

    @Override
    public Instruction bind(Binding binding) {
      return new Forever(line, place, loop, binding.rounds());
    }
  }

  /** Repetition of a block without an end. */
  record Again(int line, int loop, int target) implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      if (--state[at + loop] > 0) {
        RankMemory.jump(state, at, target);
      }
      return false;
    }
  }

  /** Compute burst. */
  record Compute(int line, Expression time) implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      final long picoseconds = Expression.evaluate(time, state, at);
      if (picoseconds < 0) {
        throw new RankFailure(time.place(), "the time is " + picoseconds + " ps; use 0 or more");
      }
      operation.compute(picoseconds);
      return true;
    }

    @Override
    public Instruction bind(Binding binding) {
      return new Compute(line, time.bind(binding));
    }
  }

  /** Request of a message: none, unnamed, or named. */
  enum Requested {
    /** The rank waits. */
    NO,
    /** The request stays open until the rank waits for all. */
    UNNAMED,
    /** Until the statement itself waits for it. */
    PAIRED,
    /** The request stays open until the rank waits for its name. */
    NAMED
  }

  /**
   * Send or receive.
   *
   * @param peer other rank; null: any
   * @param bytes size; null: any
   * @param tag tag; null: any
   * @param ranks number of ranks, once bound
   * @param request number of a named request
   */
  record Message(
      int line,
      TextPosition place,
      Operation.Kind kind,
      Expression peer,
      Expression bytes,
      Expression tag,
      Requested requested,
      int request,
      int ranks)
      implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      final int to = peer == null ? Operation.ANY : rankOf(peer, ranks, state, at);
      final long size = sizeOf(bytes, state, at);
      final int marked =
          tag == null
              ? Operation.ANY
              : (int) checked(tag, state, at, Integer.MAX_VALUE, " is not a tag");
      checkClosed(place, requested, request, state, at);
      if (peer != null && to < 0) {
        return false;
      }
      operation.message(
          kind, to, size, marked, Operation.STATEMENTS, open(place, requested, request, state, at));
      return true;
    }

    @Override
    public Instruction bind(Binding binding) {
      return new Message(
          line,
          place,
          kind,
          Expression.bound(peer, binding),
          Expression.bound(bytes, binding),
          Expression.bound(tag, binding),
          requested,
          request,
          binding.ranks());
    }
  }

  /** Returns a rank, −1 for none. */
  private static int rankOf(Expression peer, int ranks, long[] state, int at) {
    final long to = Expression.evaluate(peer, state, at);
    if (to < -1 || to >= ranks) {
      throw new RankFailure(
          peer.place(),
          "there is no rank " + to + "; write one of 0 to " + (ranks - 1) + ", or -1 for none");
    }
    return (int) to;
  }

  private static void checkClosed(
      TextPosition place, Requested requested, int request, long[] state, int at) {
    if (requested == Requested.NAMED && (state[at + RankMemory.NAMED] >> request & 1) != 0) {
      throw new RankFailure(place, "the request of this name is still open; wait for it first");
    }
  }

  /** Opens a request if one is requested; returns its number. */
  private static int open(
      TextPosition place, Requested requested, int request, long[] state, int at) {
    final int open = IntPair.low(state[at + RankMemory.REQUESTS]);
    return switch (requested) {
      case NO -> Operation.BLOCKING;
      case NAMED -> {
        state[at + RankMemory.NAMED] |= 1L << request;
        yield request;
      }
      case UNNAMED -> {
        checkRoom(place, open + 1);
        state[at + RankMemory.REQUESTS]++;
        yield BoundProgram.MOST_REQUEST_NAMES + open;
      }
      case PAIRED -> {
        checkRoom(place, open + 2);
        final int before = IntPair.high(state[at + RankMemory.REQUESTS]);
        state[at + RankMemory.REQUESTS] = IntPair.of(open, before + 1);
        yield BoundProgram.MOST_REQUEST_NAMES + open + before;
      }
    };
  }

  /**
   * One-sided operation of the network interface on the memory of another rank.
   *
   * @param bytes size; null: that of a word
   * @param ranks number of ranks, once bound
   * @param request number of a named request
   */
  record OneSided(
      int line,
      TextPosition place,
      Primitive primitive,
      Expression peer,
      Expression bytes,
      Requested requested,
      int request,
      int ranks)
      implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      final int to = rankOf(peer, ranks, state, at);
      final long size = bytes == null ? Primitive.WORD_BYTES : size(state, at);
      checkClosed(place, requested, request, state, at);
      if (to < 0) {
        return false;
      }
      operation.oneSided(primitive, to, size, open(place, requested, request, state, at));
      return true;
    }

    private long size(long[] state, int at) {
      final long size = Expression.evaluate(bytes, state, at);
      if (size < 1 || size > Primitive.MOST_BYTES) {
        throw new RankFailure(
            bytes.place(),
            "the " + primitive.word() + " has " + size + " B; use 1 to " + Primitive.MOST_BYTES);
      }
      return size;
    }

    @Override
    public Instruction bind(Binding binding) {
      return new OneSided(
          line,
          place,
          primitive,
          peer.bind(binding),
          Expression.bound(bytes, binding),
          requested,
          request,
          binding.ranks());
    }
  }

  /** Wait for the operations that {@link OneSided} has begun. */
  record Fence(int line) implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      operation.fence();
      return true;
    }
  }

  private static void checkRoom(TextPosition place, int open) {
    if (open > BoundProgram.MOST_OPEN) {
      throw new RankFailure(
          place,
          "more than "
              + BoundProgram.MOST_OPEN
              + " requests are open at once; use waitall in between");
    }
  }

  /** Wait for the requests of the statement itself. */
  record WaitPair(int line) implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      final long requests = state[at + RankMemory.REQUESTS];
      final int own = IntPair.high(requests);
      state[at + RankMemory.REQUESTS] = IntPair.of(IntPair.low(requests), 0);
      operation.await(
          BoundProgram.MOST_REQUEST_NAMES + IntPair.low(requests), own, Operation.STATEMENTS);
      return own > 0;
    }
  }

  /** Wait for a named request; a request that is not open is complete. */
  record Wait(int line, int request) implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      final long bit = 1L << request;
      final boolean open = (state[at + RankMemory.NAMED] & bit) != 0;
      state[at + RankMemory.NAMED] &= ~bit;
      operation.await(request, 1, Operation.STATEMENTS);
      return open;
    }
  }

  /** Wait for all open requests, if there are any. */
  record WaitAll(int line) implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      final boolean open = (state[at + RankMemory.NAMED] | state[at + RankMemory.REQUESTS]) != 0;
      state[at + RankMemory.NAMED] = 0;
      state[at + RankMemory.REQUESTS] = 0;
      operation.awaitAll();
      return open;
    }
  }

  /** End of the program. */
  record End(int line) implements Instruction {
    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      RankMemory.stay(state, at);
      operation.end();
      return true;
    }
  }

  /**
   * Participation in a collective, step by step.
   *
   * @param bytes size, a literal 0 if there is none; equal at each step, as are root and members
   * @param root root, a literal 0 if there is none
   * @param using whether the statement names an algorithm; otherwise the job can
   * @param algorithm algorithm; null: that of MPICH, which is also used where the job's algorithm
   *     does not allow the bytes
   */
  record Together(
      int line,
      TextPosition place,
      Collective collective,
      Expression bytes,
      Expression root,
      GroupExpression members,
      boolean using,
      Algorithm algorithm)
      implements Instruction {
    private static final int PHASE_BITS = 2;
    private static final int PHASES = (1 << PHASE_BITS) - 1;
    private static final int RECEIVING = 0;
    private static final int SENDING = 1;
    private static final int WAITING = 2;
    private static final int REDUCING = 3;

    @Override
    public boolean execute(long[] state, int at, Operation operation) {
      final long under = state[at + RankMemory.STEP];
      if (under == 0) {
        return begin(state, at, operation);
      }
      RankMemory.stay(state, at);
      if (advance(under - 1, state, at, operation)) {
        return true;
      }
      state[at + RankMemory.STEP] = 0;
      state[at] += 1L << Integer.SIZE;
      return false;
    }

    private boolean begin(long[] state, int at, Operation operation) {
      final long size = sizeOf(bytes, state, at);
      final long index = Expression.evaluate(root, state, at);
      members.tell(state, at, operation);
      final int count = operation.members();
      if (index(state, at, operation) < 0) {
        return false;
      }
      if (index < 0 || index >= count) {
        throw new RankFailure(
            root.place(),
            "root " + index + " is not in the group; use an index of 0 to " + (count - 1));
      }
      if (collective.hasBlocks() && size > Operation.MOST_BYTES / count) {
        throw new RankFailure(
            bytes.place(),
            size + " B for each of " + count + " members exceed the limit of 2^40 B in total");
      }
      checkRoom(place, IntPair.low(state[at + RankMemory.REQUESTS]) + 2 * Algorithm.WINDOW);
      final Algorithm how = algorithm(count, size);
      if (how.onlyPowersOfTwo() && !Algorithm.isPowerOfTwo(count)) {
        throw new RankFailure(
            place, how.word() + " needs a group whose size is a power of two, not " + count);
      }
      if (!how.takes(size)) {
        throw new RankFailure(
            bytes.place(),
            "%s by hardware has at most %s B, not %s; use another algorithm"
                .formatted(collective.word(), Algorithm.WORD, size));
      }
      state[at + RankMemory.STEP] = 1;
      RankMemory.stay(state, at);
      operation.begin(collective, how, (int) index, size);
      return true;
    }

    private static int index(long[] state, int at, Operation operation) {
      return Group.index(operation.group(), operation.blocks(), RankMemory.rank(state, at));
    }

    /** Returns how it is done by so many members. */
    Algorithm algorithm(int count, long size) {
      return algorithm == null || (!using && !algorithm.takes(size))
          ? collective.auto(count, size)
          : algorithm;
    }

    /** Phases of a step, of which those before those of another step are done first. */
    private static final int[] IN_ORDER = {RECEIVING, SENDING, WAITING, REDUCING};

    private static final int[] SLIDING = {WAITING, REDUCING, RECEIVING, SENDING};

    /** Finds the next operation from a step's phase on; false if there is none. */
    private boolean advance(long from, long[] state, int at, Operation operation) {
      members.tell(state, at, operation);
      final int count = operation.members();
      final int index = index(state, at, operation);
      final long size = Expression.evaluate(bytes, state, at);
      final int rooted = (int) Expression.evaluate(root, state, at);
      final Algorithm how = algorithm(count, size);
      if (how.byHardware()) {
        if (count == 1 || from > 0) {
          return false;
        }
        operation.join(collective, how, rooted, size);
        state[at + RankMemory.STEP]++;
        return true;
      }
      final int steps = how.steps(count, size);
      final int atOnce = how.inFlight(count, size);
      final int[] phases = how.isSliding() ? SLIDING : IN_ORDER;
      final int late = how.isSliding() ? atOnce : 0;
      final Step step = operation.step();
      int filled = -1;
      int phase = (int) from & PHASES;
      for (int k = (int) (from >> PHASE_BITS); k < steps + late; k++) {
        for (; phase <= PHASES; phase++) {
          final boolean over = phases[phase] == WAITING || phases[phase] == REDUCING;
          final int of = over ? k - late : k;
          if (of < 0 || of >= steps) {
            continue;
          }
          if (of != filled) {
            step.fill(how, of, index, count, rooted, size);
            filled = of;
          }
          final int others = 2 * (of % atOnce);
          final boolean waits = late > 0 || (k + 1) % atOnce == 0 || k == steps - 1;
          if ((phases[phase] != WAITING || waits)
              && fillIn(phases[phase], of, others, late > 0 ? 0 : others, state, at, operation)) {
            state[at + RankMemory.STEP] = ((long) k << PHASE_BITS) + phase + 2;
            return true;
          }
        }
        phase = 0;
      }
      return false;
    }

    /**
     * Fills in what the member does in a phase of the step; false if nothing.
     *
     * @param others requests before those of the step
     * @param awaited how many of these a wait is for, too
     */
    private static boolean fillIn(
        int phase, int k, int others, int awaited, long[] state, int at, Operation operation) {
      final Step step = operation.step();
      final int receives = step.receiveFrom() == Step.NOBODY ? 0 : 1;
      final int sends = step.sendTo() == Step.NOBODY ? 0 : 1;
      final int own =
          BoundProgram.MOST_REQUEST_NAMES + IntPair.low(state[at + RankMemory.REQUESTS]) + others;
      switch (phase) {
        case RECEIVING -> {
          if (receives == 0) {
            return false;
          }
          final int from = operation.member(step.receiveFrom());
          operation.message(
              Operation.Kind.RECEIVE, from, step.receiveBytes(), k, Operation.COLLECTIVES, own);
        }
        case SENDING -> {
          if (sends == 0) {
            return false;
          }
          final int to = operation.member(step.sendTo());
          operation.message(
              Operation.Kind.SEND,
              to,
              step.sendBytes(),
              step.sendTag(),
              Operation.COLLECTIVES,
              own + receives);
        }
        case WAITING -> {
          final int open = awaited + receives + sends;
          operation.await(own - awaited, open, Operation.COLLECTIVES);
          return open > 0;
        }
        default -> {
          operation.reduce(step.receiveBytes());
          return step.reducing() && step.receiveBytes() > 0;
        }
      }
      return true;
    }

    @Override
    public Instruction bind(Binding binding) {
      return new Together(
          line,
          place,
          collective,
          bytes.bind(binding),
          root.bind(binding),
          members.bind(binding),
          using,
          using ? algorithm : binding.algorithms().get(collective));
    }
  }
}
