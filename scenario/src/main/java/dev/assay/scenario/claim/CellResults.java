package dev.assay.scenario.claim;

import java.util.List;
import java.util.Optional;

/**
 * What came of a cell.
 *
 * @param refused why it was not run or can't be used; empty where it was run
 * @param trials its finished trials, at most one a block
 */
public record CellResults(Optional<Refused> refused, List<CellTrial> trials) {
    /** A cell that is not there, in words that follow a colon. */
    public record Refused(Untestable code, String reason) {}

    /** Where the results of cells are found. */
    @FunctionalInterface
    public interface Lookup {
        /**
         * Those of one cell.
         *
         * @param cell as {@code TEST/CELL}
         * @param variant empty for the first
         */
        CellResults of(String cell, Optional<String> variant);
    }

    public CellResults {
        trials = List.copyOf(trials);
    }

    /** One that was run. */
    public static CellResults of(List<CellTrial> trials) {
        return new CellResults(Optional.empty(), trials);
    }

    /** One that was not. */
    public static CellResults refused(Untestable code, String reason) {
        return new CellResults(Optional.of(new Refused(code, reason)), List.of());
    }
}
