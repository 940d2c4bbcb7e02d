package dev.assay.run.selftest;

import java.util.List;

/**
 * @param fault its name
 * @param injected what was injected, for people
 * @param reported the values and the verdict, for people
 * @param bounds of the values, in the same order
 * @param outcome whether the values are within them
 * @param note what is wrong; empty where nothing is
 */
public record CaseResult(
        String fault, String injected, List<String> reported, List<String> bounds, Outcome outcome, String note) {
    public enum Outcome {
        /** The fault was reported within bounds, and nothing else was. */
        PASS,
        /** The fault was not reported, or not within bounds, or something was reported that was not injected. */
        FAIL,
        /** Nothing is shown, since the verdict blames the machine. */
        NOT_JUDGED;

        public String title() {
            return name().replace('_', ' ');
        }
    }

    public CaseResult {
        reported = List.copyOf(reported);
        bounds = List.copyOf(bounds);
    }
}
