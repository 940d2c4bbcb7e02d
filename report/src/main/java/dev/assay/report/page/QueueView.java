package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.queue.QueueRate;
import dev.assay.analysis.queue.QueueRate.Point;
import dev.assay.model.display.Figure;
import dev.assay.model.unit.DurationText;
import dev.assay.report.chart.QueueChart;
import dev.assay.report.chart.SystemColours;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.text.Formats;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Shows how fast queues were read by how many consumers, where their number varies. */
final class QueueView {
    private QueueView() {}

    /** Returns a section; none where no queue has a varying number of consumers. */
    static List<Block> of(RunAnalysis analysis, SystemColours colours) {
        Map<String, List<QueueRate>> byGroup = QueueRate.of(analysis).stream()
                .collect(Collectors.groupingBy(QueueRate::group, LinkedHashMap::new, Collectors.toList()));
        List<Block> blocks = new ArrayList<>();
        int number = 0;
        for (List<QueueRate> rates : byGroup.values()) {
            rates.forEach(rate -> blocks.add(Text.of(sentence(rate))));
            blocks.add(QueueChart.of("queues-" + ++number, rates, colours));
        }
        return blocks.isEmpty() ? List.of() : List.of(Section.of("queues", "Rate against consumers", blocks));
    }

    /** Compares what the smallest and the largest number of consumers read with what they could have read. */
    private static String sentence(QueueRate rate) {
        Point least = rate.points().getFirst();
        Point largest = rate.points().getLast();
        double each = largest.centre() / largest.consumers();
        String could = rate.most(largest.consumers()).stream()
                .mapToObj(most -> ", %s of the %s that this many can read at %s a message"
                        .formatted(
                                Formats.percentage(largest.centre(), most),
                                Formats.rate(most),
                                DurationText.format(rate.processing())))
                .findFirst()
                .orElse(", %s each".formatted(Formats.rate(each)));
        return "%s: %s on %s read %s%s; %s read %s, so the rate grew %s times with %s times as many (%s)."
                .formatted(
                        rate.subject(),
                        Formats.counted(largest.consumers(), "consumer"),
                        Formats.counted((long) rate.topics() * rate.partitions(), "partition"),
                        Formats.rate(largest.centre()),
                        could,
                        Formats.counted(least.consumers(), "consumer"),
                        Formats.rate(least.centre()),
                        number(largest.centre() / least.centre()),
                        number(largest.consumers() / (double) least.consumers()),
                        trials(rate));
    }

    private static String number(double factor) {
        return Figure.of(factor == Math.rint(factor) ? "%.0f" : "%.1f", factor);
    }

    private static String trials(QueueRate rate) {
        long fewest = rate.points().stream()
                .mapToLong(point -> point.perSecond().n())
                .min()
                .orElseThrow();
        String leftOut = rate.leftOut().isEmpty() ? "" : "; left out: " + ComparisonText.leftOut(rate.leftOut());
        return "n = " + fewest + " or more of each" + leftOut;
    }
}
