package dev.assay.analysis.cost;

import java.util.List;

/**
 * What one point of a run costs: a system at a durability level.
 *
 * @param label of the point
 * @param system with its version
 * @param level what an acknowledgement is worth, and whether that was verified
 * @param lines in the order in which each follows from those before
 * @param notes what has to be known to read them right
 */
public record PointCost(String label, String system, String level, List<Line> lines, List<String> notes) {
    /**
     * One value with how it was made.
     *
     * @param unit such as {@code USD per GB of payload}
     * @param formula in words, by the names of other lines
     * @param input what went in that is no other line, with where it comes from; empty for nothing
     */
    public record Line(String name, String unit, CostRange value, String formula, String input, Weight weight) {}

    /** What a line is. */
    public enum Weight {
        MEASURED,
        COST,
        /** What the whole is made for. */
        TOTAL
    }

    public PointCost {
        lines = List.copyOf(lines);
        notes = List.copyOf(notes);
    }

    /** Whether it is known what a million messages cost in total. */
    public boolean known() {
        return lines.stream()
                .filter(line -> line.weight() == Weight.TOTAL)
                .anyMatch(line -> line.value().known());
    }
}
