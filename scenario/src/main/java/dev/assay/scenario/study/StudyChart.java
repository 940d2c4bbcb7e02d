package dev.assay.scenario.study;

import dev.assay.model.spec.Check;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeysOf;
import dev.assay.scenario.claim.CellName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * @param statistics some of {@link StudyStatistic#OVER_TIME}, each of which gets its own drawing
 * @param leftOut how many more cells its test has than one drawing can show
 */
public record StudyChart(String title, List<String> statistics, List<Line> lines, int leftOut) {
    /** Keeps lines distinguishable. */
    public static final int MAX_LINES = 8;

    /**
     * @param name in the legend
     * @param cell as {@code TEST/CELL}
     */
    public record Line(String name, String cell) {}

    public record Keys(
            @Key("Title of the chart.") String title,

            @Key("Statistics, one drawing each: service.p99, send-to-receive.mean; both where it is left out.")
            List<String> of,

            @Key("1 to 8 cells, as a list or by the names that the legend has for them.")
            Map<String, CellName> cells)
            implements KeysOf<StudyChart> {
        @Override
        public StudyChart value() {
            Check.key(
                    "cells",
                    !cells.isEmpty() && cells.size() <= MAX_LINES,
                    "a chart needs 1 to %d cells, under 'cells', but has %d".formatted(MAX_LINES, cells.size()));
            for (String name : of) {
                Check.key(
                        "of",
                        StudyStatistic.OVER_TIME.contains(name),
                        "'" + name + "' is not recorded over time; charts show "
                                + String.join(" and ", StudyStatistic.OVER_TIME));
            }
            List<Line> lines = new ArrayList<>();
            cells.forEach((name, cell) -> lines.add(new Line(name, cell.text())));
            return new StudyChart(title, of.isEmpty() ? StudyStatistic.OVER_TIME : of, lines, 0);
        }
    }

    public StudyChart {
        statistics = List.copyOf(statistics);
        lines = List.copyOf(lines);
        if (lines.isEmpty() || lines.size() > MAX_LINES) {
            throw new IllegalArgumentException(
                    "a chart has 1 to %d lines, but '%s' has %d".formatted(MAX_LINES, title, lines.size()));
        }
        if (!StudyStatistic.OVER_TIME.containsAll(statistics)) {
            throw new IllegalArgumentException("'%s' has a statistic that is not one of %s: %s"
                    .formatted(title, StudyStatistic.OVER_TIME, statistics));
        }
    }

    /** Returns the chart of a test for which the study defines none: its first cells, at most {@link #MAX_LINES}. */
    public static StudyChart ofTest(String test, List<StudyCell> cells) {
        List<Line> lines = cells.stream()
                .limit(MAX_LINES)
                .map(cell -> new Line(cell.name(), cell.id()))
                .toList();
        return new StudyChart(test, StudyStatistic.OVER_TIME, lines, cells.size() - lines.size());
    }
}
