package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.statistics.JobStatistics.RankRow;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs on Aries NICs: times of operations at zero load, by the sums of the page. */
class AriesJobsTest {
  private static final long SEND = 10_937;
  private static final long RECV = 10_938;
  private static final long POST = 5_833;
  private static final int HEADER = 16;
  private static final long COPY = 4_480;
  private static final int MAILBOX = 64;
  private static final long OPEN = 560;
  private static final long ENGINE_START = 13_031;
  private static final long BUS = 8_750;
  private static final long OUT = 6_562;
  private static final long IN = 6_563;
  private static final long BARE = 94;
  private static final long UNIT_TICKS = 110;

  /** Time of a cache miss: a word goes from memory to the atomic unit. */
  private static final long MISS = BARE + BUS + data(8) + BUS;

  /**
   * Returns a group of two chassis of four blades: node 4 is beside node 0, node 16 in the other
   * chassis.
   */
  private static Case toy() {
    return CascadeJobRun.machine(1, 2, 4).set("router.routing=minimal nic.model=aries");
  }

  private static long data(long bytes) {
    return 102 + (25 * bytes + 8) / 9;
  }

  private static long across(int hops) {
    return OUT + 4_375L * hops + IN;
  }

  /**
   * Time from the start of a put until it is in memory; nothing on the route is slower than buses.
   */
  private static long put(long bytes, int hops) {
    return OPEN
        + (bytes - 1) / 64 * data(64)
        + BUS
        + across(hops)
        + data((bytes - 1) % 64 + 1)
        + BUS;
  }

  /** Time from the start of a put until its event is visible. */
  private static long putEvent(long bytes, int hops) {
    return put(bytes, hops) + across(hops) + BARE + data(8) + BUS;
  }

  /** Time until the data of a Get of up to 64 B have arrived. */
  private static long getEvent(long bytes, int hops) {
    return OPEN
        + BUS
        + across(hops)
        + BARE
        + 2 * BUS
        + across(hops)
        + data(bytes)
        + BUS
        + data(8)
        + BUS;
  }

  private static Software software(ProgressKind progress, boolean get) {
    return new Software(
        SEND, RECV, 0, COPY, 13_125, 4_480, 4_480, 8_192, HEADER, 0, progress, get, POST, MAILBOX);
  }

  private static List<Long> ends(TestJob job, boolean get) {
    return ends(toy(), software(ProgressKind.CALLS, get), job);
  }

  private static List<Long> ends(Case machine, Software software, TestJob job) {
    final CascadeJobRun run =
        CascadeJobRun.of(
                machine,
                software,
                TestJob.place(List.of(job), new int[(int) machine.network().nodes()], 1))
            .run();
    assertTrue(run.statistics().rows().stream().allMatch(row -> row.end() >= 0));
    return run.statistics().rows().stream().map(RankRow::end).toList();
  }

  private static List<Long> ends(String text, int peer, boolean get) {
    final List<Long> all = ends(TestJob.of(text.replace("PEER", "" + peer), 32), get);
    return List.of(all.get(0), all.get(peer));
  }

  @ParameterizedTest
  @CsvSource({"8, 1, 0", "48, 1, 0", "8, 4, 1", "1, 16, 1", "48, 20, 2"})
  void shouldTakeTheSumOfItsPartsIfEager(long bytes, int peer, int hops) {
    assertEquals(
        List.of(SEND, SEND + put(HEADER + bytes, hops) + RECV),
        ends(
            "if rank == 0 { send to PEER " + bytes + " } else if rank == PEER { recv from 0 }",
            peer,
            true));
  }

  /** The paper's 1.3 µs. */
  @Test
  void shouldTakeThePagesTimeForAMessageOf8Bytes() {
    assertEquals(57_604, SEND + put(HEADER + 8, 1) + RECV);
  }

  private static String message(int peer, long bytes) {
    return "if rank == 0 { send to PEER BYTES } else if rank == PEER { recv from 0 }"
        .replace("PEER", "" + peer)
        .replace("BYTES", "" + bytes);
  }

  /** Time that a processor takes to copy bytes. */
  private static long copy(long bytes) {
    return (bytes * COPY + 1023) / 1024;
  }

  /** Time from the start of the send until all of the message is at a node of the same Aries. */
  private static long visible(long bytes) {
    return SEND + put(HEADER + bytes, 0);
  }

  /** The values are those of the page's table; packets follow one another over links. */
  @ParameterizedTest
  @CsvSource({
    "1, minimal, 8, 53229",
    "1, minimal, 1024, 61957",
    "1, minimal, 2048, 70917",
    "1, minimal, 4096, 88837",
    "4, minimal, 8, 57604",
    "4, minimal, 1024, 73852",
    "4, minimal, 2048, 90332",
    "4, minimal, 4096, 123292",
    "4, adaptive, 8, 57604",
    "4, adaptive, 1024, 70987",
    "4, adaptive, 2048, 79947",
    "4, adaptive, 4096, 97867"
  })
  void shouldTakeThePagesTimeForAMessageOutOfAMailbox(
      int peer, String routing, long bytes, long ticks) {
    final List<Long> ends =
        ends(
            CascadeJobRun.machine(1, 1, 16).set("nic.model=aries").with("router.routing", routing),
            software(ProgressKind.CALLS, true),
            TestJob.of(message(peer, bytes), 32));
    assertEquals(List.of(SEND, ticks), List.of(ends.get(0), ends.get(peer)));
  }

