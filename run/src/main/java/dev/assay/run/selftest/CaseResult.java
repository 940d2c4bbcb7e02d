package dev.assay.run.selftest;

import java.util.List;

/**
 * What became of one injected fault.
 *
 * @param fault its name
 * @param injected what was injected, for people
 * @param reported the values and the verdict, for people
 * @param bounds what they have to be, in the same order
 * @param outcome whether that is so
 * @param note what is not so; empty where all is
 */
public record CaseResult(
        String fault, String injected, List<String> reported, List<String> bounds, Outcome outcome, String note) {
    /** Whether an injected fault was found. */
    public enum Outcome {
        /** Reported within bounds, and nothing else was. */
        PASS,
        /** Not reported, not within bounds, or something was reported that was not injected. */
        FAIL,
        /** Neither can be said: the verdict blames the machine. */
        NOT_JUDGED;

        /** For people. */
        public String title() {
            return name().replace('_', ' ');
        }
    }

    public CaseResult {
        reported = List.copyOf(reported);
        bounds = List.copyOf(bounds);
    }
}
