package dev.assay.scenario.claim;

import dev.assay.model.spec.Key;
import dev.assay.model.study.Untestable;

/** Explains why a cell is not measured. */
public record Refused(
        @Key("U1 to U7, as docs/STUDIES.md has them.") Untestable code,
        @Key("Why, in words that follow a colon.") String reason) {
    /** Returns the reason why two cells that are the same trial can't be compared. */
    public static String oneTrial(String first, String second) {
        return first + " and " + second + " ask for the same here: nothing is decided between a trial and itself";
    }
}
