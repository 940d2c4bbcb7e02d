package dev.assay.scenario.study;

import java.util.List;

/**
 * A chart over time of cells that are compared.
 *
 * @param statistics one drawing for each, of {@link StudyStatistic#OVER_TIME}
 * @param leftOut how many more cells its test has than one drawing can show
 */
public record StudyChart(String title, List<String> statistics, List<Line> lines, int leftOut) {
    /** More lines than that can't be told apart. */
    public static final int MAX_LINES = 8;

    /**
     * What is drawn.
     *
     * @param name in the legend
     * @param cell as {@code TEST/CELL}
     */
    public record Line(String name, String cell) {}

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

    /** Of a test that names none: all of its cells, as far as they can be told apart. */
    public static StudyChart ofTest(String test, List<StudyCell> cells) {
        List<Line> lines = cells.stream()
                .limit(MAX_LINES)
                .map(cell -> new Line(cell.name(), cell.id()))
                .toList();
        return new StudyChart(test, StudyStatistic.OVER_TIME, lines, cells.size() - lines.size());
    }
}
