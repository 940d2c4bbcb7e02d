package dev.assay.analysis.claim;

import dev.assay.model.study.Untestable;
import dev.assay.scenario.claim.Refused;
import java.util.List;
import java.util.Optional;

/**
 * @param refused why it was not run or can't be used; empty where it was run
 * @param trials its finished trials, at most one per block
 * @param whose equal for cells that share a trial; empty for a cell that shares none
 */
public record CellResults(Optional<Refused> refused, List<CellReadings> trials, String whose) {
    @FunctionalInterface
    public interface Lookup {
        /**
         * Returns the results of one cell.
         *
         * @param cell as {@code TEST/CELL}
         * @param variant empty for the first
         */
        CellResults of(String cell, Optional<String> variant);
    }

    public CellResults {
        trials = List.copyOf(trials);
    }

    public static CellResults of(List<CellReadings> trials) {
        return of(trials, "");
    }

    /** Returns the results of a cell whose trials may belong to another cell as well. */
    public static CellResults of(List<CellReadings> trials, String whose) {
        return new CellResults(Optional.empty(), trials, whose);
    }

    public static CellResults refused(Untestable code, String reason) {
        return new CellResults(Optional.of(new Refused(code, reason)), List.of(), "");
    }
}
