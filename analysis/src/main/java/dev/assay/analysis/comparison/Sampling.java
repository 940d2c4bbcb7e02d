package dev.assay.analysis.comparison;

/** Names what the two sides of a comparison are samples of, which decides what may be concluded. */
public enum Sampling {
    /** Means blocks of one run, each with trials of both sides, so that common influences cancel. */
    BLOCKS("blocks"),
    /**
     * Means clusters of one run, of which some had several blocks: what a cluster does to the ratio would be taken for what the sides do to it if each
     * block counted by itself.
     */
    CLUSTERS("clusters"),
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

    public boolean interleaved() {
        return this == BLOCKS || this == CLUSTERS;
    }

    /** Returns the unit in which values, failures and what was planned are counted. */
    public String counted() {
        return interleaved() ? BLOCKS.unit : unit;
    }

    /** Returns the unit of n, such as {@code runs per side}. */
    @Override
    public String toString() {
        return unit;
    }
}
