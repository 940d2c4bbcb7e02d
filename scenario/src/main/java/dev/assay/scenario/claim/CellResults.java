package dev.assay.scenario.claim;

import dev.assay.model.spec.Key;
import dev.assay.model.study.Untestable;
import java.util.List;
import java.util.Optional;

/**
 * What came of a cell.
 *
 * @param refused why it was not run or can't be used; empty where it was run
 * @param trials its finished trials, at most one a block
 * @param whose the same text for cells that have one trial in common; empty where it is none but its own
 */
public record CellResults(Optional<Refused> refused, List<CellTrial> trials, String whose) {
    /** A cell that is not there, in words that follow a colon. */
    public record Refused(
            @Key("U1 to U7, as docs/STUDIES.md has them.") Untestable code,
            @Key("Why, in words that follow a colon.") String reason) {}

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
        return of(trials, "");
    }

    /** The same whose trials may be those of another cell as well. */
    public static CellResults of(List<CellTrial> trials, String whose) {
        return new CellResults(Optional.empty(), trials, whose);
    }

    /** Why two cells can't be compared, in words. */
    public static String oneTrial(String first, String second) {
        return first + " and " + second + " ask for the same here: nothing is decided between a trial and itself";
    }

    /** One that was not. */
    public static CellResults refused(Untestable code, String reason) {
        return new CellResults(Optional.of(new Refused(code, reason)), List.of(), "");
    }
}
