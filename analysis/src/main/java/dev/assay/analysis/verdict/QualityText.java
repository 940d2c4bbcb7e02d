package dev.assay.analysis.verdict;

import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.quality.Quality.Flaw;
import dev.assay.model.result.Interval;

public final class QualityText {
    private QualityText() {}

    /**
     * Describes a flaw as part of a sentence, such as {@code up to 190 ms of 200 ms are pauses of worker w1}.
     *
     * @param nanos the value
     */
    public static String of(Quality quality, Flaw flaw, double nanos) {
        return switch (flaw.kind()) {
            case FEW_SAMPLES -> samples(quality);
            case FEW_EVENTS -> "the samples above it come from " + events(quality);
            case PAUSES -> fraction(flaw, nanos) + " are pauses of worker " + flaw.who();
            case COLLECTIONS -> fraction(flaw, nanos) + " are garbage collections of worker " + flaw.who();
            case SCHEDULE_LAG -> fraction(flaw, nanos) + " are messages sent late by the workers";
            case CLOCKS ->
                "the clocks used to measure " + ValueText.time(nanos) + " may differ by "
                        + ValueText.time(flaw.nanos());
        };
    }

    /** Describes the interval of a disturbed latency, such as {@code from 10 ms to 200 ms}. */
    public static String place(Interval place) {
        return Double.isInfinite(place.high())
                ? "at least " + ValueText.time(place.low())
                : "from " + ValueText.time(place.low()) + " to " + ValueText.time(place.high());
    }

    private static String fraction(Flaw flaw, double nanos) {
        return "up to " + ValueText.time(flaw.nanos()) + " of " + ValueText.time(nanos);
    }

    /** Describes how many samples lie above a percentile, such as {@code 3 samples lie above it}. */
    static String samples(Quality quality) {
        long above = (long) Math.floor(quality.samplesAbove() + 1e-6);
        return above == 1
                ? "1 sample lies above it"
                : (above == 0 ? "no sample lies" : ValueText.count(above) + " samples lie") + " above it";
    }

    static String events(Quality quality) {
        long events = Math.round(quality.events().orElse(0));
        return events == 1 ? "one event" : events + " events";
    }
}
