package dev.assay.run.selftest;

/** @param telling whether the bounds are so narrow that the value would be outside of them without the fault */
record Observation(ExpectedRange expected, double value, boolean telling) {
    /** Creates an observation whose bounds are narrow enough whatever the trial was like. */
    Observation(ExpectedRange expected, double value) {
        this(expected, value, true);
    }

    boolean holds() {
        return expected.holds(value);
    }
}
