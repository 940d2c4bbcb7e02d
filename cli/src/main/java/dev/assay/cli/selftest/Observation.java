package dev.assay.cli.selftest;

/**
 * A figure that was reported, and what it should have been.
 *
 * @param telling whether the bound is so narrow that the figure would be outside of it if the fault were not there
 */
record Observation(Range expected, double value, boolean telling) {
    /** One whose bound is narrow enough whatever the trial was like. */
    Observation(Range expected, double value) {
        this(expected, value, true);
    }

    boolean holds() {
        return expected.holds(value);
    }
}
