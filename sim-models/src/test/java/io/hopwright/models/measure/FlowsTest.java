package io.hopwright.models.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.measure.Flows.Detail;
import io.hopwright.models.measure.Flows.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlowsTest {
  private static final int NODES = 300;

  private static void count(Map<Long, Flow> flows, int source, int destination, long ticks) {
    flows.merge(
        (long) source * NODES + destination,
        new Flow(source, destination, 1, ticks, ticks),
        (one, other) ->
            new Flow(
                source,
                destination,
                one.packets() + other.packets(),
                one.ticks() + other.ticks(),
                Math.max(one.most(), other.most())));
  }

  @ParameterizedTest
  @EnumSource(
      value = Detail.class,
      names = {"SOURCE", "PAIR"})
  void shouldCountInAnyNumberOfParts(Detail detail) {
    final Random random = new Random(3);
    final List<Flows> parts = new ArrayList<>();
    for (int part = 0; part < 3; part++) {
      parts.add(new Flows(detail));
    }
    final Map<Long, Flow> expected = new TreeMap<>();
    for (int i = 0; i < 20_000; i++) {
      final int source = random.nextInt(NODES);
      final int destination = random.nextInt(NODES);
      final long ticks = random.nextInt(1_000);
      parts.get(destination % 3).add(source, destination, ticks);
      count(expected, source, detail == Detail.PAIR ? destination : 0, ticks);
    }
    final Flows sum = new Flows(Detail.NONE);
    for (Flows part : parts) {
      final Words words = new Words();
      part.save(words);
      sum.add(Flows.load(words));
    }
    assertEquals(List.copyOf(expected.values()), sum.all());
    final Map<Long, Flow> sources = new TreeMap<>();
    expected.values().forEach(flow -> addTo(sources, flow));
    assertEquals(List.copyOf(sources.values()), List.copyOf(sum.bySource().values()));
  }

  private static void addTo(Map<Long, Flow> sources, Flow flow) {
    sources.merge(
        (long) flow.source(),
        new Flow(flow.source(), 0, flow.packets(), flow.ticks(), flow.most()),
        (one, other) ->
            new Flow(
                one.source(),
                0,
                one.packets() + other.packets(),
                one.ticks() + other.ticks(),
                Math.max(one.most(), other.most())));
  }

  @Test
  void shouldCountNothingUnlessAsked() {
    final Flows flows = new Flows(Detail.NONE);
    flows.add(1, 2, 3);
    assertEquals(List.of(), flows.all());
  }
}