  /** Bytes in the packet of the header need no copy. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 47, 48, 49, 112, 113, 1_000, 8_192})
  void shouldCopyWhatComesBehindTheHeader(long bytes) {
    assertEquals(
        visible(bytes) + RECV + copy(Math.max(0, bytes - 48)),
        ends(TestJob.of(message(1, bytes), 32), true).get(1));
  }

  /** A message is unexpected if it is handled while its receiver waits for the next one. */
  @Test
  void shouldCopyUnexpectedMessagesTwice() {
    final String text =
        """
        if rank == 0 { send to 1 4096 tag 1
        send to 1 8 tag 2 }
        if rank == 1 { recv from 0 tag 2
        recv from 0 tag 1 }
        """;
    assertEquals(
        visible(4_096) + RECV + copy(4_048) + RECV + copy(4_096),
        ends(TestJob.of(text, 32), true).get(1));
  }

  /** A message is not copied if the interface handles it, or if its sender is on the same node. */
  @Test
  void shouldHaveNoMailboxWithOffloadOrWithinANode() {
    final Software offload = software(ProgressKind.OFFLOAD, true);
    final TestJob between = TestJob.of(message(1, 4_096), 32);
    assertEquals(visible(4_096) + RECV, ends(toy(), offload, between).get(1));
    final TestJob within = TestJob.of(message(1, 4_096), 2).perNode(2);
    final Software calls = software(ProgressKind.CALLS, true);
    assertEquals(ends(toy(), calls.withMailboxes(0), within), ends(toy(), calls, within));
  }

  /** The engine does a put of 64 KiB; once its descriptor is written, a message can pass it. */
  @Test
  void shouldLetOtherTransfersPassThoseInLine() {
    final String text =
        """
        if rank == 0 { iput to 1 64 KiB as a
        iput to 1 64 KiB as b
        send to 1 8
        fence }
        if rank == 1 { recv from 0 }
        """;
    final Software software = software(ProgressKind.CALLS, true);
    final TestJob job = TestJob.of(text, 32);
    final long arrival = 2 * POST + SEND + put(HEADER + 8, 0) + RECV;
    assertEquals(arrival, ends(toy().with("bte.descriptors", 2L), software, job).get(1));
    // The second put begins once the last packet of the first has been issued.
    final long through = POST + BUS + ENGINE_START + BARE + BUS + 1_023 * data(64);
    final long behind = through + data(64) + data(64) + put(HEADER + 8, 0) + RECV;
    final long late = ends(toy().with("bte.descriptors", 1L), software, job).get(1);
    assertTrue(behind <= late && late <= behind + BARE, behind + " " + late);
  }

  /**
   * A message that is not eager takes an RTS, a Get of its bytes by the block transfer engine, and
   * a FIN.
   */
  @Test
  void shouldFetchWhatIsNotEager() {
    final long bytes = 10_000;
    final long packets = (bytes + 63) / 64;
    final long small = put(HEADER, 0);
    final long got = SEND + small + RECV + SEND + getEvent(64, 0) + ENGINE_START - OPEN;
    final long last = data(bytes % 64) - data(64);
    final long end = got + (packets - 1) * data(64) + last + RECV + SEND;
    assertEquals(
        List.of(end + small + RECV, end),
        ends("if rank == 0 { send to PEER 10000 } else if rank == PEER { recv from 0 }", 1, true));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 0", "64, 4, 1", "64, 20, 2"})
  void shouldKnowOfOneSidedOperationsOnceTheirEventsAreVisible(int bytes, int peer, int hops) {
    assertEquals(
        POST + putEvent(bytes, hops),
        ends("if rank == 0 { put to PEER " + bytes + "\nfence }", peer, true).get(0));
    assertEquals(
        POST + getEvent(bytes, hops),
        ends("if rank == 0 { get from PEER " + bytes + " }", peer, true).get(0));
    final long there = POST + OPEN + BUS + across(hops) + UNIT_TICKS + MISS;
    assertEquals(
        there + across(hops) + data(8) + BUS + data(8) + BUS,
        ends("if rank == 0 { amo to PEER }", peer, true).get(0));
  }

  /** A word misses the cache once; the second request to a rank finds it there. */
  @Test
  void shouldHaveAWordForEachRank() {
    final long quiet = ends("if rank == 0 { amo to PEER }", 4, true).get(0);
    assertEquals(
        2 * quiet - MISS, ends("if rank == 0 { amo to PEER\namo to PEER }", 4, true).get(0));
  }

  /** Puts of two ranks of a node share the bus; each has its own opening. */
  @Test
  void shouldHaveTheRanksOfANodeTakeTurns() {
    final TestJob job = TestJob.of("if rank < 2 { put to rank + 2 64\nfence }", 4).perNode(2);
    final List<Long> ends = ends(job, true);
    // Order on the bus: opening of rank 0, opening of rank 1, packet of rank 0, packet of rank 1.
    assertEquals(
        List.of(POST + OPEN + putEvent(64, 0), POST + OPEN + data(64) + putEvent(64, 0)),
        ends.subList(0, 2));
  }

  @ParameterizedTest
  @CsvSource({
    "workload.launch=true, programs determine the operations",
    "workload.operation=get, programs determine the operations",
    "mmu.model=on, programs have no addresses",
  })
  void shouldRefuseWhatProgramsDoNotHave(String setting, String part) {
    final SettingsException e =
        assertThrows(SettingsException.class, () -> toy().set(setting).network());
    assertTrue(e.getMessage().contains(part), e.getMessage());
  }
}
