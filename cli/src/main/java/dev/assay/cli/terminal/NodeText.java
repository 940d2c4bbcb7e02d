package dev.assay.cli.terminal;

import dev.assay.model.display.VisibleText;
import dev.assay.model.metric.Metrics;
import dev.assay.run.live.NodeLoad;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class NodeText {
    private static final int MAX_LINES = 4;
    private static final String GAP = "   ";

    private NodeText() {}

    /** Writes as many nodes to a line as fit, and the number of those without a line. */
    static List<String> lines(List<NodeLoad> servers, List<NodeLoad> machines, int columns) {
        List<String> all = Stream.concat(
                        servers.stream().map(NodeText::server),
                        machines.stream().map(NodeText::machine))
                .toList();
        List<String> lines = new ArrayList<>();
        for (int number = 0; number < all.size(); number++) {
            String text = all.get(number);
            String last = lines.isEmpty() ? "" : lines.getLast();
            if (!lines.isEmpty() && last.length() + GAP.length() + text.length() <= columns) {
                lines.set(lines.size() - 1, last + GAP + text);
            } else if (lines.size() < MAX_LINES) {
                lines.add(text);
            } else {
                lines.add("and %d more".formatted(all.size() - number));
                return lines;
            }
        }
        return lines;
    }

    private static String server(NodeLoad node) {
        return "%s: CPU %s, writes %s"
                .formatted(
                        VisibleText.of(node.name()),
                        StatusFormats.processors(node.cpu()),
                        StatusFormats.bytesPerSecond(node.disk()));
    }

    private static String machine(NodeLoad machine) {
        return "%s: CPU %s busy, disk %s busy"
                .formatted(
                        name(machine),
                        StatusFormats.percentage(machine.cpu()),
                        StatusFormats.percentage(machine.disk()));
    }

    private static String name(NodeLoad machine) {
        return machine.name().equals(Metrics.COORDINATOR) ? "this machine" : VisibleText.of(machine.name());
    }

    /** Returns the busiest of all, for a single line; empty where nothing is known. */
    static String busiest(List<NodeLoad> servers, List<NodeLoad> machines) {
        List<String> parts = new ArrayList<>();
        NodeLoad busy = highest(servers, NodeLoad::cpu);
        if (busy != null) {
            parts.add("highest CPU of a server %s (%s)"
                    .formatted(StatusFormats.processors(busy.cpu()), VisibleText.of(busy.name())));
        }
        NodeLoad writing = highest(servers, NodeLoad::disk);
        if (writing != null) {
            parts.add("most written %s (%s)"
                    .formatted(StatusFormats.bytesPerSecond(writing.disk()), VisibleText.of(writing.name())));
        }
        NodeLoad machine = highest(machines, NodeLoad::cpu);
        if (machine != null) {
            parts.add("CPU of %s %s busy".formatted(name(machine), StatusFormats.percentage(machine.cpu())));
        }
        return String.join(", ", parts);
    }

    private static @Nullable NodeLoad highest(List<NodeLoad> nodes, Function<NodeLoad, OptionalDouble> statistic) {
        return nodes.stream()
                .filter(node -> statistic.apply(node).isPresent())
                .max(Comparator.comparingDouble(node -> statistic.apply(node).getAsDouble()))
                .orElse(null);
    }
}
