package io.hopwright.runner.command.topology;

import io.hopwright.models.topology.files.NextHopReader;
import io.hopwright.models.topology.routing.RoutingTable;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.text.Table;
import io.hopwright.runner.topology.NetworkReport;
import io.hopwright.runner.topology.NetworkSource;
import io.hopwright.runner.topology.RoutingReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code topology info}: prints the properties of a network. */
@Command(
    name = "info",
    description =
        "Report routers, links, distances, bisection and link classes of a network; for"
            + " each routing also the number of VCs it needs and whether it can deadlock.")
public final class TopologyInfoCommand extends SessionCommand {
  @Mixin private TopologyOptions source;

  @Option(
      names = "--table",
      paramLabel = "FILE4",
      description = "Also check the routing table in this CSV file of next hops.")
  private String table;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Override
  public Integer call() {
    final NetworkSource.Read read = source.read();
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("file", source.file());
    document.put("format", read.format().word());
    document.putAll(NetworkReport.of(read.network()));
    document.put(
        RoutingReport.ROUTINGS,
        NetworkSource.checked(
            () -> {
              final RoutingTable ofFile =
                  table == null
                      ? null
                      : NextHopReader.read(NetworkSource.path(table), read.network());
              return RoutingReport.of(read.network(), ofFile);
            }));
    session.print(json ? Json.text(document) : text(document));
    return ExitCode.DONE;
  }

  private static String text(Map<String, Object> document) {
    final Map<String, Object> values = new LinkedHashMap<>(document);
    final StringBuilder text = new StringBuilder();
    final Object classes = values.remove(NetworkReport.CLASSES);
    final Object routings = values.remove(RoutingReport.ROUTINGS);
    text.append(Table.of(values).text());
    if (!rows(classes).isEmpty()) {
      text.append('\n').append(Table.of(rows(classes)).text());
    }
    return text.append('\n').append(Table.of(rows(routings)).text()).toString();
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> rows(Object list) {
    return (List<Map<String, Object>>) list;
  }
}
