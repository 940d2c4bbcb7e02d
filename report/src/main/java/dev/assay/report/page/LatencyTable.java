package dev.assay.report.page;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.core.result.LatencyMetric;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.LatencyUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The percentile table of one phase: a row a latency, a column a figure, all in one unit.
 *
 * @param columns headings of the figures between the latency's name and n
 */
public record LatencyTable(LatencyUnit unit, List<String> columns, List<Row> rows) {
    private static final double UNIT_DECIDED_BY_PERCENT = 99;

    /** One latency. */
    public record Row(LatencyMetric metric, List<Cell> cells, long samples) {
        /** Whether this is one of the two figures that a user of the system would feel. */
        public boolean headline() {
            return metric == LatencyMetric.RESPONSE || metric == LatencyMetric.END_TO_END;
        }

        /** What the OpenMessaging Benchmark calls this latency; empty when it has no such. */
        public String ombName() {
            return switch (metric) {
                case SERVICE -> "OMB: publish latency";
                case CALL_TO_END -> "OMB: end-to-end latency";
                case SEND_DELAY, RESPONSE, END_TO_END -> "";
            };
        }
    }

    /**
     * One figure.
     *
     * @param supported whether enough samples lie above it to say much
     */
    public record Cell(String text, boolean supported) {}

    /** The table of these distributions, in their order. */
    public static LatencyTable of(List<LatencySummary> summaries) {
        long decisive = summaries.stream()
                .flatMap(summary -> summary.quantiles().stream())
                .filter(quantile -> quantile.percent() == UNIT_DECIDED_BY_PERCENT)
                .mapToLong(Quantile::nanos)
                .max()
                .orElse(0);
        LatencyUnit unit = LatencyUnit.of(decisive);
        return new LatencyTable(
                unit,
                columns(summaries),
                summaries.stream().map(summary -> row(summary, unit)).toList());
    }

    /** Whether a figure of the table is not well supported, so that the mark needs its explanation. */
    public boolean hasWeakFigures() {
        return rows.stream().flatMap(row -> row.cells().stream()).anyMatch(cell -> !cell.supported());
    }

    private static List<String> columns(List<LatencySummary> summaries) {
        List<String> percentiles = summaries.isEmpty()
                ? List.of()
                : summaries.getFirst().quantiles().stream()
                        .map(quantile -> Formats.percentile(quantile.percent()))
                        .toList();
        return Stream.of(List.of("mean"), percentiles, List.of("max"))
                .flatMap(List::stream)
                .toList();
    }

    private static Row row(LatencySummary summary, LatencyUnit unit) {
        List<Cell> cells = new ArrayList<>();
        cells.add(new Cell(unit.number(summary.meanNanos()), true));
        summary.quantiles()
                .forEach(quantile -> cells.add(new Cell(unit.number(quantile.nanos()), quantile.supported())));
        cells.add(new Cell(unit.number(summary.maxNanos()), true));
        return new Row(summary.metric(), cells, summary.samples());
    }
}
