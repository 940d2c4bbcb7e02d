package dev.assay.analysis.claim;

import dev.assay.model.study.Untestable;
import dev.assay.scenario.claim.Refused;
import java.util.List;
import java.util.Optional;

/**
 * What came of a cell.
 *
 * @param refused why it was not run or can't be used; empty where it was run
 * @param trials its finished trials, at most one a block
 * @param whose the same text for cells that have one trial in common; empty where it is none but its own
 */
public record CellResults(Optional<Refused> refused, List<CellReadings> trials, String whose) {
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
    public static CellResults of(List<CellReadings> trials) {
        return of(trials, "");
    }

    /** The same whose trials may be those of another cell as well. */
    public static CellResults of(List<CellReadings> trials, String whose) {
        return new CellResults(Optional.empty(), trials, whose);
    }

    /** One that was not. */
    public static CellResults refused(Untestable code, String reason) {
        return new CellResults(Optional.of(new Refused(code, reason)), List.of(), "");
    }
}
