package dev.assay.analysis.comparison;

/** Names what the two sides of a comparison are samples of, which decides what may be concluded. */
public enum Sampling {
    /** Means blocks of one run, each with trials of both sides, so that common influences cancel. */
    BLOCKS("blocks"),
    /** Means several runs on each side, each of which is one value: differences between runs are part of the scatter. */
    RUNS("runs per side"),
    /** Means trials of fewer than three runs on a side, which show how far trials differ within a run but not how far runs do. */
    TRIALS_OF_RUNS("trials per side");

    /** Stands where a conclusion would be. */
    public static final String IN_THESE_RUNS = "in these runs; how far runs differ by themselves is not known";

    private final String unit;

    Sampling(String unit) {
        this.unit = unit;
    }

    public static Sampling ofRuns(int baseline, int candidate) {
        return Math.min(baseline, candidate) < RatioEstimate.MIN_BLOCKS ? TRIALS_OF_RUNS : RUNS;
    }

    /** Tells whether a difference, or that there is none, may be asserted of the systems and not of these runs alone. */
    public boolean allowsWords() {
        return this != TRIALS_OF_RUNS;
    }

    /** Returns the unit of n, such as {@code runs per side}. */
    @Override
    public String toString() {
        return unit;
    }
}
