package dev.assay.analysis.comparison;

/** What the two sides of a comparison are samples of, on which depends what may be said of them. */
public enum Sampling {
    /** Blocks of one run: trials of both sides in each, so that whatever moves both alike divides out. */
    BLOCKS("blocks"),
    /** Several runs on each side, each of which is one value: how far runs differ by themselves is part of the scatter. */
    RUNS("runs per side"),
    /** Trials of fewer than three runs on a side, which tell how far trials differ within a run and not how far runs do. */
    TRIALS_OF_RUNS("trials per side");

    /** What stands in the place of a word. */
    public static final String IN_THESE_RUNS = "in these runs; how far runs differ by themselves is not known";

    private final String unit;

    Sampling(String unit) {
        this.unit = unit;
    }

    /** Returns how sides of so many runs are compared. */
    public static Sampling ofRuns(int baseline, int candidate) {
        return Math.min(baseline, candidate) < RatioEstimate.MIN_BLOCKS ? TRIALS_OF_RUNS : RUNS;
    }

    /** Whether a difference, or that there is none, may be said of the systems and not of these runs alone. */
    public boolean allowsWords() {
        return this != TRIALS_OF_RUNS;
    }

    /** What n counts, such as {@code runs per side}. */
    @Override
    public String toString() {
        return unit;
    }
}
