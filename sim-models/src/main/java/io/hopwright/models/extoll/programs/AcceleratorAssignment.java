package io.hopwright.models.extoll.programs;

import io.hopwright.models.extoll.units.UnitProgram;
import io.hopwright.models.extoll.units.UnitWork;
import java.util.Arrays;

/**
 * Hosts that request accelerators from the first host, configure them over the network at their
 * first use, keep them for a time and return them ({@code docs/models/extoll.md}, "Assignment").
 *
 * @param accelerators accelerators of the machine
 * @param hosts hosts of the machine, 2 or more
 * @param rounds rounds of each host
 * @param wanted accelerators requested in a round
 * @param holdTicks ticks for which a host keeps them
 * @param configuration configuration of an accelerator
 */
public record AcceleratorAssignment(
    int accelerators, int hosts, int rounds, int wanted, int holdTicks, Enumeration configuration)
    implements UnitProgram {
  /** Contents of a grant's mail: whether this is the first use of the accelerator. */
  private static final long NEW = 1L << 31;

  private static final long MAIL = (1L << Integer.SIZE) - 1;

  /** Mail to the manager: what a host gives back, behind its number; it asks if there is none. */
  private static final int HOST_SHIFT = 16;

  private static final long GIVEN_BACK = (1 << HOST_SHIFT) - 1;

  @Override
  public int threads(int node) {
    return node < accelerators ? 0 : 1;
  }

  @Override
  public void next(int node, int thread, Progress progress, Operation operation) {
    if (progress.script == null) {
      progress.script = node == accelerators ? new Manager() : new Host(node);
    }
    progress.script.next(progress, operation);
  }

  private static void mail(int node, long value, Operation operation) {
    operation.send(UnitWork.of(UnitWork.MAIL, node, 0, 0, Long.BYTES, 0, UnitWork.MEMORY), value);
  }

  /** Manager that grants requests in the order in which hosts have made them. */
  private final class Manager implements Script {
    private final boolean[] free = new boolean[accelerators];
    private final boolean[] known = new boolean[accelerators];
    private int freeAccelerators = accelerators;

    /** A ring of hosts, each of which asks once in a round, and how many ever asked and got. */
    private final int[] waiting = new int[hosts];

    private long asked;
    private long served;

    /**
     * Ring of grants to send, each with host and mail; the counts are of all grants ever made, and
     * of those sent.
     */
    private final long[] grants = new long[accelerators];

    private long granted;
    private long sent;
    private long back;
    private boolean awaited;

    private Manager() {
      Arrays.fill(free, true);
    }

    @Override
    public void next(Progress progress, Operation operation) {
      if (awaited) {
        take(progress.value);
        grant();
      }
      awaited = sent == granted;
      if (!awaited) {
        final long grant = grants[(int) (sent++ % accelerators)];
        mail((int) (grant >>> Integer.SIZE), grant & MAIL, operation);
      } else if (back == (hosts - 1L) * rounds * wanted) {
        operation.set(Verb.END, 0);
      } else {
        operation.set(Verb.AWAIT_MAIL, 0);
      }
    }

    private void take(long mail) {
      final long given = mail & GIVEN_BACK;
      if (given == 0) {
        waiting[(int) (asked++ % hosts)] = (int) (mail >>> HOST_SHIFT);
      } else {
        free[(int) given - 1] = true;
        freeAccelerators++;
        back++;
      }
    }

    private void grant() {
      while (served < asked && freeAccelerators >= wanted) {
        final long host = waiting[(int) (served++ % hosts)];
        freeAccelerators -= wanted;
        int accelerator = 0;
        for (int i = 0; i < wanted; i++) {
          while (!free[accelerator]) {
            accelerator++;
          }
          free[accelerator] = false;
          final long mail = accelerator | (known[accelerator] ? 0 : NEW);
          grants[(int) (granted++ % accelerators)] = host << Integer.SIZE | mail;
          known[accelerator] = true;
        }
      }
    }
  }

  /** Host that requests, configures, waits and returns, round after round. */
  private final class Host implements Script {
    private final int node;
    private final long[] grants = new long[wanted];
    private int round;

    /** State of a round: whether the request was sent, and the number of grants received. */
    private boolean asked;

    private int came;
    private boolean awaited;
    private int configured;
    private boolean held;
    private int back;

    private Host(int node) {
      this.node = node;
    }

    @Override
    public void next(Progress progress, Operation operation) {
      if (awaited) {
        grants[came++] = progress.value;
        awaited = false;
      }
      if (back == wanted) {
        beginRound();
      }
      if (round == rounds) {
        operation.set(Verb.END, 0);
      } else if (!asked) {
        asked = true;
        mail(accelerators, (long) node << HOST_SHIFT, operation);
      } else if (came < wanted) {
        awaited = true;
        operation.set(Verb.AWAIT_MAIL, 0);
      } else if (configured < wanted) {
        configure(progress, operation);
      } else if (!held) {
        held = true;
        operation.set(Verb.COMPUTE, holdTicks);
      } else {
        mail(accelerators, (long) node << HOST_SHIFT | accelerator(back) + 1, operation);
        back++;
      }
    }

    private void beginRound() {
      round++;
      asked = false;
      came = 0;
      configured = 0;
      held = false;
      back = 0;
    }

    private int accelerator(int grant) {
      return (int) (grants[grant] & ~NEW);
    }

    private void configure(Progress progress, Operation operation) {
      final int accelerator = accelerator(configured);
      if ((grants[configured] & NEW) == 0) {
        Enumeration.assign(accelerator, operation);
        configured++;
        return;
      }
      configuration.configure(accelerator, (int) progress.step, progress, operation);
      if (progress.step == configuration.stepsOfEach()) {
        progress.step = 0;
        configured++;
      }
    }
  }
}
