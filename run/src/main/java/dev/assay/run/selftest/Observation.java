package dev.assay.run.selftest;

/**
 * A value that was reported, and what it should have been.
 *
 * @param telling whether the bound is so narrow that the value would be outside of it if the fault were not there
 */
record Observation(ExpectedRange expected, double value, boolean telling) {
    /** One whose bound is narrow enough whatever the trial was like. */
    Observation(ExpectedRange expected, double value) {
        this(expected, value, true);
    }

    boolean holds() {
        return expected.holds(value);
    }
}
