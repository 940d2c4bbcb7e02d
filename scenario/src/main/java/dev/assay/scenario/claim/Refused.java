package dev.assay.scenario.claim;

import dev.assay.model.spec.Key;
import dev.assay.model.study.Untestable;

/** A cell that is not there, in words that follow a colon. */
public record Refused(
        @Key("U1 to U7, as docs/STUDIES.md has them.") Untestable code,
        @Key("Why, in words that follow a colon.") String reason) {
    /** Why two cells can't be compared, in words. */
    public static String oneTrial(String first, String second) {
        return first + " and " + second + " ask for the same here: nothing is decided between a trial and itself";
    }
}
